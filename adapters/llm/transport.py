"""What lies under the SDKs of model services: one HTTP library, its errors, and our patience."""

import math
from collections.abc import Mapping

import httpx2

from core.errors import ModelErrorKind, SetupError

CONNECT_S = 5.0
PATIENCE_S = 5.0  # a longer wait is told to the person, who can decide better

# In the middle of a stream the library's own errors come through, and those of odd events: no
# JSON, no UTF-8, or not of the shape that is documented.
KINDS: dict[type[Exception], ModelErrorKind] = {
    httpx2.HTTPError: "truncated",
    httpx2.TimeoutException: "timeout",
    httpx2.InvalidURL: "unreachable",
    httpx2.UnsupportedProtocol: "unreachable",
    httpx2.StreamError: "truncated",
    TimeoutError: "timeout",
    ValueError: "malformed",
    TypeError: "malformed",
    LookupError: "malformed",
    AttributeError: "malformed",
    RecursionError: "malformed",
}
_TOO_MANY = 429


def address(given: str, setting: str) -> httpx2.URL:
    """`given` as an address; SetupError names the setting when it is none."""
    try:
        url = httpx2.URL(given)
    except httpx2.InvalidURL:
        url = httpx2.URL()
    if url.scheme not in ("http", "https") or not url.host:
        raise SetupError(f"{setting} is wrong; expected an address such as https://api.example.com")
    return url


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds after which the server asks to be tried again, where it names them."""
    for name, scale in (("retry-after-ms", 1000), ("retry-after", 1)):
        try:
            seconds = float(headers.get(name, "")) / scale
        except ValueError:
            continue
        if math.isfinite(seconds) and seconds >= 0:
            return seconds
    return None


def forbid_a_long_wait(response: httpx2.Response) -> None:
    """Keep the SDK from sleeping through the deadline, or for a limit that no waiting lifts."""
    wait = retry_after(response.headers)
    limited = response.status_code == _TOO_MANY
    if limited if wait is None else wait > PATIENCE_S:
        response.headers["x-should-retry"] = "false"
