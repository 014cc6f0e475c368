"""The buttons of an approval card, and the words for what was confirmed."""

from core.domain.conversation import Lang
from core.domain.outbound import Choice
from core.domain.records import Waiting
from core.tools.registry import Draft
from core.views.words import say


def choices_of(draft: Draft, lang: Lang, *, second: bool) -> tuple[Choice, ...]:
    """Confirm, another amount where there is one, cancel; the second press of a large order."""
    cancel = Choice(id="cancel", label=say(lang, "choice.cancel"))
    key = "confirm_large" if second else "confirm"
    if draft.mode is None:
        return (Choice(id=key, label=say(lang, "choice.confirm_change")), cancel)
    confirm = Choice(id=key, label=say(lang, f"choice.{key}", mode=draft.mode.upper()))
    if second or not draft.amendable:
        return (confirm, cancel)
    return (confirm, Choice(id="amount", label=say(lang, "choice.amount")), cancel)


def is_change(waiting: Waiting) -> bool:
    """Whether the card is for a change: nothing is placed by it, so nothing is said to be."""
    card = waiting.card
    return waiting.kind == "approval" and not (card.get("mode") and card.get("places", True))


def not_done_text(waiting: Waiting, lang: Lang) -> str:
    """What is said of a card of which nothing came."""
    return say(lang, "approval.not_changed" if is_change(waiting) else "approval.not_placed")


def confirmed_text(draft: Draft, lang: Lang) -> str:
    """What a card says once it was confirmed."""
    if draft.mode is None:
        return say(lang, "approval.confirmed_change")
    return say(lang, "approval.confirmed", mode=draft.mode.upper())
