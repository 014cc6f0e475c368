"""What an account is made of, as a ring with its parts named beside it."""

from decimal import Decimal

from matplotlib.patches import Circle, Wedge

from adapters.charts.sheet import BACKGROUND, MUTED, WIDTH, Sheet
from core.domain.charts import AllocationPicture, Share
from core.views.money_text import cash_text, percent_text

HEIGHT = 720
MOST = 7
"""Parts that are told apart; the smallest beyond them are one."""
_COLORS = ("#4c9aff", "#f0b90b", "#8b5cf6", "#22c3c3", "#ff8a4c", "#e86fb5", "#9bd64f", "#6b7684")
_CENTER = (290, 410)
_RADIUS = 220
_ROW = 58


def draw(spec: AllocationPicture) -> bytes:
    """The picture; what could not be valued is named, and in no figure."""
    sheet = Sheet(spec.look, HEIGHT)
    shares = _largest(sheet, [one for one in spec.shares if one.value > 0])
    whole = sum((one.value for one in shares), Decimal(0))
    detail = cash_text(whole, sheet.lang, spec.currency) if shares else ""
    note = sheet.say("chart.without", names=list(spec.missing)) if spec.missing else ""
    sheet.head(sheet.say("chart.allocation"), detail, note=note)
    if shares:
        _ring(sheet, shares, whole)
    else:
        sheet.text(WIDTH / 2, HEIGHT / 2, sheet.say("chart.empty"), color=MUTED, align="center")
    return sheet.png()


def _largest(sheet: Sheet, shares: list[Share]) -> list[Share]:
    shares = sorted(shares, key=lambda one: (-one.value, one.name))
    if len(shares) <= MOST:
        return shares
    rest = sum((one.value for one in shares[MOST - 1 :]), Decimal(0))
    return [*shares[: MOST - 1], Share(name=sheet.say("chart.others"), value=rest)]


def _ring(sheet: Sheet, shares: list[Share], whole: Decimal) -> None:
    axes = sheet.axes(0, 0, WIDTH, HEIGHT)
    axes.set_facecolor("none")
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(HEIGHT, 0)
    at = 0.0
    top = _CENTER[1] - (len(shares) - 1) * _ROW / 2
    for place, (share, color) in enumerate(zip(shares, _COLORS, strict=False)):
        fraction = float(share.value / whole)
        # A wedge of a whole circle has no ends, so that it leaves no seam.
        ends = (at - 90, at - 90 + 360 * fraction)
        axes.add_patch(
            Wedge(
                _CENTER,
                _RADIUS,
                *ends,
                width=92,
                facecolor=color,
                edgecolor=BACKGROUND,
                linewidth=2,
            )
        )
        at += 360 * fraction
        y = top + place * _ROW
        axes.add_patch(Circle((580, y), 11, facecolor=color, linewidth=0))
        sheet.text(606, y, share.name, size=11)
        percent = percent_text(share.value / whole, sheet.lang, sign=False)
        sheet.text(WIDTH - 40, y, percent, size=11, align="right", bold=True)
    percent = percent_text(shares[0].value / whole, sheet.lang, sign=False)
    x, y = _CENTER
    sheet.text(x, y - 20, shares[0].name, size=12, align="center")
    sheet.text(x, y + 24, percent, size=12, align="center", bold=True)
