"""The arguments of manage_model_config: what a model, a grammar or a command may ask for."""

from typing import Literal

from pydantic import Field

from core.domain.model_vendors import VendorName
from core.domain.outbound import Value


class ManageModelConfigArguments(Value):
    """One change to a person's language models."""

    action: Literal["create", "update", "delete", "test"] = Field(
        description="create, update (only the fields given), delete, test (one tiny call)."
    )
    config: str | None = Field(
        default=None,
        max_length=100,
        description="Which one: its name or id; desk with default=true for this desk's own model. "
        "Not for create. Leave out for the one spoken of.",
    )
    provider: VendorName | None = Field(
        default=None, description="Whose model; openai with base_url for any compatible server."
    )
    name: str | None = Field(default=None, max_length=200, description="Its name, or a new one.")
    model: str | None = Field(
        default=None, max_length=120, description="The model's own name; left out: the usual one."
    )
    base_url: str | None = Field(
        default=None,
        max_length=300,
        description="https address of a compatible server, exactly as the person wrote it.",
    )
    enabled: bool | None = Field(default=None, description="Whether it may be used.")
    default: bool | None = Field(
        default=None,
        description="true: chat uses it. false: chat uses this desk's own model.",
    )
    new_key: bool | None = Field(
        default=None, description="update: the person wants another key; code asks for it."
    )
    no_key: bool | None = Field(
        default=None, description="true only if the server at base_url wants no key."
    )
