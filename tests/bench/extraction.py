"""What the memory executor keeps of labelled dialogues: precision, recall, growth.

The model is written: for each dialogue it proposes what ought to be kept and the mistakes that
models make (echoes, guesses, pastes, passing facts, wrong numbers). So what is measured is what
code lets through. The rules were written with `extraction_dialogues.jsonl` at hand (flow
`extract`); `extraction_unseen.jsonl` was written after them (flow `unseen`). A line is [language,
what is said, proposals to keep, proposals to drop]; a proposal is [key, value, message,
confidence], an experience's key is `@condition`. The peer keeps every sentence that is written.
"""

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from core.domain.records import Preference
from core.memory.decisions import Decision
from tests.behaviour.memory_desk import FLOOR, Call, learn, remember, write
from tests.desk import Person, TestDesk, open_desk

Row = dict[str, object]
Proposal = tuple[str, str, str, float]
NO_FLOOR = Decimal(0)
_SENTENCES = ".!?\n。！？，,"


@dataclass(frozen=True, kw_only=True)
class Dialogue:
    """What one person says, and what a model makes of it."""

    lang: str
    said: tuple[str, ...]
    good: tuple[Proposal, ...]
    bad: tuple[Proposal, ...]


@dataclass
class Counted:
    """How many were kept of those to keep, and of the others."""

    good: int = 0
    kept_good: int = 0
    kept_bad: int = 0

    @property
    def precision(self) -> float:
        """The share of what was kept that ought to be."""
        kept = self.kept_good + self.kept_bad
        return round(self.kept_good / kept, 3) if kept else 1.0

    @property
    def recall(self) -> float:
        """The share of what ought to be kept that was."""
        return round(self.kept_good / self.good, 3) if self.good else 1.0


def dialogues(name: str) -> list[Dialogue]:
    """The labelled table of this name."""
    text = Path(__file__).with_name(f"extraction_{name}.jsonl").read_text(encoding="utf-8")
    table = [json.loads(line) for line in text.splitlines()]
    return [
        Dialogue(
            lang=lang,
            said=tuple(said),
            good=tuple(tuple(one) for one in good),
            bad=tuple(tuple(one) for one in bad),
        )
        for lang, said, good, bad in table
    ]


def run(most: int | None = None, recalls: int = 200) -> Iterator[Row]:
    """For each table rows with the confidence floor and without it, by language; then growth.

    `most` bounds the dialogues of a table.
    """
    for flow, name in (("extract", "dialogues"), ("unseen", "unseen")):
        table = dialogues(name)[:most]
        peer = _every_sentence(table)
        for floor in (FLOOR, NO_FLOOR):
            counted = asyncio.run(_extracted(table, floor))
            for lang in ("all", "en", "zh"):
                of_lang = [one for one in table if lang in ("all", one.lang)]
                proposed = sum(len(one.good) + len(one.bad) for one in of_lang)
                yield _row(flow, lang, floor, counted[lang], peer[lang], proposed)
            print(f"{flow}, floor {floor}: {counted['all']}", file=sys.stderr, flush=True)
    yield asyncio.run(_growth(recalls))


def _row(flow: str, lang: str, floor: Decimal, ours: Counted, peer: Counted, proposed: int) -> Row:
    """`ungated_precision` is what it would be if all that the model proposes were kept."""
    return {
        **_common(flow, lang),
        "floor": str(floor),
        "to_keep": ours.good,
        "kept_right": ours.kept_good,
        "kept_wrong": ours.kept_bad,
        "precision": ours.precision,
        "recall": ours.recall,
        "ungated_precision": round(ours.good / proposed, 3) if proposed else None,
        "peer_precision": peer.precision,
        "peer_recall": 1.0,
        "vs_peer": round(ours.precision / peer.precision, 2) if peer.precision else None,
    }


def _common(flow: str, lang: str) -> Row:
    return {"bench": "extraction", "flow": flow, "lang": lang, "concurrency": 1, "engine": "memory"}


async def _extracted(table: Sequence[Dialogue], floor: Decimal) -> dict[str, Counted]:
    counted = {"all": Counted(), "en": Counted(), "zh": Counted()}
    async with open_desk() as desk:
        for number, dialogue in enumerate(table):
            person = await desk.somebody(f"Person {number}")
            for text in dialogue.said:
                desk.clock.advance(1)
                await person.say(text)
            # What is right stands between what is wrong, as it does in a model's answer.
            proposals = (*dialogue.bad[:1], *dialogue.good, *dialogue.bad[1:])
            extracted = await remember(desk, person, *map(_call, proposals), floor=floor)
            kept = [one for one in extracted.decisions if one.fate in ("kept", "updated", "same")]
            right = await _count(desk, person, dialogue, kept)
            for name in ("all", dialogue.lang):
                counted[name].good += len(dialogue.good)
                counted[name].kept_good += right
                counted[name].kept_bad += len(kept) - right
    return counted


async def _count(
    desk: TestDesk, person: Person, dialogue: Dialogue, kept: Sequence[Decision]
) -> int:
    """How many of the kept entries are labelled as such."""
    expected = {_identity(key, value) for key, value, _, _ in dialogue.good}
    found = {_kept_identity(one) for one in kept}
    return len(expected & found)


def _identity(key: str, value: str) -> str:
    if key.startswith("@"):
        return f"{key[1:]}: {value}"
    return f"{value}/USDT" if key == "favourites" else value


def _kept_identity(one: Decision) -> str:
    return str(one.value)


def _call(proposal: Proposal) -> Call:
    key, value, source, confidence = proposal
    if key.startswith("@"):
        return learn(key[1:], value, source, confidence=confidence)
    return write(key, value, source, confidence=confidence)


def _every_sentence(table: Sequence[Dialogue]) -> dict[str, Counted]:
    """The peer: each sentence is an entry, so nothing is missed.

    A sentence is right where its message is the source of a label, which is generous.
    """
    counted = {"all": Counted(), "en": Counted(), "zh": Counted()}
    for dialogue in table:
        sources = {source for _, _, source, _ in dialogue.good}
        for name in ("all", dialogue.lang):
            counted[name].good += len(dialogue.good)
            for place, text in enumerate(dialogue.said, 1):
                if f"m{place}" in sources:
                    counted[name].kept_good += len(_split(text))
                else:
                    counted[name].kept_bad += len(_split(text))
    return counted


def _split(text: str) -> list[str]:
    for mark in _SENTENCES:
        text = text.replace(mark, "\n")
    return [part for part in map(str.strip, text.split("\n")) if part]


async def _growth(recalls: int) -> Row:
    """Turns in which the person is reminded of what is known and says it again in other words."""
    wordings = ("I never short", "never short", "Never shorts!", "the user never shorts")
    async with open_desk() as desk:
        person = desk.person()
        await person.say("I never short")
        await remember(desk, person, write("note", "never shorts", "m1"))
        before = len(await desk.rows(Preference))
        for turn in range(recalls):
            desk.clock.advance(1)
            await person.say("what do you remember about me?")
            await person.say(f"I mean, I never short, take {turn}")
            again = write("note", wordings[turn % len(wordings)], "m2")
            await remember(desk, person, again)
        grown = len(await desk.rows(Preference)) - before
    return {
        **_common("recall", "en"),
        "turns": recalls,
        "grown": grown,
        "peer_grown": recalls,
        "entries": before + grown,
    }
