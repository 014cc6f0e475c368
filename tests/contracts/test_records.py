"""What every Records store does: in memory, in SQLite and in PostgreSQL."""

import asyncio
import dataclasses
import inspect
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar

import pytest

from adapters.store.shape import TABLES, columns
from adapters.store.sql.tables import BY_KIND
from core.domain import records as record_classes
from core.domain.records import (
    Account,
    ConversationRow,
    Delete,
    ExchangeAccount,
    Insert,
    LedgerRow,
    MessageRow,
    OutboxItem,
    PaperOrderRow,
    Query,
    Setting,
    StepRow,
    Trace,
    Update,
    Workflow,
)
from core.ports import Records
from tests.contracts.samples import NOW, full, ledger, setting, sparse, step, workflow

R = TypeVar("R")
NOT_ROWS = {"Insert", "Update", "Delete", "Query"}
KINDS = sorted(TABLES, key=lambda kind: kind.__name__)


def changed(row: R, **changes: Any) -> R:
    """The row with other values, right ones or wrong."""
    return replace(row, **changes)  # type: ignore[type-var]


async def there(records: Records, kind: type[R], key: str) -> R:
    """The row, which must be there."""
    found = await records.get(kind, key)
    assert found is not None
    return found


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


@pytest.fixture
async def numbered(records: Records) -> Records:
    rows = [workflow(f"w{n}", version=n, expires_at=NOW + timedelta(hours=n)) for n in range(1, 7)]
    rows[4] = replace(rows[4], expires_at=None, status="running")
    await records.commit(*(Insert(record=row) for row in rows))
    return records


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, "123456"),
        ({"newest": True}, "654321"),
        ({"newest": True, "limit": 2}, "65"),
        ({"limit": 2}, "12"),
        ({"limit": 0}, ""),
        ({"after": "w2"}, "3456"),
        ({"before": "w3"}, "12"),
        ({"after": "w1", "before": "w5", "newest": True, "limit": 2}, "43"),
        ({"where": {"status": "running"}}, "5"),
        ({"where": {"version": (2, 4, 99)}}, "24"),
        ({"where": {"version": ()}}, ""),
        ({"where": {"expires_at": None}}, "5"),
        ({"where": {"expires_at": NOW + timedelta(hours=2)}}, "2"),
        ({"where": {"expires_at": (None, NOW + timedelta(hours=2))}}, "25"),
        ({"where": {"expires_at": (None,)}}, "5"),
        ({"where": {"cancel_requested": True}}, ""),
        ({"where": {"cancel_requested": False, "status": "planning"}, "limit": 1}, "1"),
        ({"until": ("expires_at", NOW + timedelta(hours=3))}, "123"),
        ({"until": ("expires_at", NOW + timedelta(hours=3)), "newest": True, "limit": 1}, "3"),
    ],
)
async def test_a_query_finds_what_it_describes(numbered: Records, query, found):
    rows = await numbered.find(Query(kind=Workflow, **query))
    assert "".join(row.id[1] for row in rows) == found


async def test_several_queries_are_answered_in_the_order_asked(numbered: Records):
    await numbered.commit(Insert(record=setting("one")))
    settings, workflows, none = await numbered.read(
        Query(kind=Setting),
        Query(kind=Workflow, newest=True, limit=1),
        Query(kind=Trace),
    )
    assert (settings, [row.id for row in workflows], none) == ([setting("one")], ["w6"], [])
    assert await numbered.read() == []


async def test_a_query_for_what_is_not_a_column_is_an_error(records: Records):
    queries = [
        Query(kind=Workflow, where={"nonsense": 1}),
        Query(kind=Workflow, until=("nonsense", NOW)),
        Query(kind=Workflow, until=("goal", NOW)),
    ]
    await records.commit(Insert(record=workflow("w1")))
    for query in queries:
        with pytest.raises(ValueError, match="column"):
            await records.find(query)


async def test_a_count_disregards_the_limit_and_nothing_else(numbered: Records):
    assert await numbered.count(Query(kind=Workflow, limit=2, newest=True)) == 6
    assert await numbered.count(Query(kind=Workflow, where={"status": "planning"})) == 5
    assert await numbered.count(Query(kind=Workflow, after="w2", before="w5")) == 2
    assert await numbered.count(Query(kind=Setting)) == 0


async def test_ids_sort_by_byte(records: Records):
    keys = ["a", "B", "_", "é", "Z", "0", "a1", "aB", "~", "中", "telegram:1", "telegram:-1"]
    await records.commit(*(Insert(record=setting(key)) for key in keys))
    found = [row.id for row in await records.find(Query(kind=Setting))]
    assert found == sorted(keys)
    assert [row.id for row in await records.find(Query(kind=Setting, after="a"))] == [
        key for key in sorted(keys) if key > "a"
    ]


