"""Whether a key works, and what else it may do, before it is kept: the `VenueKeys` port.

Each wallet that we shall read is read once. A venue whose reads need no signature (Hyperliquid
shows any wallet to anybody) proves nothing by them: there the key itself must belong to the wallet.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.exchange.ccxt.accounts import credentials_of
from adapters.exchange.ccxt.client import CallFailed, Client, Clients
from adapters.exchange.ccxt.dialects import DIALECTS
from adapters.exchange.ccxt.errors import KEY_REFUSED
from adapters.exchange.ccxt.venues import VENUES, Venue
from core.domain.records import ExchangeAccount
from core.domain.venues import KeyCheck, VenueForm

_CERTAIN = frozenset({"refused", "missing", "nothing", "duplicate"})
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{40}")
_PRIVATE_KEY = re.compile(r"(?:0x)?[0-9a-fA-F]{64}")


class CcxtKeys:
    """The venues of this desk; of those not tried, only the `allowed` ones may be used."""

    def __init__(self, clients: Clients, allowed: frozenset[str]) -> None:
        self._clients = clients
        self._allowed = allowed

    def forms(self) -> Sequence[VenueForm]:
        """Every live venue, tried ones first; what is not `allowed` is only known by name."""
        return [
            VenueForm(
                venue=one.id,
                title=one.title,
                secrets=tuple(one.secrets),
                settings=tuple(one.settings),
                has_testnet=bool(one.trial),
                allowed=is_allowed(one, self._allowed),
            )
            for one in sorted(VENUES.values(), key=lambda one: not one.tested)
        ]

    async def check(self, account: ExchangeAccount, secrets: Mapping[str, str]) -> KeyCheck:
        """Try the key with one read per wallet, and ask whether it may withdraw.

        Nothing is kept. VenueError when the venue could not be asked.
        """
        venue = VENUES[account.venue]
        params = {"venue": venue.title}
        if not is_allowed(venue, self._allowed):
            return KeyCheck(ok=False, reason="venue_not_allowed", params=params)
        if account.testnet and not venue.trial:
            return KeyCheck(ok=False, reason="venue_no_testnet", params=params)
        credentials = credentials_of(venue, account, secrets)
        malformed = _malformed(credentials)
        if malformed:
            return KeyCheck(ok=False, reason=malformed, params=params)
        client = await self._clients.private(venue, credentials, testnet=account.testnet)
        try:
            return await _tried(client, credentials)
        except CallFailed as failed:
            if failed.verdict.meaning not in _CERTAIN:
                raise
            words = failed.verdict.words
            if words == "venue_refused" and not failed.detail:
                words = "venue_refused_unsaid"
            return KeyCheck(ok=False, reason=words, params={**params, "said": failed.detail})
        finally:
            await client.aclose()


def is_allowed(venue: Venue, named: frozenset[str]) -> bool:
    """Whether real money may go there: it was tried, or whoever runs the desk named it."""
    return venue.tested or venue.id in named


async def _tried(client: Client, credentials: Mapping[str, str]) -> KeyCheck:
    for params in DIALECTS[client.venue.id].wallets:
        await client.read("fetch_balance", dict(params))
    wallet = credentials.get("walletAddress")
    if wallet and not await _may_sign(client, wallet, credentials["privateKey"]):
        return KeyCheck(ok=False, reason=KEY_REFUSED.words, params={"venue": client.venue.title})
    return KeyCheck(ok=True, can_withdraw=await _can_withdraw(client))


async def _may_sign(client: Client, wallet: str, private_key: str) -> bool:
    """Whether the key is the wallet's own, or of an agent that the wallet approved."""
    signer = str(client.exchange.eth_get_address_from_private_key(private_key)).lower()
    if signer == wallet.lower():
        return True
    agents = await client.read("publicPostInfo", {"type": "extraAgents", "user": wallet})
    return signer in {str(one.get("address")).lower() for one in agents or []}


async def _can_withdraw(client: Client) -> bool | None:
    """None where the venue does not tell, or would not now."""
    try:
        match client.venue.id:
            case "binance":
                answer = await client.read("sapiGetAccountApiRestrictions")
                return _said(answer, "enableWithdrawals")
            case "bybit":
                answer = await client.read("privateGetV5UserQueryApi")
                permissions = (answer.get("result") or {}).get("permissions")
                return None if permissions is None else "Withdraw" in permissions.get("Wallet", [])
            case "okx":
                answer = await client.read("privateGetAccountConfig")
                rows = answer.get("data") or [{}]
                permitted = rows[0].get("perm")
                return None if permitted is None else "withdraw" in str(permitted).split(",")
            case "hyperliquid" | "aster":
                # A wallet's own key may do all that the wallet may; an agent's may not.
                return None
    except CallFailed:
        return None
    return None


def _said(answer: Any, name: str) -> bool | None:
    value = answer.get(name) if isinstance(answer, Mapping) else None
    return value if isinstance(value, bool) else None


def _malformed(credentials: Mapping[str, str]) -> str:
    """The text that says which of them cannot be right by its form; empty: none."""
    if "walletAddress" in credentials and not _ADDRESS.fullmatch(credentials["walletAddress"]):
        return "venue_wallet_form"
    if "privateKey" in credentials and not _PRIVATE_KEY.fullmatch(credentials["privateKey"]):
        return "venue_private_key_form"
    return ""
