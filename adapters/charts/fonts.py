"""The fonts of pictures: DejaVu Sans, which comes with matplotlib, and a Chinese one if there is.

A font file is added by its path: the list that matplotlib keeps of a system's fonts may be older
than the font.
"""

import logging
from functools import lru_cache
from pathlib import Path

import matplotlib as mpl
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font

from core.domain.conversation import Lang

CHINESE = (
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/wqy-microhei/wqy-microhei.ttc",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/System/Library/Fonts/Hiragino Sans GB.ttc",
    "/System/Library/Fonts/STHeiti Light.ttc",
    "C:/Windows/Fonts/msyh.ttc",
)
"""Where systems keep a font with Chinese; the first that is there is used."""
_LATIN = "DejaVu Sans"
_UNKNOWN = "?"


@lru_cache(maxsize=1)
def _chinese() -> str | None:
    """The file of the Chinese font."""
    return next((path for path in CHINESE if Path(path).is_file()), None)


@lru_cache(maxsize=1)
def install() -> None:
    """Make the fonts known to matplotlib, in the order in which a sign is looked for; once."""
    # It warns, at every look, that the Chinese font has no bold.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    families = [_LATIN]
    path = _chinese()
    if path is not None:
        fontManager.addfont(path)
        families.append(FontProperties(fname=path).get_name())
    mpl.rcParams["font.family"] = families


def language(wanted: Lang) -> Lang:
    """The language that can be written here: English where there is no Chinese font."""
    return wanted if _chinese() is not None else "en"


def drawable(text: str) -> str:
    """The text with what no font has as a question mark: a box says even less."""
    known = _signs()
    return "".join(sign if ord(sign) in known else _UNKNOWN for sign in text)


@lru_cache(maxsize=1)
def _signs() -> frozenset[int]:
    files = [findfont(FontProperties(family=_LATIN)), _chinese()]
    return frozenset(code for file in files if file for code in get_font(file).get_charmap())
