"""Sentences of a text that is still being written: where one certainly ends."""

import re
import unicodedata

_END = re.compile(
    r"[.!?…][\"'”’)\]*_]*\s+(?=\S)"
    r"|[。！？][”’」』）)\"'*_]*\s*(?=[^\s。！？”’」』）)\"'*_])"
    r"|\s*\n\s*(?=\S)"
)
_SHORT = re.compile(
    r"(?:^\s*(?:\d{1,2}|[a-z])|\b(?:e\.g|i\.e|approx|vs|ca|cf|no|incl|max|min|avg|est|resp|u\.s))\.$",
    re.IGNORECASE,
)
"""What ends with a point and does not end a sentence: a list's number, an abbreviation."""

_LONGEST = 1_200
"""Characters after which a sentence is cut, so that judging it stays cheap."""
_NUMBER = frozenset("0123456789.,_ '")

_MARKUP = re.compile(r"\*\*|__|~~|`|(?<!\w)[*_](?=\w)|(?<=[\w.!?])[*_](?!\w)")
_SPACE = re.compile(r"\s+")
_MIXED = re.compile(r"(?=\w*[A-Za-z])(?=\w*[\u0370-\u03ff\u0400-\u04ff])\w+")
"""A word of Latin letters with some among them that only look like them."""
_LATIN = str.maketrans(
    "аеорсухіјѕԁһкмтвнАЕОРСУХІЈЅКМТВНοαρνι", "aeopcyxijsdhkmtbhAEOPCYXIJSKMTBHoapvi"
)
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufe0f]")


def first_sentence(text: str) -> int | None:
    """The length of the first whole sentence with the space after it; None while it may go on.

    Decided by what stands there and by nothing that may still come: the first character of the next
    sentence must have been written. So the answer does not depend on how a text was cut in pieces.
    """
    for match in _END.finditer(text, 0, _LONGEST + 1):
        if match.start() == 0 and not text[: match.end()].strip():
            continue
        broken = "\n" in match.group(0)
        if not broken and _SHORT.search(text[: match.start() + 1]):
            continue
        return match.end()
    return _cut(text) if len(text) > _LONGEST else None


def _cut(text: str) -> int:
    """Where a sentence without an end is cut: after a word, and not within a number."""
    end = text.rfind(" ", _LONGEST // 2, _LONGEST) + 1 or _LONGEST
    while end > _LONGEST // 2 and text[end - 1] in _NUMBER:
        end -= 1
    return end


def plain(text: str) -> str:
    """The words alone, in one line: compatible forms folded, no mark-up, nothing invisible."""
    folded = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    folded = folded.replace("’", "'").replace("‘", "'").replace("−", "-")
    folded = _MIXED.sub(lambda word: word.group().translate(_LATIN), folded)
    return _SPACE.sub(" ", _MARKUP.sub("", folded))
