"""Failures that the API tells in words of its own."""

from tests.doubles.llm.faults import Status

OUT_OF_CREDIT = Status(
    400,
    message=(
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing "
        "to upgrade or purchase credits."
    ),
)
