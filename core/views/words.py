"""Everything the program says, in both languages: a key, its texts, and `say`."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from itertools import chain

from core.domain.conversation import Lang
from core.views import (
    words_amounts,
    words_charts,
    words_compaction,
    words_configs,
    words_discord,
    words_engine,
    words_errors,
    words_exchanges,
    words_guard,
    words_live,
    words_manage_orders,
    words_market,
    words_memory,
    words_news,
    words_offline,
    words_orders,
    words_people,
    words_performance,
    words_profiles,
    words_references,
    words_results,
    words_risk,
    words_secrets,
    words_surfaces,
    words_trading,
    words_venue,
    words_workflows,
)
from core.views.money_text import amount_text, minute_text

CATALOGUES: tuple[Mapping[str, Mapping[str, str]], ...] = (
    words_amounts.WORDS,
    words_charts.WORDS,
    words_compaction.WORDS,
    words_configs.WORDS,
    words_discord.WORDS,
    words_engine.WORDS,
    words_errors.WORDS,
    words_exchanges.WORDS,
    words_guard.WORDS,
    words_manage_orders.WORDS,
    words_live.WORDS,
    words_market.WORDS,
    words_memory.WORDS,
    words_news.WORDS,
    words_offline.WORDS,
    words_orders.WORDS,
    words_people.WORDS,
    words_performance.WORDS,
    words_profiles.WORDS,
    words_references.WORDS,
    words_results.WORDS,
    words_risk.WORDS,
    words_secrets.WORDS,
    words_surfaces.WORDS,
    words_trading.WORDS,
    words_venue.WORDS,
    words_workflows.WORDS,
)
WORDS: dict[str, Mapping[str, str]] = dict(chain.from_iterable(c.items() for c in CATALOGUES))

_COMMA: dict[Lang, str] = {"en": ", ", "zh": "、"}


def say(lang: Lang, key: str, /, **params: object) -> str:
    """The text called `key` with its placeholders filled; KeyError for a key or parameter unknown.

    Decimals are shown with all their digits, times as HH:MM UTC, sequences as a list in the
    language, and None as unknown; text stays as it is. `{count:order|orders}` is a whole number
    with its noun: `1 order`, `2 orders`.
    """
    shown = {name: _Shown(_shown(value, lang)) for name, value in params.items()}
    return WORDS[key][lang].format_map(shown)


class _Shown(str):
    """A parameter as it is shown; one that counts takes the noun for one, or that for any other."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        if not bar:
            return format(str(self), spec)
        return f"{int(self):,} {one if int(self) == 1 else many}"


def _shown(value: object, lang: Lang) -> str:
    match value:
        case Decimal() | None:
            return amount_text(value, lang)
        case datetime():
            return minute_text(value)
        case tuple() | list():
            return _COMMA[lang].join(_shown(one, lang) for one in value)
        case _:
            return str(value)
