"""English sentences that claim that something was done (DESIGN 4.10).

A claim is a finished verb of doing with somebody or something that it was done by or to. Denial,
condition, question and offer count only where they govern that verb: a "not" or an "if" in another
clause excuses nothing.
"""

import re
from collections.abc import Iterator

from core.domain.deeds import ANY, Claim, things_in

_PAST = {
    "buy": "bought|purchased|longed",
    "sell": "sold|shorted",
    "open": "opened",
    "close": "closed|exited|flattened|liquidated",
    "order": "placed|accepted|submitted|executed|filled|entered|confirmed|processed|put in"
    "|put through|made the trade"
    "|made the purchase|made the order|made your trade|made your purchase|gone through",
    "cancel": "cancell?ed|revoked|withdrawn",
    "update": "made the change|made the changes|made your changes|amended|updated|changed|modified"
    "|adjusted|edited|renamed|switched|moved|raised"
    "|lowered|increased|reduced|trimmed",
    "set": "set|configured|applied",
    "start": "started|activated|enabled|resumed|launched|deployed|turned on|unpaused",
    "stop": "stopped|paused|halted|disabled|deactivated|turned off|shut down",
    "delete": "deleted|removed|cleared|erased|forgot|forgotten|wiped|unsubscribed",
    "save": "saved|stored|recorded|remembered|noted|memori[sz]ed|kept",
    "create": "created|added|registered|set up|connected|linked|built|duplicated",
    "subscribe": "subscribed|signed (?:you )?up",
    "schedule": "scheduled|arranged|queued|booked",
    "transfer": "transferred|withdrew|deposited|wired|sent",
    ANY: "completed|done|finished|taken care of|handled|sorted|carried out",
}
_KIND_OF = {kind: re.compile(rf"(?:{words})$", re.IGNORECASE) for kind, words in _PAST.items()}
_VERB = "|".join(
    sorted((word for words in _PAST.values() for word in words.split("|")), key=len, reverse=True)
)
_ADVERB = (
    r"(?:just|now|already|successfully|also|all|both|since|therefore|gladly|happily|duly|then"
    r"|immediately|finally|safely|automatically|fully|partially|been|gone ahead and|you|yours?)"
)
_NOUN = (
    r"(?:orders?|positions?|trades?|buys?|sells?|purchases?|sales?|stop-?loss(?:es)?|stops?"
    r"|take-?profits?|limits?|leverage|preferences?|settings?|alerts?|reminders?|traders?|bots?"
    r"|grids?|strateg(?:y|ies)|watch ?lists?|briefings?|subscriptions?|reports?|configs?"
    r"|configurations?|changes?|notes?|languages?|time ?zones?|nicknames?|transactions?|requests?"
    r"|transfers?|withdrawals?|executions?)"
)
_CLAUSE = re.compile(
    r"[,;:()\[\]{}—–!?\n]+|\.(?=\s|$)|\s-\s|\b(?:and then|and|but|so|then|because|since"
    r"|although|though"
    r"|however|while|which|who)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(
    rf"\b(?P<subject>i|we|bellwether)(?P<aux>'ve|'d|\s+have|\s+had|\s+did)?"
    rf"(?P<between>(?:\s+[\w'-]+){{0,3}}?)\s+(?P<verb>{_VERB})\b",
    re.IGNORECASE,
)
_SECOND = re.compile(
    r"\byou(?P<aux>'ve|\s+have)?(?P<between>(?:\s+(?:now|just|recently|already|last|both"
    r"|not|never|haven't|didn't)){0,2})\s+(?P<verb>bought|purchased|sold|opened|closed|placed"
    r"|cancell?ed)\b",
    re.IGNORECASE,
)
_BE = r"(?:has been|have been|had been|was|were|is|are|got|gets|'s been|'s|'ve been|been)"
_PASSIVE = re.compile(
    r"\b(?P<subject>(?:(?:your|the|this|that|these|those|both|each|every|my|our|\d+|one|two"
    r"|three)\s+"
    rf"(?:[\w/%.'-]+\s+){{0,5}}?)?{_NOUN}(?:\s+(?:for|of|on|at|to|in)\s+[\w/%.,' -]{{1,40}}?)?"
    rf"|your\s+(?:[\w/%.'-]+\s+){{0,4}}?[\w'-]+|it|they|that|this|everything|all|both"
    r"|all of (?:it|them))"
    rf"\s*(?P<be>{_BE})(?P<between>(?:\s+[\w'-]+){{0,3}}?)\s+"
    rf"(?P<verb>{_VERB}|active|live|running|in place|complete|successful)\b",
    re.IGNORECASE,
)
_STATES = {
    "active": "start",
    "live": "start",
    "running": "start",
    "in place": "set",
    "complete": ANY,
    "successful": ANY,
}
_WENT = re.compile(
    rf"(?P<subject>{_NOUN})\s+(?:has\s+|have\s+)?(?:just\s+)?(?:went|gone)\s+(?:through|in|live)\b",
    re.IGNORECASE,
)
_REACHED = re.compile(
    r"\b(?:it|that|everything|the (?:order|trade|purchase|sale))\s+(?:has\s+|all\s+|just\s+)*"
    r"(?:went|gone) through(?=\s*$)"
    r"|\bthe (?:exchange|venue|broker)\s+(?:has\s+|just\s+|already\s+)*(?:accepted|filled"
    r"|executed|confirmed|took|processed)\s+(?:your|the|this|that|our|you\b(?!r)|it)",
    re.IGNORECASE,
)
_ARRIVED = re.compile(
    r"\b(?:your|the)\s+(?:\w+\s+){0,2}?(?:funds?|money|btc|eth|usdt|coins?|refund|deposit"
    r"|withdrawal|transfer)\s+(?:has\s+|have\s+|is\s+|are\s+|was\s+|were\s+|just\s+|now\s+)*"
    r"(?:arrived|landed|credited|on (?:its|their) way|back|went out|gone out|added)\b"
    r"(?!\s+(?:below|above|at|to \d|over|under))",
    re.IGNORECASE,
)
_DID = re.compile(
    r"\b(?:i|we)\s+did\s+(?:indeed\s+|just\s+|already\s+)?(?P<verb>place|buy|sell|close|open"
    r"|cancel|submit"
    r"|save|delete|set|update|stop|start|pause)\b",
    re.IGNORECASE,
)
_BASE_KINDS = {"place": "order", "submit": "order", "pause": "stop"}
_FRAGMENT = re.compile(
    r"^\W{0,8}(?:(?:ok(?:ay)?|sure|great|perfect|alright|yes|yep|got it|no problem|good news|update"
    r"|status|result|confirmed|no worries|not to worry|of course|certainly|absolutely|sir)\W{1,4})*"
    r"(?:(?P<done>(?:it's |that's |that is |it is |consider (?:it|that) |all )?done|(?:all "
    r"|it's )(?:set|sorted)|completed|finished)\b"
    r"(?=\s*(?:\W|$)|\s+(?:for you|as requested|and))"
    r"|(?:your\s+"
    rf"|the\s+)?(?P<noun>(?:[\w/.%]+\s+){{0,3}}?{_NOUN})\s+(?:{_ADVERB}\s+)?(?P<after>{_VERB}"
    r"|complete|successful)\b"
    rf"|(?:{_ADVERB}\s+)?(?P<verb>{_VERB})\b)",
    re.IGNORECASE,
)
_BARE = re.compile(rf"^\W{{0,8}}(?:(?:{_ADVERB}|also)\s+)*(?P<verb>{_VERB})\b", re.IGNORECASE)
_BUSY = re.compile(
    r"\b(?:i'm|i am|we're|we are)\s+(?:now\s+|just\s+|already\s+"
    r"|going ahead and\s+)*(?P<verb>buying"
    r"|selling|closing|opening|placing|cancell?ing|submitting|executing|deleting)\b",
    re.IGNORECASE,
)
_BUSY_KINDS = {
    "buy": "buy",
    "sel": "sell",
    "clo": "close",
    "ope": "open",
    "can": "cancel",
    "del": "delete",
}

