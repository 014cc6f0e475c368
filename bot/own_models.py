"""The language models of people's own, each over the library of its API, loaded when needed."""

import asyncio
import importlib
from collections.abc import Mapping, Sequence
from functools import partial
from urllib.parse import urlsplit

from adapters.llm.own_models import OwnModels
from config.settings import Settings
from core.credentials import Credentials
from core.domain.addresses import host_of
from core.domain.model_vendors import VENDORS
from core.domain.records import ModelConfig
from core.ports import LLMProvider, Records, Sealer

_USUAL = frozenset(vendor.base_url for vendor in VENDORS.values())


def own_models(records: Records, sealer: Sealer, own_hosts: Mapping[str, bool]) -> OwnModels:
    """The clients of stored configs; `own_hosts` are those that may be local."""
    return OwnModels(
        records=records,
        credentials=Credentials(records, sealer),
        make=partial(_made, own_hosts),
        resolve=_resolved,
        own_hosts=own_hosts,
    )


def own_hosts(settings: Settings) -> Mapping[str, bool]:
    """The hosts that the settings name for models, each with whether by plain http."""
    named = (settings.openai_base_url, settings.anthropic_base_url)
    return {host_of(url): urlsplit(url).scheme == "http" for url in named if url}


async def _made(own_hosts: Mapping[str, bool], config: ModelConfig, key: str) -> LLMProvider:
    """A client of the config's own. An address that a person typed is called as any stranger's."""
    package = await asyncio.to_thread(importlib.import_module, f"adapters.llm.{config.provider}")
    http = None
    if config.base_url not in _USUAL:
        net = await asyncio.to_thread(importlib.import_module, "adapters.public_net")
        http = net.public_client(net.PublicBackend(own_hosts), package.SENT)
    provider = (
        package.AnthropicProvider if config.provider == "anthropic" else package.OpenAIProvider
    )
    made: LLMProvider = provider(key, config.model, config.base_url or None, http_client=http)
    return made


async def _resolved(host: str, port: int) -> Sequence[str]:
    net = await asyncio.to_thread(importlib.import_module, "adapters.public_net")
    found: Sequence[str] = await net.resolved(host, port)
    return found
