"""Before planning: what a message names, and what its pointing words mean (DESIGN 3).

What is named explicitly replaces what was spoken of; of two that fit the person is asked, in code;
what is no more is said to be gone, and nothing else takes its place.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.agent.parts import Parts
from core.agent.run import Run
from core.agent.turn import Turn
from core.domain.amount_words import half_width
from core.domain.market import Instrument
from core.domain.naming import NameSaid, Nouns, names_said, nicknames_said
from core.domain.nicknames import may_stand_for
from core.domain.outbound import TextBlock
from core.domain.pointing import meant, noun_alone
from core.domain.preferences import nickname_of
from core.domain.references import Reference, ReferenceKind, References, revived
from core.domain.symbols import Mention, mentions
from core.errors import PersonError, VenueError
from core.tools.account_snapshot import positions_of
from core.trading.markets import listed
from core.views.words import say

_MOST_CHOICES = 8
_LABEL = 60
_MOST_BEFORE = 6
_CLOSING = re.compile(
    r"\b(?:close|exit|sell|reduce|cut|trim|flatten|positions?|holdings?|pnl|profit|loss)\b"
    r"|[平卖抛减仓盈亏]",
    re.IGNORECASE,
)
"""Words that are about a position and not only about its coin."""

_Things = dict[ReferenceKind, tuple[Reference, ...]]


async def settle(run: Run, text: str) -> PersonError | None:
    """Have the turn's references say what `text` means, before it is planned.

    An error is a question with choices, each of them the whole request with one exact name.
    """
    turn, parts = run.turn, run.parts
    nouns, things = nouns_of(parts), await _things(run)
    markets = await listed(parts.venues.market)
    nicknames = _nicknames(turn, markets)
    all_things = [one for of_kind in things.values() for one in of_kind]
    said = names_said(text, all_things, nicknames, nouns)
    if unclear := next((one for one in said if len(one.candidates) > 1), None):
        return _which(turn, unclear.kind, unclear.candidates, _instead(text, unclear, things))
    earlier, missing = revived(turn.references, things)
    coins = _coins(text, said, nicknames, markets)
    spoken = _with_coins(earlier, [one.coin for one in coins], turn).with_(*_named_now(said, turn))
    named = frozenset(one.kind for one in said)
    for kind in things:
        place = noun_alone(text, nouns[kind])
        if place is None or kind in named or spoken.of(kind) is not None:
            continue
        if len(things[kind]) > 1:
            return _which(turn, kind, things[kind], _behind(text, place[1], things[kind]))
        spoken = spoken.with_(*things[kind])
    names = [(one.start, one.end) for one in said] + [(one.start, one.end) for one in coins]
    pointed = meant(text, spoken, nouns, named=names, earlier=earlier)
    _let_go(run, text, spoken, pointed, missing)
    return None


def nouns_of(parts: Parts) -> Nouns:
    """What people call the things that have names here."""
    nouns: dict[ReferenceKind, frozenset[str]] = {}
    for source in parts.registry.names:
        nouns[source.kind] = nouns.get(source.kind, frozenset()) | source.nouns
    return nouns


def nicknames_now(
    turn: Turn, text: str, markets: Iterable[Instrument]
) -> tuple[tuple[str, str], ...]:
    """The person's nicknames that `text` says, each with what it stands for."""
    nicknames = _nicknames(turn, markets)
    said = {one.meaning for one in nicknames_said(text, nicknames)}
    return tuple((name, meaning) for name, meaning in nicknames.items() if meaning in said)


def said_before(turn: Turn) -> tuple[str, ...]:
    """What the person said before this message, the newest first."""
    said = [row.text for row in reversed(turn.history) if row.role == "user" and row.counts]
    return tuple(said[:_MOST_BEFORE])


async def _things(run: Run) -> _Things:
    """What of this account has a name now, by kind; a kind that cannot be read is left out."""
    context = run.turn.context()
    things: _Things = {}
    for source in run.parts.registry.names:
        try:
            names = await source.names(context)
        except VenueError:
            continue
        found = tuple(
            Reference(kind=one.kind, id=one.id, name=one.name, at=run.turn.now) for one in names
        )
        things[source.kind] = (*things.get(source.kind, ()), *found)
    return things


def _nicknames(turn: Turn, markets: Iterable[Instrument]) -> dict[str, str]:
    """The person's nicknames by name. What means something already stays what it is."""
    tickers = {one.base for one in markets}
    kept = (nickname_of(one.value) for one in turn.preferences if one.key == "nickname")
    return {
        name: meaning
        for name, meaning in kept
        if name.lstrip("$").upper() not in tickers and may_stand_for(name, meaning)
    }


# -- who is named ---------------------------------------------------------------------------------


def _named_now(said: Sequence[NameSaid], turn: Turn) -> tuple[Reference, ...]:
    """The one thing of each kind that is named; of several of a kind none is "it"."""
    by_kind: dict[ReferenceKind, dict[str, Reference]] = {}
    for one in said:
        by_kind.setdefault(one.kind, {})[one.candidates[0].id] = one.candidates[0]
    return tuple(
        thing.model_copy(update={"at": turn.now})
        for things in by_kind.values()
        if len(things) == 1
        for thing in things.values()
    )


