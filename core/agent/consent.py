"""Yes, no and choices in words: what counts as an answer to an open question, decided in code.

Consent is a whole message that equals an entry of the table after NFKC, case folding and stripping
of punctuation. A question mark, a number or an extra word is not consent; "no" is looked up first
(DESIGN 13). The words are those of the languages our people write; ambiguous ones are left out.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

from core.domain.outbound import Choice

_SPACES = re.compile(r"\s+")


def folded(text: str) -> str:
    """`text` as the tables spell it: NFKC, case-folded, without punctuation or skin tones."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    kept = []
    for char in plain:
        category = unicodedata.category(char)
        if char in "'’`´":
            continue
        if category[0] == "P":
            kept.append(" ")
        elif category[0] != "C" and not _modifies_emoji(char):
            kept.append(char)
    return _SPACES.sub(" ", "".join(kept)).strip()


def _modifies_emoji(char: str) -> bool:
    """Variation selectors and skin tones: they change how a thumb looks, not what it says."""
    return "\ufe00" <= char <= "\ufe0f" or "\U0001f3fb" <= char <= "\U0001f3ff"


def _table(words: str) -> frozenset[str]:
    return frozenset(folded(word) for word in words.replace("\n", "").split("|"))


NO = _table(
    """
    no|n|nope|nah|no thanks|cancel|stop|abort|never mind|nevermind|forget it|dont|do not|
    reject|decline|不|不是|不要|不行|不用|不用了|取消|算了|停|停止|先别|别|先不|先不用|
    不确认|不同意|否|拒绝|нет|отмена|стоп|не надо|cancela|não|non|annule|nein|abbrechen|
    いいえ|やめて|キャンセル|아니|취소|hayır|iptal|không|hủy|tidak|batal|jangan|لا|إلغاء|نه|
    لغو|नहीं|रद्द|👎|❌|🛑|✖|🚫"""
)
YES = _table(
    """
    yes|y|yep|yeah|yup|ok|okay|okey|sure|confirm|confirmed|i confirm|proceed|go ahead|
    go for it|do it|yes please|yes do it|please do|agreed|approve|approved|是|是的|好|好的|
    可以|行|嗯|确认|确定|同意|没问题|执行|下单|买吧|卖吧|对|对的|好啊|好吧|да|ага|ок|хорошо|
    давай|подтверждаю|продолжай|sí|si|vale|confirmo|adelante|sim|pode|oui|daccord|confirme|
    ja|bestätigt|weiter|はい|うん|お願いします|了解|네|예|응|좋아|확인|evet|tamam|có|đồng ý|
    ya|iya|lanjut|setuju|نعم|موافق|بله|تایید|हाँ|ठीक है|👍|✅|👌|🆗|✔"""
)
CONTINUE = frozenset({"continue", "go on", "resume", "继续", "接着", "恢复"})


def verdict(text: str) -> Literal["yes", "no"] | None:
    """What a whole message says to an approval; None for anything that is not plainly yes or no."""
    if "?" in text or "？" in text or "؟" in text or any(char.isdigit() for char in text):
        return None
    said = folded(text)
    if said in NO:
        return "no"
    if said in YES or said in CONTINUE:
        return "yes"
    return None


_ORDINALS = {
    "first": 1,
    "the first": 1,
    "the first one": 1,
    "第一个": 1,
    "second": 2,
    "the second": 2,
    "the second one": 2,
    "第二个": 2,
    "third": 3,
    "the third": 3,
    "the third one": 3,
    "第三个": 3,
    "fourth": 4,
    "the fourth": 4,
    "第四个": 4,
    "last": -1,
    "the last one": -1,
    "最后一个": -1,
}


def chosen(text: str, choices: Sequence[Choice]) -> Choice | None:
    """The option that a message names: by its label, its value, its number or its ordinal."""
    options = [choice for choice in choices if choice.id.startswith("opt:")]
    said = folded(text)
    if not said or not options:
        return None
    for choice in options:
        if said in (folded(choice.label), folded(choice.value)):
            return choice
    place = _ORDINALS.get(said)
    if place is None:
        match = re.fullmatch(r"(?:option |选项 ?|#)?(\d{1,2})", said)
        place = int(match.group(1)) if match else None
    if place is None or not (place == -1 or 1 <= place <= len(options)):
        return None
    return options[place - 1] if place > 0 else options[-1]