async def test_rows_that_are_new_are_found_by_that(records: Records):
    """Their status stands in the text of the query, unlike every other value."""
    rows = [
        changed(full(OutboxItem, f"o{number}"), status=status, conversation_id=conversation)
        for number, (status, conversation) in enumerate(
            [("new", "c1"), ("sent", "c1"), ("new", "c2"), ("dead", "c1"), ("new", "c1")]
        )
    ]
    await records.commit(*(Insert(record=row) for row in rows))
    mine = Query(kind=OutboxItem, where={"conversation_id": "c1", "status": "new"})
    assert await records.find(mine) == [rows[0], rows[4]]
    assert await records.find(Query(kind=OutboxItem, where={"status": ("new", "sent")})) == [
        *rows[:3],
        rows[4],
    ]
    update = Update(kind=OutboxItem, where={"id": "o0", "status": "new"}, set={"status": "sent"})
    assert await records.commit(update)
    assert not await records.commit(update)
    assert await records.find(mine) == [rows[4]]
    assert await records.find(Query(kind=OutboxItem, where={"status": "dead"})) == [rows[3]]


@pytest.mark.parametrize(
    "amounts",
    [
        [],
        ["0.1"] * 10,
        ["10000", "-0.00000001", "0.00000001"],
        ["99999999999999999999999999999999.00000001", "-0.00000001"],
        ["0.1234567890123456789012345678901234567890", "12345678901234567890"],
        ["-1E+3", "2E-7", "1.10"],
        ["0.3", "-0.1", "-0.2"],
    ],
)
async def test_a_total_is_exact_I14(records: Records, amounts):
    await records.commit(*(Insert(record=ledger(f"l{n:03}", a)) for n, a in enumerate(amounts)))
    await records.commit(Insert(record=ledger("other", "7", account="x2")))
    query = Query(kind=LedgerRow, where={"exchange_account_id": "x1"})
    total = await records.total(query, "amount")
    assert Fraction(total) == sum(map(Fraction, amounts))


async def test_a_total_of_many_rows_is_exact_I14(records: Records):
    amounts = [f"{'-' if n % 3 else ''}{n}.{n:08}" for n in range(20_000)]
    rows = [Insert(record=ledger(f"l{n:06}", amount)) for n, amount in enumerate(amounts)]
    await records.commit(*rows)
    total = await records.total(Query(kind=LedgerRow), "amount")
    assert Fraction(total) == sum(map(Fraction, amounts))


async def test_a_total_leaves_out_what_is_null_and_keeps_to_the_limit(records: Records):
    rows = [
        replace(full(Trace, f"t{number}"), total_cost=cost)
        for number, cost in enumerate([Decimal("0.1"), None, Decimal("0.2"), Decimal("0.4")])
    ]
    await records.commit(*(Insert(record=row) for row in rows))
    assert await records.total(Query(kind=Trace), "total_cost") == Decimal("0.7")
    assert await records.total(Query(kind=Trace, limit=3), "total_cost") == Decimal("0.3")
    newest = Query(kind=Trace, limit=2, newest=True)
    assert await records.total(newest, "total_cost") == Decimal("0.6")
    with pytest.raises(ValueError, match="decimal"):
        await records.total(Query(kind=Trace), "total_tokens")


async def test_equal_decimals_are_found_whatever_their_spelling(records: Records):
    await records.commit(Insert(record=ledger("l1", "1.50")))
    for spelt in ("1.5", "1.500", "15E-1"):
        query = Query(kind=LedgerRow, where={"amount": Decimal(spelt)})
        assert [row.id for row in await records.find(query)] == ["l1"]


async def test_a_long_read_gives_the_same_rows(records: Records):
    rows = [setting(f"{number:05}", number, text="x" * 50) for number in range(6_000)]
    await records.commit(*(Insert(record=row) for row in rows))
    await records.commit(Insert(record=replace(full(ExchangeAccount), version=1)))
    assert await records.find(Query(kind=Setting)) == rows
    everything, account = await records.read(Query(kind=Setting), Query(kind=ExchangeAccount))
    assert (everything, account[0].version) == (rows, 1)
    # And the short read after it sees what was committed meanwhile.
    await records.commit(Update(kind=ExchangeAccount, where={"id": "k1"}, set={"version": 2}))
    assert (await there(records, ExchangeAccount, "k1")).version == 2


async def test_what_is_committed_is_read_at_once(records: Records):
    row = full(ConversationRow)
    await records.commit(Insert(record=row))
    for number in range(200):
        key = f"t{number}"
        assert await records.commit(
            Update(kind=ConversationRow, where={"id": "k1"}, set={"cleared_through": key})
        )
        assert (await there(records, ConversationRow, "k1")).cleared_through == key
