"""Pictures on the page: fetched with the bearer, and in words where they cannot be had."""

import re

import pytest
from playwright.async_api import expect

from core.domain.records import Delete, Picture
from tests.adapters.page_desk import CHROMIUM, open_web, opened, say

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on the PATH"),
    pytest.mark.asyncio(loop_scope="module"),  # one browser for all
]


async def test_a_picture_is_shown_and_said_in_words_where_it_is_no_more(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await say(page, "/chart btc 4h")
        answer = page.locator(".message.bot").last
        image = answer.locator("img")
        await expect(image).to_have_attribute("alt", re.compile("candles of BTC/USDT"))
        await expect(image).to_have_js_property("naturalWidth", 320)
        await expect(answer).to_contain_text("BTC/USDT · 4h")
        await expect(answer).not_to_contain_text("[picture")
        await expect(answer.locator(".badge")).to_have_text(["PAPER", "SIMULATED"])
        (row,) = await web.desk.rows(Picture)
        await web.desk.desk.parts.records.commit(Delete(kind=Picture, where={"id": row.id}))
        await page.reload()
        answer = page.locator(".message.bot").last
        await expect(answer).to_contain_text("candles of BTC/USDT")
        await expect(answer.locator("img")).to_have_count(0)
