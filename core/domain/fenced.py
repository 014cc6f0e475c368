"""Outside text as a model is given it: fenced, so that it is material and never an instruction."""

import json
import re

_FENCE = re.compile(
    r"[<＜﹤](?=[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*[/／]?"
    r"[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*data\b)",
    re.IGNORECASE,
)


def data_block(name: str, value: object) -> str:
    """Material fenced as data; a fence inside it neither ends it nor opens another."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return f'<data name="{name}">\n{_FENCE.sub("&lt;", text)}\n</data>'
