"""A liquidation is told to its person, in the transaction that booked it (I13)."""

from collections.abc import Sequence

from core.domain.conversation import Lang
from core.domain.outbound import CardBlock, Outbound
from core.domain.paper_liquidation import Liquidation
from core.domain.records import (
    ConversationRow,
    Insert,
    MessageRow,
    OutboxItem,
    Query,
    Write,
)
from core.ports import Clock, Ids, Records
from core.views.money_text import amount_text
from core.views.render import plain
from core.views.words import say


class LiquidationNotices:
    """Rows that tell of a liquidation where the person last talked to us privately."""

    def __init__(
        self, records: Records, clock: Clock, ids: Ids, pushed: frozenset[str], *, simulated: bool
    ) -> None:
        self.records = records
        self.clock = clock
        self.ids = ids
        self.pushed = pushed
        self.simulated = simulated

    async def __call__(self, liquidation: Liquidation) -> Sequence[Write]:
        """History, and an outbox row where the platform is sent to."""
        rows = await self.records.find(
            Query(
                kind=ConversationRow,
                where={"account_id": liquidation.account_id, "private": True},
            )
        )
        home = max(rows, key=lambda row: row.updated_at, default=None)
        person = liquidation.account_id
        conversation_id = home.id if home else f"web:{person}::{person}"
        lang: Lang = "zh" if home is not None and home.lang == "zh" else "en"
        card = CardBlock(
            title=say(lang, "liquidation.title", symbol=liquidation.symbol),
            badge="PAPER · SIMULATED" if self.simulated else "PAPER",
            rows=(
                (say(lang, "liquidation.side"), liquidation.side),
                (say(lang, "liquidation.quantity"), amount_text(liquidation.quantity, lang)),
                (say(lang, "liquidation.entry"), amount_text(liquidation.entry_price, lang)),
                (say(lang, "liquidation.mark"), amount_text(liquidation.mark, lang)),
                (
                    say(lang, "liquidation.lost"),
                    f"{amount_text(liquidation.lost, lang)} {liquidation.currency}",
                ),
            ),
            note=say(lang, "liquidation.note"),
        )
        outbound = Outbound(
            id=self.ids.new(),
            run_id=liquidation.id,
            kind="alert",
            text=plain([card]),
            blocks=(card,),
            created_at=self.clock.now(),
            mode="paper",
            simulated=self.simulated,
            lang=lang,
        )
        dumped = outbound.model_dump(mode="json")
        message = MessageRow(
            id=outbound.id,
            conversation_id=conversation_id,
            account_id=liquidation.account_id,
            run_id=liquidation.id,
            role="assistant",
            kind="alert",
            text=outbound.text,
            blocks=dumped["blocks"],
            created_at=outbound.created_at,
            mode="paper",
            simulated=self.simulated,
            lang=lang,
            origin="automation",
        )
        writes: list[Write] = [Insert(record=message)]
        platform = conversation_id.split(":", 1)[0]
        if platform in self.pushed:
            item = OutboxItem(
                id=self.ids.new(),
                conversation_id=conversation_id,
                platform=platform,
                run_id=liquidation.id,
                kind="message",
                message_id=outbound.id,
                payload=dumped,
                status="new",
                created_at=outbound.created_at,
            )
            writes.append(Insert(record=item))
        return writes
