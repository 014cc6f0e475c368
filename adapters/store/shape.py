"""What every store must know of the record classes: their columns and what is unique among them."""

from dataclasses import dataclass, fields
from datetime import datetime
from decimal import Decimal
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from core.domain import records

ColumnType = Literal["text", "integer", "boolean", "decimal", "time", "json"]

TABLES: dict[type[Any], str] = {
    records.Account: "accounts",
    records.Identity: "identities",
    records.AccessToken: "tokens",
    records.Setting: "settings",
    records.InboxItem: "inbox",
    records.ConversationRow: "conversations",
    records.Workflow: "workflows",
    records.MessageRow: "messages",
    records.Waiting: "waiting",
    records.OutboxItem: "outbox",
    records.Trace: "traces",
    records.StepRow: "steps",
    records.AuditEntry: "audit",
    records.Preference: "preferences",
    records.ExchangeAccount: "exchange_accounts",
    records.OrderRow: "orders",
    records.FillRow: "fills",
    records.PaperAccountRow: "paper_accounts",
    records.LedgerRow: "ledger",
    records.PaperPositionRow: "paper_positions",
    records.PaperOrderRow: "paper_orders",
    records.PaperOpenOrderRow: "paper_open_orders",
    records.TaskStateRow: "task_states",
    records.ExperienceRow: "experiences",
    records.ProfileChoice: "profile_choices",
    records.ModelUsage: "model_usage",
    records.Credential: "credentials",
    records.ModelConfig: "model_configs",
    records.WatchItem: "watchlist",
    records.PairingRequest: "pairing_requests",
    records.Picture: "pictures",
    records.EquitySnapshot: "equity",
    records.RiskLimitsRow: "risk_limits",
}


@dataclass(frozen=True, slots=True)
class Unique:
    """Columns whose values stand in one row only; with `only`, among the rows with these values.

    As in SQL a NULL equals nothing: rows without a value never collide.
    """

    columns: tuple[str, ...]
    only: tuple[tuple[str, str], ...] = ()


UNIQUE: dict[type[Any], tuple[Unique, ...]] = {
    records.Account: (Unique(("role",), only=(("role", "owner"),)),),
    records.InboxItem: (Unique(("dedupe_key",)),),
    records.StepRow: (Unique(("idempotency_key",)),),
    records.PaperOrderRow: (Unique(("exchange_account_id", "client_order_id")),),
}
"""What is unique besides the primary key."""

_SCALARS: dict[type[Any], ColumnType] = {
    str: "text",
    int: "integer",
    bool: "boolean",
    Decimal: "decimal",
    datetime: "time",
    dict: "json",
    list: "json",
    tuple: "json",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a record class as a store sees it."""

    name: str
    type: ColumnType
    nullable: bool


def _column_of(name: str, hint: object) -> Column:
    types = _plain_types(hint)
    found = {_SCALARS[one] for one in types - {NoneType}}
    if len(found) != 1:
        raise TypeError(f"{name}: no single column type for {hint}")
    return Column(name, found.pop(), NoneType in types)


def _plain_types(hint: object) -> set[type[Any]]:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return set().union(*(_plain_types(part) for part in get_args(hint)))
    if origin is Literal:
        return {type(value) for value in get_args(hint)}
    return {cast("type[Any]", origin or hint)}


def _columns_of(kind: type[Any]) -> tuple[Column, ...]:
    hints = get_type_hints(kind)
    return tuple(_column_of(item.name, hints[item.name]) for item in fields(kind))


_COLUMNS = {kind: _columns_of(kind) for kind in TABLES}
_BY_NAME = {kind: {one.name: one for one in found} for kind, found in _COLUMNS.items()}


def columns(kind: type[Any]) -> tuple[Column, ...]:
    """The columns of a record class in the order of its fields; the first is the primary key."""
    return _COLUMNS[kind]


def column(kind: type[Any], name: str) -> Column:
    """The named column; ValueError when the record class has no such field."""
    found = _BY_NAME[kind].get(name)
    if found is None:
        raise ValueError(f"{kind.__name__} has no column {name!r}")
    return found


def order_column(kind: type[Any], name: str) -> Column:
    """The named time column, which always has a value; ValueError otherwise."""
    found = column_of_type(kind, name, "time")
    if found.nullable:
        raise ValueError(f"{kind.__name__}.{name} is no column to order by: it may have no value")
    return found


def column_of_type(kind: type[Any], name: str, wanted: ColumnType) -> Column:
    """The named column if it has this type; ValueError otherwise."""
    found = column(kind, name)
    if found.type != wanted:
        raise ValueError(f"{kind.__name__}.{name} is no {wanted} column")
    return found
