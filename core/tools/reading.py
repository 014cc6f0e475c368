"""What every tool that only reads has in common."""

from typing import ClassVar

from pydantic import BaseModel

from core.tools.registry import Action


class ReadingTool:
    """A tool with one action, which reads."""

    actions: ClassVar[tuple[Action, ...]] = (Action(name="read", effect="read", repeat="read"),)

    def action(self, args: BaseModel) -> Action:  # noqa: ARG002  whatever is asked, it reads
        """The only one."""
        return self.actions[0]


class PersonalReadingTool(ReadingTool):
    """The same of what is a person's own: not shown where others look on."""

    actions: ClassVar[tuple[Action, ...]] = (
        Action(name="read", effect="read", repeat="read", private=True),
    )
