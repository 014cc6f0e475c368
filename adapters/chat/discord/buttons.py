"""A question's choices, and the stop of a run, as Discord's buttons.

What a button carries is its custom id alone, so it works after any restart and any time.
"""

from collections.abc import Sequence

from discord import ButtonStyle
from discord.ui import Button, View

from adapters.chat.callback import CallbackData, StopData
from core.domain.conversation import Lang
from core.domain.outbound import Choice
from core.views.words import say

MOST_LABEL = 80
ROW = 5
MOST = 25
"""Five rows of five. Whoever wants a choice beyond them writes its number."""
_STYLES = {"confirm": ButtonStyle.success, "confirm_large": ButtonStyle.danger}
FORM = "form"
"""The choice that opens a form; it is answered by what is typed there."""


def choice_buttons(
    question_id: str, choices: Sequence[Choice], lang: Lang, *, secret: bool
) -> View | None:
    """Rows of buttons; None without any. ValueError: an id that no button can carry."""
    buttons: list[Button[View]] = []
    if secret:
        data = CallbackData(question_id=question_id, choice=FORM).pack()
        label = say(lang, "discord.type_secret")
        buttons.append(Button(label=label, style=ButtonStyle.primary, custom_id=data))
    for choice in choices[: MOST - len(buttons)]:
        data = CallbackData(question_id=question_id, choice=choice.id).pack()
        label = " ".join(choice.label.split())[:MOST_LABEL] or choice.id
        style = _STYLES.get(choice.id, ButtonStyle.secondary)
        buttons.append(Button(label=label, style=style, custom_id=data))
    return _view(buttons)


def stop_button(run_id: str, lang: Lang) -> View | None:
    """The one button of a running turn's placeholder."""
    data = StopData(run_id=run_id).pack()
    stop: Button[View] = Button(
        label=say(lang, "choice.stop"), style=ButtonStyle.secondary, custom_id=data
    )
    return _view([stop])


def _view(buttons: Sequence[Button[View]]) -> View | None:
    if not buttons:
        return None
    view = View(timeout=None)
    for place, button in enumerate(buttons):
        button.row = place // ROW
        view.add_item(button)
    # Finished, so that the library keeps no state of it: presses are read by their ids alone.
    view.stop()
    return view
