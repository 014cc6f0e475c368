"""What exchange accounts and models are set up with: the vault's rows, and who tries a key."""

from dataclasses import dataclass

from core.credentials import Credentials
from core.ports import ModelClients


@dataclass(frozen=True, kw_only=True, slots=True)
class Setup:
    """The parts that the configuration tools share."""

    credentials: Credentials
    clients: ModelClients
