"""Figures on the grid of an instrument's tick or step."""

from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal


def on_grid(value: Decimal, step: Decimal) -> Decimal:
    """The nearest multiple of the step."""
    return (value / step).to_integral_value(ROUND_HALF_EVEN) * step


def up_to_grid(value: Decimal, step: Decimal) -> Decimal:
    """The smallest multiple of the step that is not below the value, at least one step."""
    return max(step, (value / step).to_integral_value(ROUND_CEILING) * step)
