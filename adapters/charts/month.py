"""A month of daily results, a week a row, Monday first."""

import calendar
from decimal import Decimal

from matplotlib.patches import FancyBboxPatch

from adapters.charts import scale
from adapters.charts.sheet import BACKGROUND, MUTED, PANEL, TEXT, TOP, WIDTH, Sheet
from core.domain.charts import CalendarPicture
from core.views.money_text import cash_text

_SIDE = 36
_CELL = (WIDTH - 2 * _SIDE) / 7
_TALL = 116
_WEEKDAYS_AT = TOP + 18
_FIRST = TOP + 44
_GAP = 8


def draw(spec: CalendarPicture) -> bytes:
    """The picture; a day whose result is not known says so."""
    weeks = calendar.Calendar(firstweekday=0).monthdayscalendar(spec.year, spec.month)
    sheet = Sheet(spec.look, _FIRST + len(weeks) * _TALL + 70)
    title = sheet.say("chart.month", year=spec.year, month=spec.month)
    total = spec.total
    color = MUTED if total is None else _color(sheet, total)
    sheet.head(title, cash_text(total, sheet.lang, spec.currency, sign=True), color=color)
    for column, name in enumerate(sheet.say("chart.weekdays").split()):
        x = _SIDE + (column + 0.5) * _CELL
        sheet.text(x, _WEEKDAYS_AT, name, color=MUTED, align="center")
    results = {one.day.day: one.pnl for one in spec.days}
    most = max((abs(one) for one in results.values() if one is not None), default=Decimal(0))
    for row, week in enumerate(weeks):
        for column, day in enumerate(week):
            if day:
                _cell(sheet, row, column, day, results, float(most))
    sheet.foot(spec.look.zone)
    return sheet.png()


def _cell(
    sheet: Sheet, row: int, column: int, day: int, results: dict[int, Decimal | None], most: float
) -> None:
    left, top = _SIDE + column * _CELL, _FIRST + row * _TALL
    pnl = results.get(day)
    weight = float(abs(pnl)) / most if pnl and most else 0.0
    _box(sheet, left, top, PANEL, 1.0)
    if pnl:
        _box(sheet, left, top, _color(sheet, pnl), 0.18 + 0.5 * weight)
    sheet.text(left + 16, top + 26, str(day), color=MUTED if not pnl else TEXT)
    if day not in results:
        return
    words = sheet.say("chart.unknown") if pnl is None else scale.compact(pnl, sign=True)
    middle = left + (_CELL - _GAP) / 2
    size = 10.0 if pnl is not None else 8.0
    sheet.text(middle, top + 72, words, size=size, align="center", bold=pnl is not None)


def _box(sheet: Sheet, left: float, top: float, color: str, alpha: float) -> None:
    width, height = (_CELL - _GAP) / WIDTH, (_TALL - _GAP) / sheet.height
    sheet.figure.add_artist(
        FancyBboxPatch(
            (left / WIDTH, 1 - (top + _TALL - _GAP) / sheet.height),
            width,
            height,
            boxstyle="round,pad=0,rounding_size=0.008",
            facecolor=color,
            edgecolor=BACKGROUND,
            linewidth=0,
            alpha=alpha,
            transform=sheet.figure.transFigure,
        )
    )


def _color(sheet: Sheet, pnl: Decimal) -> str:
    if pnl == 0:
        return TEXT
    return sheet.up if pnl > 0 else sheet.down
