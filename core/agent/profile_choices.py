"""Which profile an account's turns run with: chosen by whoever runs the desk, per kind of task."""

from core.agent.parts import Parts
from core.domain.profiles import DEFAULTS, MOST_MESSAGES, TaskType
from core.domain.records import Account, Insert, ProfileChoice, Query, Update
from core.errors import PersonError


async def choose(
    parts: Parts, account: Account, task: TaskType, profile: str, n: int = 0
) -> ProfileChoice:
    """Keep the choice from the next turn on; `n` (0: the profile's own) is the window's length.

    An empty `profile` is the one that the account's tasks of this kind run with now.
    PersonError when there is no such profile, it is another executor's, or n is out of bounds.
    """
    key = f"{account.id}:{task}"
    if not profile:
        [made] = await parts.records.read(Query(kind=ProfileChoice, where={"id": key}))
        profile = made[0].profile if made else DEFAULTS[task]
    found = parts.profiles.get(profile)
    if found is None:
        raise PersonError("profile.unknown", name=profile, known=sorted(parts.profiles))
    wanted = parts.profiles[DEFAULTS[task]].executor
    if found.executor != wanted:
        raise PersonError("profile.executor", name=profile, executor=found.executor, task=task)
    if not 0 <= n <= MOST_MESSAGES:
        raise PersonError("profile.window", n=n, most=MOST_MESSAGES)
    choice = ProfileChoice(id=key, account_id=account.id, task_type=task, profile=profile, n=n)
    await parts.records.commit(
        Insert(record=choice, if_absent=True),
        Update(kind=ProfileChoice, where={"id": choice.id}, set={"profile": profile, "n": n}),
    )
    return choice
