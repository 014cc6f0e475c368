"""What is said of a picture: a line of figures beside it, and what it shows in words."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, ImageBlock, TextBlock
from core.views.badge import badge
from core.views.money_text import cash_text, moment_text, percent_text, price_text
from core.views.words import say


def chart_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """The picture with its line; without a picture, all of it in words."""
    line = chart_line(data, lang)
    mark = badge(data, lang)
    if data["picture"] is None:
        parts = [say(lang, "picture.none"), line, chart_alt(data, lang), mark]
        return (TextBlock(text="\n".join(part for part in parts if part)),)
    shown = ImageBlock(id=data["picture"], alt=chart_alt(data, lang), lang=lang)
    return (shown, TextBlock(text="\n".join(part for part in (line, mark) if part)))


def chart_line(data: Mapping[str, Any], lang: Lang) -> str:
    """The one line: what it is, and its newest figure."""
    money = data.get("currency", "")
    match data["kind"]:
        case "candles":
            return say(
                lang,
                "chart.line.candles",
                symbol=data["symbol"],
                interval=data["interval"],
                price=price_text(data["last"], lang, data["tick"]),
                change=percent_text(data["change"], lang),
                count=data["count"],
            )
        case "equity":
            return say(
                lang,
                "chart.line.equity",
                period=say(lang, f"period.{data['period']}"),
                equity=cash_text(data["equity"], lang, money),
                change=cash_text(data["change"], lang, money, sign=True),
            )
        case "calendar":
            return say(
                lang,
                "chart.line.calendar",
                month=data["month"],
                total=cash_text(data["total"], lang, money, sign=True),
            )
        case "allocation":
            return say(lang, "chart.line.allocation", equity=cash_text(data["equity"], lang, money))
        case _:
            return say(
                lang,
                "chart.line.card",
                symbol=data["symbol"],
                side=say(lang, f"chart.{data['side']}"),
                result=percent_text(data["fraction"], lang),
            )


def chart_alt(data: Mapping[str, Any], lang: Lang) -> str:
    """What the picture shows, in words, with its figures."""
    money, zone = data.get("currency", ""), data["zone"]
    match data["kind"]:
        case "candles":
            return _candles(data, zone, lang)
        case "equity":
            fall = percent_text(data["max_drawdown_fraction"], lang, sign=False)
            return say(
                lang,
                "chart.alt.equity",
                first=moment_text(data["from"], zone, lang),
                last=moment_text(data["to"], zone, lang),
                low=cash_text(data["low"], lang, money),
                high=cash_text(data["high"], lang, money),
                drawdown=fall,
            )
        case "calendar":
            days = [
                f"{one['day'][8:]}: {cash_text(one['pnl'], lang, sign=True)}"
                for one in data["days"]
            ]
            none = say(lang, "none")
            text = say(lang, "chart.alt.calendar", month=data["month"], days=days or none)
            return text if data["with_funding"] else f"{text} {say(lang, 'chart.no_funding')}"
        case "allocation":
            parts = [
                f"{one['name']} {percent_text(one['fraction'], lang, sign=False)}"
                for one in data["shares"]
            ]
            text = say(lang, "chart.alt.allocation", parts=parts or say(lang, "none"))
            without = say(lang, "chart.without", names=data["missing"])
            return f"{text} ({without})" if data["missing"] else text
        case _:
            state = "open" if data["is_open"] else "closed"
            return say(
                lang,
                "chart.alt.card",
                symbol=data["symbol"],
                side=say(lang, f"chart.{data['side']}"),
                result=percent_text(data["fraction"], lang),
                state=say(lang, f"chart.{state}"),
            )


def _candles(data: Mapping[str, Any], zone: str, lang: Lang) -> str:
    tick = data["tick"]
    if not data["count"]:
        return say(lang, "chart.alt.nothing", symbol=data["symbol"], interval=data["interval"])
    text = say(
        lang,
        "chart.alt.candles",
        symbol=data["symbol"],
        interval=data["interval"],
        count=data["count"],
        first=moment_text(data["from"], zone, lang),
        last=moment_text(data["to"], zone, lang),
        open=price_text(data["open"], lang, tick),
        close=price_text(data["last"], lang, tick),
        high=price_text(data["high"], lang, tick),
        low=price_text(data["low"], lang, tick),
    )
    lines = [
        " ".join((say(lang, f"chart.level.{one['kind']}"), price_text(one["price"], lang, tick)))
        for one in data["levels"]
    ]
    if lines:
        text = f"{text} {say(lang, 'chart.alt.levels', levels=lines)}"
    if data["marks"]:
        text = f"{text} {say(lang, 'chart.alt.marks', count=data['marks'])}"
    return text
