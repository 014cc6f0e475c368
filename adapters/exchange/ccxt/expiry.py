"""Orders that expire by a header, which ccxt does not send by itself."""

from typing import Any

from adapters.exchange.ccxt.dialects import Expires


def expire_orders(exchange: Any, expires: Expires) -> None:
    """Have every order of this instance say until when the venue may take it, by its own clock.

    The header is put on after ccxt has signed the request: the venues do not sign it.
    """
    sign = exchange.sign

    def signed(
        path: str, api: Any = "public", method: str = "GET", params: Any = None, *more: Any
    ) -> dict[str, Any]:
        request: dict[str, Any] = sign(path, api, method, {} if params is None else params, *more)
        if method == "POST" and path in expires.paths:
            until = int(exchange.nonce() + expires.within_s * 1000)
            request["headers"] = {**(request["headers"] or {}), expires.header: str(until)}
        return request

    exchange.sign = signed
