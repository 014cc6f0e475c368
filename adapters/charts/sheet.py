"""An empty picture: its size, colours, head, foot and badge, and how it becomes a PNG."""

import io

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from adapters.charts import fonts
from core.domain.charts import Look
from core.domain.conversation import Lang
from core.views.badge import badge
from core.views.words import say

BACKGROUND = "#0f1318"
PANEL = "#151a21"
GRID = "#222a34"
TEXT = "#e8ebf0"
MUTED = "#8f98a6"
GREEN = "#2ebd85"
RED = "#f6465d"
AMBER = "#f0b90b"
BLUE = "#4c9aff"

DPI = 180
WIDTH = 1080
"""Pixels: a phone shows about a third of them, so text is at least 22 high."""

TOP = 132
"""Pixels that the head takes."""

EDGE = 10
"""Pixels from a panel's edge within which no label stands: it would meet what is beyond."""

_TITLE_AT = 48
_BADGE_AT = 98
_SMALL = 9.0
_TITLE = 13.0


class Sheet:
    """A picture under way. Places are in pixels from the left and from the top."""

    def __init__(self, look: Look, height: int) -> None:
        fonts.install()
        self.look = look
        self.height = height
        self.up, self.down = (RED, GREEN) if look.red_up else (GREEN, RED)
        self.lang: Lang = fonts.language(look.lang)
        self.figure = Figure(
            figsize=(WIDTH / DPI, height / DPI), dpi=DPI, facecolor=BACKGROUND, layout=None
        )
        FigureCanvasAgg(self.figure)

    def say(self, key: str, **params: object) -> str:
        """A label in the language that can be written here."""
        return fonts.drawable(say(self.lang, key, **params))

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = _SMALL,
        color: str = TEXT,
        align: str = "left",
        bold: bool = False,
    ) -> Text:
        """Words on the sheet, centred on that height."""
        return self.figure.text(
            x / WIDTH,
            1 - y / self.height,
            fonts.drawable(words),
            fontsize=size,
            color=color,
            ha=align,
            va="center",
            fontweight="bold" if bold else "normal",
            parse_math=False,
        )

    def head(self, title: str, detail: str = "", *, color: str = TEXT, note: str = "") -> None:
        """The title and a figure beside it, below them a note and whose money it is (I7)."""
        shown = self.text(36, _TITLE_AT, title, size=_TITLE, bold=True)
        if detail:
            x = 36 + self.width_of(shown) + 28
            self.text(x, _TITLE_AT, detail, size=_TITLE, color=color, bold=True)
        self.text(36, _BADGE_AT, note, color=MUTED)
        self._badge()

    def foot(self, left: str, right: str = "") -> None:
        """Small print along the lower edge."""
        self.text(36, self.height - 30, left, color=MUTED)
        self.text(WIDTH - 36, self.height - 30, right, color=MUTED, align="right")

    def axes(self, left: float, top: float, right: float, bottom: float) -> Axes:
        """A panel to draw in; its frame and its own labels are taken off."""
        axes = self.figure.add_axes(
            (
                left / WIDTH,
                1 - bottom / self.height,
                (right - left) / WIDTH,
                (bottom - top) / self.height,
            ),
            facecolor=PANEL,
        )
        for spine in axes.spines.values():
            spine.set_visible(False)
        axes.set_xticks([])
        axes.set_yticks([])
        axes.set_autoscale_on(False)
        return axes

    def width_of(self, text: Text) -> float:
        """How wide a text is, in pixels."""
        return float(text.get_window_extent().width)

    def width_of_words(self, words: str, size: float = _SMALL, *, bold: bool = False) -> float:
        """How wide these words would be, in pixels."""
        trial = self.text(0, 0, words, size=size, bold=bold)
        width = self.width_of(trial)
        trial.remove()
        return width

    def png(self) -> bytes:
        """The picture; the same sheet gives the same bytes."""
        out = io.BytesIO()
        self.figure.savefig(out, format="png", dpi=DPI, metadata={"Software": None})
        return out.getvalue()

    def _badge(self) -> None:
        mark = badge({"mode": self.look.mode, "simulated": self.look.simulated}, self.lang)
        if not mark:
            return
        live = self.look.mode == "live"
        color = BACKGROUND if live else AMBER
        shown = self.text(WIDTH - 50, _BADGE_AT, mark, color=color, align="right", bold=True)
        shown.set_bbox(
            {
                "boxstyle": "round,pad=0.4",
                "facecolor": AMBER if live else BACKGROUND,
                "edgecolor": AMBER,
                "linewidth": 1.0,
            }
        )
