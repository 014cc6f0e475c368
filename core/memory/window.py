"""The window: what of a conversation's history stands before a model word for word (DESIGN 3).

It reaches from the newest message back to the n-th user message, the current one counting as the
first. Texts and answers to questions are user messages. Commands and the like are not: they stand
in it as what happened between, shortened and in brackets, with their answers as any other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.domain.llm import ChatMessage
from core.domain.records import MessageRow
from core.domain.tokens import estimated_tokens

MARK = "[…]"
"""Stands where the middle of a message, or of a long run of messages, was left out."""

_COMMAND = 200
_OVERHEAD = 4
"""Tokens that a message costs besides its text."""
_LONGEST_SHARE = 4
"""One message takes at most this part (1/n) of the cap."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Window:
    """What a model is shown, oldest first.

    `since` is the id of the oldest message in it ("" when there is none): whatever is older has
    left. `outgrown`: the token cap cut it, not the number of user messages.
    """

    messages: tuple[ChatMessage, ...] = ()
    since: str = ""
    outgrown: bool = False


@dataclass(frozen=True, slots=True)
class _Shown:
    row: MessageRow
    message: ChatMessage
    tokens: int


def window(rows: Sequence[MessageRow], n: int, most_tokens: int) -> Window:
    """The window over `rows`, which are oldest first and end before the current request.

    It starts at a user message. It takes `most_tokens` estimated tokens at most and is cut for them
    at a user message only, so that answers stay with what they answer; the newest exchange stays
    whatever it takes: the middle of it is left out where it is too long. The request itself is no
    row yet, counts as one of the n, and is never cut.
    """
    kept: list[_Shown] = []
    tokens, outgrown = 0, False
    for part in _newest_parts(rows, n - 1):
        shown = [_shown(row, most_tokens // _LONGEST_SHARE) for row in part]
        size = sum(each.tokens for each in shown)
        if tokens + size > most_tokens:
            outgrown = True
            if not kept:
                kept = _without_middle(shown, most_tokens)
            break
        kept = [*shown, *kept]
        tokens += size
    return Window(
        messages=tuple(each.message for each in kept),
        since=kept[0].row.id if kept else "",
        outgrown=outgrown,
    )


def shortened(text: str, most_tokens: int) -> str:
    """The text; one that takes more tokens loses its middle, where a mark stands."""
    if len(text) <= most_tokens // 3 or estimated_tokens(text) <= most_tokens:
        return text
    low, high = 0, len(text) // 2
    while low < high:
        side = (low + high + 1) // 2
        if estimated_tokens(_ends(text, side)) <= most_tokens:
            low = side
        else:
            high = side - 1
    return _ends(text, low)


def spoken(row: MessageRow) -> str:
    """A message as a model reads it: what is no user message is short and in brackets."""
    if row.role == "assistant" or row.counts:
        return row.text
    return f"[{row.text[:_COMMAND]}]"


def _newest_parts(rows: Sequence[MessageRow], user_messages: int) -> Iterator[list[MessageRow]]:
    """The newest exchanges, newest first: a user message and whatever follows it.

    Where the history holds fewer user messages than wanted, what stands before the first one is the
    last part, from the first words by the person on.
    """
    part: list[MessageRow] = []
    if user_messages < 1:
        return
    for row in reversed(rows):
        if row.hidden_from_user:
            continue
        part.append(row)
        if row.role == "user" and row.counts:
            yield part[::-1]
            part = []
            user_messages -= 1
            if not user_messages:
                return
    while part and part[-1].role == "assistant":
        part.pop()
    if part:
        yield part[::-1]


def _shown(row: MessageRow, most_tokens: int) -> _Shown:
    text = shortened(spoken(row), max(1, most_tokens - _OVERHEAD))
    message = ChatMessage(role=row.role, text=text)
    return _Shown(row, message, estimated_tokens(text) + _OVERHEAD)


def _without_middle(shown: list[_Shown], most_tokens: int) -> list[_Shown]:
    """One exchange that is too long: its beginning and its end, a mark between them.

    The person's words and their first answer are the beginning; of what came by itself since
    (alerts, briefings) the newest stays.
    """
    head, rest = shown[:2], shown[2:]
    if not rest:
        return head
    left = most_tokens - sum(each.tokens for each in head) - _OVERHEAD - estimated_tokens(MARK)
    tail: list[_Shown] = []
    for each in reversed(rest):
        left -= each.tokens
        if left < 0:
            break
        tail.append(each)
    mark = ChatMessage(role="assistant", text=MARK)
    gap = _Shown(rest[0].row, mark, _OVERHEAD + estimated_tokens(MARK))
    return [*head, gap, *reversed(tail)]


def _ends(text: str, side: int) -> str:
    return f"{text[:side].rstrip()} {MARK} {text[len(text) - side :].lstrip()}"
