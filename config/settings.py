"""Every setting, from the environment or `.env` (DESIGN 12): read once, named when wrong."""

import base64
import binascii
import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from config.market import MARKET, MarketSource, market_source
from config.paper import PAPER_RULES, paper_rules
from core.domain.masking import masked_text
from core.domain.paper_trade import PaperRules
from core.errors import SetupError

T = TypeVar("T")
PLATFORMS = ("telegram", "discord", "web", "terminal")
UNTESTED = ("bitget", "gate", "kucoin", "hyperliquid", "aster")
"""Live venues that are connected but were not tried by us with real orders."""
MOST_SHOWN = 60
MODEL = "anthropic:NAME, openai:NAME, offline or scripted:FILE"
EXPECTED: dict[str, str] = {
    "telegram_bot_token": "what @BotFather gave, e.g. 123456:ABC…",
    "telegram_api_url": "http:// or https:// and a host, without /bot",
    "telegram_webhook_url": "https:// and a host that Telegram can reach",
    "telegram_webhook_secret": "1 to 256 of A-Z, a-z, 0-9, _ and -",
    "discord_bot_token": "what the developer portal gave: three parts with dots between",
    "discord_api_url": "http:// or https://, a host and a path such as /api/v10",
    "discord_gateway_url": "ws:// or wss:// and a host",
    "anthropic_base_url": "http:// or https:// and a host",
    "openai_base_url": "http:// or https:// and a host, usually ending in /v1",
    "database_url": "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME",
    "redis_url": "redis://…, rediss://… or unix:///FILE",
    "host": "an address to listen on, e.g. 127.0.0.1",
    "port": "a port number from 0 to 65535 (0: any free one)",
    "data": "a folder",
    "owners": "platform:person pairs, e.g. telegram:12345,discord:67890",
    "web_token": "at least 16 characters that nobody can guess",
    "worker_model": MODEL,
    "memory_model": MODEL,
    "profiles": "a JSON file with a list of execution profiles",
    "tools": "tool names, comma-separated",
    "market": MARKET,
    "paper_balance": "an amount in USDT, not negative",
    "rules": PAPER_RULES,
    "untested_venues": f"names of {', '.join(UNTESTED)}, comma-separated",
    "secret_keys": "kid:base64 of 32 bytes, comma-separated, the first one seals",
    "lang": "en or zh",
    "timezone": "an IANA time zone, e.g. Asia/Kolkata",
}


