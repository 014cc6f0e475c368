"""An equity curve, and below it how far it stood under its highest point."""

from collections.abc import Sequence
from datetime import UTC, datetime

from matplotlib.axes import Axes

from adapters.charts import scale, times
from adapters.charts.sheet import EDGE, GRID, MUTED, TEXT, TOP, WIDTH, Sheet
from core.domain.charts import EquityPicture
from core.views.money_text import cash_text

HEIGHT = 860
_LEFT = 24
_CURVE = (TOP, 566)
_DRAWDOWN = (590, 750)
_LABELS = 4
_Piece = list[tuple[float, float]]
"""A known stretch: seconds since 1970, and what was then."""


def draw(spec: EquityPicture) -> bytes:
    """The picture; what is not known is a gap in the curve."""
    sheet = Sheet(spec.look, HEIGHT)
    pieces = _pieces(spec)
    newest = spec.points[-1].value if spec.points else None
    detail = cash_text(newest, sheet.lang, spec.currency) if spec.points else ""
    note = ""
    color = TEXT
    if spec.change is not None:
        note = cash_text(spec.change, sheet.lang, spec.currency, sign=True)
        color = sheet.up if spec.change >= 0 else sheet.down
    sheet.head(sheet.say("chart.equity"), detail, color=color, note=note)
    if pieces:
        _panels(sheet, pieces, spec.look.zone)
    else:
        sheet.text(WIDTH / 2, HEIGHT / 2, sheet.say("chart.empty"), color=MUTED, align="center")
    return sheet.png()


def _panels(sheet: Sheet, pieces: Sequence[_Piece], zone: str) -> None:
    values = [value for piece in pieces for _, value in piece]
    low, high = scale.span(values)
    lines = scale.ticks(low, high, 6)
    texts = scale.tick_texts(lines)
    fallen = _drawdowns(pieces)
    floor = min(min(value for piece in fallen for _, value in piece) * 115, -0.1)
    depths = scale.ticks(floor, 0.0, 3)
    depth_texts = [f"{text}%" for text in scale.tick_texts(depths)]
    gutter = max(sheet.width_of_words(one) + 30 for one in (*texts, *depth_texts))
    right = WIDTH - gutter
    begin, end = pieces[0][0][0], pieces[-1][-1][0]
    curve = _panel(sheet, _CURVE, right, (begin, end), (low, high))
    below = _panel(sheet, _DRAWDOWN, right, (begin, end), (floor, 0.0))
    for axes, place, numbers, words in (
        (curve, _CURVE, lines, texts),
        (below, _DRAWDOWN, depths, depth_texts),
    ):
        bottom, top = axes.get_ylim()
        for value, text in zip(numbers, words, strict=True):
            axes.axhline(value, color=GRID, linewidth=0.7, zorder=1)
            y = place[0] + (top - value) / (top - bottom) * (place[1] - place[0])
            if place[0] + EDGE < y < place[1] - EDGE or value == 0 == top:
                sheet.text(right + 14, y, text, color=MUTED)
    color = sheet.up if values[-1] >= values[0] else sheet.down
    for piece in pieces:
        at, worth = _columns(piece)
        # A line needs two ends: a single known moment is a dot.
        dot = "o" if len(piece) == 1 else ""
        curve.plot(at, worth, color=color, linewidth=1.8, zorder=3, marker=dot)
        curve.fill_between(at, worth, low, color=color, alpha=0.14, linewidth=0, zorder=2)
    for piece in fallen:
        at, depth = _columns(piece)
        depth = [100 * one for one in depth]
        below.fill_between(at, depth, 0, color=sheet.down, alpha=0.5, linewidth=0, zorder=2)
    sheet.text(_LEFT + 14, _DRAWDOWN[1] - 22, sheet.say("chart.drawdown"), color=MUTED)
    _dates(sheet, zone, right, begin, end)


def _pieces(spec: EquityPicture) -> list[_Piece]:
    """The known stretches of the curve."""
    pieces: list[_Piece] = [[]]
    for one in spec.points:
        if one.value is not None:
            pieces[-1].append((one.at.timestamp(), float(one.value)))
        elif pieces[-1]:
            pieces.append([])
    return [piece for piece in pieces if piece]


def _drawdowns(pieces: Sequence[_Piece]) -> list[_Piece]:
    """How far below its highest point so far the curve is, as a fraction below zero."""
    highest = float("-inf")
    fallen: list[_Piece] = []
    for piece in pieces:
        fallen.append([])
        for at, value in piece:
            highest = max(highest, value)
            fallen[-1].append((at, value / highest - 1 if highest > 0 else 0.0))
    return fallen


def _columns(piece: _Piece) -> tuple[list[float], list[float]]:
    return [at for at, _ in piece], [value for _, value in piece]


def _panel(
    sheet: Sheet,
    place: tuple[int, int],
    right: float,
    across: tuple[float, float],
    up: tuple[float, float],
) -> Axes:
    axes = sheet.axes(_LEFT, place[0], right, place[1])
    begin, end = across
    room = (end - begin) * 0.01 or 1.0
    axes.set_xlim(begin - room, end + room)
    axes.set_ylim(*up)
    return axes


def _dates(sheet: Sheet, zone: str, right: float, begin: float, end: float) -> None:
    """Labels at even distances in time, whatever the points' are."""
    steps = _LABELS if end > begin else 0
    seconds = [begin + (end - begin) * step / max(1, steps) for step in range(steps + 1)]
    moments = [datetime.fromtimestamp(one, tz=UTC) for one in seconds]
    for step, text in times.labels(moments, zone):
        x = _LEFT + (right - _LEFT) * step / max(1, steps)
        half = sheet.width_of_words(text) / 2
        x = min(max(x, _LEFT + half), right - half)
        sheet.text(x, _DRAWDOWN[1] + 24, text, color=MUTED, align="center")
    sheet.foot(times.zone_text(moments[-1], zone))
