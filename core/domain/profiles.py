"""Execution profiles: which executor, model, history window and tools a kind of turn runs with.

Profiles are data. There is no router: an old `enable_router` field is read and ignored.
"""

from typing import Any, Literal

from pydantic import Field, field_serializer, model_validator

from core.domain.outbound import Value

Executor = Literal["worker", "memory"]
TaskType = Literal["chat", "automation", "memory"]
"""What a profile is chosen for: a person's turn, a turn that a schedule began, a memory job."""

MOST_MESSAGES = 50


class ProfileModel(Value):
    """The model: `name` as BELLWETHER_WORKER_MODEL spells it, empty for the executor's setting."""

    name: str = ""
    thinking: bool = False


class HistoryPolicy(Value):
    """The window: history back to the n-th newest user message, the current one counting."""

    mode: Literal["last_n_user_messages"] = "last_n_user_messages"
    n: int = Field(default=20, ge=1, le=MOST_MESSAGES)
    include_current_user_message: Literal[True] = True


class ToolPolicy(Value):
    """Effective tools are declared ∩ `allowlist` ∩ the system's; None allows what is declared."""

    mode: Literal["intersection"] = "intersection"
    allowlist: frozenset[str] | None = None

    @field_serializer("allowlist")
    def _in_order(self, allowlist: frozenset[str] | None) -> list[str] | None:
        """The same text in every process."""
        return None if allowlist is None else sorted(allowlist)

    def within(self, other: "ToolPolicy") -> "ToolPolicy":
        """What both allow."""
        if self.allowlist is None or other.allowlist is None:
            return other if self.allowlist is None else self
        return ToolPolicy(allowlist=self.allowlist & other.allowlist)


class ExecutionProfile(Value):
    """One profile, by name."""

    name: str = Field(min_length=1, max_length=60)
    executor: Executor = "worker"
    model: ProfileModel = ProfileModel()
    history_policy: HistoryPolicy = HistoryPolicy()
    tool_policy: ToolPolicy = ToolPolicy()

    @model_validator(mode="before")
    @classmethod
    def _without_router(cls, value: Any) -> Any:
        """Profiles of an older design name a router, which there is none of."""
        if isinstance(value, dict):
            return {key: item for key, item in value.items() if key != "enable_router"}
        return value


CHAT_DEFAULT = ExecutionProfile(name="chat_default")
AUTOMATION_MEMORY_DEFAULT = ExecutionProfile(
    name="automation_memory_default",
    executor="memory",
    tool_policy=ToolPolicy(allowlist=frozenset({"memory_write", "memory_forget"})),
)
DEFAULTS: dict[TaskType, str] = {
    "chat": CHAT_DEFAULT.name,
    "automation": CHAT_DEFAULT.name,
    "memory": AUTOMATION_MEMORY_DEFAULT.name,
}
"""The profile of each task type where an account has chosen none."""

SHIPPED: dict[str, ExecutionProfile] = {
    profile.name: profile for profile in (CHAT_DEFAULT, AUTOMATION_MEMORY_DEFAULT)
}
