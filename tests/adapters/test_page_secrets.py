"""The page takes a secret in a field of its own, and keeps it nowhere."""

import pytest
from playwright.async_api import expect

from tests.adapters.page_desk import CHROMIUM, card, open_web, opened, say
from tests.behaviour.seams import Model
from tests.behaviour.secret_desk import KEY, SECRET, HidingSealer, Venue, connecting

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on the PATH"),
    pytest.mark.asyncio(loop_scope="module"),  # one browser for all
]


def desk(venue):
    return open_web(provider=Model(connecting()), resources=venue.beside, sealer=HidingSealer())


async def kept_by(page):
    """All that the page shows and stores, the values of its fields included."""
    return await page.evaluate(
        """() => document.documentElement.outerHTML + JSON.stringify({...sessionStorage})
        + JSON.stringify({...localStorage}) + JSON.stringify(history.state) + location.href
        + [...document.querySelectorAll("input, textarea")].map((one) => one.value).join()"""
    )


async def test_a_secret_is_typed_unseen_and_is_nowhere_on_the_page_afterwards_I8(browser):
    venue = Venue(fields=("api_key", "secret"))
    async with desk(venue) as web, opened(web, browser) as (page, _):
        venue.over(web.desk)
        await say(page, "connect my binance account")
        field = page.get_by_label("API key for binance main (1/2)")
        await expect(field).to_be_focused()
        assert await field.get_attribute("type") == "password"
        await field.fill(KEY)
        await page.keyboard.press("Enter")
        field = page.get_by_label("API secret for binance main (2/2)")
        await expect(field).to_be_focused()
        await expect(page.locator(".question").first).to_contain_text("Received.")
        await expect(page.locator(".secret-input")).to_have_count(1)
        await field.fill(SECRET)
        await card(page).get_by_role("button", name="Save").click()
        await expect(page.get_by_text("Connected binance main.")).to_be_visible()
        await expect(page.locator(".secret-input")).to_have_count(0)
        page_holds = await kept_by(page)
        assert (KEY in page_holds, SECRET in page_holds) == (False, False)
        await page.reload()
        await expect(page.get_by_text("Connected binance main.")).to_be_visible()
        await expect(page.locator(".secret-input")).to_have_count(0)
        assert venue.opened == [{"api_key": KEY, "secret": SECRET}]


async def test_after_a_reload_or_a_refusal_it_can_still_be_typed_and_called_off(browser):
    venue = Venue()
    async with desk(venue) as web, opened(web, browser) as (page, _):
        venue.over(web.desk)
        await say(page, "connect my binance account")
        await page.reload()
        await page.locator(".secret-input").fill("abc")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("too short")).to_be_visible()
        await expect(page.locator(".secret-input")).to_have_value("")
        await card(page).get_by_role("button", name="Cancel").click()
        await expect(page.get_by_text("Cancelled. Nothing was kept.")).to_be_visible()
        await expect(page.locator(".secret-input")).to_have_count(0)


async def test_a_key_typed_where_messages_go_leaves_the_page_too(browser):
    venue = Venue(fields=("api_key",))
    async with desk(venue) as web, opened(web, browser) as (page, _):
        venue.over(web.desk)
        await say(page, "connect my binance account")
        await expect(page.locator(".secret-input")).to_be_focused()
        await say(page, KEY)
        await expect(page.get_by_text("(secret received)")).to_be_visible()
        await expect(page.get_by_text("Connected binance main.")).to_be_visible()
        assert KEY not in await kept_by(page)


async def test_what_could_not_be_sent_is_typed_again(browser):
    venue = Venue(fields=("api_key",))
    async with desk(venue) as web, opened(web, browser) as (page, _):
        venue.over(web.desk)
        await say(page, "connect my binance account")
        await page.route("**/answer", lambda route: route.abort())
        await page.locator(".secret-input").fill(KEY)
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("Please type it again")).to_be_visible()
        assert KEY not in await kept_by(page)
        await page.unroute("**/answer")
        await page.locator(".secret-input").fill(KEY)
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("Connected binance main.")).to_be_visible()
