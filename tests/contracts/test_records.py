"""What every Records store does: in memory, in SQLite and in PostgreSQL."""

import asyncio
import dataclasses
import inspect
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest

from adapters.store.shape import TABLES, columns
from adapters.store.sql.tables import BY_KIND
from core.domain import records as record_classes
from core.domain.records import (
    Account,
    Delete,
    Insert,
    LedgerRow,
    MessageRow,
    PaperOrderRow,
    Query,
    Setting,
    StepRow,
    Update,
    Workflow,
)
from core.ports import Records
from tests.contracts.samples import (
    NOW,
    changed,
    full,
    setting,
    sparse,
    step,
    there,
    workflow,
)

NOT_ROWS = {"Insert", "Update", "Delete", "Query"}
KINDS = sorted(TABLES, key=lambda kind: kind.__name__)


def test_each_record_class_has_a_table_with_exactly_its_fields():
    classes = {
        found
        for name, found in inspect.getmembers(record_classes, dataclasses.is_dataclass)
        if name not in NOT_ROWS
    }
    assert set(BY_KIND) == classes
    for kind, table in BY_KIND.items():
        fields = [field.name for field in dataclasses.fields(kind)]
        assert [column.name for column in table.columns] == fields
        assert [column.name for column in table.primary_key] == fields[:1]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("make", [full, sparse])
async def test_a_row_comes_back_as_it_was(records: Records, kind, make):
    row = make(kind)
    assert await records.commit(Insert(record=row))
    found = await records.get(kind, "k1")
    assert found == row
    assert [type(getattr(found, one.name)) for one in columns(kind)] == [
        type(getattr(row, one.name)) for one in columns(kind)
    ]


async def test_a_row_that_is_not_there_is_none(records: Records):
    assert await records.get(Setting, "nothing") is None
    assert await records.find(Query(kind=Setting)) == []


async def test_a_row_may_be_changed_by_nobody_who_read_it(records: Records):
    await records.commit(Insert(record=setting("one", 0, list=[1])))
    (await there(records, Setting, "one")).value["list"].append(2)
    assert (await there(records, Setting, "one")).value == {"list": [1]}


async def test_times_come_back_in_utc(records: Records):
    moment = datetime(2026, 7, 1, 8, 0, 0, 5, timezone(timedelta(hours=8)))
    await records.commit(Insert(record=workflow("w1", created_at=moment)))
    found = (await there(records, Workflow, "w1")).created_at
    assert found == moment
    assert (found.hour, found.tzinfo) == (0, UTC)


async def test_a_text_that_sql_cannot_hold_arrives_with_replacements(records: Records):
    torn = "a\0b\ud83d c\ude00 好\ud83d\ude00"
    await records.commit(Insert(record=replace(full(MessageRow), text=torn, data={"t": torn})))
    found = await there(records, MessageRow, "k1")
    assert found.text == "a\ufffdb\ufffd c\ufffd 好😀"
    assert found.data is not None
    assert found.data["t"] in ("a\0b\ufffd c\ufffd 好😀", "a\ufffdb\ufffd c\ufffd 好😀")


async def test_very_long_texts_arrive_whole(records: Records):
    long = "长long" * 200_000
    await records.commit(Insert(record=replace(full(MessageRow), text=long, blocks=[long])))
    found = await there(records, MessageRow, "k1")
    assert (found.text, found.blocks) == (long, [long])


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        (Workflow, "goal", None),
        (Workflow, "goal", 5),
        (Workflow, "version", "5"),
        (Workflow, "version", 2**63),
        (Workflow, "version", True),
        (Workflow, "cancel_requested", 1),
        (Workflow, "created_at", NOW.replace(tzinfo=None)),
        (Workflow, "created_at", "2026-03-02"),
        (Workflow, "notes", {"amount": Decimal(1)}),
        (Workflow, "notes", {"amount": float("nan")}),
        (LedgerRow, "amount", 1.5),
        (LedgerRow, "amount", Decimal("NaN")),
        (LedgerRow, "amount", Decimal("Infinity")),
    ],
)
async def test_what_a_column_does_not_hold_is_refused(records: Records, kind, field, value):
    with pytest.raises((TypeError, ValueError)):
        await records.commit(Insert(record=changed(full(kind), **{field: value})))
    assert await records.find(Query(kind=kind)) == []