class Settings(BaseSettings):
    """What whoever starts the program decided. Frozen; secrets never show in its text.

    A variable that is set to nothing counts as not set.
    """

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        validate_default=False,
        case_sensitive=True,
        frozen=True,
        extra="ignore",
    )

    telegram_bot_token: SecretStr | None = Field(None, validation_alias="TELEGRAM_BOT_TOKEN")
    telegram_api_url: str | None = Field(None, validation_alias="TELEGRAM_API_URL")
    telegram_webhook_url: str | None = Field(None, validation_alias="TELEGRAM_WEBHOOK_URL")
    discord_bot_token: SecretStr | None = Field(None, validation_alias="DISCORD_BOT_TOKEN")
    discord_api_url: str | None = Field(None, validation_alias="DISCORD_API_URL")
    discord_gateway_url: str | None = Field(None, validation_alias="DISCORD_GATEWAY_URL")
    telegram_webhook_secret: SecretStr | None = Field(
        None, validation_alias="TELEGRAM_WEBHOOK_SECRET"
    )
    anthropic_api_key: SecretStr | None = Field(None, validation_alias="ANTHROPIC_API_KEY")
    anthropic_base_url: str | None = Field(None, validation_alias="ANTHROPIC_BASE_URL")
    openai_api_key: SecretStr | None = Field(None, validation_alias="OPENAI_API_KEY")
    openai_base_url: str | None = Field(None, validation_alias="OPENAI_BASE_URL")
    database_url: SecretStr | None = Field(None, validation_alias="DATABASE_URL")
    redis_url: SecretStr | None = Field(None, validation_alias="REDIS_URL")
    host: str = Field("127.0.0.1", validation_alias="HOST")
    port: int = Field(8484, ge=0, le=65535, validation_alias="PORT")
    data: Path = Field(Path("data"), validation_alias="BELLWETHER_DATA")
    owners: Annotated[tuple[tuple[str, str], ...], NoDecode] = Field(
        (), validation_alias="BELLWETHER_OWNERS"
    )
    web_token: SecretStr | None = Field(
        None, min_length=16, validation_alias="BELLWETHER_WEB_TOKEN"
    )
    worker_model: str = Field("", validation_alias="BELLWETHER_WORKER_MODEL")
    memory_model: str = Field("", validation_alias="BELLWETHER_MEMORY_MODEL")
    profiles: Path | None = Field(None, validation_alias="BELLWETHER_PROFILES")
    tools: Annotated[frozenset[str] | None, NoDecode] = Field(
        None, validation_alias="BELLWETHER_TOOLS"
    )
    market: str = Field("simulated", validation_alias="BELLWETHER_MARKET")
    paper_balance: Decimal = Field(
        Decimal(10_000), ge=0, validation_alias="BELLWETHER_PAPER_BALANCE"
    )
    rules: str = Field("", validation_alias="BELLWETHER_PAPER_RULES")
    untested_venues: Annotated[frozenset[str], NoDecode] = Field(
        frozenset(), validation_alias="BELLWETHER_UNTESTED_VENUES"
    )
    secret_keys: SecretStr | None = Field(None, validation_alias="BELLWETHER_SECRET_KEYS")
    lang: Literal["en", "zh"] = Field("en", validation_alias="BELLWETHER_LANG")
    timezone: str = Field("UTC", validation_alias="BELLWETHER_TIMEZONE")

    @field_validator("*", mode="before")
    @classmethod
    def _without_margins(cls, value: object) -> object:
        return value.strip() if isinstance(value, str) else value

    @field_validator("telegram_bot_token")
    @classmethod
    def _is_bot_token(cls, value: SecretStr) -> SecretStr:
        return _checked(value, re.fullmatch(r"\d+:[\w-]+", value.get_secret_value()) is not None)

    @field_validator("discord_bot_token")
    @classmethod
    def _is_discord_token(cls, value: SecretStr) -> SecretStr:
        token = value.get_secret_value()
        return _checked(value, re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", token, re.ASCII))

    @field_validator("discord_gateway_url")
    @classmethod
    def _is_socket(cls, value: str) -> str:
        return _checked(value, _is_url(value, "ws", "wss"))

    @field_validator("telegram_webhook_secret")
    @classmethod
    def _is_webhook_secret(cls, value: SecretStr) -> SecretStr:
        return _checked(value, re.fullmatch(r"[\w-]{1,256}", value.get_secret_value(), re.ASCII))

    @field_validator("telegram_api_url", "discord_api_url", "anthropic_base_url", "openai_base_url")
    @classmethod
    def _is_http(cls, value: str) -> str:
        return _checked(value, _is_url(value, "http", "https"))

    @field_validator("telegram_webhook_url")
    @classmethod
    def _is_https(cls, value: str) -> str:
        return _checked(value, _is_url(value, "https"))

    @field_validator("database_url")
    @classmethod
    def _is_database(cls, value: SecretStr) -> SecretStr:
        url = value.get_secret_value()
        return _checked(
            value,
            (url.startswith("sqlite:///") and len(url) > len("sqlite:///"))
            or _is_url(url, "postgresql", "postgres", local=True),
        )

    @field_validator("redis_url")
    @classmethod
    def _is_redis(cls, value: SecretStr) -> SecretStr:
        url = value.get_secret_value()
        return _checked(
            value,
            (url.startswith("unix:///") and len(url) > len("unix:///"))
            or _is_url(url, "redis", "rediss"),
        )

    @field_validator("owners", mode="before")
    @classmethod
    def _pairs(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        pairs = [item.strip().partition(":") for item in value.split(",") if item.strip()]
        if any(platform not in PLATFORMS or not person.strip() for platform, _, person in pairs):
            raise ValueError("not platform:person pairs")
        return tuple((platform, person.strip()) for platform, _, person in pairs)

    @field_validator("tools", mode="before")
    @classmethod
    def _names(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        names = frozenset(name.strip() for name in value.split(",") if name.strip())
        return names or None

    @field_validator("untested_venues", mode="before")
    @classmethod
    def _untested(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        names = frozenset(name.strip().lower() for name in value.split(",") if name.strip())
        return _checked(names, names <= set(UNTESTED))

    @field_validator("worker_model", "memory_model")
    @classmethod
    def _is_model(cls, value: str) -> str:
        kind, _, name = value.partition(":")
        named = kind in ("anthropic", "openai", "scripted") and bool(name)
        return _checked(value, value in ("", "offline") or named)

    @field_validator("market")
    @classmethod
    def _is_market(cls, value: str) -> str:
        market_source(value)
        return value

    @field_validator("rules")
    @classmethod
    def _are_rules(cls, value: str) -> str:
        paper_rules(value)
        return value

    @field_validator("secret_keys")
    @classmethod
    def _is_key_ring(cls, value: SecretStr) -> SecretStr:
        _key_ring(value.get_secret_value())
        return value

    @field_validator("timezone")
    @classmethod
    def _is_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, OSError) as error:
            raise ValueError("not a time zone") from error
        return value

    def key_ring(self) -> Mapping[str, bytes] | None:
        """The keys that seal and open, by id, the sealing one first; None: use the key file."""
        return None if self.secret_keys is None else _key_ring(self.secret_keys.get_secret_value())

    @property
    def paper_rules(self) -> PaperRules:
        """How the paper venue behaves where venues differ."""
        return paper_rules(self.rules)

    @property
    def market_source(self) -> MarketSource:
        """Where prices come from."""
        return market_source(self.market)


def load_settings(env_file: Path | None = Path(".env")) -> Settings:
    """The settings. SetupError names the first wrong one, what was found and what was expected.

    What was found is not shown of a secret, nor anything in it that looks like one.
    """
    try:
        return Settings(_env_file=env_file)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise SetupError(wrong(str(first["loc"][0]), first.get("input"))) from None
    except UnicodeDecodeError as error:
        raise SetupError(f"{env_file} is not valid: expected UTF-8 text.") from error


def wrong(alias: str, found: object = None) -> str:
    """One line about the variable that is wrong."""
    fields = Settings.model_fields.items()
    field, info = next((name, one) for name, one in fields if one.validation_alias == alias)
    shown = ""
    if isinstance(found, str) and SecretStr not in _types_of(info.annotation):
        text = masked_text(found)
        shown = f" ({text[:MOST_SHOWN]!r}{'…' if len(text) > MOST_SHOWN else ''})"
    return f"{alias} is not valid{shown}: expected {EXPECTED.get(field, 'another value')}."


def _types_of(annotation: object) -> tuple[object, ...]:
    return getattr(annotation, "__args__", (annotation,))


def _checked(value: T, holds: object) -> T:
    if not holds:
        raise ValueError("not valid")
    return value


def _is_url(text: str, *schemes: str, local: bool = False) -> bool:
    """Whether it is a URL of these kinds; `local`: one without a host will do."""
    try:
        url = urlsplit(text)
        port_is_sound = url.port is None or url.port > 0
    except ValueError:
        return False
    return url.scheme in schemes and (local or bool(url.hostname)) and port_is_sound


def _key_ring(written: str) -> dict[str, bytes]:
    """The keys that `kid:base64,…` spells out; ValueError for anything else."""
    ring: dict[str, bytes] = {}
    for item in written.split(","):
        kid, _, text = item.strip().partition(":")
        try:
            key = base64.b64decode(text, validate=True)
        except binascii.Error:
            key = b""
        if not kid or kid in ring or len(key) != 32:
            raise ValueError("not a key ring")
        ring[kid] = key
    return ring
