"""Updates that Telegram posts to us: answered 2xx only once they are committed."""

import hmac
import json

import structlog

from adapters.chat.telegram.client import Client
from adapters.chat.telegram.intake import Intake
from adapters.chat.telegram.polling import parsed

log = structlog.get_logger(__name__)

OK = 200
FORBIDDEN = 403
TRY_AGAIN = 503


class Webhook:
    """The route's logic; the web server brings the body and the secret header's value."""

    def __init__(self, client: Client, intake: Intake, secret: str) -> None:
        self._client = client
        self._intake = intake
        self._secret = secret

    async def receive(self, body: bytes, secret: str | None) -> int:
        """The status to answer with. 503 makes Telegram post the same update again."""
        if not hmac.compare_digest((secret or "").encode(), self._secret.encode()):
            return FORBIDDEN
        try:
            raw = json.loads(body)
        except ValueError:
            log.warning("webhook body skipped", size=len(body))
            return OK
        update = parsed(self._client, raw)
        if update is None:
            return OK
        try:
            await self._intake.take(update)
        except Exception as error:  # noqa: BLE001 - whatever failed here, the update must come again
            log.warning("update not accepted", error=type(error).__name__)
            return TRY_AGAIN
        return OK