_NOT = re.compile(
    r"\b(?:not|never|nothing|neither|nor|cannot|none|no|without|yet to|fail(?:ed|s)? to|unable to"
    r"|refused to|rather than|instead of|hardly)\b|n't\b",
    re.IGNORECASE,
)
_MODAL = re.compile(
    r"\b(?:would|could|can|may|might|will|shall|should|must|to|be|getting|gets|wish|if|'ll|'d)\b"
    r"|'ll\b|'d\b",
    re.IGNORECASE,
)
_USUAL = re.compile(
    r"\b(?:usually|typically|normally|often|always|generally|sometimes|automatically|only|best"
    r"|commonly|rarely|simply)\b",
    re.IGNORECASE,
)
_IF = re.compile(
    r"\b(?:if|once|unless|until|till|when|whenever|before|after|as soon as|whether|in case|had"
    r"|provided|assuming|suppose|supposing|imagine|wait for|as if|every time|how|why|what|where"
    r"|make sure|check|see|ensure|so that)\b",
    re.IGNORECASE,
)
_IF_YET = re.compile(
    r"\b(?:if|unless|until|till|whether|in case|suppose|imagine|as if|how|why|where|make sure"
    r"|check|ensure|see if)\s+(?:that\s+)?$",
    re.IGNORECASE,
)
_IF_PERFECT = re.compile(r"\b(?:once|after|when|as soon as|before)\s+$", re.IGNORECASE)
_ASKS = re.compile(
    r"^\W{0,8}(?:so\s+)?(?:should|shall|did|do|does|have|has|had|was|were|is|are|can|could|would"
    r"|will)\b",
    re.IGNORECASE,
)
_NEUTRAL = re.compile(
    r"\s+(?:(?:with|by(?! the (?:exchange|venue))|from|looking|analy[sz]ing|checking|reading"
    r"|how|why|what|in mind"
    r"|short|out|off|aside|at the (?:chart|price|data))\b"
    r"|(?:a |an |the |my |this |some |your |our |up |short |more |most )*(?:quick |brief "
    r"|short |detailed |clear )*"
    r"(?:chart|summary|list|overview|analysis|table|view|mind|explanation|plan|draft|comparison"
    r"|example|card|question|context|numbers|data|figures|emphasis|importance|weight|detail"
    r"|details|breakdown|outline|sections?|links?|answer|wording|tone|search|lookup|check|price"
    r"|prices|news|distinction|calculation|assumptions?)\b)",
    re.IGNORECASE,
)
_NONE_OF = re.compile(
    r"\b(?:no|none of|not all|neither|nothing in|not)\s+(?:of\s+)?$", re.IGNORECASE
)
_THAT = re.compile(r"\bthat\s+$", re.IGNORECASE)
_ANY_OF = re.compile(r"\ban?\s+$|\b(?:any|each|every)\s+$", re.IGNORECASE)
_DEFINITE = re.compile(
    r"(?:your|the|this|that|these|those|both|it|they|everything|all)\b", re.IGNORECASE
)
_WHERE = re.compile(r"\s+(?:at|below|above|by|when|if|once|after|only|until|for)\b", re.IGNORECASE)
_NOTED_THAT = re.compile(r"\s+that\b", re.IGNORECASE)
_ORIGIN = re.compile(r"\s+(?:in (?:19|20)\d{2}|by (?!me\b|us\b))", re.IGNORECASE)
_FINITE = re.compile(
    r"^[^,;.]*?\b(?:is|are|was|were|can|could|will|would|may|might|should|must|shows?|appears?"
    r"|stays?|remains?|counts?|has|have|do|does|means?|tends?|need|needs|gives?|tells?"
    r"|suggests?)\b",
    re.IGNORECASE,
)
_JUST = re.compile(r"\b(?:just|right now|for you|a moment ago)\b", re.IGNORECASE)
_EARLIER = re.compile(
    r"\b(?:yesterday|earlier|ago|last (?:week|month|night|year|time|monday|tuesday|wednesday"
    r"|thursday|friday|saturday|sunday)|on (?:\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr"
    r"|may|jun"
    r"|jul|aug|sep|oct|nov|dec)|previous(?:ly)?|recent(?:ly)?|this (?:week|month|morning)"
    r"|in the past"
    r"|so far|today|at \d{1,2}:\d{2})\b",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\b(?:that|to|for|about|as|because|so|from|with)\b|[:\"“]", re.IGNORECASE)


def claims(text: str, *, conditional: bool = False) -> Iterator[Claim]:
    """What the sentence claims, clause by clause; `conditional`: it stands under an "if …:"."""
    asks = text.rstrip().endswith("?")
    pieces = _pieces(text)
    says_if = conditional or any(_IF.search(piece) for piece in pieces)
    spoken = _Inherited(says_if=says_if)
    for index, piece in enumerate(pieces):
        last = index == len(pieces) - 1
        if (asks and (last or _ASKS.search(piece))) or (asks and _ASKS.search(pieces[0]) and index):
            continue
        yield from _in_clause(piece, text, spoken, first=index == 0, conditional=conditional)


def _pieces(text: str) -> list[str]:
    return [piece for piece in _CLAUSE.split(text) if piece and piece.strip()]


class _Inherited:
    """What a clause without a subject takes from the one before: "I saved it and placed …"."""

    def __init__(self, *, says_if: bool) -> None:
        self.says_if = says_if
        self.claimed = False
        self.person = ""


def _in_clause(
    piece: str, text: str, spoken: _Inherited, *, first: bool, conditional: bool
) -> Iterator[Claim]:
    earlier = bool(_EARLIER.search(text)) and not _JUST.search(piece)
    found = False
    for match in _FIRST.finditer(piece):
        found = True
        if _holds_first(piece, match):
            spoken.claimed, spoken.person = True, "i"
            yield _claim(match["verb"], piece[match.end() :])
        else:
            spoken.claimed = False
    for match in _SECOND.finditer(piece):
        found = True
        if _NOT.search(match["between"]) or _IF.search(piece[: match.start()]):
            continue
        spoken.claimed, spoken.person = True, "you"
        told = not _JUST.search(match.group(0))
        yield _claim(match["verb"], piece[match.end() :], about_past=told)
    for match in _PASSIVE.finditer(piece):
        found = True
        if _holds_passive(piece, match, spoken):
            spoken.claimed, spoken.person = True, "it"
            state = match["verb"].lower() in _STATES
            yield _claim(match["verb"], match["subject"], about_past=earlier or state)
    for match in (*_WENT.finditer(piece), *_REACHED.finditer(piece), *_DID.finditer(piece)):
        found = True
        before = piece[: match.start()]
        if not _NOT.search(before) and not _IF.search(before) and not _MODAL.search(before):
            yield _plain_claim(match)
    busy = _BUSY.search(piece)
    if busy and not _NOT.search(piece[: busy.start()]) and not _IF.search(piece[: busy.start()]):
        found = True
        yield Claim(_BUSY_KINDS.get(busy["verb"][:3].lower(), "order"), things_in(piece))
    if found:
        return
    if _has_arrived(piece):
        yield Claim("transfer", frozenset())
        return
    yield from _subjectless(piece, spoken, first=first, conditional=conditional, earlier=earlier)


def _has_arrived(piece: str) -> bool:
    """Whether the clause says that money came or went."""
    match = _ARRIVED.search(piece)
    if match is None:
        return False
    return not _NOT.search(piece[: match.end()]) and not _IF.search(piece[: match.start()])


def _subjectless(
    piece: str, spoken: _Inherited, *, first: bool, conditional: bool, earlier: bool
) -> Iterator[Claim]:
    bare = _BARE.search(piece)
    if bare and spoken.claimed and not _NOT.search(piece[: bare.start("verb")]):
        if not _NEUTRAL.match(piece, bare.end()):
            yield _claim(bare["verb"], piece[bare.end() :], about_past=spoken.person == "you")
        return
    if bare is None:
        spoken.claimed = spoken.claimed and not first
    if not conditional:
        fragment = _FRAGMENT.search(piece)
        if fragment and not _FINITE.search(piece[fragment.end() :]):
            yield from _from_fragment(piece, fragment, earlier=earlier)


def _from_fragment(piece: str, match: re.Match[str], *, earlier: bool) -> Iterator[Claim]:
    rest = piece[match.end() :]
    if match["done"]:
        yield Claim(ANY, frozenset())
    elif match["after"]:
        if not _NOT.search(match.group(0)) and not _MODAL.search(match.group(0)):
            yield _claim(match["after"], match["noun"], about_past=earlier)
    elif not _NEUTRAL.match(rest) and not _ORIGIN.match(rest):
        verb = match["verb"].lower()
        if verb != "set" and not re.match(rf"\s+{_NOUN}\s*$|-", rest, re.IGNORECASE):
            yield _claim(verb, rest, about_past=earlier)


def _holds_first(piece: str, match: re.Match[str]) -> bool:
    before, between = piece[: match.start()], match["between"]
    aux = (match["aux"] or "").strip().lower()
    if _NOT.search(between) or _MODAL.search(between) or aux == "'d":
        return False
    if _IF_YET.search(before) or (aux and _IF_PERFECT.search(before)):
        return False
    if aux == "did" or (_ASKS.search(before) and not before.strip().endswith(",")):
        return False
    if match["subject"].lower() == "bellwether" and not aux:
        return False
    rest = piece[match.end() :]
    if match["verb"].lower() in ("noted", "kept") and _NOTED_THAT.match(rest):
        return match["verb"].lower() == "noted" and bool(re.search(r"\byou\b", rest, re.IGNORECASE))
    return not _NEUTRAL.match(rest)


def _holds_passive(piece: str, match: re.Match[str], spoken: _Inherited) -> bool:
    before, between = piece[: match.start()], match["between"]
    subject = match["subject"].lower()
    if _NOT.search(between) or _MODAL.search(between) or _NOT.search(subject):
        return False
    if _NONE_OF.search(before) or _IF.search(before) or _IF.search(between):
        return False
    if _NOT.search(before) and _THAT.search(before + subject[:5]):
        return False
    if subject == "that" and before.strip():
        return False
    rest = piece[match.end() :]
    if subject in ("it", "that", "this", "they") and _ORIGIN.match(rest):
        return False
    present = match["be"].lower() in ("is", "are", "gets", "'s")
    if match["verb"].lower() in _STATES and not present:
        return False
    if present and (spoken.says_if or not _holds_present(before, match, rest)):
        return False
    return not _NEUTRAL.match(rest)


def _holds_present(before: str, match: re.Match[str], rest: str) -> bool:
    """Whether "is placed" tells of one that is, and not of what usually is done."""
    subject = match["subject"].lower()
    if _USUAL.search(match.group(0)) or _USUAL.match(rest.strip()):
        return False
    if not _DEFINITE.match(subject) or _ANY_OF.search(before):
        return False
    yours = subject.startswith("your")
    if match["verb"].lower() in _STATES:
        return yours or "now" in match["between"].lower()
    return yours or not _WHERE.match(rest)


def _plain_claim(match: re.Match[str]) -> Claim:
    named = match.groupdict()
    verb = (named.get("verb") or "place").lower()
    rest = named.get("subject") or match.string[match.end() :]
    return Claim(_BASE_KINDS.get(verb, verb), things_in(rest))


def _claim(verb: str, named: str, *, about_past: bool = False) -> Claim:
    word = verb.lower()
    kind = _STATES.get(word) or next(
        (kind for kind, pattern in _KIND_OF.items() if pattern.match(word)), ANY
    )
    near = _TAIL.split(named, maxsplit=1)[0] if named.strip() else named
    return Claim(kind, things_in(near), about_past)
