"""get_limits and manage_limits: the risk limits of an exchange account.

Wider or tighter, a limit changes only by the person's press on a card that names old and new.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.market import Instrument, Kind
from core.domain.money import decimal, plain
from core.domain.outbound import Block, CardBlock, Value
from core.domain.records import (
    AuditEntry,
    ExchangeAccount,
    Insert,
    Query,
    RiskLimitsRow,
    Update,
    Write,
)
from core.domain.risk import TradingLimits
from core.domain.symbols import resolve
from core.errors import BellwetherError, PersonError, VenueError
from core.ports import Clock, Records
from core.tools.arguments import typed
from core.tools.reading import PersonalReadingTool
from core.tools.registry import Action, Draft, ToolContext, ToolResult
from core.trading.day import read_day
from core.trading.figures import figure, stamp
from core.trading.limits import default_limits, limits_of
from core.trading.venue import Venues
from core.views.badge import badge
from core.views.limits_view import LIMITS, change_view, limit_text, limits_view
from core.views.words import say

LimitName = Literal[
    "max_notional",
    "max_position",
    "max_positions",
    "max_leverage",
    "max_margin_share",
    "daily_loss",
    "min_reward_risk",
    "symbols",
]
_KINDS: tuple[Kind, ...] = ("spot", "perpetual")
_WHOLE = ("max_positions", "max_leverage")
_MOST: dict[str, Decimal] = {
    "max_notional": Decimal(10) ** 12,
    "max_position": Decimal(10) ** 12,
    "daily_loss": Decimal(10) ** 12,
    "max_positions": Decimal(1000),
    "max_leverage": Decimal(125),
    "max_margin_share": Decimal(100),
    "min_reward_risk": Decimal(100),
}
_NONE = ("none", "off", "no limit", "无", "不限", "取消")


class LimitsArguments(Value):
    """Whose limits to read."""

    account: str | None = Field(
        default=None, max_length=60, description="An exchange account's name; the default one's."
    )


class ManageLimitsArguments(Value):
    """One limit to change."""

    limit: LimitName = Field(
        description="max_notional of an order, max_position of a symbol and daily_loss in USDT; "
        "max_positions a count; max_leverage; max_margin_share percent of equity; min_reward_risk "
        "a ratio; symbols a comma-separated list of what may be traded.",
    )
    value: str = Field(
        min_length=1, max_length=400, description="The new value in plain digits; 'none' lifts it."
    )
    account: str | None = Field(
        default=None, max_length=60, description="An exchange account's name; the default one's."
    )


class LimitsTool(PersonalReadingTool):
    """Reads the limits, and the day they are held against."""

    name = "get_limits"
    description = "The risk limits of the person's exchange account, its trading state and the day."
    arguments: type[BaseModel] = LimitsArguments

    def __init__(
        self, records: Records, venues: Venues, clock: Clock, limits: TradingLimits
    ) -> None:
        self._records = records
        self._venues = venues
        self._clock = clock
        self._limits = limits

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """Each limit as it holds now; the day's result is None where it cannot be read."""
        account = account_of(typed(args, LimitsArguments).account, context)
        now = self._clock.now()
        limits = await limits_of(account, now, self._records)
        try:
            view = await self._venues.exchange(account).account(account.id)
        except (VenueError, PersonError):
            view = None
        day = await read_day(account, view, now, self._limits.timezone, self._records)
        fresh = await self._records.get(ExchangeAccount, account.id) or account
        simulated = account.mode == "paper" and self._venues.market.simulated
        return ToolResult(
            data={
                "account": account.name,
                "mode": account.mode,
                "simulated": simulated,
                "trading_state": fresh.trading_state,
                "limits": {name: shown(limits, name) for name in LIMITS},
                "day": {
                    "began": stamp(day.began),
                    "ends": stamp(day.ends),
                    "zone": day.zone,
                    "realized": figure(None if day.fees is None else day.realized),
                    "unrealized": figure(day.unrealized),
                    "loss": figure(day.loss),
                },
            },
            as_of=now,
            mode=account.mode,
            simulated=simulated,
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A card."""
        return limits_view(data, lang)


class ManageLimitsTool:
    """Changes one limit, once the person has pressed."""

    name = "manage_limits"
    description = (
        "Changes one risk limit of an exchange account after the person has confirmed its card. "
        "Use it only when the person asks for exactly that."
    )
    arguments: type[BaseModel] = ManageLimitsArguments
    actions = (Action(name="set", effect="destructive", repeat="keyed"),)

    def __init__(
        self, records: Records, venues: Venues, clock: Clock, limits: TradingLimits
    ) -> None:
        self._records = records
        self._venues = venues
        self._clock = clock
        self._limits = limits

    def action(self, args: BaseModel) -> Action:  # noqa: ARG002  there is one
        """The only one."""
        return self.actions[0]

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:  # noqa: ARG002  never
        """Never: a limit is changed through its card only."""
        raise BellwetherError(f"{self.name} acts under an approval only")

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """The value read back, with the one before."""
        return change_view(data, lang)

    async def draft(self, args: BaseModel, context: ToolContext) -> Draft:
        """The card; PersonError for a value that is none of this limit's."""
        asked = typed(args, ManageLimitsArguments)
        account = account_of(asked.account, context)
        now = self._clock.now()
        limits = await limits_of(account, now, self._records)
        old, new = shown(limits, asked.limit), await self._value(asked, account)
        data = {
            "account": account.name,
            "mode": account.mode,
            "limit": asked.limit,
            "old": old,
            "new": new,
        }
        lang = context.lang
        card = CardBlock(
            title=say(lang, "limit_card", name=say(lang, f"limit_name_{asked.limit}")),
            badge=badge({"mode": account.mode}, lang),
            rows=(
                (say(lang, "limit_account"), account.name),
                (say(lang, "limit_now"), limit_text(asked.limit, old, lang)),
                (say(lang, "limit_new"), limit_text(asked.limit, new, lang)),
            ),
            note=say(lang, "limit_wider" if _is_wider(asked.limit, old, new) else "limit_tighter"),
        )
        arguments = ManageLimitsArguments(
            limit=asked.limit, value="none" if new is None else _joined(new), account=account.id
        )
        return Draft(
            arguments=arguments.model_dump(mode="json"),
            blocks=(card,),
            data=data,
            price=None,
            price_at=None,
            expires_at=now + timedelta(seconds=self._limits.approval_s),
            mode=None,
            simulated=None,
            large=False,
            plan={**data, "account_id": account.id},
            amendable=False,
            binds={"account": account.name, "old": old},
        )

    def amend(self, args: BaseModel, text: str, lang: Lang) -> BaseModel:  # noqa: ARG002  both are read
        """The same limit with the value that `text` states."""
        asked = typed(args, ManageLimitsArguments)
        return asked.model_copy(update={"value": text.strip()})

    async def intend(self, draft: Draft, key: str, context: ToolContext) -> tuple[Write, ...]:
        """The change itself: it is made in the transaction that takes the approval.

        The account's version moves with it, so that an order checked under the old limit is not
        placed under the new one.
        """
        plan, now = draft.plan, self._clock.now()
        account_id = str(plan["account_id"])
        accounts, kept = await self._records.read(
            Query(kind=ExchangeAccount, where={"id": account_id}),
            Query(kind=RiskLimitsRow, where={"id": account_id}),
        )
        account: ExchangeAccount = accounts[0]
        row = kept[0] if kept else default_limits(account_id, account.account_id, now)
        if shown(row, plan["limit"]) != plan["old"]:
            raise PersonError("limit_moved")
        change = {plan["limit"]: stored(plan["limit"], plan["new"]), "updated_at": now}
        was = {"id": row.id, "updated_at": row.updated_at}
        write: Write = (
            Update(kind=RiskLimitsRow, where=was, set=change)
            if kept
            else Insert(record=replace(row, **change), if_absent=True, required=True)
        )
        return (
            Update(
                kind=ExchangeAccount,
                where={"id": account_id, "version": account.version},
                set={"version": account.version + 1},
            ),
            write,
            Insert(record=_audit(key, draft, context)),
        )

    async def perform(self, draft: Draft, key: str, context: ToolContext) -> ToolResult:
        """What the intent has done, as it is read back."""
        done = await self.settle(key, context)
        if done is None:
            raise BellwetherError(f"the change {key} of {draft.plan['limit']} was not kept")
        return done

    async def settle(self, key: str, context: ToolContext) -> ToolResult | None:  # noqa: ARG002
        """The change that this approval made; None: it made none."""
        entry = await self._records.get(AuditEntry, key)
        if entry is None:
            return None
        row = await self._records.get(RiskLimitsRow, str(entry.detail["account_id"]))
        name = str(entry.detail["limit"])
        data = {**entry.detail, "new": shown(row, name) if row else entry.detail["new"]}
        return ToolResult(data=data, as_of=self._clock.now())

    async def _value(self, asked: ManageLimitsArguments, account: ExchangeAccount) -> Any:
        """The value as it is shown and stored in JSON; None lifts the limit."""
        text = asked.value.strip()
        if text.casefold() in _NONE:
            return None
        if asked.limit == "symbols":
            return await self._symbols(text, account)
        try:
            number = decimal(text.removesuffix("%").strip().removesuffix("x").strip())
        except ValueError:
            raise PersonError("limit_no_value", value=text[:40]) from None
        whole = asked.limit in _WHOLE
        if not 0 < number <= _MOST[asked.limit] or (whole and number != int(number)):
            key = "limit_whole" if whole else "limit_range"
            raise PersonError(key, value=number, most=_MOST[asked.limit])
        return plain(number)

    async def _symbols(self, text: str, account: ExchangeAccount) -> list[str]:
        instruments = await self._venues.prices(account).instruments()
        ids = {one.symbol for one in instruments}
        found: set[str] = set()
        for name in filter(None, map(str.strip, text.replace("，", ",").split(","))):
            meant = {name} & ids or {
                one.symbol
                for kind in _KINDS
                if isinstance(one := resolve(name, instruments, kind), Instrument)
            }
            if not meant:
                raise PersonError("limit_no_symbol", symbol=name)
            found |= meant
        return sorted(found)


def account_of(name: str | None, context: ToolContext) -> ExchangeAccount:
    """The person's exchange account of that name; the turn's without one. PersonError: unknown."""
    if name is None:
        return context.exchange_account
    mine = context.exchange_accounts or (context.exchange_account,)
    found = [one for one in mine if one.id == name]
    found = found or [one for one in mine if one.name.casefold() == name.strip().casefold()]
    if not found:
        raise PersonError("limit_no_account", name=name, known=[one.name for one in mine])
    return found[0]


def shown(limits: RiskLimitsRow, name: str) -> Any:
    """A limit as JSON: digits, a list of symbols, or None where there is none of the kind."""
    value = getattr(limits, name)
    if name == "symbols":
        return list(value) or None
    if value is None:
        return None
    return plain(value * 100) if name == "max_margin_share" else plain(Decimal(value))


def stored(name: str, value: Any) -> Any:
    """What the row keeps of a shown value."""
    if name == "symbols":
        return list(value or ())
    if value is None:
        return None
    number = Decimal(value)
    if name in _WHOLE:
        return int(number)
    return number / 100 if name == "max_margin_share" else number


def _is_wider(name: str, old: Any, new: Any) -> bool:
    """Whether the change allows more than before."""
    if name == "symbols":
        return new is None or (old is not None and not set(new) <= set(old))
    if old is None or new is None:
        return new is None
    lower = Decimal(new) < Decimal(old)
    return lower if name == "min_reward_risk" else not lower and new != old


def _joined(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


def _audit(key: str, draft: Draft, context: ToolContext) -> AuditEntry:
    return AuditEntry(
        id=key,
        account_id=context.account.id,
        conversation_id=context.conversation_id,
        run_id=context.run_id,
        event="limit.changed",
        tool=ManageLimitsTool.name,
        reason=str(draft.plan["limit"]),
        detail=dict(draft.plan),
        created_at=context.now,
    )
