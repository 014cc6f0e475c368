"""What a plan could rely on, as one text: tools, policy, models, prompts (DESIGN 3).

A workflow keeps the signature that it was planned under. Under another one, steps that have not run
are dropped and the request is planned anew: an old step never meets new tools.
"""

import hashlib
import json
from dataclasses import asdict
from functools import lru_cache

from core.agent.context import effective_tools
from core.agent.parts import Parts
from core.agent.prompts import RESPOND_ROLE, REVISE_PLAN, ROLE, SUBMIT_PLAN
from core.agent.providers import provider_of
from core.agent.turn import Turn
from core.domain.profiles import ExecutionProfile
from core.domain.records import Workflow
from core.tools.registry import Registry


def signature(parts: Parts, turn: Turn) -> str:
    """The present one for this person, here, with the profile of this turn."""
    return _signature(
        parts.registry,
        effective_tools(parts, turn),
        turn.profile,
        (provider_of(parts, turn).name, parts.fallback.name),
    )


def changed(parts: Parts, turn: Turn, workflow: Workflow) -> bool:
    """Whether the workflow was planned when other things were possible."""
    return workflow.capability != signature(parts, turn)


# Schemas take milliseconds to generate, and change only with the program.
@lru_cache(maxsize=64)
def _signature(
    registry: Registry,
    tools: frozenset[str],
    profile: ExecutionProfile,
    providers: tuple[str, ...],
) -> str:
    text = json.dumps(
        {
            "tools": [asdict(schema) for schema in registry.schemas(tools)],
            "profile": [profile.name, sorted(profile.tool_policy.allowlist or ())],
            "providers": providers,
            "plans": [asdict(SUBMIT_PLAN), asdict(REVISE_PLAN)],
            "prompts": [ROLE, RESPOND_ROLE],
        },
        sort_keys=True,
    )
    return hashlib.sha256(text.encode()).hexdigest()[:32]
