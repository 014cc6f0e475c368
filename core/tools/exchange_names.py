"""The names of a person's exchange accounts."""

from collections.abc import Sequence

from core.domain.records import ExchangeAccount, Query
from core.domain.references import ReferenceKind
from core.ports import Records
from core.tools.registry import Named, ToolContext

_NOUNS = (
    "exchange|exchange account|trading account|sub-account|subaccount|交易所|交易所账户|交易账户|"
    "子账户"
)


class ExchangeNames:
    """What a message may call an exchange account of this person by."""

    kind: ReferenceKind = "exchange"
    nouns = frozenset(_NOUNS.split("|"))

    def __init__(self, records: Records) -> None:
        self._records = records

    async def names(self, context: ToolContext) -> Sequence[Named]:
        """Those of this account that exist now."""
        mine = Query(kind=ExchangeAccount, where={"account_id": context.account.id})
        accounts = await self._records.find(mine)
        return [Named(kind=self.kind, id=one.id, name=one.name) for one in accounts]
