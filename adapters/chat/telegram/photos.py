"""Messages with pictures: photos whose captions hold the words where they fit, else beside them."""

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.chat.pieces import units
from adapters.chat.telegram.pieces import ROOM, Chunk, chunks, words
from core.domain.outbound import Block, ImageBlock, Outbound
from core.views.render import picture_text

CAPTION = 1024
"""Units of a caption, markup not counted."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture to send, by its row's id. `instead` is sent where there is no picture."""

    id: str
    caption: Chunk
    instead: Chunk


Part = Chunk | Photo


def parts(message: Outbound) -> list[Part]:
    """What to send, in order: one photo with all the words, or the words and then the photos.

    A question's photos come first: its last message has its buttons.
    """
    images = [block for block in message.blocks if isinstance(block, ImageBlock)]
    if not images:
        return list(chunks(message))
    rest = _text_alone(message)
    if len(images) == 1 and not message.question_id:
        whole = _joined(rest, images[0])
        if whole is not None:
            return [whole]
    photos = [_apart(image) for image in images]
    return [*photos, *rest] if message.question_id else [*rest, *photos]


def text_parts(message: Outbound, note: str) -> tuple[int, list[Chunk]]:
    """A question's words with a note below, and how many photos stand before them."""
    images = sum(isinstance(block, ImageBlock) for block in message.blocks)
    if not images:
        return 0, chunks(message, note=note)
    blocks = tuple(block for block in message.blocks if not isinstance(block, ImageBlock))
    return images, chunks(message.model_copy(update={"blocks": blocks}), note=note)


def _text_alone(message: Outbound) -> list[Chunk]:
    blocks: Sequence[Block] = [one for one in message.blocks if not isinstance(one, ImageBlock)]
    if not blocks:
        return []
    return chunks(message.model_copy(update={"blocks": tuple(blocks)}))


def _joined(rest: Sequence[Chunk], image: ImageBlock) -> Photo | None:
    """One photo with all the words below it and what it shows in words; None: they are too many.

    Telegram knows no text for those who do not see a picture, so the caption says it.
    """
    alt = words(image.alt)
    if len(rest) != 1 or len(alt) != 1:
        return None
    whole = Chunk(f"{rest[0].html}\n\n{alt[0].html}", f"{rest[0].plain}\n\n{alt[0].plain}")
    return Photo(image.id, whole, whole) if units(whole.plain) <= CAPTION - ROOM else None


def _apart(image: ImageBlock) -> Photo:
    """A photo with what it shows, cut to what a caption holds."""
    alt = words(_within(image.alt)) or [Chunk("", "")]
    return Photo(image.id, alt[0], words(picture_text(image.alt, image.lang))[0])


def _within(text: str) -> str:
    """The text as far as a caption holds it; its end says where it was cut."""
    most = CAPTION - ROOM
    if units(text) <= most:
        return text
    kept = text[:most]
    while units(kept) > most - 1:
        kept = kept[:-1]
    return f"{kept}…"
