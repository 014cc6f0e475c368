"""Reply markup as Telegram takes it: what is refused, what is dropped without a word."""

from urllib.parse import urlsplit

from .errors import ApiError, ContractBroken, bad_request
from .text import Json

_ACTIONS = frozenset(
    [
        "url",
        "callback_data",
        "web_app",
        "login_url",
        "switch_inline_query",
        "switch_inline_query_current_chat",
        "switch_inline_query_chosen_chat",
        "copy_text",
        "callback_game",
        "pay",
        "disabled",
    ]
)
_STYLES = ("danger", "success", "primary")
MAX_ROW = 12
MAX_BUTTONS = 100
MAX_DATA_BYTES = 64


def check_markup(markup: Json | None, *, inline_only: bool = False) -> Json | None:
    """The markup as stored; an inline keyboard without buttons is no keyboard."""
    if markup is None:
        return None
    if "inline_keyboard" not in markup:
        if inline_only:
            raise bad_request("inline keyboard expected")
        return markup
    rows = []
    for row in markup["inline_keyboard"]:
        for button in row:
            _check_kind(button)
        # Telegram leaves nameless buttons out, and cuts a row that is too long.
        if kept := [button for button in row if button["text"]][:MAX_ROW]:
            rows.append(kept)
    buttons = [button for row in rows for button in row]
    for button in buttons:
        _check_value(button)
    if len(buttons) > MAX_BUTTONS:
        raise bad_request("reply markup is too long")
    return {"inline_keyboard": rows} if rows else None


def _check_kind(button: Json) -> None:
    given = sorted(action for action in _ACTIONS & set(button) if button[action] is not None)
    if len(given) > 1:
        raise ContractBroken(f"a button does one thing, not {' and '.join(given)}")
    if not given or (button[given[0]] == "" and given[0] in ("url", "callback_data")):
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    if button.get("style") not in (None, *_STYLES):
        raise ContractBroken(f"a button has no style {button['style']!r}")


def _check_value(button: Json) -> None:
    data = button.get("callback_data")
    if data is not None and len(data.encode()) > MAX_DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
    if "url" in button:
        _check_url(button["url"])
    if "copy_text" in button and not 1 <= len(button["copy_text"]["text"]) <= 256:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")


def _check_url(url: str) -> None:
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme not in ("http", "https", "tg", "ton"):
        raise _bad_url(url, "Unsupported URL protocol")
    if not parts.netloc:
        raise _bad_url(url, "URL host is empty")
    if parts.scheme in ("http", "https") and "." not in (parts.hostname or ""):
        raise _bad_url(url, "Wrong HTTP URL")


def _bad_url(url: str, why: str) -> ApiError:
    return bad_request(f"inline keyboard button URL '{url}' is invalid: {why}")
