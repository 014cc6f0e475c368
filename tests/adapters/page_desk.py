"""The page in a real browser, opened for a test."""

import contextlib
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

from playwright.async_api import Browser, Page, ViewportSize

from tests.adapters import web_desk
from tests.adapters.web_desk import Web, served
from tests.clocks import ManualClock

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 860}


class Seen:
    """What the page did that no page of ours should: errors in its console, calls elsewhere."""

    def __init__(self, page: Page, address: str) -> None:
        self.errors: list[str] = []
        self.strays: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._check(request.url, address))

    def _check(self, url: str, address: str) -> None:
        # A picture that the page has fetched has an address within the page.
        if not url.startswith((address, f"blob:{address}")):
            self.strays.append(url)


def open_web(**options: Any) -> contextlib.AbstractAsyncContextManager[Web]:
    """A desk whose time starts now, as the browser's does."""
    return web_desk.open_web(clock=ManualClock(datetime.now(UTC)), **options)


@contextlib.asynccontextmanager
async def opened(
    web: Web,
    browser: Browser,
    *,
    code: str | None = None,
    locale: str = "en-US",
    viewport: ViewportSize = DESKTOP,
) -> AsyncIterator[tuple[Page, str]]:
    """The page behind a fresh start link, or with this code; nothing it did may be out of order."""
    async with served(web.app) as address:
        context = await browser.new_context(locale=locale, viewport=viewport)
        page = await context.new_page()
        page.set_default_timeout(10_000)
        seen = Seen(page, address)
        start = web.codes.issue() if code is None else code
        await page.goto(f"{address}/#code={start}" if start else f"{address}/")
        yield page, address
        await context.close()
        assert seen.errors == []
        assert seen.strays == []


def card(page: Page) -> Any:
    return page.locator(".question").last


async def say(page: Page, text: str) -> None:
    await page.get_by_label("Your message").fill(text)
    await page.keyboard.press("Enter")
