"""Settings: what is set is used, what is wrong is named, and no secret is ever shown."""

import base64
import os
from decimal import Decimal
from pathlib import Path

import pytest
from pydantic import ValidationError

from config.market import MarketSource
from config.settings import EXPECTED, Settings, load_settings
from core.domain.paper_trade import PaperRules
from core.errors import SetupError

KEY = base64.b64encode(bytes(range(32))).decode()
ALIASES = {str(item.validation_alias) for item in Settings.model_fields.values()}


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ALIASES & os.environ.keys():
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def test_nothing_needs_to_be_set():
    settings = load_settings()
    assert (settings.host, settings.port, settings.data) == ("127.0.0.1", 8484, Path("data"))
    assert (settings.market, settings.paper_balance) == ("simulated", Decimal(10_000))
    assert (settings.lang, settings.timezone) == ("en", "UTC")
    assert settings.key_ring() is None
    assert settings.tools is None
    assert settings.paper_rules == PaperRules()
    assert settings.owners == ()


def test_what_is_set_is_used(monkeypatch):
    for name, value in {
        "HOST": "0.0.0.0",
        "PORT": "0",
        "BELLWETHER_DATA": "/srv/desk",
        "BELLWETHER_OWNERS": "telegram:123, discord:456,",
        "BELLWETHER_TOOLS": "get_balance, get_positions",
        "BELLWETHER_MARKET": "simulated:42",
        "BELLWETHER_UNTESTED_VENUES": "Gate, bitget,",
        "BELLWETHER_PAPER_BALANCE": "2500.50",
        "BELLWETHER_SECRET_KEYS": f"k2:{KEY},k1:{KEY}",
        "BELLWETHER_LANG": "zh",
        "BELLWETHER_TIMEZONE": "Asia/Shanghai",
        "BELLWETHER_WORKER_MODEL": "anthropic:claude-sonnet-5-5",
        "DATABASE_URL": "postgresql://me:hunter2@db.example:5432/desk",
        "REDIS_URL": "rediss://:hunter2@cache.example:6380/1",
    }.items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    assert (settings.host, settings.port, settings.data) == ("0.0.0.0", 0, Path("/srv/desk"))
    assert settings.owners == (("telegram", "123"), ("discord", "456"))
    assert settings.tools == frozenset({"get_balance", "get_positions"})
    assert settings.untested_venues == frozenset({"gate", "bitget"})
    assert settings.market_source == MarketSource(kind="simulated", seed=42)
    assert settings.paper_balance == Decimal("2500.50")
    assert list(settings.key_ring() or {}) == ["k2", "k1"]
    assert (settings.lang, settings.timezone) == ("zh", "Asia/Shanghai")
    assert settings.worker_model == "anthropic:claude-sonnet-5-5"


def test_each_source_of_prices_is_read(monkeypatch):
    for text, source in {
        "simulated": MarketSource(kind="simulated"),
        "ccxt:binance": MarketSource(kind="ccxt", exchange="binance"),
        "replay:/data/BTC 1m.csv.gz": MarketSource(kind="replay", file="/data/BTC 1m.csv.gz"),
        "replay:x.csv?speed=60&symbol=BTC/USDT:USDT": MarketSource(
            kind="replay", file="x.csv", speed=Decimal(60), symbol="BTC/USDT:USDT"
        ),
        "replay:x.csv?speed=0.5": MarketSource(kind="replay", file="x.csv", speed=Decimal("0.5")),
    }.items():
        monkeypatch.setenv("BELLWETHER_MARKET", text)
        assert load_settings().market_source == source


def test_the_rules_of_the_paper_venue_are_read(monkeypatch):
    monkeypatch.setenv("BELLWETHER_PAPER_RULES", "limits=touch, funding=free")
    assert load_settings().paper_rules == PaperRules(limits="touch", funding="free")
    monkeypatch.setenv("BELLWETHER_PAPER_RULES", "triggers=last")
    assert load_settings().paper_rules == PaperRules(triggers="last")


