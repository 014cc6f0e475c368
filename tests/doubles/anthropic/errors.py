"""What the API answers when it does not answer: one shape, and its usual words by status."""

from tests.doubles.llm.errors import Json

# What the API says when nobody scripted other words.
USUAL: dict[int, tuple[str, str]] = {
    400: ("invalid_request_error", "The request is invalid."),
    401: ("authentication_error", "invalid x-api-key"),
    402: ("billing_error", "There is a problem with your billing or payment information."),
    403: (
        "permission_error",
        "Your API key does not have permission to use the specified resource.",
    ),
    404: ("not_found_error", "Not found"),
    408: ("invalid_request_error", "Request timed out"),
    409: ("conflict_error", "The request conflicts with the current state of the resource."),
    413: ("request_too_large", "Request exceeds the maximum size"),
    429: (
        "rate_limit_error",
        "This request would exceed your organization's rate limit of 50 requests per minute.",
    ),
    500: ("api_error", "Internal server error"),
    502: ("api_error", "Bad gateway"),
    503: ("api_error", "Service unavailable"),
    504: ("timeout_error", "Gateway timeout"),
    529: ("overloaded_error", "Overloaded"),
}


def error_body(error: str, message: str, request_id: str, *, error_code: str | None = None) -> Json:
    inner: Json = {"type": error, "message": message}
    if error_code is not None:
        inner["details"] = {"error_code": error_code}
    return {"type": "error", "error": inner, "request_id": request_id}


def usual(status: int) -> tuple[str, str]:
    return USUAL.get(status, USUAL[500] if status >= 500 else USUAL[400])
