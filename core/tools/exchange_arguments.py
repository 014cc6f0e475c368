"""The arguments of manage_exchange_config: what a model, a grammar or a command may ask for."""

from typing import Literal

from pydantic import Field

from core.domain.outbound import Value


class ManageExchangeConfigArguments(Value):
    """One change to a person's exchange accounts."""

    action: Literal["create", "update", "delete", "test", "deposit", "withdraw", "reset"] = Field(
        description="create, update (only the fields given), delete, test (one read); deposit, "
        "withdraw, reset: made-up money of the paper account."
    )
    config: str | None = Field(
        default=None,
        max_length=100,
        description="Which account: its name or id. Not for create. Leave out for the one spoken "
        "of, or for the paper account's money.",
    )
    exchange: str | None = Field(
        default=None, max_length=60, description="create: the exchange, such as binance."
    )
    name: str | None = Field(default=None, max_length=200, description="Its name, or a new one.")
    enabled: bool | None = Field(default=None, description="Whether it may be used.")
    default: bool | None = Field(
        default=None, description="true: orders that name no account go there."
    )
    testnet: bool | None = Field(
        default=None, description="create: true for the exchange's test network."
    )
    settings: dict[str, str] | None = Field(
        default=None, description="What the exchange needs that is no secret: wallet_address."
    )
    new_keys: bool | None = Field(
        default=None, description="update: the person wants other keys; code asks for them."
    )
    amount: str | None = Field(
        default=None,
        max_length=30,
        description="USDT, digits only; for reset the new balance (left out: the usual one).",
    )
    leave_open: bool | None = Field(
        default=None,
        description="delete: true only if the person said to leave what is open at the exchange.",
    )
