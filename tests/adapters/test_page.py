"""The page in a real browser: signing in, talking, pressing, and what happens when things fail."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.async_api import expect

from core.domain.conversation import ConversationKey, Press, Text
from core.domain.records import FillRow, InboxItem
from core.jobs.expiry import expire
from tests.adapters import web_desk
from tests.adapters.page_desk import CHROMIUM, PHONE, card, open_web, opened, say
from tests.adapters.web_desk import OWNER_TOKEN, HeldPlanner
from tests.clocks import ManualClock

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on the PATH"),
    pytest.mark.asyncio(loop_scope="module"),  # one browser for all
]

WEB = ConversationKey(platform="web", chat="owner", person="owner")


async def test_the_start_link_signs_in_and_its_code_leaves_the_address_bar(browser):
    async with open_web() as web, opened(web, browser) as (page, address):
        await expect(page.get_by_role("heading", name="What would you like to do?")).to_be_visible()
        assert page.url == f"{address}/"
        assert await page.evaluate("sessionStorage.length") == 1
        assert await page.evaluate("document.cookie") == ""
        await page.reload()
        await expect(page.get_by_label("Your message")).to_be_focused()


async def test_a_used_link_asks_for_a_token_which_signs_in(browser):
    async with open_web() as web, opened(web, browser, code="used") as (page, _):
        await expect(page.get_by_role("alert")).to_contain_text("used already")
        await page.get_by_label("Access token").fill("wrong")
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_role("alert")).to_contain_text("not valid")
        await page.get_by_label("Access token").fill(OWNER_TOKEN)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_label("Your message")).to_be_visible()

        await page.get_by_role("button", name="Sign out").click()
        await expect(page.get_by_label("Access token")).to_be_visible()
        assert await page.evaluate("sessionStorage.length") == 0


async def test_a_session_that_ended_asks_to_sign_in_again(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await expect(page.get_by_label("Your message")).to_be_visible()
        web.desk.clock.advance(13 * 3600)
        await say(page, "btc price")
        await expect(page.get_by_role("alert")).to_contain_text("session has ended")


async def test_a_question_is_asked_confirmed_and_answered_with_its_badges(browser, tmp_path):
    async with open_web() as web, opened(web, browser) as (page, _):
        await say(page, "long eth 100 usdt 3x")
        title = card(page).locator(".block-title")
        await expect(title).to_contain_text("Open long")
        await expect(title.locator(".badge")).to_have_text(["PAPER", "SIMULATED"])
        await expect(card(page).locator("th")).to_contain_text(["Exchange", "Market", "Side"])
        await expect(card(page).locator(".state")).to_contain_text("Expires in")
        await page.screenshot(path=tmp_path / "card.png")

        await card(page).get_by_role("button", name="Confirm (PAPER)").click()
        await expect(page.locator(".message.bot").last).to_contain_text("Opened long")
        await expect(card(page).locator(".state")).to_have_text("Answered: Confirm (PAPER)")
        await expect(card(page).get_by_role("button")).to_have_count(0)
        await expect(page.locator("#positions")).to_contain_text("ETH/USDT")
        assert await web.count(FillRow) == 1
        await page.screenshot(path=tmp_path / "filled.png")


async def test_a_press_shows_that_it_works_and_a_second_one_is_impossible(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await say(page, "buy 50 usdt of btc")
        confirm = card(page).get_by_role("button", name="Confirm")
        release = asyncio.Event()

        async def hold(route: Any) -> None:
            await release.wait()
            await route.continue_()

        await page.route("**/answer", hold)
        await confirm.click()
        await expect(confirm).to_be_disabled()
        await expect(confirm).to_have_attribute("aria-busy", "true")
        await expect(card(page).get_by_role("button", name="Cancel")).to_be_disabled()
        await expect(card(page).locator(".state")).to_have_text("Working on it…")
        release.set()
        await expect(page.locator(".message.bot").last).to_contain_text("Bought")
        assert await web.count(FillRow) == 1


async def test_a_press_that_could_not_be_sent_is_repeated_as_the_same_press(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await say(page, "buy 50 usdt of btc")
        await expect(card(page)).to_be_visible()

        async def lose_the_answer(route: Any) -> None:
            await route.fetch()
            await route.abort()

        await page.route("**/answer", lose_the_answer)
        await card(page).get_by_role("button", name="Confirm").click()
        await expect(card(page).locator(".state")).to_contain_text("Could not be sent")
        await page.unroute("**/answer")
        await card(page).get_by_role("button", name="Try again").click()
        await expect(card(page).locator(".state")).to_have_text("Answered: Confirm (PAPER)")
        assert await web.count(FillRow) == 1


async def test_a_question_answered_elsewhere_loses_its_buttons(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await say(page, "buy 50 usdt of btc")
        await expect(card(page)).to_be_visible()
        (question,) = await web.owner.questions()
        press = Press(question_id=question["question_id"], choice="cancel")
        terminal = ConversationKey(platform="terminal", chat="owner", person="owner")
        await web.desk.accept(terminal, press)
        await expect(card(page).get_by_role("button")).to_have_count(0)
        await expect(card(page).locator(".state")).to_have_text("Answered: Cancel")


async def test_a_card_that_is_answered_in_words_says_so(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        state = card(page).locator(".state")
        await say(page, "buy 50 usdt of btc")
        await expect(state).to_contain_text("Expires in")
        await say(page, "btc price")
        await expect(page.locator(".message.bot").last).to_contain_text("Still waiting")
        await expect(page.locator(".message.mine")).to_have_count(2)
        await say(page, "yes")
        await expect(page.locator(".message.bot").last).to_contain_text("Bought")
        await expect(state).to_have_text("Answered in words: “yes”")
        await expect(card(page).get_by_role("button")).to_have_count(0)
        assert await web.count(FillRow) == 1

        await page.reload()  # which of the two it was, the history does not tell
        await expect(state).to_have_text("Answered in words")


async def test_a_card_whose_amount_was_changed_in_words_says_it_was_replaced(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await say(page, "buy 50 usdt of btc")
        await expect(card(page).locator(".state")).to_contain_text("Expires in")
        await say(page, "make it 60")
        await expect(page.locator(".question")).to_have_count(2)
        first = page.locator(".question").first
        await expect(first.locator(".state")).to_have_text("Replaced by a newer card")
        await expect(card(page).locator(".state")).to_contain_text("Expires in")


async def test_presses_of_before_are_told_on_load(browser):
    async with open_web() as web:
        for choice in ("confirm", "cancel"):
            asked = await web.owner.asked("buy 50 usdt of btc")
            await web.owner.answer(asked["question_id"], choice=choice)
        async with opened(web, browser) as (page, _):
            states = page.locator(".question .state")
            await expect(states).to_have_text(["Answered: Confirm (PAPER)", "Answered: Cancel"])


async def test_a_card_that_expired_before_is_not_called_answered(browser):
    past = ManualClock(datetime.now(UTC) - timedelta(minutes=10))
    async with web_desk.open_web(clock=past) as web:
        await web.owner.asked("buy 60 usdt of eth")
        await web.owner.said("btc price")
        past.advance(400)
        await expire(web.desk.desk.parts)
        async with opened(web, browser) as (page, _):
            await expect(page.locator(".message.mine")).to_have_count(2)
            await expect(card(page).locator(".state")).to_have_text("Closed")


async def test_a_press_that_comes_second_is_told_who_was_first(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await expect(page.get_by_label("Your message")).to_be_visible()
        await page.route("**/api/v1/questions", lambda route: route.abort())
        await say(page, "buy 50 usdt of btc")
        await expect(card(page)).to_be_visible()
        (question,) = await web.owner.questions()
        await web.owner.answer(question["question_id"], choice="cancel")
        await card(page).get_by_role("button", name="Confirm").click()
        await expect(card(page).locator(".state")).to_contain_text("Already answered")
        assert await web.count(FillRow) == 0


async def test_an_expired_card_offers_a_fresh_one(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await page.clock.install()
        await page.reload()
        await say(page, "buy 50 usdt of btc")
        await expect(card(page).locator(".state")).to_contain_text("Expires in")
        # The page's time first: to one whose clock is five minutes behind, it is merely closed.
        await page.clock.run_for(301_000)
        web.desk.clock.advance(400)
        await expire(web.desk.desk.parts)
        first = page.locator(".question").first
        await expect(first.locator(".state")).to_contain_text("Expired")
        await first.get_by_role("button", name="Get a fresh card").click()
        await expect(page.locator(".question")).to_have_count(2)
        await expect(card(page).get_by_role("button", name="Confirm")).to_be_enabled()
        assert await web.count(FillRow) == 0


async def test_what_was_said_and_asked_before_is_there_on_load(browser):
    async with open_web() as web:
        await web.desk.finished((await web.desk.accept(WEB, Text(text="btc price"))).run_id)
        answered = await web.owner.asked("buy 60 usdt of eth", user_key="other")
        await web.owner.answer(answered["question_id"], choice="cancel")
        await web.owner.asked("buy 50 usdt of btc")
        async with opened(web, browser) as (page, _):
            await expect(page.locator(".message.mine").first).to_contain_text("btc price")
            await expect(page.locator(".question")).to_have_count(2)
            await expect(page.locator(".question").first.get_by_role("button")).to_have_count(0)


async def test_messages_from_elsewhere_appear_by_themselves_and_once(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await say(page, "eth price")
        await expect(page.locator(".message.bot")).to_have_count(1)
        await web.desk.accept(WEB, Text(text="btc price"))
        await expect(page.locator(".message.bot")).to_have_count(2)
        await expect(page.locator(".message.mine")).to_have_count(2)
        await asyncio.sleep(1.5)  # a later look of the stream must bring nothing twice
        await expect(page.locator(".message")).to_have_count(4)


async def test_steps_are_shown_while_the_turn_runs(browser):
    planner = HeldPlanner()
    async with open_web(provider=planner) as web, opened(web, browser) as (page, _):
        await say(page, "btc price")
        await expect(page.locator("#turn")).to_contain_text("Working on it…")
        planner.release()
        await expect(page.locator(".message.bot")).to_contain_text("BTC/USDT")
        await expect(page.locator("#turn")).to_be_empty()


async def test_a_message_that_could_not_be_sent_can_be_sent_again_as_the_same(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await expect(page.get_by_label("Your message")).to_be_visible()
        await page.route("**/chat/stream", lambda route: route.abort())
        await page.clock.install()
        await say(page, "btc price")
        for _ in range(60):  # each try fails in its own real time, then waits by the page's clock
            await page.clock.run_for(1000)
            if await page.locator(".unsent").count():
                break
        await expect(page.locator(".unsent")).to_contain_text("Could not be sent")
        await page.unroute("**/chat/stream")
        await page.locator(".unsent").get_by_role("button", name="Try again").click()
        await expect(page.locator(".message.bot")).to_contain_text("BTC/USDT")
        await expect(page.locator(".message.mine")).to_have_count(1)
        assert await web.count(InboxItem) == 1


async def test_a_connection_that_is_lost_is_told_and_comes_back(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await expect(page.locator("#link")).to_have_text("connected")
        await page.context.set_offline(True)
        await expect(page.locator("#link")).to_contain_text("offline")
        await page.context.set_offline(False)
        await expect(page.locator("#link")).to_have_text("connected")


async def test_text_is_never_markup(browser):
    attack = "<img src=x onerror=\"document.title='broken'\"> <script>document.title=1</script>"
    async with open_web() as web, opened(web, browser) as (page, _):
        await say(page, attack)
        await expect(page.locator(".message.mine")).to_contain_text(attack)
        await expect(page.locator(".message.bot")).to_have_count(1)
        assert await page.title() == "Bellwether"
        assert await page.locator("#log img, #log script").count() == 0


async def test_shift_and_enter_starts_a_new_line(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        box = page.get_by_label("Your message")
        await box.fill("btc")
        await page.keyboard.press("Shift+Enter")
        await page.keyboard.type("price")
        await expect(box).to_have_value("btc\nprice")
        await page.keyboard.press("Enter")
        await expect(box).to_have_value("")
        await expect(page.locator(".message.mine p")).to_have_text("btc\nprice")


async def test_the_page_speaks_the_browsers_language_and_can_be_switched(browser):
    async with open_web() as web, opened(web, browser, locale="zh-CN") as (page, _):
        await expect(page.get_by_label("您的消息")).to_be_visible()
        await page.get_by_label("您的消息").fill("余额")
        await page.keyboard.press("Enter")
        await expect(page.locator(".message.bot")).to_contain_text("余额")
        await page.get_by_role("button", name="English").click()
        await expect(page.get_by_label("Your message")).to_be_visible()
        assert await page.evaluate("document.documentElement.lang") == "en"


async def test_it_fits_a_phone(browser, tmp_path):
    async with open_web() as web, opened(web, browser, viewport=PHONE) as (page, _):
        await say(page, "show my positions")
        await say(page, "buy 50 usdt of btc")
        confirm = card(page).get_by_role("button", name="Confirm")
        await expect(confirm).to_be_in_viewport()
        box = await confirm.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        await page.screenshot(path=tmp_path / "phone.png")


async def test_every_control_has_a_name_and_the_conversation_is_announced(browser):
    async with open_web() as web, opened(web, browser) as (page, _):
        await say(page, "buy 50 usdt of btc")
        await expect(card(page)).to_be_visible()
        nameless = await page.evaluate(
            """() => [...document.querySelectorAll("button, input, textarea")]
              .filter((node) => !node.hidden && node.checkVisibility())
              .filter((node) => !(node.textContent.trim() || node.ariaLabel || node.labels?.length))
              .map((node) => node.outerHTML)"""
        )
        assert nameless == []
        assert await page.get_by_role("log").get_attribute("aria-live") == "polite"