async def test_a_unit_is_applied_whole_or_not_at_all(records: Records):
    await records.commit(Insert(record=setting("one")))
    assert not await records.commit(
        Insert(record=setting("two")),
        Update(kind=Setting, where={"id": "one"}, set={"version": 5}),
        Update(kind=Setting, where={"id": "one", "version": 99}, set={"version": 6}),
        Insert(record=setting("three")),
    )
    assert await records.find(Query(kind=Setting)) == [setting("one")]


async def test_writes_of_a_unit_see_the_ones_before(records: Records):
    assert await records.commit(
        Insert(record=setting("one", 1)),
        Update(kind=Setting, where={"id": "one", "version": 1}, set={"version": 2}),
        Insert(record=setting("gone")),
        Delete(kind=Setting, where={"id": "gone"}),
        Insert(record=setting("gone", 7)),
    )
    assert await records.find(Query(kind=Setting)) == [setting("gone", 7), setting("one", 2)]


async def test_nothing_to_write_succeeds(records: Records):
    assert await records.commit()


async def test_an_existing_key_is_an_error_and_undoes_its_unit(records: Records):
    await records.commit(Insert(record=setting("one", 1)))
    with pytest.raises(ValueError, match="exists already"):
        await records.commit(Insert(record=setting("two")), Insert(record=setting("one", 2)))
    assert await records.find(Query(kind=Setting)) == [setting("one", 1)]


async def test_an_insert_if_absent_leaves_the_row_that_is_there(records: Records):
    assert await records.commit(Insert(record=setting("one", 1)))
    assert await records.commit(
        Insert(record=setting("one", 2), if_absent=True), Insert(record=setting("two"))
    )
    assert await records.find(Query(kind=Setting)) == [setting("one", 1), setting("two")]


async def test_a_required_insert_of_an_existing_key_is_stale(records: Records):
    once = Insert(record=setting("one", 1), if_absent=True, required=True)
    assert await records.commit(once, Insert(record=setting("a")))
    assert not await records.commit(Insert(record=setting("b")), once)
    assert await records.find(Query(kind=Setting)) == [setting("a"), setting("one", 1)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (step("s1", "order-1"), step("s2", "order-1")),
        (
            replace(full(PaperOrderRow, "p1"), exchange_account_id="x", client_order_id="o"),
            replace(full(PaperOrderRow, "p2"), exchange_account_id="x", client_order_id="o"),
        ),
        (replace(full(Account, "a1"), role="owner"), replace(full(Account, "a2"), role="owner")),
    ],
    ids=["step", "paper order", "owner"],
)
async def test_other_unique_keys_count_like_the_primary_one(records: Records, first, second):
    assert await records.commit(Insert(record=first, if_absent=True, required=True))
    assert not await records.commit(Insert(record=second, if_absent=True, required=True))
    assert await records.commit(Insert(record=second, if_absent=True))
    with pytest.raises(ValueError, match="exists already"):
        await records.commit(Insert(record=second))
    assert await records.find(Query(kind=type(first))) == [first]


async def test_the_same_dedupe_key_twice_is_one_inbox_row(records: Records):
    first = full(record_classes.InboxItem, "r1")
    again = replace(first, id="r2")
    answers = await asyncio.gather(
        *(
            records.commit(Insert(record=one, if_absent=True, required=True))
            for one in (first, again)
        )
    )
    assert answers == [True, False]
    assert await records.find(Query(kind=record_classes.InboxItem)) == [first]


async def test_rows_without_a_unique_value_never_collide(records: Records):
    rows = [step("s1", None), step("s2", None)]
    assert await records.commit(*(Insert(record=row) for row in rows))
    assert await records.find(Query(kind=StepRow)) == rows
    traders = [replace(full(Account, key), role="trader") for key in ("a1", "a2")]
    assert await records.commit(*(Insert(record=row) for row in traders))


