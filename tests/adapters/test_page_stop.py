"""The page while turns run: stopping one, and what is queued behind it."""

import pytest
from playwright.async_api import expect

from tests.adapters.page_desk import CHROMIUM, open_web, opened, say
from tests.adapters.web_desk import HeldPlanner

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on the PATH"),
    pytest.mark.asyncio(loop_scope="module"),  # one browser for all
]


async def test_a_running_turn_can_be_stopped_and_only_while_it_runs(browser):
    planner = HeldPlanner()
    async with open_web(provider=planner) as web, opened(web, browser) as (page, _):
        await say(page, "btc price")
        stop = page.locator("#turn").get_by_role("button", name="Stop")
        await stop.click()
        answer = page.locator(".message.bot").filter(has_text="Stopped, as you asked.")
        await expect(answer).to_have_count(1)
        await expect(page.locator("#turn")).to_be_empty()
        await expect(page.locator(".message.mine")).to_have_count(1)
        planner.release()
        await say(page, "eth price")
        await expect(page.locator(".message.bot").filter(has_text="ETH/USDT")).to_have_count(1)
        await expect(stop).to_have_count(0)


async def test_what_is_queued_says_behind_how_many_and_the_first_can_still_be_stopped(browser):
    planner = HeldPlanner()
    async with open_web(provider=planner) as web, opened(web, browser) as (page, _):
        await say(page, "btc price")
        stop = page.locator("#turn").get_by_role("button", name="Stop")
        await expect(stop).to_be_visible()
        await say(page, "eth price")
        await expect(page.locator("#turn")).to_contain_text("Queued behind 1")
        await stop.click()
        await expect(
            page.locator(".message.bot").filter(has_text="Stopped, as you asked.")
        ).to_have_count(1)
        planner.release()
        await expect(page.locator(".message.bot").filter(has_text="ETH/USDT")).to_have_count(1)
        await expect(page.locator("#turn")).to_be_empty()
