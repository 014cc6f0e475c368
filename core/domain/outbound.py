"""What we say: platform-neutral blocks, choices and the messages made of them."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from core.domain.orders import Mode


class Value(BaseModel):
    """Base of every persisted or sent value: frozen, nothing unknown accepted."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TextBlock(Value):
    """A paragraph; `text` is plain, surfaces escape it."""

    type: Literal["text"] = "text"
    text: str


class TableBlock(Value):
    """Rows under column heads; a surface may fold it, never cut a row. `note` stands below it."""

    type: Literal["table"] = "table"
    title: str = ""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class CardBlock(Value):
    """A titled list of label and value: the approval card, a fill. `badge` names its mode."""

    type: Literal["card"] = "card"
    title: str
    badge: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    note: str = ""


class ImageBlock(Value):
    """A picture: the id of its Picture row, and in words what it shows, in the person's language.

    `alt` is all there is of it wherever no picture can be shown.
    """

    type: Literal["image"] = "image"
    id: str
    alt: str
    lang: Literal["en", "zh"] = "en"


Block = Annotated[TextBlock | TableBlock | CardBlock | ImageBlock, Field(discriminator="type")]


class Choice(Value):
    """A button. Ids are language-free: confirm, confirm_large, amount, cancel, opt:N."""

    id: str
    label: str
    value: str = ""


class Outbound(Value):
    """One message to a person: a reply, a question with its choices, or an alert.

    `id` is the message's id in history; `text` is the plain rendering of the blocks. `reply_to` is
    the id of a message of ours that this one answers (a fill, its card), where a platform shows it.
    """

    id: str
    run_id: str
    kind: Literal["reply", "question", "alert"]
    text: str
    blocks: tuple[Block, ...]
    created_at: datetime
    mode: Mode | None = None
    simulated: bool | None = None
    question_id: str | None = None
    choices: tuple[Choice, ...] = ()
    data: dict[str, Any] | None = None
    lang: Literal["en", "zh"] = "en"
    reply_to: str = ""


class Progress(Value):
    """An event of a running turn, in the words of DESIGN 11's stream; never stored.

    `type` is planning, plan, step_start, step_complete, replan, tool, question, delta, done or
    error; `line` is what a chat may show of it ("Step 1/2: BTC price"), empty for nothing.
    """

    run_id: str
    type: Literal[
        "planning",
        "plan",
        "step_start",
        "step_complete",
        "replan",
        "tool",
        "question",
        "delta",
        "done",
        "error",
    ]
    data: dict[str, Any]
    line: str = ""
