"""Anthropic's Messages API, or any server that speaks it, as an LLMProvider."""

from adapters.llm.anthropic.provider import AnthropicProvider

__all__ = ["AnthropicProvider"]
