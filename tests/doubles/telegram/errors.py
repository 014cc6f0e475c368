"""Telegram's refusals.

The wordings are those of Telegram's open Bot API server (tdlib/telegram-bot-api, tdlib/td) or,
where only the closed servers know them, those that people quote in public bug reports.
"""


class ApiError(Exception):
    """One answer with `ok: false`."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


class NotModelled(Exception):
    """The double would have to guess: answered 501 and remembered, so that the test fails."""


class ContractBroken(Exception):
    """The request does not fit Telegram's own list of parameters: answered 400 and remembered."""


def bad_request(text: str, **parameters: int) -> ApiError:
    return ApiError(400, f"Bad Request: {text}", **parameters)


def forbidden(text: str) -> ApiError:
    return ApiError(403, f"Forbidden: {text}")


def conflict(text: str) -> ApiError:
    return ApiError(409, f"Conflict: {text}")


def too_many_requests(seconds: int) -> ApiError:
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
