"""The tables: one for each record class, with its fields as columns."""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Index,
    MetaData,
    Numeric,
    Table,
    Text,
    text,
)
from sqlalchemy.types import TypeEngine

from adapters.store.shape import TABLES, UNIQUE, ColumnType, Unique, columns
from core.domain import records

# Ids compare by byte on every server, whatever its locale, since their order is that of making.
KEY: TypeEngine[Any] = Text().with_variant(Text(collation="C"), "postgresql")
# SQLite has neither exact decimals nor times nor JSON: all three are texts there, in one spelling
# each, so that equality and the order of times are those of the texts.
TYPES: dict[ColumnType, TypeEngine[Any]] = {
    "text": Text(),
    "integer": BigInteger(),
    "boolean": Boolean(),
    "decimal": Text().with_variant(Numeric(), "postgresql"),
    "time": Text().with_variant(DateTime(timezone=True), "postgresql"),
    "json": Text().with_variant(JSON(), "postgresql"),
}

# Each index costs a page of log in every commit that touches it, so these are few.
INDEXES: dict[type[Any], tuple[tuple[str, ...], ...]] = {
    records.Identity: (("account_id", "id"),),
    records.AccessToken: (("account_id", "id"),),
    records.ConversationRow: (("account_id", "id"),),
    records.Workflow: (("status", "conversation_id", "id"),),
    records.MessageRow: (("conversation_id", "id"), ("account_id", "id"), ("run_id", "id")),
    records.Waiting: (
        ("status", "conversation_id", "id"),
        ("account_id", "status", "id"),
        ("workflow_id", "id"),
    ),
    records.OutboxItem: (("message_id",), ("run_id", "id")),
    records.StepRow: (("workflow_id", "step_id"),),
    records.AuditEntry: (("account_id", "id"),),
    records.Preference: (("account_id", "id"),),
    records.ModelUsage: (("account_id", "day"),),
    records.ExperienceRow: (("account_id", "exp_id"), ("scope", "exp_id")),
    records.ProfileChoice: (("account_id", "id"),),
    records.ExchangeAccount: (("account_id", "id"),),
    records.Credential: (("resource",),),
    records.ModelConfig: (("account_id", "id"),),
    records.WatchItem: (("account_id", "id"),),
    records.EquitySnapshot: (("exchange_account_id", "id"),),
    records.OrderRow: (
        ("account_id", "client_order_id"),
        ("exchange_account_id", "status"),
        ("status",),
        ("workflow_id",),
        ("parent",),
    ),
    records.FillRow: (
        ("account_id", "fill_id"),
        ("exchange_account_id", "fill_id"),
        ("exchange_account_id", "at"),
        ("client_order_id",),
    ),
    records.LedgerRow: (
        # The amount stands in it, so that a balance is summed from the index alone.
        ("exchange_account_id", "currency", "bucket", "amount"),
        ("exchange_account_id", "id"),
        ("account_id", "id"),
    ),
    records.PaperPositionRow: (("exchange_account_id", "id"), ("symbol",)),
    records.PaperOpenOrderRow: (("exchange_account_id", "id"), ("symbol",)),
}

NEW = {records.InboxItem: ("id", "conversation_id"), records.OutboxItem: ("id", "conversation_id")}
"""Indexes of the rows whose status is `new` only: those few are looked for all the time.

By id first, or SQLite, which does not know that they are few, rather walks the table in that order.
"""

METADATA = MetaData()


def _table(kind: type[Any], name: str) -> Table:
    key, *others = columns(kind)
    table = Table(
        name,
        METADATA,
        Column(key.name, KEY, primary_key=True),
        *(Column(one.name, TYPES[one.type], nullable=one.nullable) for one in others),
    )
    for names in INDEXES.get(kind, ()):
        _index(f"ix_{name}_{'_'.join(names)}", table, names)
    if kind in NEW:
        _index(f"ix_{name}_new", table, NEW[kind], "status = 'new'")
    for unique in UNIQUE.get(kind, ()):
        _unique_index(table, unique)
    return table


def _index(
    name: str, table: Table, names: tuple[str, ...], only: str = "", *, unique: bool = False
) -> None:
    """An index; with `only`, of the rows that meet it."""
    condition = text(only) if only else None
    Index(
        name,
        *(table.c[one] for one in names),
        unique=unique,
        sqlite_where=condition,
        postgresql_where=condition,
    )


def _unique_index(table: Table, unique: Unique) -> None:
    conditions = [f"{name} = '{value}'" for name, value in unique.only]
    # Rows without a value cannot collide, so they need not stand in the index.
    conditions += [f"{name} IS NOT NULL" for name in unique.columns if table.c[name].nullable]
    name = f"uq_{table.name}_{'_'.join(unique.columns)}"
    _index(name, table, unique.columns, " AND ".join(conditions), unique=True)


BY_KIND: dict[type[Any], Table] = {kind: _table(kind, name) for kind, name in TABLES.items()}
