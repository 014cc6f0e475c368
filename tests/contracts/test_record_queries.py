"""What every Records store finds, counts and sums: in memory, in SQLite and in PostgreSQL."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import pytest

from core.domain.records import (
    ConversationRow,
    ExchangeAccount,
    Insert,
    LedgerRow,
    OutboxItem,
    Query,
    Setting,
    Trace,
    Update,
    Workflow,
)
from core.ports import Records
from tests.contracts.samples import (
    NOW,
    changed,
    full,
    ledger,
    setting,
    there,
    workflow,
)


@pytest.fixture
async def numbered(records: Records) -> Records:
    rows = [workflow(f"w{n}", version=n, expires_at=NOW + timedelta(hours=n)) for n in range(1, 7)]
    rows[4] = replace(rows[4], expires_at=None, status="running")
    rows[2] = replace(rows[2], created_at=NOW - timedelta(hours=1))
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
        ({"since": ("expires_at", NOW + timedelta(hours=3))}, "346"),
        (
            {
                "since": ("expires_at", NOW + timedelta(hours=2)),
                "until": ("expires_at", NOW + timedelta(hours=3)),
            },
            "23",
        ),
        ({"by": "created_at"}, "312456"),
        ({"by": "created_at", "newest": True, "limit": 3}, "654"),
        ({"by": "created_at", "past": (NOW, "w1")}, "2456"),
        ({"by": "created_at", "past": (NOW, "w4"), "newest": True}, "213"),
        ({"by": "created_at", "past": (NOW - timedelta(hours=1), "w3"), "newest": True}, ""),
        ({"by": "created_at", "where": {"version": (2, 3)}, "limit": 1}, "3"),
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
        Query(kind=Workflow, since=("goal", NOW)),
        Query(kind=Workflow, by="goal"),
        Query(kind=Workflow, by="expires_at"),
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
            Update(kind=ConversationRow, where={"id": "k1"}, set={"thread": key})
        )
        assert (await there(records, ConversationRow, "k1")).thread == key
