"""Text as every store and every reader can hold it."""

import re
from typing import Annotated, Any

from pydantic import AfterValidator

# JSON can spell them, no UTF-8 can hold half a pair, and PostgreSQL has no U+0000.
_UNREADABLE = re.compile("[\x00\ud800-\udfff]")


def readable(value: Any) -> Any:
    """The value with what cannot be kept shown as unreadable, in lists and objects too."""
    match value:
        case str():
            return _UNREADABLE.sub("\ufffd", value)
        case dict():
            return {readable(key): readable(item) for key, item in value.items()}
        case list():
            return [readable(item) for item in value]
        case _:
            return value


Readable = Annotated[str, AfterValidator(readable)]
