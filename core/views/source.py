"""Where a price comes from, in the person's language."""

from core.domain.conversation import Lang
from core.views.words import say

_OURS = {"simulated market": "source_simulated"}


def source_text(name: str, lang: Lang) -> str:
    """The name of a market's source; a venue's own name is the same in every language."""
    return say(lang, _OURS[name]) if name in _OURS else name
