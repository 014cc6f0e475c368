"""Which of a person's exchange accounts an order is about."""

from collections.abc import Sequence

from core.domain.records import ExchangeAccount
from core.errors import PersonError


def account_named(
    name: str | None, accounts: Sequence[ExchangeAccount], default: ExchangeAccount
) -> ExchangeAccount:
    """The account that `name` (its own, its id, its venue or `paper`) means; without one `default`.

    PersonError for none or several, naming those that there are, and for one that is switched off.
    """
    found = [default] if name is None else _named(name, accounts or (default,))
    if len(found) != 1:
        shown = [label(one) for one in found or accounts or (default,)]
        key = "account_ambiguous" if found else "account_unknown"
        raise PersonError(key, name=name, accounts=shown)
    account = found[0]
    if not account.enabled:
        raise PersonError("account_disabled", name=account.name, venue=account.venue)
    return account


def default_account(accounts: Sequence[ExchangeAccount]) -> ExchangeAccount:
    """Where orders go that name no account: the one set so, else the one on paper.

    A live account is it only if the person has said so.
    """
    chosen = next((one for one in accounts if one.is_default and one.enabled), None)
    return chosen or next((one for one in accounts if one.mode == "paper"), accounts[0])


def label(account: ExchangeAccount) -> str:
    """An account as it is told apart from the others: `main (binance, LIVE)`."""
    place = f"{account.venue} testnet" if account.testnet else account.venue
    return f"{account.name} ({place}, {account.mode.upper()})"


def by_id(
    account_id: str, accounts: Sequence[ExchangeAccount], default: ExchangeAccount
) -> ExchangeAccount:
    """The account with this id; PersonError when it is no more."""
    found = next((one for one in (*accounts, default) if one.id == account_id), None)
    if found is None:
        raise PersonError("account_gone")
    return found


def _named(name: str, accounts: Sequence[ExchangeAccount]) -> list[ExchangeAccount]:
    """Those that the words fit best: an id, then a name, then what is common to several."""
    said = " ".join(name.split()).casefold()
    for fits in (
        lambda one: one.id == name,
        lambda one: one.name.casefold() == said,
        lambda one: said in (one.venue.casefold(), one.mode),
    ):
        found = [one for one in accounts if fits(one)]
        if found:
            return found
    return []
