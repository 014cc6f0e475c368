"""Texts as Telegram counts and reads them: UTF-16 lengths, cleaning, entities it finds."""

import re
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

# Leftmost wins; at one place the earlier kind wins. Bare domains are left out.
_FOUND_BY_ITSELF = (
    ("url", re.compile(r"(?<![\w@])https?://[^\s<>\"]*[^\s<>\".,;:!?)\]']")),
    ("email", re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    (
        "bot_command",
        re.compile(r"(?<![\w/@.])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/])"),
    ),
    ("mention", re.compile(r"(?<![\w@])@[A-Za-z0-9_]{3,32}(?!\w)")),
    ("hashtag", re.compile(r"(?<![\w#])#(?=\w*[^\W\d])\w{1,256}")),
    ("cashtag", re.compile(r"(?<![\w$])\$[A-Z]{1,8}(?!\w)")),
)
_OPAQUE = {"code", "pre", "text_link", "text_mention", "custom_emoji"}
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


@dataclass(frozen=True)
class Formatted:
    text: str
    entities: list[Json] = field(default_factory=list)

    @property
    def length(self) -> int:
        return utf16_length(self.text)


def utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf16_slice(text: str, offset: int, length: int) -> str:
    raw = text.encode("utf-16-le", "surrogatepass")[offset * 2 : (offset + length) * 2]
    return raw.decode("utf-16-le", "surrogatepass")


def find_entities(text: str, known: list[Json] | None = None) -> list[Json]:
    """What Telegram marks without being asked: commands, mentions, links, tags."""
    taken = [_span(entity) for entity in known or [] if entity["type"] in _OPAQUE]
    found: list[Json] = []
    for kind, pattern in _FOUND_BY_ITSELF:
        for match in pattern.finditer(text):
            start = utf16_length(text[: match.start()])
            end = start + utf16_length(match.group())
            if all(end <= left or start >= right for left, right in taken):
                taken.append((start, end))
                found.append({"type": kind, "offset": start, "length": end - start})
    return found


def settle(draft: Formatted) -> Formatted:
    """A text as it is stored: cleaned, trimmed, with found entities, at most 100 of them."""
    draft = _without_returns(draft)
    text = _CONTROL.sub(" ", draft.text)
    stripped = text.strip()
    lead = utf16_length(text[: len(text) - len(text.lstrip())]) if stripped else 0
    end = utf16_length(stripped)
    kept = []
    for entity in draft.entities:
        left, right = _span(entity)
        left, right = max(left - lead, 0), min(right - lead, end)
        if left < right:
            kept.append({**entity, "offset": left, "length": right - left})
    kept += find_entities(stripped, kept)
    kept.sort(key=lambda entity: (entity["offset"], -entity["length"]))
    return Formatted(stripped, kept[:100])


def _without_returns(draft: Formatted) -> Formatted:
    def moved(offset: int) -> int:
        return offset - utf16_slice(draft.text, 0, offset).count("\r")

    entities = []
    for entity in draft.entities:
        left, right = (moved(edge) for edge in _span(entity))
        entities.append({**entity, "offset": left, "length": right - left})
    return Formatted(draft.text.replace("\r", ""), entities)


def _span(entity: Json) -> tuple[int, int]:
    return entity["offset"], entity["offset"] + entity["length"]