@dataclass(frozen=True, slots=True)
class _CoinSaid:
    """A coin, and where in the text it is named."""

    start: int
    end: int
    coin: Mention


def _coins(
    text: str,
    said: Sequence[NameSaid],
    nicknames: Mapping[str, str],
    markets: Sequence[Instrument],
) -> list[_CoinSaid]:
    """The coins named, by nickname too; BTC in a strategy called "BTC trend" is none."""
    short = [
        _CoinSaid(one.start, one.end, coin)
        for one in nicknames_said(text, nicknames)
        for coin in mentions(half_width(one.meaning), markets)
    ]
    direct = [_CoinSaid(one.start, one.end, one) for one in mentions(half_width(text), markets)]
    found = [one for one in short if not _overlaps(one, said)]
    found += [one for one in direct if not _overlaps(one, (*said, *found))]
    return [one for one in found if one.coin.certain]


def _overlaps(one: _CoinSaid, others: Iterable[NameSaid | _CoinSaid]) -> bool:
    return any(other.start < one.end and one.start < other.end for other in others)


def _with_coins(references: References, coins: Sequence[Mention], turn: Turn) -> References:
    """The one coin that is named is "it"; after several, neither they nor an earlier one is."""
    bases = {one.instruments[0].base for one in coins}
    if len(bases) > 1:
        return references.without(("symbol", "position"))
    if not coins:
        return references
    market = _market(references, max(coins, key=lambda one: one.kind is not None))
    return references.with_(
        Reference(kind="symbol", id=market.symbol, name=market.symbol, at=turn.now)
    )


def _market(references: References, coin: Mention) -> Instrument:
    """The coin's market: the one it is spoken of in, unless the words say another; else spot."""
    current = references.of("symbol")
    spoken = next((one for one in coin.instruments if current and one.symbol == current.id), None)
    if spoken is not None:
        return spoken
    wanted = coin.kind or "spot"
    return next((one for one in coin.instruments if one.kind == wanted), coin.instruments[0])


# -- which of several -----------------------------------------------------------------------------


def _which(
    turn: Turn,
    kind: ReferenceKind,
    candidates: Sequence[Reference],
    request: Callable[[Reference], str],
) -> PersonError:
    """The question which of these is meant."""
    names = [one.name for one in candidates]
    choices = tuple(
        (_exact(one, candidates)[:_LABEL], request(one)) for one in candidates[:_MOST_CHOICES]
    )
    return PersonError(
        "reference_which",
        kind=say(turn.lang, f"reference_{kind}"),
        names=tuple(dict.fromkeys(names)),
        choices=choices,
    )


def _exact(thing: Reference, among: Sequence[Reference]) -> str:
    """Its name, with its id where another has the same name."""
    shared = sum(one.name == thing.name for one in among) > 1
    return f"{thing.name} ({thing.id})" if shared else thing.name


def _instead(text: str, said: NameSaid, things: _Things) -> Callable[[Reference], str]:
    """The request with an exact name in the place of what was said."""

    def request(thing: Reference) -> str:
        return f"{text[: said.start]}{_exact(thing, things[said.kind])}{text[said.end :]}"

    return request


def _behind(text: str, end: int, among: Sequence[Reference]) -> Callable[[Reference], str]:
    """The request with an exact name behind the noun that ends here."""
    chinese = not text[end - 1].isascii()

    def request(thing: Reference) -> str:
        name = _exact(thing, among)
        quoted = f"“{name}”" if chinese else f' "{name}"'
        return f"{text[:end]}{quoted}{text[end:]}"

    return request


# -- what is no more ------------------------------------------------------------------------------


def _let_go(
    run: Run,
    text: str,
    spoken: References,
    pointed: Sequence[Reference],
    missing: Sequence[Reference],
) -> None:
    """Keep what still exists; what the message points at and is gone is said to be.

    A position that is no longer open is its coin again, unless the message is about a position.
    """
    turn = run.turn
    gone = [one for one in pointed if _is_among(one, missing)]
    kept = spoken.without(one.kind for one in spoken.current if _is_among(one, missing))
    held = positions_of(turn.snapshots.get("positions"))
    open_now = None if held is None else {one.symbol for one in held}
    closed = [
        one
        for one in pointed
        if one.kind == "position" and open_now is not None and one.id not in open_now
    ]
    if any(_is_among(one, closed) for one in kept.current):
        kept = kept.without(("position",))
    if _CLOSING.search(text):
        gone += closed
    turn.gone = tuple(gone)
    turn.meant = tuple(
        one.model_copy(update={"kind": "symbol"}) if _is_among(one, closed) else one
        for one in pointed
        if not _is_among(one, gone)
    )
    turn.refer(kept)
    for one in gone:
        run.lead.append(TextBlock(text=_gone_text(turn, one)))


def _gone_text(turn: Turn, gone: Reference) -> str:
    if gone.kind == "position":
        return say(turn.lang, "reference_closed", name=gone.name)
    kind = say(turn.lang, f"reference_{gone.kind}")
    return say(turn.lang, "reference_gone", kind=kind, name=gone.name)


def _is_among(reference: Reference, others: Iterable[Reference]) -> bool:
    return any(reference.is_same(one) for one in others)
