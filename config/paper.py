"""BELLWETHER_PAPER_RULES: how the paper venue behaves where venues differ, in one line of text."""

from typing import Any, get_args, get_type_hints

from core.domain.paper_trade import PaperRules

_CHOICES = {name: get_args(hint) for name, hint in get_type_hints(PaperRules).items()}
PAPER_RULES = "some of " + ", ".join(
    f"{name}={'|'.join(choices)}" for name, choices in _CHOICES.items()
)


def paper_rules(text: str) -> PaperRules:
    """The rules that the text names, the others as they are; ValueError for anything else."""
    chosen: dict[str, Any] = {}
    for item in text.split(",") if text else ():
        name, _, choice = (part.strip() for part in item.partition("="))
        if name in chosen or choice not in _CHOICES.get(name, ()):
            raise ValueError("not a rule of the paper venue")
        chosen[name] = choice
    return PaperRules(**chosen)