async def test_an_update_to_a_unique_value_of_another_row_is_an_error(records: Records):
    await records.commit(Insert(record=step("s1", "k")), Insert(record=step("s2", None)))
    with pytest.raises(ValueError, match="already"):
        await records.commit(
            Update(kind=StepRow, where={"step_id": "s2"}, set={"idempotency_key": "k"})
        )


async def test_an_update_changes_every_row_that_matches_and_no_other(records: Records):
    rows = [workflow("w1"), workflow("w2", status="running"), workflow("w3")]
    await records.commit(*(Insert(record=row) for row in rows))
    assert await records.commit(
        Update(
            kind=Workflow,
            where={"status": "planning", "expires_at": None},
            set={"status": "failed", "expires_at": NOW, "notes": {"why": "过期"}},
        )
    )
    after: dict[str, Any] = {"status": "failed", "expires_at": NOW, "notes": {"why": "过期"}}
    assert await records.find(Query(kind=Workflow)) == [
        changed(rows[0], **after),
        rows[1],
        changed(rows[2], **after),
    ]


async def test_an_update_that_is_not_required_may_match_nothing(records: Records):
    assert await records.commit(
        Update(kind=Setting, where={"id": "no"}, set={"version": 1}, required=False),
        Insert(record=setting("one")),
    )
    assert await records.find(Query(kind=Setting)) == [setting("one")]


async def test_a_value_can_be_taken_away(records: Records):
    await records.commit(Insert(record=workflow("w1", expires_at=NOW)))
    await records.commit(Update(kind=Workflow, where={"id": "w1"}, set={"expires_at": None}))
    assert (await there(records, Workflow, "w1")).expires_at is None


@pytest.mark.parametrize(
    "write",
    [
        Update(kind=Setting, where={"id": "one"}, set={"nonsense": 1}),
        Update(kind=Setting, where={"nonsense": "one"}, set={"version": 1}),
        Update(kind=Setting, where={"id": "one"}, set={}),
        Update(kind=Setting, where={"id": "one"}, set={"version": None}),
        Delete(kind=Setting, where={"nonsense": "one"}),
    ],
)
async def test_a_column_that_is_not_there_is_an_error(records: Records, write):
    await records.commit(Insert(record=setting("one")))
    with pytest.raises(ValueError, match=r"column|nothing|must have"):
        await records.commit(write)
    assert await records.find(Query(kind=Setting)) == [setting("one")]


async def test_a_delete_removes_what_matches(records: Records):
    await records.commit(*(Insert(record=setting(key, n)) for key, n in [("a", 1), ("b", 2)]))
    assert await records.commit(Delete(kind=Setting, where={"version": 1}))
    assert await records.commit(Delete(kind=Setting, where={"version": 99}))
    assert await records.find(Query(kind=Setting)) == [setting("b", 2)]


async def test_only_one_of_many_that_compare_and_set_at_once_wins(records: Records):
    await records.commit(Insert(record=workflow("w1")))
    won = await asyncio.gather(
        *(
            records.commit(
                Insert(record=setting(f"winner {number}")),
                Update(
                    kind=Workflow,
                    where={"id": "w1", "version": 0},
                    set={"version": 1, "run_id": f"r{number}"},
                ),
            )
            for number in range(50)
        )
    )
    assert won.count(True) == 1
    (winner,) = await records.find(Query(kind=Setting))
    assert winner.id == f"winner {won.index(True)}"
    assert (await there(records, Workflow, "w1")).run_id == f"r{won.index(True)}"


async def test_of_units_that_commit_together_only_the_guilty_one_fails(records: Records):
    await records.commit(Insert(record=setting("there")))
    units = [
        (Insert(record=setting(f"{number:02}")), *([Insert(record=setting("there"))] * guilty))
        for number, guilty in enumerate([0, 0, 1, 0, 1, 0])
    ]
    results = await asyncio.gather(
        *(records.commit(*unit) for unit in units), return_exceptions=True
    )
    assert [type(result) for result in results] == [bool, bool, ValueError, bool, ValueError, bool]
    found = [row.id for row in await records.find(Query(kind=Setting))]
    assert found == ["00", "01", "03", "05", "there"]
