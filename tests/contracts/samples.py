"""Rows with every column filled, for tests that do not care which."""

from collections.abc import Callable
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, TypeVar

from adapters.store.shape import ColumnType, columns
from core.domain.records import LedgerRow, Setting, StepRow, Waiting, Workflow
from core.ports import Records

R = TypeVar("R")
NOW = datetime(2026, 3, 2, 9, 30, 15, 123456, tzinfo=UTC)

# The name only makes the values of a row differ.
VALUES: dict[ColumnType, Callable[[str], Any]] = {
    "text": lambda name: f"some {name} 文本 🙂",
    "integer": lambda name: 2**62 + len(name),
    "boolean": lambda name: len(name) % 2 == 0,
    "decimal": lambda name: Decimal("-12345678901234567890.123456789012345678") + len(name),
    "time": lambda name: NOW + timedelta(days=len(name)),
    "json": lambda name: {"name": name, "list": [1, "zwei", None, {"drei": "3.10"}], "text": "值"},
}


def full(kind: type[R], key: str = "k1") -> R:
    """A row with a value in every column, also those that may be NULL."""
    values = {one.name: VALUES[one.type](one.name) for one in columns(kind)}
    return kind(**values | {columns(kind)[0].name: key})


def sparse(kind: type[R], key: str = "k1") -> R:
    """The same with NULL in every column that may have none."""
    empty = {one.name: None for one in columns(kind) if one.nullable}
    row = full(kind, key)
    given = {item.name: getattr(row, item.name) for item in fields(row)}  # type: ignore[arg-type]
    return kind(**given | empty)


def setting(key: str, version: int = 0, **value: object) -> Setting:
    return Setting(id=key, value=value, version=version)


def workflow(key: str, **changes: Any) -> Workflow:
    given: dict[str, Any] = {
        "conversation_id": "c1",
        "account_id": "a1",
        "run_id": "r1",
        "goal": "",
        "request": "what is BTC at?",
        "status": "planning",
        "version": 0,
        "plan_rev": 0,
        "capability": "",
        "references": {},
        "snapshots": {},
        "notes": {},
        "created_at": NOW,
        "updated_at": NOW,
    }
    return Workflow(id=key, **given | changes)


def ledger(key: str, amount: str, account: str = "x1") -> LedgerRow:
    return LedgerRow(
        id=key,
        exchange_account_id=account,
        account_id="a1",
        kind="deposit",
        currency="USDT",
        bucket="free",
        contra="person",
        amount=Decimal(amount),
        ref="",
        at=NOW,
    )


def step(key: str, idempotency_key: str | None) -> StepRow:
    return StepRow(
        step_id=key,
        trace_id="t1",
        step_type="tool_call",
        sequence=1,
        parent_ids=[],
        data={},
        created_at=NOW,
        idempotency_key=idempotency_key,
    )


def waiting(key: str, expires_at: datetime = NOW) -> Waiting:
    return Waiting(
        id=key,
        workflow_id="w1",
        conversation_id="c1",
        account_id="a1",
        message_id="m1",
        step_id="s1",
        kind="approval",
        question="Buy?",
        intent="confirm",
        pending_fields=[],
        confirmation_target="execute_trade",
        choices=[],
        arguments={},
        arguments_hash="",
        card={},
        status="open",
        created_at=NOW,
        expires_at=expires_at,
    )


def changed(row: R, **changes: Any) -> R:
    """The row with other values, right ones or wrong."""
    return replace(row, **changes)  # type: ignore[type-var]


async def there(records: Records, kind: type[R], key: str) -> R:
    """The row, which must be there."""
    found = await records.get(kind, key)
    assert found is not None
    return found
