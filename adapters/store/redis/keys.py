"""Every key that we write to Redis, in one place."""

PREFIX = "bellwether:"


def waiting(question_id: str) -> str:
    """A live question: the key of the update that claimed it, empty until then; ends by itself."""
    return f"{PREFIX}waiting:{question_id}"
