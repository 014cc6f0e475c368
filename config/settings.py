"""Every setting, from the environment or `.env` (DESIGN 12): read once, named when wrong."""

import base64
import binascii
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import available_timezones

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from core.errors import SetupError

PLATFORMS = ("telegram", "discord", "web", "terminal")
EXPECTED: dict[str, str] = {
    "host": "an address to listen on, e.g. 127.0.0.1",
    "port": "a port number from 0 to 65535 (0: any free one)",
    "data": "a folder",
    "owners": "platform:person pairs, e.g. telegram:12345,discord:67890",
    "worker_model": "anthropic:NAME, openai:NAME, offline or scripted:FILE",
    "memory_model": "anthropic:NAME, openai:NAME, offline or scripted:FILE",
    "market": "simulated or simulated:SEED",
    "paper_balance": "an amount in USDT, not negative",
    "secret_keys": "kid:base64 of 32 bytes, comma-separated, the first one seals",
    "lang": "en or zh",
    "timezone": "an IANA time zone, e.g. Asia/Kolkata",
    "tools": "tool names, comma-separated",
    "database_url": "sqlite:///FILE or postgresql://…",
    "redis_url": "redis://… or unix://…",
}


class Settings(BaseSettings):
    """What whoever starts the program decided. Frozen; secrets never show in its text."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", frozen=True, extra="ignore"
    )

    telegram_bot_token: SecretStr | None = Field(None, validation_alias="TELEGRAM_BOT_TOKEN")
    telegram_api_url: str | None = Field(None, validation_alias="TELEGRAM_API_URL")
    telegram_webhook_url: str | None = Field(None, validation_alias="TELEGRAM_WEBHOOK_URL")
    telegram_webhook_secret: SecretStr | None = Field(
        None, validation_alias="TELEGRAM_WEBHOOK_SECRET"
    )
    anthropic_api_key: SecretStr | None = Field(None, validation_alias="ANTHROPIC_API_KEY")
    anthropic_base_url: str | None = Field(None, validation_alias="ANTHROPIC_BASE_URL")
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
    tools: Annotated[frozenset[str] | None, NoDecode] = Field(
        None, validation_alias="BELLWETHER_TOOLS"
    )
    market: str = Field("simulated", validation_alias="BELLWETHER_MARKET")
    paper_balance: Decimal = Field(
        Decimal(10_000), ge=0, validation_alias="BELLWETHER_PAPER_BALANCE"
    )
    secret_keys: SecretStr | None = Field(None, validation_alias="BELLWETHER_SECRET_KEYS")
    lang: Literal["en", "zh"] = Field("en", validation_alias="BELLWETHER_LANG")
    timezone: str = Field("UTC", validation_alias="BELLWETHER_TIMEZONE")

    @field_validator("owners", mode="before")
    @classmethod
    def _pairs(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        pairs = [item.strip().partition(":") for item in value.split(",") if item.strip()]
        if any(platform not in PLATFORMS or not person for platform, _, person in pairs):
            raise ValueError("not platform:person pairs")
        return tuple((platform, person.strip()) for platform, _, person in pairs)

    @field_validator("tools", mode="before")
    @classmethod
    def _names(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        names = frozenset(name.strip() for name in value.split(",") if name.strip())
        return names or None

    @field_validator("worker_model", "memory_model")
    @classmethod
    def _is_model(cls, value: str) -> str:
        kind, _, name = value.partition(":")
        if value in ("", "offline") or (kind in ("anthropic", "openai", "scripted") and name):
            return value
        raise ValueError("not a model")

    @field_validator("market")
    @classmethod
    def _is_market(cls, value: str) -> str:
        kind, colon, seed = value.partition(":")
        if kind == "simulated" and (not colon or seed.isdigit()):
            return value
        raise ValueError("not a market")

    @field_validator("timezone")
    @classmethod
    def _is_zone(cls, value: str) -> str:
        if value not in available_timezones():
            raise ValueError("not a time zone")
        return value

    def key_ring(self) -> Mapping[str, bytes] | None:
        """The keys that seal and open, by id, the sealing one first; None: use the key file.

        SetupError for a key that is not 32 bytes.
        """
        if self.secret_keys is None:
            return None
        ring: dict[str, bytes] = {}
        for item in self.secret_keys.get_secret_value().split(","):
            kid, _, text = item.strip().partition(":")
            try:
                key = base64.b64decode(text, validate=True)
            except binascii.Error:
                key = b""
            if not kid or len(key) != 32:
                raise SetupError(wrong("secret_keys"))
            ring[kid] = key
        return ring

    @property
    def seed(self) -> int | None:
        """The simulator's seed; None: whatever the stored market has."""
        _, _, seed = self.market.partition(":")
        return int(seed) if seed else None


def load_settings(env_file: Path | None = Path(".env")) -> Settings:
    """The settings; SetupError names the first wrong one and what was expected, never its value."""
    try:
        return Settings(_env_file=env_file)
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        field = next(
            (key for key, item in Settings.model_fields.items() if item.validation_alias == name),
            name,
        )
        raise SetupError(wrong(field)) from error


def wrong(field: str) -> str:
    """One line about a wrong setting."""
    alias = Settings.model_fields[field].validation_alias
    return f"{alias} is not valid: expected {EXPECTED.get(field, 'another value')}."
