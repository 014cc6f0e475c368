"""One reading over several exchange accounts: each by itself, labelled, and a total for each mode.

Paper and live have totals of their own, an account that is listed twice is in them once, and what
could not be read is named, never a zero.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from core.domain.instruments import QUOTE
from core.domain.money import ZERO
from core.domain.records import ExchangeAccount
from core.errors import PersonError, VenueError
from core.ports import Records
from core.tools.registry import ToolContext, ToolResult
from core.trading.figures import figure
from core.trading.several import Asked, asked, named

ACCOUNT = "An exchange account's name, or `all`; leave out for the usual one."
Read = Callable[[ExchangeAccount], Awaitable[ToolResult]]


async def over_accounts(
    name: str | None, context: ToolContext, records: Records, now: datetime, read: Read, sums: str
) -> ToolResult:
    """What `read` gives for the account meant, or for each of several, with totals of `sums`.

    VenueError and PersonError as `read` raises them where it is about one account.
    """
    mine = context.exchange_accounts or (context.exchange_account,)
    accounts = named(name, mine, (context.exchange_account,))
    if len(accounts) == 1:
        return await read(accounts[0])
    once = await asked(records, accounts)
    results = await asyncio.gather(*(_read(read, one) for one in once.accounts))
    data = [_labelled(*pair) for pair in zip(once.accounts, results, strict=True)]
    modes = {one.mode for one in once.accounts}
    found = [one for one in results if one is not None]
    simulated = any(one.simulated for one in found)
    # A list that is shorter than another has no such page: it was shown whole before.
    longest = max(found, key=_pages, default=None)
    page = longest.data.get("page", 1) if longest else 1
    return ToolResult(
        data={
            "accounts": data,
            "currency": QUOTE,
            "totals": _totals(data, once, sums),
            "page": page,
            "same": sorted(one.name for one in once.accounts if one.id in once.same_as),
            "mode": next(iter(modes)) if len(modes) == 1 else None,
            "simulated": simulated,
        },
        as_of=min((one.as_of for one in found), default=now),
        mode=next(iter(modes)) if len(modes) == 1 else None,
        simulated=simulated,
        listed=tuple(
            reference
            for one in found
            if one.data.get("page", 1) == page
            for reference in one.listed
        ),
        offers=longest.offers if longest else (),
    )


def _pages(result: ToolResult) -> int:
    return int(result.data.get("pages", 1))


async def _read(read: Read, account: ExchangeAccount) -> ToolResult | None:
    """None where it cannot be read now."""
    try:
        return await read(account)
    except VenueError:
        return None
    except PersonError as error:
        if error.key != "exchange_unavailable":
            raise
        return None


def _labelled(account: ExchangeAccount, result: ToolResult | None) -> dict[str, Any]:
    found = {} if result is None else result.data
    label = {"account": account.name, "venue": account.venue, "mode": account.mode}
    return {"simulated": False, **found, **label, "unread": result is None}


def _totals(data: Sequence[dict[str, Any]], accounts: Asked, sums: str) -> list[dict[str, Any]]:
    """For each mode what is known together, and which accounts are not in it."""
    totals = []
    for mode in ("paper", "live"):
        pairs = zip(accounts.accounts, data, strict=True)
        counted = [
            one
            for account, one in pairs
            if account.mode == mode and account.id not in accounts.same_as
        ]
        if not counted:
            continue
        known = [Decimal(one[sums]) for one in counted if one.get(sums) is not None]
        totals.append(
            {
                "mode": mode,
                "simulated": any(one["simulated"] for one in counted),
                "amount": figure(sum(known, ZERO)) if known else None,
                "without": [one["account"] for one in counted if one.get(sums) is None],
            }
        )
    return totals
