"""Which of a person's exchange accounts a reading is about, and which are one at the venue."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.domain.records import Credential, ExchangeAccount, Query
from core.errors import PersonError
from core.ports import Records

ALL = frozenset(
    {"all", "all accounts", "every", "everything", "全部", "所有", "全部账户", "所有账户"}
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """The accounts meant. `same_as` tells of one that is another at the venue: id to id."""

    accounts: tuple[ExchangeAccount, ...]
    same_as: Mapping[str, str]

    @property
    def once(self) -> tuple[ExchangeAccount, ...]:
        """Each account at a venue once: what it holds must not be counted twice."""
        return tuple(one for one in self.accounts if one.id not in self.same_as)


def named(
    name: str | None, accounts: Sequence[ExchangeAccount], default: Sequence[ExchangeAccount]
) -> tuple[ExchangeAccount, ...]:
    """The accounts that `name` means: all of them, one by its name or id, or those of a venue.

    Also `paper` or `live`. Without a name, `default`; PersonError where it fits none.
    """
    if name is None:
        return tuple(default)
    said = " ".join(name.split()).casefold()
    enabled = tuple(one for one in accounts if one.enabled)
    if said in ALL:
        return enabled
    for found in (
        [one for one in accounts if said in (one.name.casefold(), one.id)],
        [one for one in enabled if said in (one.venue.casefold(), one.mode)],
    ):
        if found:
            return tuple(found)
    raise PersonError("accounts_unknown", name=name, known=[one.name for one in accounts])


async def asked(records: Records, accounts: Sequence[ExchangeAccount]) -> Asked:
    """Which of these are one account at their venue: told by their wallet, or by their keys' ends.

    Two keys of one account at a venue cannot be told from two accounts.
    """
    live = tuple(one.id for one in accounts if one.mode == "live")
    if len(live) < 2:
        return Asked(accounts=tuple(accounts), same_as={})
    keys = await records.find(Query(kind=Credential, where={"resource": live}))
    hints: dict[str, list[str]] = defaultdict(list)
    for key in sorted(keys, key=lambda one: one.field):
        hints[key.resource].append(f"{key.field}:{key.hint}")
    first: dict[object, str] = {}
    same: dict[str, str] = {}
    for one in accounts:
        mark = one.settings.get("wallet_address") or tuple(hints[one.id]) or one.id
        known = first.setdefault((one.venue, one.testnet, one.mode, mark), one.id)
        if known != one.id:
            same[one.id] = known
    return Asked(accounts=tuple(accounts), same_as=same)
