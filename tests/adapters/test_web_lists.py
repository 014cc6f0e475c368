"""Pages of orders, ledger and audit: whose rows, in which order, each once."""

import pytest

from core.domain.records import AuditEntry, LedgerRow, OrderRow
from tests.adapters.web_desk import open_web, problem

LISTS = ("orders", "ledger", "audit")


async def traded(web, caller, *amounts):
    """Orders of these USDT amounts, each pressed, a second apart."""
    for amount in amounts:
        web.desk.clock.advance(1)
        card = await caller.asked(f"buy {amount} usdt of btc")
        assert (await caller.answer(card["question_id"], choice="confirm")).status_code == 200


async def pages(caller, name, limit):
    """Every page of a list, by its `next`."""
    found, after = [], ""
    while True:
        query = {"limit": limit, **({"after": after} if after else {})}
        response = await caller.get(f"/api/v1/{name}", params=query)
        assert response.status_code == 200
        page = response.json()
        assert set(page) == {"items", "next"}
        found.append(page["items"])
        if page["next"] is None:
            return found
        after = page["next"]


async def test_orders_come_newest_first_in_pages_each_once():
    async with open_web() as web:
        ann = await web.trader()
        await traded(web, ann, 50, 60, 70)
        found = await pages(ann, "orders", 2)
        assert [[one["amount"] for one in page] for page in found] == [["70", "60"], ["50"]]
        [newest, *_] = found[0]
        assert newest["status"] == "FILLED"
        assert (newest["mode"], newest["simulated"], newest["symbol"]) == (
            "paper",
            True,
            "BTC/USDT",
        )
        assert newest["created_at"].endswith("Z")
        assert isinstance(newest["fee"], str)
        assert newest["price"] is None


async def test_the_ledger_sums_to_what_the_account_has():
    async with open_web() as web:
        ann = await web.trader()
        await traded(web, ann, 50)
        [rows] = await pages(ann, "ledger", 200)
        assert rows[-1]["kind"] == "deposit"
        assert len(rows) == await web.count(LedgerRow, account_id=rows[0]["account_id"])


@pytest.mark.parametrize("name", LISTS)
async def test_I10_a_person_sees_only_their_own_rows_and_the_owner_all(name):
    kinds = {"orders": OrderRow, "ledger": LedgerRow, "audit": AuditEntry}
    async with open_web() as web:
        ann, ben = await web.trader("ann"), await web.trader("ben")
        for caller in (ann, ben):
            await traded(web, caller, 50)
            await caller.said("/price btc")
        mine = [row for page in await pages(ann, name, 50) for row in page]
        theirs = [row for page in await pages(ben, name, 50) for row in page]
        everybody = [row for page in await pages(web.owner, name, 3) for row in page]
        assert len({row["account_id"] for row in mine}) <= 1
        assert not {str(row) for row in mine} & {str(row) for row in theirs}
        assert len(everybody) == await web.count(kinds[name])


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("after", ["nonsense", "W10", "bnVsbA", "WyJ4IiwgInkiXQ", "%00", "💥"])
async def test_a_cursor_that_no_page_gave_is_named(name, after):
    async with open_web() as web:
        response = await web.owner.get(f"/api/v1/{name}", params={"after": after})
        assert problem(response, 422)["code"] == "invalid_cursor"


async def test_a_stranger_sees_no_list():
    async with open_web() as web:
        nobody = await web.bearer("wrong")
        for name in LISTS:
            assert (await nobody.get(f"/api/v1/{name}")).status_code == 401
