"""Yes, no, continue and the like: what a whole message says about work that waits, in code.

A message counts only when all of it equals an entry after NFKC, case folding and stripping of
punctuation, skin tones and stretched letters ("yesss"). A question mark, a number or an extra word
makes it something else; "no" is looked up first (DESIGN 13). The words of yes and no are those of
the languages our people write, the others English and Chinese; ambiguous ones are left out.
"""

import re
import unicodedata
from collections.abc import Mapping
from itertools import groupby
from typing import Literal

Word = Literal["no", "cancel_all", "yes", "continue", "retry", "later", "configured"]
"""What a message may say: `configured` is "I have set it up now"."""

_SPACES = re.compile(r"\s+")
_SENTENCES = re.compile(r"[,，.。;；!！\n]+")
_QUESTION = "?？؟⁇❓❔"
_STRETCHED = 3
"""From so many on, a letter within a word is stretched; the last one already when doubled."""

_ENTRIES: Mapping[Word, str] = {
    "no": """
        no|n|nope|nah|nvm|no thanks|cancel|stop|abort|never mind|nevermind|forget it|dont|do not|
        reject|decline|不|不是|不要|不行|不用|不用了|取消|算了|没事了|停|停止|先别|别|先不|先不用|不改|不改了|不用改|不用改了|
        不确认|不同意|否|拒绝|нет|отмена|стоп|не надо|cancela|não|non|annule|nein|abbrechen|
        いいえ|やめて|キャンセル|아니|취소|hayır|iptal|không|hủy|tidak|batal|jangan|لا|إلغاء|نه|
        لغو|नहीं|रद्द|👎|❌|🛑|✖|🚫""",
    "cancel_all": """
        cancel all|cancel everything|cancel them all|cancel all of them|cancel all of it|
        都取消|都取消吧|全部取消|全部取消吧|全都取消|一并取消|取消全部|取消所有|通通取消|统统取消""",
    "yes": """
        yes|y|yep|yeah|yup|ok|okay|okey|sure|confirm|confirmed|i confirm|proceed|go ahead|
        go for it|ok go for it|do it|yes please|yes pls|yes do it|please do|agreed|approve|approved|
        是|是的|好|好的|
        可以|行|嗯|嗯嗯|确认|确认吧|确定|同意|没问题|执行|下单|买吧|卖吧|对|对的|对对|对对对|好啊|好吧|
        好好好|да|ага|ок|хорошо|
        давай|подтверждаю|продолжай|sí|si|vale|confirmo|adelante|sim|pode|oui|daccord|confirme|
        ja|bestätigt|weiter|はい|うん|お願いします|了解|네|예|응|좋아|확인|evet|tamam|có|đồng ý|
        ya|iya|lanjut|setuju|نعم|موافق|بله|تایید|हाँ|ठीक है|👍|✅|👌|🆗|✔""",
    "continue": """
        continue|please continue|continue please|go on|carry on|keep going|resume|pick it up again|
        继续|继续吧|请继续|继续做|接着|接着做|接着来|恢复""",
    "retry": """
        retry|retry please|please retry|retry it|retry that|try again|try it again|try that again|
        try once more|please try again|再试|再试试|再试一次|再试一下|重试|重试一下|重试一次|
        请重试|再来一次|再来一遍|重新试试|重新试一次""",
    "later": """
        later|not now|maybe later|do it later|ask me later|put it aside|set it aside|put it off|
        leave it for now|park it|先放着|先放一放|先搁着|先放放|稍后|稍后再说|以后再说|晚点再说|
        待会再说|待会儿再说|等会再说|等会儿再说|一会再说|一会儿再说|回头再说|改天再说""",
    "configured": """
        done|im done|all set|i set it up|i have set it up|ive set it up|its set up|it is set up|
        configured|i configured it|i have configured it|ive configured it|its configured|
        it is configured|i did it|好了|我好了|弄好了|我弄好了|配好了|我配好了|已配好|我已经配好了|
        配置好了|我配置好了|已配置好|已经配置好了|我已经配置好了|设置好了|我设置好了|
        我已经设置好了|设好了|搞定了|已搞定""",
}
_CONSENTING = frozenset({"continue", "继续"})
"""Of the words for going on, those that also confirm the one card that is open."""


