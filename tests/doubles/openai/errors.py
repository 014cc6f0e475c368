"""What the API answers when it does not answer: one shape, and its usual words by status."""

from tests.doubles.llm.errors import Json, Rejected
from tests.doubles.llm.faults import Status

# What OpenAI says when nobody scripted other words: message, type, code.
USUAL: dict[int, tuple[str, str, str | None]] = {
    400: ("The request is invalid.", "invalid_request_error", None),
    401: ("Incorrect API key provided.", "invalid_request_error", "invalid_api_key"),
    402: ("Payment is required.", "billing_error", None),
    403: ("Country, region, or territory not supported", "request_forbidden", None),
    404: ("The model does not exist.", "invalid_request_error", "model_not_found"),
    429: ("Rate limit reached for requests.", "requests", "rate_limit_exceeded"),
    500: ("The server had an error while processing your request.", "server_error", None),
    503: ("That model is currently overloaded.", "server_error", None),
}
NO_QUOTA = Status(
    429,
    message="You exceeded your current quota, please check your plan and billing details.",
    type="insufficient_quota",
    error_code="insufficient_quota",
)
BALANCE = Status(402, message="Insufficient Balance", type="unknown_error")
"""In DeepSeek's words."""


class Unsupported(Rejected):
    """A parameter that this server, or this model, does not take."""

    def __init__(self, message: str, param: str | None, code: str | None = None) -> None:
        super().__init__(message)
        self.param = param
        self.code = code


def error_json(
    message: str, kind: str, *, code: str | None = None, param: str | None = None
) -> Json:
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def usual(status: int) -> tuple[str, str, str | None]:
    return USUAL.get(status, USUAL[500] if status >= 500 else USUAL[400])
