"""The guard on model text: no figure, deed or promise that the turn cannot vouch for (DESIGN 4.10).

Text is released sentence by sentence. A sentence with a figure about money that is neither in this
turn's tool results nor in the request is left out, and the person is told so. One that claims a
deed which no tool result shows, or promises what no job will do, is replaced by what is true.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.domain import claims_en, claims_zh, state_claims
from core.domain.conversation import Lang
from core.domain.deeds import Claim, Deed, comes_back, deed, is_true, past
from core.domain.money_figures import Vouched, is_crowded
from core.domain.promises import promises_later
from core.domain.sentences import first_sentence, plain
from core.domain.spelled_facts import states_a_fact
from core.domain.unjudged import is_unjudged
from core.views.words import say

_LONGEST_LEAD = 400


@dataclass
class Guard:
    """What this turn can vouch for, and the judgement of one sentence at a time."""

    lang: Lang
    trusted: bool = False
    """The text is written by code (the offline planner's catalogue): nothing to withhold."""
    withheld: int = 0
    """Sentences left out for a figure, of which the person is still to be told."""
    passed: bool = False
    """Whether a sentence of the last text was shown as it was written."""
    _vouched: Vouched = field(default_factory=Vouched)
    _done: list[Deed] = field(default_factory=list)
    _history: list[Deed] = field(default_factory=list)
    _buffer: str = ""
    _lead: str = ""
    _told: set[str] = field(default_factory=set)
    _begun: bool = False

    def learn_request(self, *texts: str) -> None:
        """What the person said: its figures may be repeated, its statements told back."""
        for text in texts:
            self._vouched.learn_request(text)
            said = plain(text)
            for claim in (*claims_en.claims(said), *claims_zh.claims(said)):
                self._history.append(Deed(frozenset({claim.kind}), ""))

    def learn(self, data: Mapping[str, Any]) -> None:
        """A tool's result: its figures, and what its lists show to have been done before."""
        self._vouched.learn(data)
        self._history.extend(past(data))

    def learn_effect(self, tool_name: str, action: str) -> None:
        """That the action of the tool was truly done in this turn."""
        self._done.append(deed(tool_name, action))

    def feed(self, piece: str) -> str:
        """Whole sentences that may be shown, from what has streamed in so far."""
        self._begin()
        self._buffer += piece
        released = []
        while (end := first_sentence(self._buffer)) is not None:
            sentence, self._buffer = self._buffer[:end], self._buffer[end:]
            released.append(self._judge(sentence))
        return "".join(released)

    def rest(self) -> str:
        """The last sentence, judged, when the text has ended; the next one begins anew."""
        self._begin()
        sentence, self._buffer, self._begun = self._buffer, "", False
        return self._judge(sentence)

    def check(self, text: str) -> str:
        """A whole text, sentence by sentence."""
        return self.feed(text) + self.rest()

    def vouches(self, text: str) -> bool:
        """Whether all of a short text may be shown as it is written; nobody is told if not."""
        probe = Guard(
            self.lang,
            trusted=self.trusted,
            _vouched=self._vouched,
            _done=self._done,
            _history=self._history,
        )
        return probe.check(text) == text

    def _begin(self) -> None:
        if not self._begun:
            self._begun, self.passed, self._lead = True, False, ""
            self._told.clear()

    def _judge(self, sentence: str) -> str:
        if self.trusted or not sentence.strip():
            return sentence
        lead, words = self._lead, plain(sentence)
        self._lead = _next_lead(lead, words)
        crowded = is_crowded(words)
        truth = None if crowded else self._truth_about(words, lead)
        if truth is not None:
            return self._instead(truth, sentence)
        untold = is_unjudged(words) or states_a_fact(words)
        if crowded or untold or not self._vouched.allows(sentence, lead):
            self.withheld += 1
            return ""
        self.passed = True
        return sentence

    def _truth_about(self, words: str, lead: str) -> str | None:
        """The key of what is true instead of what the sentence claims or promises."""
        if any(not self._is_true(claim) for claim in _claimed(words, lead)):
            return "guard.not_all_done" if self._done else "guard.nothing_done"
        if promises_later(words) and not comes_back(self._done):
            return "guard.no_promise"
        return None

    def _is_true(self, claim: Claim) -> bool:
        return is_true(claim, self._done) or (claim.about_past and is_true(claim, self._history))

    def _instead(self, key: str, sentence: str) -> str:
        """The truth in the sentence's place, once in a text."""
        if key in self._told:
            return ""
        self._told.add(key)
        return say(self.lang, key) + (sentence[len(sentence.rstrip()) :] or " ")


def _claimed(words: str, lead: str) -> list[Claim]:
    supposed = any(mark in lead.lower() for mark in _SUPPOSING)
    return [
        *claims_en.claims(words, conditional=supposed),
        *claims_zh.claims(words, conditional=supposed),
        *(() if supposed else state_claims.claims(words)),
    ]


_SUPPOSING = (
    "if ",
    "once ",
    "when ",
    "after ",
    "would",
    "can ",
    "how ",
    "如果",
    "确认后",
    "之后",
    "可以",
    "步骤",
)
"""Words of a heading under which items are said to happen, not to have happened."""


def _next_lead(lead: str, words: str) -> str:
    """The heading under which the next sentence stands: an unfinished line, kept for its list."""
    line = words.rstrip()
    if line.endswith((":", "：")):
        return line[-_LONGEST_LEAD:]
    if line.endswith((".", "!", "?", "。", "！", "？", "…")) and not _is_item(line):
        return ""
    return lead or line[-_LONGEST_LEAD:]


def _is_item(line: str) -> bool:
    return line.lstrip().startswith(("-", "*", "•", "|", "·")) or line.lstrip()[:1].isdigit()
