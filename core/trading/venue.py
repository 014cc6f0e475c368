"""The exchange behind an exchange account."""

from collections.abc import Mapping

from core.domain.records import ExchangeAccount
from core.errors import PersonError
from core.ports import Exchange


def exchange_of(exchanges: Mapping[str, Exchange], account: ExchangeAccount) -> Exchange:
    """The account's exchange by its venue; PersonError when it is not connected here."""
    exchange = exchanges.get(account.venue)
    if exchange is None:
        raise PersonError("exchange_unavailable", venue=account.venue)
    return exchange
