"""What is remembered, and what models used."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import TypeEngine

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger()
DECIMAL = sa.Text().with_variant(sa.Numeric(), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")
JSON = sa.Text().with_variant(sa.JSON(), "postgresql")
KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

TABLES: dict[str, tuple[tuple[str, TypeEngine[Any], bool], ...]] = {
    "task_states": (
        ("account_id", sa.Text(), False),
        ("state", JSON, False),
        ("version", INTEGER, False),
        ("updated_at", TIME, False),
        ("compressed_through", sa.Text(), False),
        ("remembered_through", sa.Text(), False),
        ("told", sa.Boolean(), False),
    ),
    "experiences": (
        ("scope", sa.Text(), False),
        ("condition", sa.Text(), False),
        ("rule", sa.Text(), False),
        ("evidence", JSON, False),
        ("source", sa.Text(), False),
        ("confidence", DECIMAL, False),
        ("usage_count", INTEGER, False),
        ("success_rate", DECIMAL, True),
        ("created_at", TIME, False),
        ("updated_at", TIME, False),
        ("account_id", sa.Text(), False),
        ("messages", JSON, False),
    ),
    "profile_choices": (
        ("account_id", sa.Text(), False),
        ("task_type", sa.Text(), False),
        ("profile", sa.Text(), False),
        ("n", INTEGER, False),
    ),
    "model_usage": (
        ("account_id", sa.Text(), False),
        ("day", sa.Text(), False),
        ("tokens", DECIMAL, False),
        ("cost", DECIMAL, True),
    ),
}
KEYS = {"experiences": "exp_id"}
INDEXES = (
    ("experiences", "account_id", "exp_id"),
    ("experiences", "scope", "exp_id"),
    ("profile_choices", "account_id", "id"),
    ("model_usage", "account_id", "day"),
)
ADDED = (
    ("inbox", "announced", sa.Boolean(), sa.false()),
    ("preferences", "source", sa.Text(), "manual"),
    ("preferences", "messages", JSON, "[]"),
)
"""Columns of tables that may hold rows: their value for those, dropped once it is set."""


def upgrade() -> None:
    """Add them; rows that are there get the values of new ones."""
    for table, columns in TABLES.items():
        key = sa.Column(KEYS.get(table, "id"), KEY, primary_key=True)
        others = [sa.Column(name, kind, nullable=null) for name, kind, null in columns]
        op.create_table(table, key, *others)
    for table, *names in INDEXES:
        op.create_index(f"ix_{table}_{'_'.join(names)}", table, names)
    for table, name, kind, value in ADDED:
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column(name, kind, nullable=False, server_default=value))
        with op.batch_alter_table(table) as batch:
            batch.alter_column(name, server_default=None)


def downgrade() -> None:
    """Remove them, with all they hold."""
    for table, name, _, _ in reversed(ADDED):
        op.drop_column(table, name)
    for table in reversed(TABLES):
        op.drop_table(table)
