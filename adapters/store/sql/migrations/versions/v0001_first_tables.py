"""The first tables."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import TypeEngine

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TYPES: dict[str, TypeEngine[Any]] = {
    "": sa.Text(),
    "integer": sa.BigInteger(),
    "boolean": sa.Boolean(),
    "decimal": sa.Text().with_variant(sa.Numeric(), "postgresql"),
    "time": sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql"),
    "json": sa.Text().with_variant(sa.JSON(), "postgresql"),
}
KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

# Each table's key, and its other columns as name:type (texts without), ? where NULL is allowed.
TABLES = {
    "accounts": """
        id
        name role created_at:time lang timezone
    """,
    "identities": """
        id
        account_id platform person chat created_at:time
    """,
    "tokens": """
        id
        account_id name created_at:time expires_at:time? revoked_at:time?
    """,
    "settings": """
        id
        value:json version:integer
    """,
    "inbox": """
        id
        dedupe_key conversation_id account_id? kind payload fingerprint status
        received_at:time
    """,
    "conversations": """
        id
        platform chat thread person account_id? references:json updated_at:time lang
        private:boolean offline_said:boolean
    """,
    "workflows": """
        id
        conversation_id account_id run_id goal request status version:integer plan_rev:integer
        capability references:json snapshots:json notes:json created_at:time updated_at:time
        expires_at:time? final_answer last_error attempts:integer cancel_requested:boolean
    """,
    "messages": """
        id
        conversation_id account_id run_id role kind? text blocks:json created_at:time mode?
        simulated:boolean? question_id? choices:json data:json? lang origin executor
        execution_profile_name hidden_from_user:boolean counts:boolean
    """,
    "waiting": """
        id
        workflow_id conversation_id account_id message_id step_id kind question intent
        pending_fields:json confirmation_target choices:json arguments:json arguments_hash
        card:json status created_at:time expires_at:time answered_by answered_where
        answered_choice answered_at:time?
    """,
    "outbox": """
        id
        conversation_id platform run_id kind message_id payload:json status created_at:time
        target attempts:integer next_at:time? platform_message_id error sent_at:time?
    """,
    "traces": """
        trace_id
        mode prompt_name task agent_type status total_steps:integer total_tokens:integer
        total_cost:decimal? uid context:json created_at:time completed_at:time?
    """,
    "steps": """
        step_id
        trace_id step_type sequence:integer parent_ids:json data:json created_at:time
        workflow_id? plan_rev:integer? plan_step? status? repeat? idempotency_key?
        arguments_hash expires_at:time?
    """,
    "audit": """
        id
        account_id conversation_id run_id event tool reason detail:json created_at:time
    """,
    "preferences": """
        id
        account_id key value created_at:time updated_at:time
    """,
    "exchange_accounts": """
        id
        account_id name venue mode trading_state version:integer created_at:time
    """,
    "orders": """
        client_order_id
        account_id exchange_account_id workflow_id step_id run_id venue mode symbol action
        side type quantity:decimal leverage:integer? reduce_only:boolean amount:decimal unit
        quoted_price:decimal status created_at:time updated_at:time expires_at:time?
        venue_order_id filled:decimal average_price:decimal? fee:decimal?
        realized_pnl:decimal? reason simulated:boolean
    """,
    "fills": """
        fill_id
        client_order_id account_id exchange_account_id symbol side quantity:decimal
        price:decimal fee:decimal realized_pnl:decimal? mode at:time
    """,
    "paper_accounts": """
        id
        version:integer created_at:time
    """,
    "ledger": """
        id
        exchange_account_id account_id kind currency bucket contra amount:decimal ref at:time
    """,
    "paper_positions": """
        id
        exchange_account_id symbol quantity:decimal cost:decimal leverage:integer?
        opened_at:time updated_at:time
    """,
    "paper_orders": """
        id
        exchange_account_id client_order_id report:json at:time
    """,
}
INDEXES = (
    ("identities", "account_id id"),
    ("tokens", "account_id id"),
    ("conversations", "account_id id"),
    ("workflows", "status conversation_id id"),
    ("messages", "conversation_id id"),
    ("messages", "account_id id"),
    ("messages", "run_id id"),
    ("waiting", "status conversation_id id"),
    ("waiting", "account_id status id"),
    ("waiting", "workflow_id id"),
    ("outbox", "message_id"),
    ("outbox", "run_id id"),
    ("steps", "workflow_id step_id"),
    ("audit", "account_id id"),
    ("preferences", "account_id id"),
    ("exchange_accounts", "account_id id"),
    ("orders", "account_id client_order_id"),
    ("orders", "exchange_account_id status"),
    ("orders", "status"),
    ("orders", "workflow_id"),
    ("fills", "account_id fill_id"),
    ("fills", "exchange_account_id fill_id"),
    ("fills", "client_order_id"),
    ("ledger", "exchange_account_id currency bucket amount"),
    ("ledger", "exchange_account_id id"),
    ("ledger", "account_id id"),
    ("paper_positions", "exchange_account_id id"),
)
# Of the rows whose status is `new` only.
NEW = (
    ("inbox", "id conversation_id"),
    ("outbox", "id conversation_id"),
)
# With a condition: unique among the rows that meet it.
UNIQUE = (
    ("accounts", "role", "role = 'owner'"),
    ("inbox", "dedupe_key", ""),
    ("steps", "idempotency_key", "idempotency_key IS NOT NULL"),
    ("paper_orders", "exchange_account_id client_order_id", ""),
)


def upgrade() -> None:
    """Make them."""
    for table, written in TABLES.items():
        key, *others = written.split()
        columns = [_column(one) for one in others]
        op.create_table(table, sa.Column(key, KEY, primary_key=True), *columns)
    for table, names in INDEXES:
        _index(f"ix_{table}_{names.replace(' ', '_')}", table, names)
    for table, names in NEW:
        _index(f"ix_{table}_new", table, names, "status = 'new'")
    for table, names, only in UNIQUE:
        _index(f"uq_{table}_{names.replace(' ', '_')}", table, names, only, unique=True)


def downgrade() -> None:
    """Remove them, with all they hold."""
    for table in reversed(TABLES):
        op.drop_table(table)


def _column(written: str) -> sa.Column[Any]:
    name, _, kind = written.removesuffix("?").partition(":")
    return sa.Column(name, TYPES[kind], nullable=written.endswith("?"))


def _index(name: str, table: str, names: str, only: str = "", *, unique: bool = False) -> None:
    where = sa.text(only) if only else None
    op.create_index(
        name, table, names.split(), unique=unique, sqlite_where=where, postgresql_where=where
    )
