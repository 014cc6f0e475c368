"""How many tokens a text is, without asking the model's own tokeniser."""

import math
import re
import string

# Counted from real tokenisers: words run to four letters a token, digits and brackets to two or
# three, Chinese to about one, and a picture character is cut into several.
_LETTERS = f"{string.ascii_letters} \n".encode()
_PICTURES = re.compile(r"[\U00010000-\U0010ffff]")
_LETTERS_A_TOKEN = 3.5
_SIGNS_A_TOKEN = 2.0
_TOKENS_A_PICTURE = 3


def estimated_tokens(text: str) -> int:
    """Tokens of `text`, rounded up; rather too many than too few for English, Chinese and JSON.

    Never less for a longer text: what is cut to fit by it fits.
    """
    narrow = text.encode("ascii", "ignore")
    wide = len(text) - len(narrow)
    pictures = len(_PICTURES.findall(text)) if wide else 0
    signs = len(narrow.translate(None, _LETTERS))
    return math.ceil(
        (len(narrow) - signs) / _LETTERS_A_TOKEN
        + signs / _SIGNS_A_TOKEN
        + (wide - pictures)
        + pictures * _TOKENS_A_PICTURE
    )
