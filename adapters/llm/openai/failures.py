"""What the SDK and the HTTP library under it raise, as a ModelError with the kind of failure."""

import httpx2
import openai

from adapters.llm import transport
from core.errors import ModelError, ModelErrorKind

# Every class of the SDK's that is about asking a model. A subclass is its nearest parent's kind.
_SDK: dict[type[Exception], ModelErrorKind] = {
    openai.OpenAIError: "malformed",
    openai.APIError: "malformed",
    openai.APIResponseValidationError: "malformed",
    openai.APIConnectionError: "unreachable",
    openai.APITimeoutError: "timeout",
    # A status that is none of the following, such as a redirect: nobody completes chats there.
    openai.APIStatusError: "unreachable",
    openai.BadRequestError: "rejected",
    openai.AuthenticationError: "key_refused",
    openai.PermissionDeniedError: "not_permitted",
    openai.NotFoundError: "unreachable",  # no such model, or no such address
    openai.ConflictError: "overloaded",
    openai.UnprocessableEntityError: "rejected",
    openai.RateLimitError: "rate_limited",
    openai.InternalServerError: "overloaded",
    openai.LengthFinishReasonError: "truncated",
    openai.ContentFilterFinishReasonError: "refused",
}
KINDS = _SDK | transport.KINDS
FOREIGN = tuple(KINDS)

# For those that have no class of their own, and for errors in a stream whose code is a status.
_KINDS_BY_STATUS: dict[int, ModelErrorKind] = {
    400: "rejected",
    401: "key_refused",
    402: "out_of_credit",
    403: "not_permitted",
    404: "unreachable",
    408: "timeout",
    413: "rejected",
    429: "rate_limited",
    431: "rejected",
    499: "unreachable",
    501: "unreachable",
    504: "timeout",
}
# By the error's code or type: OpenAI's, then what DashScope, Kimi and Azure say differently. An
# error in a stream has the status 200: only these tell what happened.
_KINDS_BY_CODE: dict[str, ModelErrorKind] = {
    "insufficient_quota": "out_of_credit",
    "billing_hard_limit_reached": "out_of_credit",
    "billing_not_active": "out_of_credit",
    "exceeded_current_quota_error": "out_of_credit",
    "arrearage": "out_of_credit",
    "content_filter": "refused",
    "content_policy_violation": "refused",
    "data_inspection_failed": "refused",
    "invalid_api_key": "key_refused",
    "authentication_error": "key_refused",
    "permission_error": "not_permitted",
    "rate_limit_exceeded": "rate_limited",
    "rate_limit_reached_error": "rate_limited",
    "rate_limit_error": "rate_limited",
    "server_error": "overloaded",
    "internal_server_error": "overloaded",
    "engine_overloaded_error": "overloaded",
    "overloaded_error": "overloaded",
    "timeout": "timeout",
    "timeout_error": "timeout",
}
# Known by their words only. DeepSeek: "Insufficient Balance".
_OUT_OF_CREDIT = ("insufficient balance", "exceeded your current quota", "credit balance")
_SERVER_ERROR = 500
_DETAIL = 300


def model_error(error: Exception, *, secret: str, began: bool) -> ModelError:
    """The failure by its kind; `secret` is kept out of the detail.

    `began`: the answer had begun to arrive.
    """
    detail = _detail(error)
    if secret:
        detail = detail.replace(secret, "…")
    kind = _kind(error, began=began)
    return ModelError(kind, detail[:_DETAIL], retry_after_s=_retry_after_of(error))


def said(error: openai.APIError) -> str:
    """All that the server says of its refusal."""
    parts = (error.param, error.code, _message(error))
    return " ".join(str(part) for part in parts if part)


def _kind(error: Exception, *, began: bool) -> ModelErrorKind:
    if isinstance(error, openai.APIConnectionError):
        if isinstance(error.__cause__, httpx2.ConnectTimeout):
            return "unreachable"
        if began and not isinstance(error, openai.APITimeoutError):
            return "truncated"
    elif isinstance(error, openai.APIError):
        kind = _told_kind(error)
        if kind is not None:
            return kind
    return next(KINDS[cls] for cls in type(error).__mro__ if cls in KINDS)


def _told_kind(error: openai.APIError) -> ModelErrorKind | None:
    """What the server itself says of it, where that says more than the class."""
    for name in (error.code, error.type):
        kind = _KINDS_BY_CODE.get(str(name).lower())
        if kind is not None:
            return kind
    if any(words in _message(error).lower() for words in _OUT_OF_CREDIT):
        return "out_of_credit"
    status = error.status_code if isinstance(error, openai.APIStatusError) else _number(error.code)
    if status in _KINDS_BY_STATUS:
        return _KINDS_BY_STATUS[status]
    return "overloaded" if status >= _SERVER_ERROR else None


def _number(code: str | None) -> int:
    return int(code) if code and code.isascii() and code.isdigit() else 0


def _message(error: openai.APIError) -> str:
    told = error.body.get("message") if isinstance(error.body, dict) else None
    return str(told or error.message)


def _detail(error: Exception) -> str:
    name = type(error).__name__
    if isinstance(error, openai.APIStatusError):
        told = f"{error.status_code} {error.code or error.type}: {_message(error)}"
        return f"{name} {told} ({error.request_id})"
    if isinstance(error, openai.APIConnectionError):
        return f"{name} ({type(error.__cause__).__name__})"
    if isinstance(error, openai.APIError):
        return f"{name} {error.code or error.type}: {_message(error)}"
    return f"{name}: {error}"


def _retry_after_of(error: Exception) -> float | None:
    if isinstance(error, openai.APIStatusError):
        return transport.retry_after(error.response.headers)
    return None
