"""Messages as history keeps them and as the HTTP contract shows them."""

from typing import Any

from core.agent.turn import Turn
from core.domain.outbound import Choice, Outbound, Value
from core.domain.records import MessageRow

PNG = "image/png"


def message_row(outbound: Outbound, turn: Turn) -> MessageRow:
    """The history row of a message to the person whose conversation this is."""
    dumped = outbound.model_dump(mode="json")
    return MessageRow(
        id=outbound.id,
        conversation_id=turn.conversation.id,
        account_id=turn.conversation.account_id or turn.account.id,
        run_id=outbound.run_id,
        role="assistant",
        kind=outbound.kind,
        text=outbound.text,
        blocks=dumped["blocks"],
        created_at=outbound.created_at,
        mode=outbound.mode,
        simulated=outbound.simulated,
        question_id=outbound.question_id,
        choices=dumped["choices"],
        data=outbound.data,
        lang=outbound.lang,
        execution_profile_name=turn.profile.name,
    )


def public(message: Outbound | MessageRow) -> dict[str, Any]:
    """A Message of the HTTP contract (DESIGN 11); optional fields only where they say something."""
    role = message.role if isinstance(message, MessageRow) else "assistant"
    shown: dict[str, Any] = {
        "id": message.id,
        "run_id": message.run_id,
        "role": role,
        "kind": message.kind,
        "text": message.text,
        "created_at": message.created_at.isoformat().replace("+00:00", "Z"),
    }
    if message.mode is not None:
        shown["mode"] = message.mode
    if message.simulated is not None:
        shown["simulated"] = message.simulated
    if message.question_id is not None:
        choices = [
            choice.model_dump() if isinstance(choice, Choice) else choice
            for choice in message.choices
        ]
        shown["question_id"] = message.question_id
        shown["choices"] = [{"id": item["id"], "label": item["label"]} for item in choices]
    images = [image for block in message.blocks if (image := _image(block)) is not None]
    if images:
        shown["images"] = images
    if message.data is not None:
        shown["data"] = message.data
    return shown


def _image(block: Any) -> dict[str, Any] | None:
    """A picture among the blocks: where it is, and what it shows in words."""
    dumped = block.model_dump() if isinstance(block, Value) else block
    if dumped["type"] != "image":
        return None
    return {"url": f"/api/v1/images/{dumped['id']}", "alt": dumped["alt"], "type": PNG}


def audited(message: MessageRow) -> dict[str, Any]:
    """A Message with its metadata: by whom, for what and under which profile it was made."""
    return public(message) | {
        "origin": message.origin,
        "executor": message.executor,
        "execution_profile_name": message.execution_profile_name,
        "hidden_from_user": message.hidden_from_user,
    }
