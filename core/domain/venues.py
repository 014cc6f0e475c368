"""What an account at a live venue needs, and what is known of its key."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class VenueForm:
    """What is asked of whoever adds an account at this venue.

    `secrets` go to the vault under these names, `settings` into the account's row; all are needed.
    `allowed` is False for a venue that was not tried by us and that no setting names.
    """

    venue: str
    title: str
    secrets: tuple[str, ...]
    settings: tuple[str, ...]
    has_testnet: bool
    allowed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class KeyCheck:
    """What one read with a key said.

    `reason` and `params` name the text for the person where it is not `ok`. `can_withdraw` is None
    where the venue does not tell.
    """

    ok: bool
    can_withdraw: bool | None = None
    reason: str = ""
    params: Mapping[str, str] = field(default_factory=dict)
