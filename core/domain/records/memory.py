"""What is remembered: of a conversation beyond its window, and of a person."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Literal

from core.domain.records.values import Json


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskStateRow:
    """A conversation's TaskState, and how far the two memory jobs have read its messages.

    `compressed_through` and `remembered_through` are message ids (empty: nothing yet). `told` is
    False while the person has not been told that older messages were summed up.
    """

    id: str
    account_id: str
    state: Json
    version: int
    updated_at: datetime
    compressed_through: str = ""
    remembered_through: str = ""
    told: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class ExperienceRow:
    """A learnt rule (DESIGN 10): when `condition`, then `rule`; evidence are step ids.

    `scope` is `agent:{type}` or `user:{uid}`. `confidence` is 0.5 when first stored, then moved by
    use and outcome; `success_rate` is None until it was used.
    """

    exp_id: str
    scope: str
    condition: str
    rule: str
    evidence: list[str]
    source: Literal["execution", "feedback", "manual"]
    confidence: Decimal
    usage_count: int
    success_rate: Decimal | None
    created_at: datetime
    updated_at: datetime
    account_id: str = ""
    messages: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, slots=True)
class ProfileChoice:
    """The profile an account chose for a task type; the id is `account:task_type`.

    `n` replaces the profile's window length where it is not 0.
    """

    id: str
    account_id: str
    task_type: Literal["chat", "automation", "memory"]
    profile: str
    n: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelUsage:
    """What one turn or memory job used of a model: the sum over a day is an account's budget.

    The id is the run's, `day` the person's local date (YYYY-MM-DD), `cost` in USD, None where a
    call of it had no price.
    """

    id: str
    account_id: str
    day: str
    tokens: Decimal
    cost: Decimal | None
