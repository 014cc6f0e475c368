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

_MARKUP = re.compile(r"\*\*|__|~~|`|(?<!\w)[*_](?=\w)|(?<=[\w.!?])[*_](?!\w)")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufe0f]")


def first_sentence(text: str) -> int | None:
    """The length of the first whole sentence with the space after it; None while it may go on.

    Decided by what stands there and by nothing that may still come: the first character of the next
    sentence must have been written. So the answer does not depend on how a text was cut in pieces.
    """
    for match in _END.finditer(text):
        if match.start() == 0 and not text[: match.end()].strip():
            continue
        broken = "\n" in match.group(0)
        if not broken and _SHORT.search(text[: match.start() + 1]):
            continue
        return match.end()
    return None


def plain(text: str) -> str:
    """The words alone: compatible forms folded, without mark-up and what cannot be seen."""
    folded = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    folded = folded.replace("’", "'").replace("‘", "'").replace("−", "-")
    return _MARKUP.sub("", folded)
