"""Exchange accounts and models of one's own, resting orders, limits, equity, pictures, pairing."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import TypeEngine

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger()
DECIMAL = sa.Text().with_variant(sa.Numeric(), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")
JSON = sa.Text().with_variant(sa.JSON(), "postgresql")
KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TEXT = sa.Text()
BOOLEAN = sa.Boolean()

TABLES: dict[str, tuple[tuple[str, TypeEngine[Any], bool], ...]] = {
    "credentials": (
        ("account_id", TEXT, False),
        ("resource", TEXT, False),
        ("field", TEXT, False),
        ("sealed", TEXT, False),
        ("hint", TEXT, False),
        ("created_at", TIME, False),
    ),
    "model_configs": (
        ("account_id", TEXT, False),
        ("name", TEXT, False),
        ("provider", TEXT, False),
        ("model", TEXT, False),
        ("base_url", TEXT, False),
        ("enabled", BOOLEAN, False),
        ("is_default", BOOLEAN, False),
        ("created_at", TIME, False),
        ("updated_at", TIME, False),
    ),
    "watchlist": (
        ("account_id", TEXT, False),
        ("symbol", TEXT, False),
        ("created_at", TIME, False),
    ),
    "pairing_requests": (
        ("code", TEXT, False),
        ("platform", TEXT, False),
        ("person", TEXT, False),
        ("chat", TEXT, False),
        ("name", TEXT, False),
        ("conversation_id", TEXT, False),
        ("lang", TEXT, False),
        ("question_id", TEXT, False),
        ("status", TEXT, False),
        ("created_at", TIME, False),
        ("expires_at", TIME, False),
    ),
    "pictures": (
        ("account_id", TEXT, False),
        ("conversation_id", TEXT, False),
        ("mime", TEXT, False),
        ("data", TEXT, False),
        ("alt", TEXT, False),
        ("created_at", TIME, False),
    ),
    "equity": (
        ("exchange_account_id", TEXT, False),
        ("account_id", TEXT, False),
        ("equity", DECIMAL, True),
        ("unrealized_pnl", DECIMAL, True),
        ("currency", TEXT, False),
        ("mode", TEXT, False),
        ("simulated", BOOLEAN, False),
        ("at", TIME, False),
    ),
    "paper_open_orders": (
        ("exchange_account_id", TEXT, False),
        ("client_order_id", TEXT, False),
        ("venue_order_id", TEXT, False),
        ("symbol", TEXT, False),
        ("side", TEXT, False),
        ("type", TEXT, False),
        ("quantity", DECIMAL, False),
        ("price", DECIMAL, True),
        ("trigger", DECIMAL, True),
        ("leverage", INTEGER, True),
        ("reduce_only", BOOLEAN, False),
        ("post_only", BOOLEAN, False),
        ("oco", TEXT, False),
        ("reserved", DECIMAL, False),
        ("currency", TEXT, False),
        ("created_at", TIME, False),
        ("updated_at", TIME, False),
    ),
    "risk_limits": (
        ("account_id", TEXT, False),
        ("updated_at", TIME, False),
        ("max_notional", DECIMAL, True),
        ("max_position", DECIMAL, True),
        ("max_positions", INTEGER, True),
        ("max_leverage", INTEGER, True),
        ("max_margin_share", DECIMAL, True),
        ("daily_loss", DECIMAL, True),
        ("min_reward_risk", DECIMAL, True),
        ("symbols", JSON, False),
    ),
}
INDEXES = (
    ("credentials", "resource"),
    ("model_configs", "account_id", "id"),
    ("watchlist", "account_id", "id"),
    ("equity", "exchange_account_id", "id"),
    ("orders", "parent"),
    ("fills", "exchange_account_id", "at"),
    ("paper_positions", "symbol"),
    ("paper_open_orders", "exchange_account_id", "id"),
    ("paper_open_orders", "symbol"),
)
ADDED = (
    ("exchange_accounts", "enabled", BOOLEAN, sa.true()),
    ("exchange_accounts", "is_default", BOOLEAN, sa.false()),
    ("exchange_accounts", "testnet", BOOLEAN, sa.false()),
    ("exchange_accounts", "settings", JSON, "{}"),
    ("orders", "price", DECIMAL, None),
    ("orders", "trigger", DECIMAL, None),
    ("orders", "post_only", BOOLEAN, sa.false()),
    ("orders", "leg", TEXT, "entry"),
    ("orders", "parent", TEXT, ""),
    ("orders", "oco", TEXT, ""),
    ("orders", "stop", DECIMAL, None),
    ("orders", "target", DECIMAL, None),
    ("orders", "conversation_id", TEXT, ""),
    ("orders", "message_id", TEXT, ""),
    ("orders", "trader_id", TEXT, ""),
    ("orders", "told", DECIMAL, "0"),
    ("fills", "maker", BOOLEAN, sa.false()),
)
"""Columns of tables that may hold rows: their value for those, dropped once it is set; None: NULL.
"""


def upgrade() -> None:
    """Add them; rows that are there get the values of new ones."""
    for table, columns in TABLES.items():
        key = sa.Column("id", KEY, primary_key=True)
        others = [sa.Column(name, kind, nullable=null) for name, kind, null in columns]
        op.create_table(table, key, *others)
    for table, name, kind, value in ADDED:
        if value is None:
            op.add_column(table, sa.Column(name, kind, nullable=True))
            continue
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column(name, kind, nullable=False, server_default=value))
        with op.batch_alter_table(table) as batch:
            batch.alter_column(name, server_default=None)
    with op.batch_alter_table("fills") as batch:
        batch.alter_column("fee", existing_type=DECIMAL, nullable=True)
    op.add_column("paper_positions", sa.Column("funded_at", TIME, nullable=True))
    op.execute("UPDATE paper_positions SET funded_at = updated_at")
    with op.batch_alter_table("paper_positions") as batch:
        batch.alter_column("funded_at", existing_type=TIME, nullable=False)
    for table, *names in INDEXES:
        op.create_index(f"ix_{table}_{'_'.join(names)}", table, names)


def downgrade() -> None:
    """Remove them, with all they hold; a fee that was unknown can then only be zero."""
    for table, *names in reversed(INDEXES):
        op.drop_index(f"ix_{table}_{'_'.join(names)}", table)
    op.execute("UPDATE fills SET fee = '0' WHERE fee IS NULL")
    with op.batch_alter_table("fills") as batch:
        batch.alter_column("fee", existing_type=DECIMAL, nullable=False)
    op.drop_column("paper_positions", "funded_at")
    for table, name, _, _ in reversed(ADDED):
        op.drop_column(table, name)
    for table in reversed(TABLES):
        op.drop_table(table)
