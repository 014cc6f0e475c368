"""Whose language models a person may name, each with its usual address and model.

The address is empty where the vendor's library knows it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Wire = Literal["anthropic", "openai"]
VendorName = Literal["anthropic", "openai", "deepseek", "qwen", "kimi"]


@dataclass(frozen=True, slots=True)
class Vendor:
    """How to reach a vendor: which API it speaks, where, and which model where none is named."""

    wire: Wire
    model: str
    base_url: str = ""


# Each vendor's documentation, as of November 2026. Of OpenAI's current models it is one whose
# thinking can be turned off: chat completions take a tool only then.
VENDORS: Mapping[VendorName, Vendor] = {
    "anthropic": Vendor("anthropic", "claude-sonnet-5-5"),
    "openai": Vendor("openai", "gpt-6.1-terra"),
    "deepseek": Vendor("openai", "deepseek-chat", "https://api.deepseek.com"),
    "qwen": Vendor("openai", "qwen-plus", "https://dashscope.aliyuncs.com/compatible-mode/v1"),
    "kimi": Vendor("openai", "kimi-latest", "https://api.moonshot.cn/v1"),
}
