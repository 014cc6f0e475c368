"""OpenAI's chat completions, or any server that speaks them, as an LLMProvider."""

from adapters.llm.openai.provider import OpenAIProvider

__all__ = ["OpenAIProvider"]
