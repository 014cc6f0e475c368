"""The venues of a desk that has no live ones."""

from collections.abc import Mapping, Sequence

from core.domain.records import ExchangeAccount
from core.domain.venues import KeyCheck, VenueForm
from core.errors import VenueError


class PaperOnly:
    """VenueKeys of no venue: there is nothing to add, and no key to try."""

    def forms(self) -> Sequence[VenueForm]:
        """None."""
        return ()

    async def check(self, account: ExchangeAccount, secrets: Mapping[str, str]) -> KeyCheck:  # noqa: ARG002  there is nobody to ask
        """Nobody can be asked."""
        raise VenueError(f"{account.venue} is not connected here")
