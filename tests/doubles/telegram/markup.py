"""HTML as Telegram parses it: few tags, strict nesting, faults reported by byte offset."""

import re
from dataclasses import dataclass

from .errors import ApiError, bad_request
from .text import Formatted, Json, utf16_length

_KINDS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_PLAIN = re.compile(r"[^<&]+")
_NAME = re.compile(r"[^\s>]*")
_SPACE = re.compile(r"\s*")
_ATTRIBUTE = re.compile(r"[^\s=>]*")
_TOKEN = re.compile(r"[A-Za-z0-9.-]*")
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z]+));?")
_LINK = re.compile(r"(?:(?:https?|tg|ton|mailto|tel):\S+|[\w-]+(?:\.[\w-]+)+\S*)\Z", re.IGNORECASE)


def parse_html(source: str) -> Formatted:
    """The text without its tags, and what they stood for; `can't parse entities` if broken."""
    return _Parser(source).run()


@dataclass
class _Open:
    name: str
    value: str
    offset: int
    piece: int


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.pieces: list[str] = []
        self.length = 0
        self.open: list[_Open] = []
        self.entities: list[Json] = []

    def run(self) -> Formatted:
        while self.at < len(self.source):
            if plain := _PLAIN.match(self.source, self.at):
                self._emit(plain.group())
                self.at = plain.end()
            elif self.source[self.at] == "&":
                text, self.at = _reference(self.source, self.at)
                self._emit(text)
            elif self.source.startswith("</", self.at):
                self._end_tag()
            else:
                self._start_tag()
        if self.open:
            raise _broken(f'Can\'t find end tag corresponding to start tag "{self.open[-1].name}"')
        for entity in self.entities:
            if entity["type"] == "code":
                entity.pop("language", None)  # Only a block has one.
        self.entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
        return Formatted("".join(self.pieces), self.entities)

    def _emit(self, text: str) -> None:
        self.pieces.append(text)
        self.length += utf16_length(text)

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.source, self.at)
        found = match.group() if match else ""
        self.at += len(found)
        return found

    def _peek(self) -> str:
        return self.source[self.at : self.at + 1]

    def _place(self, at: int) -> str:
        return f"at byte offset {len(self.source[:at].encode())}"

    def _start_tag(self) -> None:
        begin = self.at
        self.at += 1
        name = self._take(_NAME).lower()
        if not self._peek():
            raise _broken(f"Unclosed start tag {self._place(begin)}")
        if name not in _KINDS:
            raise _broken(f'Unsupported start tag "{name}" {self._place(begin)}')
        value = ""
        self._take(_SPACE)
        while self._peek() != ">":
            value = self._attribute(name, begin) or value
            self._take(_SPACE)
        self.at += 1
        if name == "span" and value != "spoiler":
            raise _broken(f'Tag "span" must have class "tg-spoiler" {self._place(begin)}')
        self.open.append(_Open(name, value, self.length, len(self.pieces)))

    def _attribute(self, tag: str, begin: int) -> str:
        """The attribute's value if it means something on this tag."""
        attribute = self._take(_ATTRIBUTE).lower()
        if not attribute:
            raise _broken(f'Empty attribute name in the tag "{tag}" {self._place(begin)}')
        if tag == "blockquote" and attribute == "expandable" and self._peek() != "=":
            return "expandable"
        self._take(_SPACE)
        if self._peek() != "=":
            raise _broken(
                f'Expected equal sign in declaration of an attribute of the tag "{tag}" '
                f"{self._place(begin)}"
            )
        self.at += 1
        self._take(_SPACE)
        value = self._value(begin)
        return _meaning(tag, attribute, value)

    def _value(self, begin: int) -> str:
        quote = self._peek()
        if quote in ("'", '"'):
            end = self.source.find(quote, self.at + 1)
            if end < 0 or end + 1 == len(self.source):
                raise _broken(f"Unclosed start tag {self._place(begin)}")
            raw = self.source[self.at + 1 : end]
            self.at = end + 1
            return _REFERENCE.sub(lambda match: _reference(match.group(), 0)[0], raw)
        token_at = self.at
        value = self._take(_TOKEN).lower()
        if self._peek() != ">" and not self._peek().isspace():
            if not self._peek():
                raise _broken(f"Unclosed start tag {self._place(begin)}")
            raise _broken(f"Unexpected end of name token {self._place(token_at)}")
        return value

    def _end_tag(self) -> None:
        begin = self.at
        if not self.open:
            raise _broken(f"Unexpected end tag {self._place(begin)}")
        self.at += 2
        name = self._take(_NAME).lower()
        self._take(_SPACE)
        if self._peek() != ">":
            raise _broken(f"Unclosed end tag {self._place(begin)}")
        self.at += 1
        opened = self.open.pop()
        if name and name != opened.name:
            raise _broken(
                f'Unmatched end tag {self._place(begin)}, expected "</{opened.name}>", '
                f'found "</{name}>"'
            )
        if self.length > opened.offset:
            self._close(opened)

    def _close(self, opened: _Open) -> None:
        entity: Json = {
            "type": _KINDS[opened.name],
            "offset": opened.offset,
            "length": self.length - opened.offset,
        }
        if opened.name == "a":
            url = opened.value or "".join(self.pieces[opened.piece :])
            if not _LINK.match(url):
                return  # Telegram drops a link that leads nowhere and keeps its text.
            entity["url"] = url
        elif opened.name == "tg-emoji":
            if not opened.value.isdigit():
                raise _broken("Invalid custom emoji identifier specified")
            entity["custom_emoji_id"] = opened.value
        elif opened.name == "tg-time":
            entity["unix_time"] = int(opened.value or "0")
        elif opened.name == "blockquote" and opened.value:
            entity["type"] = "expandable_blockquote"
        elif opened.name == "code" and opened.value:
            entity["language"] = opened.value
        elif opened.name == "pre" and self._is_code_block(entity):
            self.entities[-1]["type"] = "pre"
            return
        self.entities.append(entity)

    def _is_code_block(self, outer: Json) -> bool:
        """`<pre><code class="language-x">` is one block with a language, not two entities."""
        inner = self.entities[-1] if self.entities else {}
        return "language" in inner and all(inner[key] == outer[key] for key in ("offset", "length"))


def _meaning(tag: str, attribute: str, value: str) -> str:
    if (tag, attribute) in (("a", "href"), ("tg-emoji", "emoji-id"), ("tg-time", "unix")):
        return value
    if tag == "code" and attribute == "class" and value.startswith("language-"):
        return value.removeprefix("language-")
    if tag == "span" and attribute == "class" and value.startswith("tg-"):
        return value.removeprefix("tg-")
    return ""


def _reference(source: str, at: int) -> tuple[str, int]:
    """One `&...;` decoded, and where to read on; one Telegram does not know stays as it is."""
    match = _REFERENCE.match(source, at)
    if match is None:
        return "&", at + 1
    hexadecimal, decimal, name = match.groups()
    if name:
        return (_NAMED[name], match.end()) if name in _NAMED else ("&", at + 1)
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    if not 0 < code < 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return "&", at + 1
    return chr(code), match.end()


def _broken(detail: str) -> ApiError:
    return bad_request(f"can't parse entities: {detail}")
