"""Candles with volume, fills, the lines of a position and the newest price."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection

from adapters.charts import scale, times
from adapters.charts.sheet import (
    AMBER,
    BACKGROUND,
    BLUE,
    EDGE,
    GRID,
    MUTED,
    PANEL,
    TEXT,
    TOP,
    WIDTH,
    Sheet,
)
from core.domain.charts import Bar, CandlePicture, LevelKind
from core.views.money_text import percent_text, price_text

HEIGHT = 940
_LEFT = 24
_PRICE_END = 690
_VOLUME = (706, 850)
_TAG = 34.0
"""Pixels from one tag at the edge to the next."""
_REACH = 0.8
"""How far beyond the candles, in their heights, a line still moves the range."""
_BODY = 0.34


@dataclass(frozen=True, slots=True)
class _Tag:
    """A price at the right edge: its line, its name, and its figure."""

    price: float
    text: str
    name: str
    color: str
    dashed: bool


def draw(spec: CandlePicture) -> bytes:
    """The picture."""
    sheet = Sheet(spec.look, HEIGHT)
    bars = spec.bars
    change = bars[-1].close / bars[0].open - 1 if bars and bars[0].open else None
    color = TEXT if change is None else sheet.up if change >= 0 else sheet.down
    detail = "" if change is None else percent_text(change, sheet.lang)
    sheet.head(f"{spec.symbol} · {spec.interval}", detail, color=color, note=_legend(sheet, spec))
    if bars:
        _panels(sheet, spec)
        until = bars[-1].opened_at
        sheet.foot(times.zone_text(until, spec.look.zone), sheet.say("chart.volume"))
    else:
        sheet.text(WIDTH / 2, HEIGHT / 2, sheet.say("chart.empty"), color=MUTED, align="center")
    return sheet.png()


def _legend(sheet: Sheet, spec: CandlePicture) -> str:
    sides = {one.side for one in spec.marks if one.kind != "liquidation"}
    parts = []
    if "BUY" in sides:
        parts.append(f"▲ {sheet.say('chart.buy')}")
    if "SELL" in sides:
        parts.append(f"▼ {sheet.say('chart.sell')}")
    if any(one.kind == "liquidation" for one in spec.marks):
        parts.append(f"✖ {sheet.say('chart.liquidated')}")
    return "   ".join(parts)


def _panels(sheet: Sheet, spec: CandlePicture) -> None:
    tags = _tags(sheet, spec)
    low, high = _range(spec, tags)
    lines = scale.ticks(low, high, 7)
    texts = scale.tick_texts(lines)
    words = [*texts, *(tag.text for tag in tags)]
    gutter = max(110.0, *(sheet.width_of_words(one, bold=True) + 34 for one in words))
    right = WIDTH - gutter
    names = [sheet.width_of_words(f"↓ {tag.name}", bold=True) for tag in tags if tag.name]
    count = len(spec.bars)
    # The names of lines stand in room that no candle takes.
    room = (max(names) + 40) / (right - _LEFT) if names else 0.03
    far = (count - 0.5) + room / (1 - room) * count
    price = sheet.axes(_LEFT, TOP, right, _PRICE_END)
    price.set_xlim(-0.8, far)
    price.set_ylim(low, high)
    volume = sheet.axes(_LEFT, _VOLUME[0], right, _VOLUME[1])
    volume.set_xlim(-0.8, far)
    price.hlines(lines, -0.8, far, colors=GRID, linewidth=0.7, zorder=1)
    _candles(sheet, price, volume, spec.bars)
    _marks(sheet, price, spec)
    tagged = _tag_lines(sheet, price, tags, right, (low, high))
    for value, text in zip(lines, texts, strict=True):
        y = _pixel(value, low, high)
        free = TOP + EDGE < y < _PRICE_END - EDGE
        if free and all(abs(y - other) > _TAG * 0.8 for other in tagged):
            sheet.text(right + 14, y, text, color=MUTED)
    _dates(sheet, spec, right, far)


def _tags(sheet: Sheet, spec: CandlePicture) -> list[_Tag]:
    colors: dict[LevelKind, str] = {
        "entry": BLUE,
        "stop": sheet.down,
        "target": sheet.up,
        "liquidation": AMBER,
        "order": MUTED,
    }
    tags = [
        _Tag(
            price=float(level.price),
            text=price_text(level.price, sheet.lang, spec.tick),
            name=sheet.say(f"chart.level.{level.kind}"),
            color=colors[level.kind],
            dashed=True,
        )
        for level in spec.levels
    ]
    last = spec.last if spec.last is not None else spec.bars[-1].close
    rises = spec.bars[-1].close >= spec.bars[-1].open
    color = sheet.up if rises else sheet.down
    text = price_text(last, sheet.lang, spec.tick)
    return [*tags, _Tag(price=float(last), text=text, name="", color=color, dashed=False)]


def _range(spec: CandlePicture, tags: Sequence[_Tag]) -> tuple[float, float]:
    """What the price panel shows: the candles, the newest price, and lines that are not far."""
    lows = [float(bar.low) for bar in spec.bars]
    highs = [float(bar.high) for bar in spec.bars]
    low, high = min(*lows, tags[-1].price), max(*highs, tags[-1].price)
    reach = (high - low) * _REACH
    near = [tag.price for tag in tags if low - reach <= tag.price <= high + reach]
    return scale.span([low, high, *near])


def _candles(sheet: Sheet, price: Axes, volume: Axes, bars: Sequence[Bar]) -> None:
    """Both directions as one collection each: drawing bar by bar takes twice as long."""
    most = max((float(bar.volume) for bar in bars), default=0.0)
    volume.set_ylim(0, most * 1.08 or 1.0)
    low, high = price.get_ylim()
    thin = (high - low) / 250
    for rises, color in ((True, sheet.up), (False, sheet.down)):
        some = [(at, bar) for at, bar in enumerate(bars) if (bar.close >= bar.open) is rises]
        wicks = [[(at, float(bar.low)), (at, float(bar.high))] for at, bar in some]
        bodies = [_box(at, *_body(bar, thin)) for at, bar in some]
        columns = [_box(at, 0.0, float(bar.volume)) for at, bar in some]
        price.add_collection(LineCollection(wicks, colors=color, linewidths=1.0, zorder=2))
        price.add_collection(PolyCollection(bodies, facecolors=color, linewidths=0, zorder=3))
        volume.add_collection(
            PolyCollection(columns, facecolors=color, linewidths=0, alpha=0.45, zorder=2)
        )


def _body(bar: Bar, thin: float) -> tuple[float, float]:
    """From where to where its body goes: a candle without one is a thin line."""
    low, high = sorted((float(bar.open), float(bar.close)))
    return (low, high) if high - low > thin else (low - thin / 2, high + thin / 2)


def _box(at: float, low: float, high: float) -> list[tuple[float, float]]:
    return [(at - _BODY, low), (at - _BODY, high), (at + _BODY, high), (at + _BODY, low)]


def _marks(sheet: Sheet, price: Axes, spec: CandlePicture) -> None:
    opened = [bar.opened_at for bar in spec.bars]
    low, high = price.get_ylim()
    for mark in spec.marks:
        at = bisect_right(opened, mark.at) - 1
        value = float(mark.price)
        if at < 0 or not low <= value <= high:
            continue
        if mark.kind == "liquidation":
            shape, color = "X", AMBER
        else:
            buys = mark.side == "BUY"
            shape, color = ("^", sheet.up) if buys else ("v", sheet.down)
        price.scatter(
            [at], [value], marker=shape, s=58, c=color, edgecolors=TEXT, linewidths=0.9, zorder=6
        )


def _tag_lines(
    sheet: Sheet, price: Axes, tags: Sequence[_Tag], right: float, shown: tuple[float, float]
) -> list[float]:
    """Lines, names and tags; heights of the tags, which no other label may come near."""
    low, high = shown
    wanted = [_pixel(min(max(tag.price, low), high), low, high) for tag in tags]
    heights = scale.apart(wanted, _TAG, TOP + _TAG / 2, _PRICE_END - _TAG / 2)
    for tag, y in zip(tags, heights, strict=True):
        arrow = "↓ " if tag.price < low else "↑ " if tag.price > high else ""
        if not arrow:
            style = (0, (5, 3)) if tag.dashed else (0, (1, 2))
            price.axhline(tag.price, color=tag.color, linewidth=1.1, linestyle=style, zorder=4)
        figure = sheet.text(right + 14, y, tag.text, color=BACKGROUND, bold=True)
        figure.set_bbox(
            {"boxstyle": "square,pad=0.28", "facecolor": tag.color, "edgecolor": "none"}
        )
        if tag.name:
            name = sheet.text(
                right - 14, y, f"{arrow}{tag.name}", color=tag.color, align="right", bold=True
            )
            name.set_bbox({"boxstyle": "square,pad=0.2", "facecolor": PANEL, "edgecolor": "none"})
    return heights


def _pixel(value: float, low: float, high: float) -> float:
    return TOP + (high - value) / (high - low) * (_PRICE_END - TOP)


def _dates(sheet: Sheet, spec: CandlePicture, right: float, far: float) -> None:
    opened = [bar.opened_at for bar in spec.bars]
    width = (right - _LEFT) / (far + 0.8)
    for place, text in times.labels(opened, spec.look.zone):
        x = _LEFT + (place + 0.8) * width
        half = sheet.width_of_words(text) / 2
        sheet.text(min(max(x, _LEFT + half), WIDTH - half), 872, text, color=MUTED, align="center")
