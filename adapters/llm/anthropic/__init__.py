"""Anthropic's Messages API, or any server that speaks it, as an LLMProvider."""

from adapters.llm.anthropic.provider import SENT, AnthropicProvider

__all__ = ["SENT", "AnthropicProvider"]