def folded(text: str) -> str:
    """`text` as the tables spell it: NFKC, case-folded, without punctuation or skin tones."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    kept = []
    for char in plain:
        category = unicodedata.category(char)
        if char in "'’`´":
            continue
        if category[0] == "P" or char in "~〜":
            kept.append(" ")
        elif category[0] != "C" and not _modifies_emoji(char):
            kept.append(char)
        elif char in "\n\r\t":
            kept.append(" ")
    return _SPACES.sub(" ", "".join(kept)).strip()


def word(text: str) -> Word | None:
    """What a whole message says; None for anything that is not plainly one of the words."""
    if any(mark in text for mark in _QUESTION):
        return None
    said = folded(text)
    return WORDS.get(said) or _stretched(said) or _set_up_and_on(text)


def consents(text: str) -> bool:
    """Whether a whole message is a yes to the one card that is open (never to a large order)."""
    said = word(text)
    return said == "yes" or (said == "continue" and folded(text) in _CONSENTING)


_STOPPING = frozenset(
    {"stop", "cancel", "abort", "forget it", "never mind", "nevermind", "стоп", "отмена", "🛑"}
    | {"停", "停止", "取消", "算了"}
)
"""Of the words of no, those that also end what is under way."""


def stops_work(text: str) -> bool:
    """Whether a whole message says to stop what is under way."""
    said = word(text)
    return said == "cancel_all" or (said == "no" and folded(text) in _STOPPING)


def _modifies_emoji(char: str) -> bool:
    """Variation selectors and skin tones: they change how a thumb looks, not what it says."""
    return "\ufe00" <= char <= "\ufe0f" or "\U0001f3fb" <= char <= "\U0001f3ff"


def _table() -> dict[str, Word]:
    table: dict[str, Word] = {}
    for kind, entries in _ENTRIES.items():
        for entry in entries.replace("\n", "").split("|"):
            table.setdefault(folded(entry), kind)
    return table


def _runs(text: str) -> list[tuple[str, int]]:
    return [(char, len(list(run))) for char, run in groupby(text)]


def _bare(text: str) -> str:
    return "".join(char for char, _ in _runs(text))


WORDS: dict[str, Word] = _table()
"""Every entry as it is looked up, with what it says; the earlier kind where two share an entry."""
_BY_BARE: dict[str, list[str]] = {}
for _entry in WORDS:
    _BY_BARE.setdefault(_bare(_entry), []).append(_entry)


def _stretched(said: str) -> Word | None:
    """The word whose letters were drawn out, as in "yesss", "nooo" or several thumbs."""
    for entry in _BY_BARE.get(_bare(said), ()):
        if all(_may_stretch(char) for char in entry) and _is_longer(said, entry):
            return WORDS[entry]
    return None


def _may_stretch(char: str) -> bool:
    """Latin and Cyrillic letters and emoji; elsewhere a doubled sound may be another word."""
    named = unicodedata.name(char, "").startswith(("SPACE", "LATIN", "CYRILLIC"))
    return named or unicodedata.category(char) == "So"


def _is_longer(said: str, entry: str) -> bool:
    runs, wanted = _runs(said), _runs(entry)
    last = len(runs) - 1
    return all(
        have == need or (have > need and (place == last or have >= _STRETCHED))
        for place, ((_, have), (_, need)) in enumerate(zip(runs, wanted, strict=True))
    )


def _set_up_and_on(text: str) -> Word | None:
    """The words for "I have set it up" with "go on with …" behind them, whatever that is."""
    first, _, rest = _SENTENCES.sub("\n", text.strip()).partition("\n")
    goes_on = folded(rest).startswith(("continue", "go on", "继续", "接着"))
    return "configured" if goes_on and WORDS.get(folded(first)) == "configured" else None
