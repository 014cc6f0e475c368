"""Choices in words: which option of a question a message names, by label, value or place."""

import re
from collections.abc import Sequence

from core.domain.outbound import Choice
from core.domain.resume_words import folded

_ORDINALS = {
    "first": 1,
    "the first": 1,
    "the first one": 1,
    "第一个": 1,
    "second": 2,
    "the second": 2,
    "the second one": 2,
    "第二个": 2,
    "third": 3,
    "the third": 3,
    "the third one": 3,
    "第三个": 3,
    "fourth": 4,
    "the fourth": 4,
    "第四个": 4,
    "last": -1,
    "the last one": -1,
    "最后一个": -1,
}


def chosen(text: str, choices: Sequence[Choice]) -> Choice | None:
    """The option that a message names: by its label, its value, its number or its ordinal."""
    options = [choice for choice in choices if choice.id.startswith("opt:")]
    said = folded(text)
    if not said or not options:
        return None
    for choice in options:
        if said in (folded(choice.label), folded(choice.value)):
            return choice
    place = _ORDINALS.get(said)
    if place is None:
        match = re.fullmatch(r"(?:option |选项 ?|#)?(\d{1,2})", said)
        place = int(match.group(1)) if match else None
    if place is None or not (place == -1 or 1 <= place <= len(options)):
        return None
    return options[place - 1] if place > 0 else options[-1]
