"""GET /api/v1/images/{id}: a picture of a message, for whoever it was made for."""

import base64

from fastapi import APIRouter
from starlette.responses import Response

from adapters.chat.web.auth import Caller
from adapters.chat.web.door import Door
from adapters.chat.web.problems import Problem
from adapters.chat.web.schemas import problems


def add_routes(router: APIRouter, door: Door) -> None:
    """The one route."""

    @router.get(
        "/api/v1/images/{image_id}",
        response_class=Response,
        responses={200: {"content": {"image/png": {}}}, **problems(401, 404)},
    )
    async def image(image_id: str, account: Caller) -> Response:
        """The picture itself; another person's is as unknown as one that never was (I10)."""
        found = await door.assistant.picture(image_id)
        if found is None or found.account_id != account.id:
            raise Problem(404, "unknown_image", "There is no such picture among yours.")
        return Response(base64.b64decode(found.data), media_type=found.mime)
