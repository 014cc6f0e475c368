"""Takes out of a text or value whatever looks like a secret (I8): better one word too many.

What stays although it is long: ids of ours (26 letters and digits, lower case), addresses that are
public (0x and 40 hex digits, bc1…), and names that are made of short words and numbers, as those of
language models are. Sixty-four hex digits may be a private key or a transaction: they go.
"""

import re
from typing import Any

MASK = "[masked]"

_NAMED = re.compile(
    r"secret|password|passphrase|token|api_?key|private_?key|credential", re.IGNORECASE
)
_ARMOURED = re.compile(
    r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\Z)", re.DOTALL
)
_SHAPES = re.compile(
    r"\b\d{6,12}:[\w-]{30,}"  # a Telegram bot's token
    r"|\beyJ[\w-]+\.[\w-]+\.[\w-]*"  # a JSON web token
    r"|\b(?:sk|pk|rk|gsk|hf|xai|bg|xox[abp]|gh[pousr]|glpat)[-_][\w-]{12,}"  # known prefixes
    r"|\b(?:AKIA|AIza)[\w-]{12,}"
)
_SAID = re.compile(
    r"(?P<name>\b(?:pass ?words?|pass ?phrases?|pass ?codes?|passwd|pwd"
    r"|(?:api[ _-]?)?secrets?|api[ _-]?keys?|(?:secret|private)[ _-]?keys?"
    r"|(?:bot|access|api)[ _-]tokens?|pin(?: code)?)\b"
    r"|密码|口令|私钥|密钥|秘钥|密匙|助记词)"
    r"(?P<link>\s*(?:[:=：＝]|\bis\b|\bare\b|是|为)\s*[\"'“`]?|\s*)"
    r"(?P<value>[^\s\"'“”`，。,;；:=：＝]{4,}[^\s\"'“”`，。,;；]*)",
    re.IGNORECASE,
)
"""A secret by its name: a passphrase looks like no key."""
_PHRASE = re.compile(
    r"(?P<name>\b(?:seed|recovery|mnemonic)(?: phrase| words?)?\b|助记词)"
    r"(?P<link>\s*(?:[:=：＝]|\bis\b|\bare\b|是|为)?\s*)(?P<value>[a-z]{3,8}(?:[\s,]+[a-z]{3,8}){11,23})",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d{1,2}[.)]?")
_PHRASE_WORD = re.compile(r"[a-z]{3,8}")
_PHRASE_LENGTHS = (12, 15, 18, 21, 24)
_LONGEST_PHRASE = 400
_OF_SENTENCES = frozenset({"the", "and", "for", "with", "are", "was", "has", "not", "please"})
"""Words that hardly a sentence does without, and that no recovery phrase has (BIP 39)."""
_RUN = re.compile(r"[A-Za-z0-9+/_=-]{16,}")
_LONG = 24
_OURS = re.compile(r"[0-9a-z]{26}[stx]?")
_PUBLIC = re.compile(r"0x[0-9a-fA-F]{40}|bc1[0-9a-z]{39,59}")
_WORDLIKE = re.compile(
    r"[A-Za-z]?[a-z]{0,14}|[A-Z]{1,6}|\d{1,8}[A-Za-z]{0,2}|[A-Za-z]{1,8}\d{1,4}[a-z]?"
)
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def masked_text(text: str) -> str:
    """The text, secrets replaced: named ones, known shapes, long mixes of letters and digits."""
    if _is_phrase(text):
        return MASK
    named = _PHRASE.sub(_masked_value, _SAID.sub(_masked_named, _ARMOURED.sub(MASK, text)))
    return _RUN.sub(_masked_run, _SHAPES.sub(MASK, named))


def masked(value: Any) -> Any:
    """A JSON-able value with every secret in it replaced, and whatever is named like one."""
    match value:
        case str():
            return masked_text(value)
        case dict():
            return {
                masked_text(str(name)): MASK if _NAMED.search(str(name)) else masked(item)
                for name, item in value.items()
            }
        case list() | tuple():
            return [masked(item) for item in value]
        case _:
            return value


def _is_phrase(text: str) -> bool:
    """Whether the whole text is the words of a recovery phrase, numbered or not."""
    if len(text) > _LONGEST_PHRASE:
        return False
    pieces = [_NUMBER.sub("", piece, count=1) for piece in re.split(r"[\s,]+", text.strip())]
    words = [piece for piece in pieces if piece]
    return (
        len(words) in _PHRASE_LENGTHS
        and all(_PHRASE_WORD.fullmatch(one) for one in words)
        and not _OF_SENTENCES.intersection(words)
    )


def _masked_value(found: re.Match[str]) -> str:
    return f"{found['name']}{found['link']}{MASK}"


def _masked_named(found: re.Match[str]) -> str:
    """What is said to be the secret, unless it is a plain word: "the password is wrong".

    Where nothing says that it is one ("passphrase Hunter2"), only what no word looks like.
    """
    value = found["value"].rstrip(".!?)")
    plain = value.isalpha() and value[1:] == value[1:].lower()
    mixed = any(char.isdigit() for char in value) and any(char.isalpha() for char in value)
    said = bool(found["link"].strip()) or (mixed and len(value) > 5)
    return found.group() if plain or not said or MASK in value else _masked_value(found)


def _masked_run(found: re.Match[str]) -> str:
    run = found.group()
    return MASK if _is_key(run) else run


def _is_key(run: str) -> bool:
    """Whether a run without spaces is rather a key than a name, an id of ours or an address."""
    digit, letter = any(char.isdigit() for char in run), any(char.isalpha() for char in run)
    if not (digit and letter) or _OURS.fullmatch(run) or _PUBLIC.fullmatch(run):
        return False
    if _UUID.fullmatch(run):
        return True
    pieces = [piece for piece in re.split(r"[-+/_=]", run) if piece]
    if all(_WORDLIKE.fullmatch(piece) for piece in pieces):
        return False
    return len(run) >= _LONG or any(_is_random(piece) for piece in pieces)


def _is_random(piece: str) -> bool:
    """Capitals, small letters and digits in sixteen characters or more: no word has them all."""
    return (
        len(piece) >= 16
        and any(char.isdigit() for char in piece)
        and any(char.islower() for char in piece)
        and any(char.isupper() for char in piece)
    )
