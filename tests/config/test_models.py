"""Which provider a setting names, and what is said when it cannot be had."""

import json

import pytest

from bot.wiring import (
    DEFAULT_ANTHROPIC,
    DEFAULT_OPENAI,
    default_model,
    provider_of,
    worker_model,
)
from config.settings import Settings, load_settings
from core.errors import SetupError

ALIASES = [str(field.validation_alias) for field in Settings.model_fields.values()]
KEY = "hunter2-hunter2"


@pytest.fixture
def settings(monkeypatch):
    """Settings of these variables and no others."""

    def of(**variables):
        for name in ALIASES:
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return load_settings(None)

    return of


@pytest.mark.parametrize(
    ("variables", "model"),
    [
        ({}, "offline"),
        ({"ANTHROPIC_API_KEY": KEY}, f"anthropic:{DEFAULT_ANTHROPIC}"),
        ({"OPENAI_API_KEY": KEY}, f"openai:{DEFAULT_OPENAI}"),
        ({"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY}, f"anthropic:{DEFAULT_ANTHROPIC}"),
        (
            {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "https://api.openai.com/v1/"},
            f"openai:{DEFAULT_OPENAI}",
        ),
        ({"OPENAI_BASE_URL": "http://127.0.0.1:11434/v1"}, "offline"),
        ({"OPENAI_API_KEY": KEY, "BELLWETHER_WORKER_MODEL": "offline"}, "offline"),
    ],
)
def test_the_first_key_that_is_there_chooses_the_model(settings, variables, model):
    assert worker_model(settings(**variables)) == model


def test_a_key_to_another_vendor_does_not_choose_a_model_of_openai(settings):
    found = settings(OPENAI_API_KEY=KEY, OPENAI_BASE_URL="https://api.deepseek.com")
    with pytest.raises(SetupError, match="BELLWETHER_WORKER_MODEL=openai:NAME"):
        worker_model(found)


@pytest.mark.parametrize(
    ("worker", "default"),
    [
        ("openai:deepseek-flash", "openai:deepseek-flash"),
        ("offline", "offline"),
        ("scripted:plans.json", "offline"),
    ],
)
def test_what_has_no_model_of_its_own_there_has_the_workers(settings, worker, default):
    found = settings(
        OPENAI_API_KEY=KEY,
        OPENAI_BASE_URL="https://api.deepseek.com",
        BELLWETHER_WORKER_MODEL=worker,
    )
    assert worker_model(found) == worker
    assert default_model(found) == default


@pytest.mark.parametrize(
    ("variables", "text", "name"),
    [
        ({"ANTHROPIC_API_KEY": KEY}, "anthropic:claude-x", "anthropic:claude-x"),
        ({"OPENAI_API_KEY": KEY}, "openai:gpt-x", "openai:gpt-x"),
        ({"OPENAI_BASE_URL": "http://127.0.0.1:11434/v1"}, "openai:qwen3:8b", "openai:qwen3:8b"),
        ({}, "offline", "offline"),
    ],
)
async def test_a_provider_is_had_by_its_name(settings, variables, text, name):
    provider, model = provider_of(settings(**variables), "BELLWETHER_MEMORY_MODEL", text)
    await provider.aclose()
    assert provider.name == name
    assert model == name.removeprefix("anthropic:").removeprefix("openai:")


async def test_a_script_is_had_by_its_file(settings, tmp_path):
    file = tmp_path / "script.json"
    file.write_text(json.dumps([{"text": "Hi"}]))
    provider, model = provider_of(settings(), "BELLWETHER_MEMORY_MODEL", f"scripted:{file}")
    assert provider.name.startswith("scripted")
    assert model == str(file)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("anthropic:claude-x", "ANTHROPIC_API_KEY is not set"),
        ("openai:gpt-x", "neither OPENAI_API_KEY is set, nor OPENAI_BASE_URL"),
        ("openai:", "is not valid: expected anthropic:NAME, openai:NAME"),
        ("offline:x", "is not valid: expected"),
        ("gemini:x", "is not valid: expected"),
    ],
)
def test_what_cannot_be_had_is_said_in_one_line_with_the_variable(settings, text, said):
    with pytest.raises(SetupError) as refused:
        provider_of(settings(), "BELLWETHER_MEMORY_MODEL", text)
    line = str(refused.value)
    assert line.startswith("BELLWETHER_MEMORY_MODEL")
    assert said in line
    assert "\n" not in line
