"""Made-up money of the paper account: put in, taken out, or all begun anew under a card."""

import re
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

from core.domain.money import CASH
from core.domain.paper import MONEY
from core.domain.paper_bank import MOST_MONEY
from core.domain.records import AuditEntry, ExchangeAccount, Insert
from core.errors import PersonError
from core.ports import Clock, Ids, PaperBank, Records
from core.tools.configs import audited, which
from core.tools.exchange_arguments import ManageExchangeConfigArguments
from core.tools.exchange_configs import exchange_accounts, meant, reference
from core.tools.registry import Draft, ToolContext, ToolResult
from core.trading.figures import figure
from core.trading.venue import Venues
from core.views.config_view import reset_card

APPROVAL = timedelta(minutes=5)
_TOOL = "manage_exchange_config"
_AMOUNT = re.compile(r"\d{1,13}(?:\.\d{1,8})?", re.ASCII)
_UNIT = re.compile(r"\s*(?:usdt|usd|u|\$)$", re.IGNORECASE)


@dataclass(frozen=True)
class PaperMoney:
    """Moves the money of whoever's paper account the context names. `usual` is what a new one has.

    A movement is booked at once, under a key of its run: said twice by one plan it is two
    movements, carried out again after a crash it is the same one.
    """

    records: Records
    venues: Venues
    bank: PaperBank
    clock: Clock
    ids: Ids
    usual: Decimal

    async def move(self, asked: ManageExchangeConfigArguments, context: ToolContext) -> ToolResult:
        """A deposit or withdrawal, and what is free then; PersonError where it cannot be."""
        row = await self._paper(asked.config, context)
        amount = self._amount(asked.amount)
        key = self._key(asked.action, amount, context)
        if asked.action == "deposit":
            free = await self.bank.deposit(row.id, amount, key)
        else:
            free = await self.bank.withdraw(row.id, amount, key)
        return self._result(asked.action, row, amount, free, context)

    async def draft_reset(
        self, asked: ManageExchangeConfigArguments, context: ToolContext
    ) -> Draft:
        """The card of a new beginning: what is lost by it, as it stands now."""
        row = await self._paper(asked.config, context)
        amount = self._amount(asked.amount) if asked.amount else self.usual
        exchange = self.venues.exchange(row)
        view = await exchange.account(row.id)
        lost = {
            "positions": [one.symbol for one in view.positions],
            "orders": len(await exchange.open_orders(row.id)),
            "equity": figure(view.equity),
            "balance": figure(amount),
            "name": row.name,
            "mode": row.mode,
            "simulated": self.venues.prices(row).simulated,
        }
        arguments = ManageExchangeConfigArguments(
            action="reset", config=row.id, amount=figure(amount)
        )
        return Draft(
            arguments=arguments.model_dump(mode="json"),
            blocks=(reset_card(lost, context.lang),),
            data={"action": "reset", **lost},
            price=None,
            price_at=None,
            expires_at=self.clock.now() + APPROVAL,
            mode=row.mode,
            simulated=self.venues.prices(row).simulated,
            large=False,
            plan={"id": row.id, "amount": figure(amount)},
            amendable=False,
            places=False,
            binds={"positions": lost["positions"], "orders": lost["orders"]},
        )

    async def reset(self, draft: Draft, key: str, context: ToolContext) -> ToolResult:
        """Begin anew, once for the key; a refusal is a result."""
        amount = Decimal(str(draft.plan["amount"]))
        try:
            row = await self._paper(str(draft.plan["id"]), context)
            free = await self.bank.reset(row.id, amount, key)
        except PersonError as error:
            data = {"error": error.key, "params": dict(error.params), "mode": "paper"}
            return ToolResult(data=data, as_of=self.clock.now(), mode="paper", ok=False)
        return self._result("reset", row, amount, free, context)

    async def settled(self, key: str, context: ToolContext) -> ToolResult | None:
        """The reset with this key, looked up; None: it was not made."""
        for row in await exchange_accounts(self.records, context):
            if row.mode == "paper" and await self.bank.booked(row.id, key):
                view = await self.venues.exchange(row).account(row.id)
                free = next((one.free for one in view.balances if one.currency == MONEY), None)
                return self._result("reset", row, None, free, context)
        return None

    async def _paper(self, said: str | None, context: ToolContext) -> ExchangeAccount:
        """The paper account that is meant: the person's only one where none is named."""
        rows = await exchange_accounts(self.records, context)
        paper = [row for row in rows if row.mode == "paper"]
        if said is None:
            spoken = context.references.of("exchange")
            named = [row for row in paper if spoken is not None and row.id == spoken.id]
            return named[0] if named else which(paper, None, context, "exchange", "")
        row = meant(rows, said, context, "")
        if row.mode != "paper":
            raise PersonError("exchange_not_paper", name=row.name)
        return row

    def _amount(self, said: str | None) -> Decimal:
        text = _UNIT.sub("", (said or "").strip())
        if not _AMOUNT.fullmatch(text):
            raise PersonError("exchange_amount", said=(said or "").strip()[:40])
        amount = Decimal(text)
        if not CASH <= amount <= MOST_MONEY:
            bounds: dict[str, Any] = {"least": CASH, "most": MOST_MONEY, "currency": MONEY}
            raise PersonError("venue_bank_bounds", **bounds)
        return amount

    def _key(self, action: str, amount: Decimal, context: ToolContext) -> str:
        """The same for the same movement of a run, however often the run is begun anew."""
        earlier = sum(
            1
            for write in context.pending
            if isinstance(write, Insert)
            and isinstance(write.record, AuditEntry)
            and write.record.event.startswith("paper.")
        )
        return f"{context.run_id}:{action}:{figure(amount)}:{earlier}"

    def _result(
        self,
        action: str,
        row: ExchangeAccount,
        amount: Decimal | None,
        free: Decimal | None,
        context: ToolContext,
    ) -> ToolResult:
        simulated = self.venues.prices(row).simulated
        detail = {"id": row.id, "name": row.name, "amount": figure(amount)}
        return ToolResult(
            data={
                "action": action,
                "name": row.name,
                "amount": figure(amount),
                "free": figure(free),
                "currency": MONEY,
                "mode": row.mode,
                "simulated": simulated,
            },
            as_of=self.clock.now(),
            mode=row.mode,
            simulated=simulated,
            references=(reference(row, context),),
            writes=(audited(self.ids, context, f"paper.{action}", _TOOL, detail),),
        )
