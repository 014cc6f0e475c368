"""Anna and the exchanges that a test answers for: what the engine does with a call, by hand."""

import json
from dataclasses import replace
from typing import Any

import pytest

from core.credentials import Credentials, forget
from core.domain.records import (
    ExchangeAccount,
    Query,
)
from core.domain.venues import KeyCheck, VenueForm
from core.errors import PersonError, VenueError
from core.tools.arguments import parse_arguments
from core.tools.manage_exchange_config import ManageExchangeConfigTool
from core.trading.venue import Venues
from core.views.render import plain
from core.views.words import WORDS
from tests.behaviour.tool_desk import ToolDesk
from tests.desk import PlainSealer

TOOL = "manage_exchange_config"
WALLET = "0x52908400098527886E0F7030069857D2E4169EE7"
TYPED = {
    "api_key": "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zv",
    "api_secret": "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
    "passphrase": "Hunter2!x",
    "private_key": f"0x{'ab12' * 16}",
    "wallet_address": WALLET,
}
NEW = {**TYPED, "api_key": "another-key-9876543210-QRST", "api_secret": "another-secret-12-UVWX"}


class VenueDouble:
    """VenueKeys: what is checked is written down, and answered as the test says."""

    def __init__(self):
        self.checked = []
        self.answer = KeyCheck(ok=True, can_withdraw=False)

    def forms(self):
        keys, phrase = ("api_key", "api_secret"), ("api_key", "api_secret", "passphrase")
        rows = [
            ("binance", "Binance", keys, (), True, True),
            ("okx", "OKX", phrase, (), True, True),
            ("hyperliquid", "Hyperliquid", ("private_key",), ("wallet_address",), True, True),
            ("kucoin", "KuCoin", phrase, (), False, True),
            ("gate", "Gate", keys, (), True, False),
        ]
        return [
            VenueForm(
                venue=venue,
                title=title,
                secrets=secrets,
                settings=settings,
                has_testnet=testnet,
                allowed=allowed,
            )
            for venue, title, secrets, settings, testnet, allowed in rows
        ]

    async def check(self, account, secrets):
        self.checked.append((account, dict(secrets)))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class ExchangeDesk(ToolDesk):
    """Anna at a desk with venues that a test answers for."""

    def __init__(self):
        self.venue = VenueDouble()
        super().__init__(keys=self.venue)
        self.credentials = Credentials(self.records, PlainSealer())
        self.told = []
        self.asked: tuple[str, ...] = ()

    @property
    def tool(self) -> ManageExchangeConfigTool:
        tool = self.registry.tools[TOOL]
        assert isinstance(tool, ManageExchangeConfigTool)
        return tool

    async def do(self, typed=TYPED, lang="en", context=None, **arguments):
        """What the engine does with a call: the secrets first, then the change, committed."""
        args, context = parse_arguments(self.tool, arguments), context or self.context(lang=lang)
        request = await self.tool.secrets(args, context)
        self.asked = request.fields if request else ()
        if request is not None:
            for name in request.fields:
                kept = await self.credentials.keep(
                    request.resource, name, typed[name], account_id="anna", now=self.clock.now()
                )
                await self.commit(*kept)
            context = replace(context, resource=request.resource)
        try:
            result = await self.tool.run(args, context)
        except (PersonError, VenueError):
            if request is not None:
                await self.records.commit(forget(request.resource))
            raise
        await self.commit(*result.writes)
        shown = plain(self.tool.view(result.data, lang))
        self.told += [json.dumps(result.data), shown, request.about if request else ""]
        return shown

    async def card(self, **arguments):
        args = parse_arguments(self.tool, arguments)
        return await self.tool.draft(args, self.context())

    async def pressed(self, draft, key="key"):
        assert await self.tool.intend(draft, key, self.context()) == ()
        result = await self.tool.perform(draft, key, self.context())
        await self.commit(*result.writes)
        shown = plain(self.tool.view(result.data, "en"))
        self.told += [plain(draft.blocks), shown, json.dumps(draft.model_dump(mode="json"))]
        return shown

    async def list(self, lang="en"):
        self.told.append(await self.seen("get_exchange_configs", lang=lang))
        return self.told[-1]

    async def rows(self):
        return await self.records.find(Query(kind=ExchangeAccount))

    async def of(self, name):
        return next(row for row in await self.rows() if row.name == name)

    async def refused(self, **arguments):
        """The words with which a call is refused; nothing is changed by it."""
        before = await self.rows()
        with pytest.raises(PersonError) as error:
            await self.do(**arguments)
        assert await self.rows() == before
        return WORDS[error.value.key]["en"].format_map(error.value.params)


class QuietVenue:
    """A live venue with an account on which these are open."""

    def __init__(self, view, orders=()):
        self.view, self.orders = view, orders

    async def account(self, account):
        if isinstance(self.view, Exception):
            raise self.view
        return self.view

    async def open_orders(self, account):
        return self.orders


class View:
    def __init__(self, *positions):
        self.positions = positions


class Position:
    kind, symbol = "perpetual", "BTC/USDT:USDT"


def desk_at_venue(desk, view=None, orders=()):
    """Connect the desk to binance with this account."""
    venue: Any = QuietVenue(view or View(), orders)
    venues = Venues(exchanges={"paper": desk.exchange, "binance": venue}, market=desk.prices)
    object.__setattr__(desk.tool._changes, "venues", venues)
