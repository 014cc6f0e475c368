"""What a change of a person's exchange accounts comes to: the row as it will be, and what it lacks.

An account belongs to its exchange and network for good: keys are only ever sent where they were
given for.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.credentials import Credentials
from core.domain.config_names import free_name
from core.domain.naming import folded
from core.domain.orders import Mode
from core.domain.records import ExchangeAccount
from core.domain.venue_names import venue_names
from core.domain.venues import VenueForm
from core.errors import PersonError
from core.ports import Clock, Ids, Records, VenueKeys
from core.tools.configs import new_name
from core.tools.exchange_arguments import ManageExchangeConfigArguments
from core.tools.exchange_configs import exchange_accounts, meant
from core.tools.registry import ToolContext
from core.trading.accounts import default_account
from core.views.words import say

MOST = 20
CHANGEABLE = ("name", "enabled", "is_default", "settings")
_PAPER = "paper"
_OTHER_MODE: Mapping[Mode, re.Pattern[str]] = {
    "live": re.compile(r"\bpaper\b|\bdemo\b|simulat|模拟|纸上"),
    "paper": re.compile(r"\blive\b|\breal\b|实盘|真实"),
}
_WALLET = re.compile(r"0x[0-9a-fA-F]{40}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Planned:
    """A change as it would be made: the row as it will be, and what must be typed for it.

    `old` is the row as it is, None for a new one; `form` is None for the paper account.
    """

    row: ExchangeAccount
    old: ExchangeAccount | None
    form: VenueForm | None
    asks: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExchangePlanning:
    """Plans changes of the accounts of whoever the context names."""

    records: Records
    credentials: Credentials
    keys: VenueKeys
    clock: Clock
    ids: Ids

    async def planned(self, asked: ManageExchangeConfigArguments, context: ToolContext) -> Planned:
        """The change; PersonError says what it lacks, or why it cannot be."""
        rows = await exchange_accounts(self.records, context)
        if asked.action == "create":
            return self._new(asked, rows, context)
        return await self._changed(asked, rows, context)

    def form(self, venue: str) -> VenueForm:
        """What an account at this exchange needs; PersonError where it is not connected here."""
        form = next((one for one in self.keys.forms() if one.venue == venue), None)
        if form is None or not form.allowed:
            raise PersonError("exchange_unavailable", venue=venue)
        return form

    def _new(
        self,
        asked: ManageExchangeConfigArguments,
        rows: list[ExchangeAccount],
        context: ToolContext,
    ) -> Planned:
        if len(rows) >= MOST:
            raise PersonError("config_most", most=MOST)
        form = self._allowed(asked.exchange, context)
        testnet = bool(asked.testnet)
        if testnet and not form.has_testnet:
            raise PersonError("exchange_no_testnet", venue=form.title)
        enabled = asked.enabled is not False
        usual = f"{form.title} testnet" if testnet else form.title
        name = (
            new_name(asked.name, rows) if asked.name else free_name(usual, [r.name for r in rows])
        )
        if asked.default and not enabled:
            raise PersonError("config_default_off", name=name)
        row = ExchangeAccount(
            id=self.ids.new(),
            account_id=context.account.id,
            name=name,
            venue=form.venue,
            mode="live",
            trading_state="ACTIVE",
            version=0,
            created_at=self.clock.now(),
            enabled=enabled,
            is_default=bool(asked.default),
            testnet=testnet,
            settings=checked_settings(form, asked.settings or {}, complete=False),
        )
        missing = tuple(one for one in form.settings if one not in row.settings)
        _check_name(row)
        return Planned(row=row, old=None, form=form, asks=(*missing, *form.secrets))

    async def _changed(
        self,
        asked: ManageExchangeConfigArguments,
        rows: list[ExchangeAccount],
        context: ToolContext,
    ) -> Planned:
        old = meant(rows, asked.config, context, "")
        paper = old.mode == "paper"
        if asked.testnet not in (None, old.testnet) or (
            asked.exchange and folded(asked.exchange) not in _names(old, self.keys)
        ):
            raise PersonError("exchange_fixed", name=old.name)
        if paper and (asked.new_keys or asked.settings):
            raise PersonError("exchange_paper_keys", name=old.name)
        if paper and asked.enabled is False:
            raise PersonError("exchange_paper_stays", name=old.name)
        enabled = old.enabled if asked.enabled is None else asked.enabled
        default = old.is_default if asked.default is None else asked.default
        if asked.enabled is False and asked.default is None:
            default = False
        if default and not enabled:
            raise PersonError("config_default_off", name=old.name)
        needs_venue = asked.enabled or asked.new_keys or asked.settings
        form = self.form(old.venue) if needs_venue and not paper else None
        settings = old.settings
        if form is not None and asked.settings:
            settings = checked_settings(form, {**settings, **asked.settings}, complete=False)
        row = replace(
            old,
            name=new_name(asked.name, rows, but=old.id) if asked.name else old.name,
            enabled=enabled,
            is_default=default,
            settings=settings,
            version=old.version + 1,
        )
        asks = form.secrets if form is not None and asked.new_keys else ()
        if form is not None and asked.enabled and not asks:
            await self._needs_keys(old, form)
        if asked.default and default_account(rows).id == old.id and not old.is_default:
            # It is where orders go already, by being the first.
            row = replace(row, is_default=False)
        if not asks and all(getattr(row, one) == getattr(old, one) for one in CHANGEABLE):
            raise PersonError("config_nothing", name=old.name)
        if asked.name:
            _check_name(row)
        return Planned(row=row, old=old, form=form, asks=asks)

    def _allowed(self, said: str | None, context: ToolContext) -> VenueForm:
        """The exchange that may be added; PersonError offers those that can be."""
        forms = self.keys.forms()
        choices = tuple(
            (one.title, say(context.lang, "exchange_add_request", venue=one.title))
            for one in forms
            if one.allowed
        )
        words = folded(said or "")
        if words == _PAPER:
            raise PersonError("exchange_paper_there")
        if not choices:
            raise PersonError("exchange_none_here")
        form = next((one for one in forms if words in venue_names(one.venue, one.title)), None)
        if not words:
            raise PersonError("exchange_missing", choices=choices)
        titles = [title for title, _ in choices]
        if form is None:
            raise PersonError("exchange_unknown", venue=said, titles=titles, choices=choices)
        if not form.allowed:
            params = {"venue": form.title, "id": form.venue}
            raise PersonError("exchange_untested", choices=choices, **params)
        return form

    async def _needs_keys(self, row: ExchangeAccount, form: VenueForm) -> None:
        """PersonError where something that the exchange needs is not kept."""
        hints = await self.credentials.hints(row.id)
        missing = [one for one in form.secrets if one not in hints]
        if missing or any(one not in row.settings for one in form.settings):
            raise PersonError("exchange_keys_needed", name=row.name)


def _check_name(row: ExchangeAccount) -> None:
    """PersonError for a name that says PAPER of what is LIVE, or LIVE of what is on paper."""
    if _OTHER_MODE[row.mode].search(folded(row.name)):
        raise PersonError("exchange_name_mode", name=row.name, mode=row.mode.upper())


def checked_settings(
    form: VenueForm, given: Mapping[str, Any], *, complete: bool = True
) -> dict[str, str]:
    """What the exchange needs that is no secret, as it is kept; PersonError for anything else."""
    settings = {name: str(value).strip() for name, value in given.items() if str(value).strip()}
    for name, value in settings.items():
        if name not in form.settings:
            raise PersonError("exchange_setting_unknown", name=name[:40], venue=form.title)
        if name == "wallet_address" and not _WALLET.fullmatch(value):
            raise PersonError("venue_wallet_form", venue=form.title)
    if complete and any(name not in settings for name in form.settings):
        raise PersonError("exchange_keys_needed", name=form.title)
    return settings


def _names(row: ExchangeAccount, keys: VenueKeys) -> set[str]:
    """What its exchange is called."""
    titles = [one.title for one in keys.forms() if one.venue == row.venue]
    return {name for title in (*titles, row.venue) for name in venue_names(row.venue, title)}
