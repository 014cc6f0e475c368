"""What the SDK and the HTTP library under it raise, as a ModelError with the kind of failure."""

import anthropic
import httpx2

from adapters.llm import transport
from core.errors import ModelError, ModelErrorKind

# Every class of the SDK's that is about asking a model. A subclass is its nearest parent's kind,
# the many that only name an error code of some other endpoint included.
_SDK: dict[type[Exception], ModelErrorKind] = {
    anthropic.AnthropicError: "malformed",
    anthropic.APIError: "malformed",
    anthropic.APIResponseValidationError: "malformed",
    anthropic.APIWebhookValidationError: "malformed",
    anthropic.RetryableError: "unreachable",
    anthropic.CredentialsError: "key_refused",
    anthropic.IdentityTokenFileError: "key_refused",
    anthropic.APIConnectionError: "unreachable",
    anthropic.APITimeoutError: "timeout",
    # A status that is none of the following, such as a redirect: there is no Messages API there.
    anthropic.APIStatusError: "unreachable",
    anthropic.BadRequestError: "rejected",
    anthropic.OrganizationOnHoldError: "not_permitted",
    anthropic.AuthenticationError: "key_refused",
    anthropic.PaymentRequiredError: "out_of_credit",
    anthropic.PermissionDeniedError: "not_permitted",
    anthropic.NotFoundError: "unreachable",  # no such model, or no such address
    anthropic.RequestTimeoutError: "timeout",
    anthropic.ConflictError: "overloaded",
    anthropic.PreconditionFailedError: "rejected",
    anthropic.ContentTooLargeError: "rejected",
    anthropic.UnprocessableEntityError: "rejected",
    anthropic.RateLimitError: "rate_limited",
    # Limits of money: they come as rate limits, and waiting does not help.
    anthropic.EnforcedSpendLimitReachedError: "out_of_credit",
    anthropic.ContractSpendLimitReachedError: "out_of_credit",
    anthropic.RequestHeaderFieldsTooLargeError: "rejected",
    anthropic.ClientClosedRequestError: "unreachable",
    anthropic.InternalServerError: "overloaded",
    anthropic.HTTPNotImplementedError: "unreachable",
    anthropic.ServiceUnavailableError: "overloaded",
    anthropic.GatewayTimeoutError: "timeout",
    anthropic.OverloadedError: "overloaded",
}
KINDS = _SDK | transport.KINDS
FOREIGN = tuple(KINDS)

# An error event in a stream has the status 200: only its type tells what happened.
_KINDS_BY_TYPE: dict[str, ModelErrorKind] = {
    "authentication_error": "key_refused",
    "permission_error": "not_permitted",
    "billing_error": "out_of_credit",
    "rate_limit_error": "rate_limited",
    "timeout_error": "timeout",
    "api_error": "overloaded",
    "overloaded_error": "overloaded",
    "not_found_error": "unreachable",
    "invalid_request_error": "rejected",
}
# Known by their words only. The API: "Your credit balance is too low to access …", "You have
# reached your specified API usage limits …".
_OUT_OF_CREDIT = ("credit balance is too low", "api usage limits")
_DETAIL = 300


def model_error(error: Exception, *, secret: str) -> ModelError:
    """The failure by its kind; `secret` is kept out of the detail."""
    detail = _detail(error)
    if secret:
        detail = detail.replace(secret, "…")
    return ModelError(_kind(error), detail[:_DETAIL], retry_after_s=_retry_after_of(error))


def refuses_forcing(error: anthropic.BadRequestError) -> bool:
    """Whether the server says that this model's tools cannot be forced."""
    return "tool_choice" in str(error)


def _kind(error: Exception) -> ModelErrorKind:
    if isinstance(error, anthropic.APIConnectionError):
        # The key goes into a header: one that cannot be written there is no key.
        if isinstance(error.__cause__, httpx2.LocalProtocolError | UnicodeError):
            return "key_refused"
        if isinstance(error.__cause__, httpx2.ConnectTimeout):
            return "unreachable"
    if isinstance(error, anthropic.APIStatusError):
        if any(words in str(error).lower() for words in _OUT_OF_CREDIT):
            return "out_of_credit"
        if error.status_code == httpx2.codes.OK:
            return _KINDS_BY_TYPE.get(error.type or "", "malformed")
    return next(KINDS[cls] for cls in type(error).__mro__ if cls in KINDS)


def _detail(error: Exception) -> str:
    name = type(error).__name__
    if isinstance(error, anthropic.APIStatusError):
        said = error.api_message or str(error)
        return f"{name} {error.status_code} {error.type}: {said} ({error.request_id})"
    if isinstance(error, anthropic.APIConnectionError):
        return f"{name} ({type(error.__cause__).__name__})"
    return f"{name}: {error}"


def _retry_after_of(error: Exception) -> float | None:
    if isinstance(error, anthropic.APIStatusError):
        return transport.retry_after(error.response.headers)
    return None
