"""A liquidation is told to its person, in the transaction that booked it (I13)."""

from collections.abc import Sequence

from core.agent.notices import Notices
from core.domain.outbound import CardBlock
from core.domain.paper_liquidation import Liquidation
from core.domain.records import Write
from core.views.badge import badge
from core.views.money_text import amount_text
from core.views.words import say


class LiquidationNotices:
    """Rows that tell of a liquidation where the person last talked to us privately."""

    def __init__(self, notices: Notices, *, simulated: bool) -> None:
        self.notices = notices
        self.simulated = simulated

    async def __call__(self, liquidation: Liquidation) -> Sequence[Write]:
        """History, and an outbox row where the platform is sent to."""
        home = await self.notices.home(liquidation.account_id)
        lang = home.lang
        card = CardBlock(
            title=say(lang, "liquidation.title", symbol=liquidation.symbol),
            badge=badge({"mode": "paper", "simulated": self.simulated}, lang),
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
        return self.notices.rows(
            home, [card], mode="paper", simulated=self.simulated, run_id=liquidation.id
        )
