"""Plans of one step about an order, shown as it comes out, and what is read of the answer."""

from tests.behaviour.seams import call, plan, respond


def trade(**arguments):
    """A plan that places an order."""
    step = call("s1", "execute_trade", **arguments)
    return plan(step, respond(show=["s1"]))


def manage(**arguments):
    """A plan that looks after orders."""
    step = call("s1", "manage_order", **arguments)
    return plan(step, respond(show=["s1"]))


LONG = trade(
    action="open_long",
    symbol="BTC",
    leverage=5,
    amount={"value": "0.01", "unit": "base"},
    stop="90000",
    target="110000",
)


def text(messages):
    """All that was said, a line each."""
    return "\n".join(message["text"] for message in messages)