def test_the_env_file_is_read_and_the_environment_goes_before_it(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text(
        "PORT=9000\nBELLWETHER_LANG='zh'\n# a comment\nSOMETHING_ELSE=1\nANTHROPIC_API_KEY=\n"
    )
    monkeypatch.setenv("PORT", "9001")
    settings = load_settings()
    assert (settings.port, settings.lang, settings.anthropic_api_key) == (9001, "zh", None)
    assert load_settings(None).lang == "en"


def test_an_env_file_that_is_no_text_is_named(tmp_path):
    (tmp_path / ".env").write_bytes(b"BELLWETHER_LANG=\xff\xfe\n")
    with pytest.raises(SetupError, match=r"\.env is not valid: expected UTF-8"):
        load_settings()


@pytest.mark.parametrize("name", sorted(ALIASES))
def test_set_to_nothing_is_not_set(monkeypatch, name):
    monkeypatch.setenv(name, "")
    assert load_settings() == Settings(_env_file=None)


def test_margins_are_no_part_of_a_value(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", " sk-ant-1234 \n")
    monkeypatch.setenv("BELLWETHER_TIMEZONE", " Asia/Kolkata ")
    settings = load_settings()
    assert settings.anthropic_api_key is not None
    assert settings.anthropic_api_key.get_secret_value() == "sk-ant-1234"
    assert settings.timezone == "Asia/Kolkata"


WRONG = {
    "TELEGRAM_BOT_TOKEN": ["hello", "123456", "123456:", "123:a b"],
    "TELEGRAM_API_URL": ["api.telegram.org", "ftp://host", "http://"],
    "TELEGRAM_WEBHOOK_URL": ["http://example.org", "https://"],
    "TELEGRAM_WEBHOOK_SECRET": ["with space", "ü", "x" * 257],
    "ANTHROPIC_BASE_URL": ["localhost:8080", "http://host:99999"],
    "OPENAI_BASE_URL": ["localhost:11434/v1", "ollama", "https://"],
    "DATABASE_URL": ["mysql://x", "sqlite:///", "sqlite://x", "postgres://me:p:w@h:x/db", "x"],
    "REDIS_URL": ["http://x", "redis://", "unix://", "unix:///", "redis://h:port"],
    "PORT": ["http", "-1", "65536", "80.5"],
    "BELLWETHER_PAPER_RULES": ["touch", "limits=", "limits=maybe", "fees=0", "limits=touch," * 2],
    "BELLWETHER_OWNERS": ["123", "telegram:", "myspace:1", "telegram:1,2", "telegram: ,web:1"],
    "BELLWETHER_WEB_TOKEN": ["short"],
    "BELLWETHER_WORKER_MODEL": ["gpt", "openai:", "offline:x"],
    "BELLWETHER_MEMORY_MODEL": ["claude"],
    "BELLWETHER_MARKET": [
        "real",
        "simulated:",
        "simulated:x",
        "simulated:-1",
        "simulated:" + "9" * 20,
        "ccxt",
        "ccxt:",
        "ccxt:Bin ance",
        "ccxt:../x",
        "replay",
        "replay:",
        "replay:?speed=60",
        "replay:x.csv?speed=0",
        "replay:x.csv?speed=-1",
        "replay:x.csv?speed=fast",
        "replay:x.csv?speed=1&speed=2",
        "replay:x.csv?sped=60",
        "replay:x.csv?symbol=btc",
    ],
    "BELLWETHER_UNTESTED_VENUES": ["mtgox", "gate;kucoin", "binance"],
    "BELLWETHER_PAPER_BALANCE": ["lots", "-1", "NaN", "Infinity", "1,000"],
    "BELLWETHER_SECRET_KEYS": ["k1", "k1:c2hvcnQ=", KEY, f":{KEY}", f"k1:{KEY},k1:{KEY}", "k1:?"],
    "BELLWETHER_LANG": ["de", "EN"],
    "BELLWETHER_TIMEZONE": ["Mars/Base", "America", "../etc/passwd", "/etc/passwd", "+08:00"],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_a_wrong_value_is_named_with_what_was_expected(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    field = next(key for key, one in Settings.model_fields.items() if one.validation_alias == name)
    with pytest.raises(SetupError) as refused:
        load_settings()
    said = str(refused.value)
    assert said.startswith(f"{name} is not valid")
    assert EXPECTED[field] in said
    assert "\n" not in said


def test_what_was_found_is_shown(monkeypatch):
    monkeypatch.setenv("BELLWETHER_TIMEZONE", "Mars/Base")
    with pytest.raises(SetupError, match=r"BELLWETHER_TIMEZONE is not valid \('Mars/Base'\)"):
        load_settings()


@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("TELEGRAM_BOT_TOKEN", "hunter2", "hunter2"),
        ("TELEGRAM_WEBHOOK_SECRET", "hunter 2", "hunter"),
        ("DATABASE_URL", "postgres://me:hunter2@h:port/db", "hunter2"),
        ("REDIS_URL", "http://:hunter2@h", "hunter2"),
        ("BELLWETHER_WEB_TOKEN", "hunter2", "hunter2"),
        ("BELLWETHER_SECRET_KEYS", "k1:aHVudGVyMg==", "aHVudGVyMg"),
        # Pasted into the wrong place.
        ("BELLWETHER_WORKER_MODEL", "sk-ant-api03-Q2hlY2tNYXRlIQ", "Q2hlY2tNYXRlIQ"),
    ],
)
def test_no_secret_is_shown_in_an_error(monkeypatch, name, value, secret):
    monkeypatch.setenv(name, value)
    with pytest.raises(SetupError) as refused:
        load_settings()
    shown: list[str] = []
    error: BaseException | None = refused.value
    while error is not None:
        shown.append(f"{error!r} {error}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    assert secret not in " ".join(shown)


def test_no_secret_is_shown_in_the_settings_themselves(monkeypatch):
    secrets = {
        "TELEGRAM_BOT_TOKEN": "123456:hunter2",
        "ANTHROPIC_API_KEY": "hunter2",
        "OPENAI_API_KEY": "hunter2",
        "DATABASE_URL": "postgres://me:hunter2@h/db",
        "REDIS_URL": "redis://:hunter2@h",
        "BELLWETHER_WEB_TOKEN": "hunter2-hunter2-hunter2",
        "TELEGRAM_WEBHOOK_SECRET": "hunter2",
    }
    for name, value in secrets.items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    assert "hunter2" not in f"{settings!r} {settings} {settings.model_dump_json()}"


def test_settings_do_not_change():
    with pytest.raises(ValidationError, match="frozen"):
        load_settings().port = 1  # type: ignore[misc]
