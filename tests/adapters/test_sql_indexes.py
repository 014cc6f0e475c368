"""What is asked in every turn or every second is found by an index, however many rows there are."""

import contextlib
from datetime import timedelta

import pytest

from adapters.store.sql.sqlite import SqliteDatabase
from adapters.store.sql.statements import Statements
from core.domain.records import (
    AuditEntry,
    ConversationRow,
    ExchangeAccount,
    FillRow,
    Identity,
    InboxItem,
    LedgerRow,
    MessageRow,
    OrderRow,
    OutboxItem,
    PaperOpenOrderRow,
    PaperOrderRow,
    PaperPositionRow,
    Preference,
    Query,
    StepRow,
    Waiting,
    Workflow,
)
from tests.contracts.samples import NOW

LIVE = ("planning", "running", "waiting_user", "waiting_confirmation", "suspended")
ASKED = [
    Query(kind=ConversationRow, where={"id": "c"}),
    Query(kind=ConversationRow, where={"account_id": "a", "private": True}),
    Query(kind=InboxItem, where={"dedupe_key": "d"}, limit=1),
    Query(kind=InboxItem, where={"conversation_id": "c", "status": "new"}),
    Query(kind=InboxItem, where={"status": "new"}),
    Query(kind=Workflow, where={"conversation_id": "c", "status": LIVE}, newest=True, limit=12),
    Query(kind=Workflow, where={"status": LIVE}),
    Query(kind=Workflow, where={"run_id": "r", "status": LIVE}),
    Query(kind=Waiting, where={"conversation_id": "c", "status": "open"}, newest=True, limit=20),
    Query(kind=Waiting, where={"account_id": "a", "status": "open"}),
    Query(kind=Waiting, where={"status": "open"}, until=("expires_at", NOW), limit=100),
    Query(kind=Waiting, where={"workflow_id": "w", "status": "open"}),
    Query(kind=MessageRow, where={"conversation_id": "c"}, newest=True, limit=40),
    Query(kind=MessageRow, where={"account_id": "a"}, after="m", limit=200),
    Query(kind=MessageRow, where={"run_id": "r"}),
    Query(kind=MessageRow, where={"id": ("m1", "m2")}),
    Query(kind=OutboxItem, where={"conversation_id": "c", "status": "new"}),
    Query(kind=OutboxItem, where={"status": "new"}),
    Query(kind=OutboxItem, where={"message_id": "m", "status": "sent"}, limit=1),
    Query(kind=OutboxItem, where={"run_id": "r"}),
    Query(kind=StepRow, where={"workflow_id": "w"}),
    Query(kind=StepRow, where={"idempotency_key": "k"}),
    Query(kind=AuditEntry, where={"account_id": "a"}, newest=True, limit=20),
    Query(kind=Preference, where={"account_id": "a"}),
    Query(kind=Identity, where={"account_id": "a"}),
    Query(kind=ExchangeAccount, where={"account_id": "a"}),
    Query(kind=OrderRow, where={"account_id": "a"}),
    Query(kind=OrderRow, where={"exchange_account_id": "x", "status": ("SUBMITTED", "UNKNOWN")}),
    Query(kind=FillRow, where={"exchange_account_id": "x"}, newest=True, limit=20),
    Query(kind=LedgerRow, where={"exchange_account_id": "x"}, after="l"),
    Query(kind=PaperPositionRow, where={"exchange_account_id": "x"}),
    Query(kind=PaperPositionRow, where={"symbol": "s"}),
    Query(kind=PaperOpenOrderRow, where={"exchange_account_id": "x"}),
    Query(kind=PaperOpenOrderRow, where={"symbol": "s"}),
    Query(kind=PaperOrderRow, where={"exchange_account_id": "x", "client_order_id": "o"}),
]


@pytest.mark.parametrize("query", ASKED, ids=lambda one: f"{one.kind.__name__}-{[*one.where]}")
def test_it_is_found_by_an_index(sqlite_database: SqliteDatabase, query):
    operation = Statements(sqlite_database).find(query)
    found = plan(sqlite_database, operation.sql, operation.parameters)
    # An index of new rows alone is walked whole: it is short.
    assert "SCAN" not in found or "_new" in found


def test_a_balance_is_summed_from_the_index_alone(sqlite_database: SqliteDatabase):
    where = {"exchange_account_id": "x", "currency": "USDT", "bucket": "free"}
    operation = Statements(sqlite_database).total(Query(kind=LedgerRow, where=where), "amount")
    assert "COVERING INDEX" in plan(sqlite_database, operation.sql, operation.parameters)


def test_what_no_index_serves_is_recognised(sqlite_database: SqliteDatabase):
    query = Query(kind=LedgerRow, where={"ref": "r"}, until=("at", NOW + timedelta(days=1)))
    operation = Statements(sqlite_database).find(query)
    assert "SCAN" in plan(sqlite_database, operation.sql, operation.parameters)


def plan(database: SqliteDatabase, sql: str, parameters: tuple[object, ...]) -> str:
    with contextlib.closing(database.connect(write=False)) as connection:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {sql}", parameters).fetchall()
    return "\n".join(str(row[-1]) for row in rows)
