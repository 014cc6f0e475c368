"""OpenAI's chat completions, or any server that speaks them, as an LLMProvider."""

from adapters.llm.openai.provider import SENT, OpenAIProvider

__all__ = ["SENT", "OpenAIProvider"]
