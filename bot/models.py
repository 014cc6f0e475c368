"""Which planner: chosen from the settings, its slow library loaded only when it is."""

import importlib
from pathlib import Path

from adapters.llm.scripted import ScriptedProvider

from adapters.llm.offline.planner import OfflinePlanner
from config.settings import Settings
from core.errors import SetupError
from core.ports import LLMProvider

DEFAULT_ANTHROPIC = "claude-sonnet-5-5"


def worker_model(settings: Settings) -> str:
    """The model's setting with its default: the first key present, else offline."""
    if settings.worker_model:
        return settings.worker_model
    return f"anthropic:{DEFAULT_ANTHROPIC}" if settings.anthropic_api_key else "offline"


def provider(settings: Settings) -> tuple[LLMProvider, str]:
    """The worker's planner and its model's name; SetupError when it cannot be had."""
    kind, _, name = worker_model(settings).partition(":")
    if kind == "offline":
        return OfflinePlanner(), "offline"
    if kind == "scripted":
        return ScriptedProvider.from_file(Path(name)), name
    if kind == "anthropic":
        if settings.anthropic_api_key is None:
            raise SetupError(
                "BELLWETHER_WORKER_MODEL names an Anthropic model, but ANTHROPIC_API_KEY is not "
                "set. Set it, or use BELLWETHER_WORKER_MODEL=offline."
            )
        module = importlib.import_module("adapters.llm.anthropic")
        made: LLMProvider = module.AnthropicProvider(
            settings.anthropic_api_key.get_secret_value(),
            name,
            base_url=settings.anthropic_base_url,
        )
        return made, name
    raise SetupError(
        f"BELLWETHER_WORKER_MODEL={kind}:… is not available yet. "
        "Use anthropic:NAME, offline or scripted:FILE."
    )
