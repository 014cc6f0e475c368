"""A question's choices as an inline keyboard."""

from collections.abc import Sequence

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from adapters.chat.callback import CallbackData, StopData
from core.domain.conversation import Lang
from core.domain.outbound import Choice
from core.views.render import width
from core.views.words import say

MOST_CELLS = 44
"""A longer label is cut with an ellipsis: a phone would not show more."""
PAIR_CELLS = 30
"""Two neighbours at most this wide together share a row."""
MOST_BUTTONS = 100

_STYLES = {"confirm": "success", "confirm_large": "danger"}


def keyboard(question_id: str, choices: Sequence[Choice]) -> InlineKeyboardMarkup | None:
    """One or two buttons a row; None without choices. ValueError: an id that no button can carry.

    Telegram takes a hundred buttons; whoever wants a choice beyond them writes its number.
    """
    rows: list[list[InlineKeyboardButton]] = []
    room = 0
    for choice in choices[:MOST_BUTTONS]:
        button = _button(question_id, choice)
        taken = width(button.text)
        if taken <= room:
            rows[-1].append(button)
            room = 0
        else:
            rows.append([button])
            room = PAIR_CELLS - taken
    return InlineKeyboardMarkup(rows) if rows else None


def stop_button(run_id: str, lang: Lang) -> InlineKeyboardMarkup:
    """The one button of a running turn's placeholder. ValueError: no run that a button can name."""
    data = StopData(run_id=run_id).pack()
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(say(lang, "choice.stop"), callback_data=data)]]
    )


def _button(question_id: str, choice: Choice) -> InlineKeyboardButton:
    # Telegram leaves out, without a word, a button that has no name.
    label = _cut(" ".join(choice.label.split())) or choice.id
    data = CallbackData(question_id=question_id, choice=choice.id).pack()
    return InlineKeyboardButton(label, callback_data=data, style=_STYLES.get(choice.id))


def _cut(label: str) -> str:
    if width(label) <= MOST_CELLS:
        return label
    kept = label
    while width(kept) >= MOST_CELLS:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"
