"""GET /api/v1/images/{id}: pictures with the bearer, each person's own alone."""

import httpx

from tests.adapters.web_desk import open_web
from tests.doubles.pictures import png


async def test_a_message_names_its_picture_and_the_bearer_fetches_it():
    async with open_web() as web:
        (message,) = await web.owner.said("/chart btc 4h")
        (image,) = message["images"]
        assert image["type"] == "image/png"
        assert "candles of BTC/USDT" in image["alt"]
        assert f"[picture: {image['alt']}]" in message["text"]
        got = await web.owner.get(image["url"])
        assert (got.status_code, got.headers["content-type"]) == (200, "image/png")
        assert got.content == png()
        assert got.headers["cache-control"] == "no-store"
        # The history has it too, and so has the stream it is read from.
        history = (await web.owner.get("/api/v1/agent/history")).json()["messages"]
        assert history[-1]["images"] == message["images"]


async def test_I10_nobody_sees_anothers_picture_not_even_the_owner():
    async with open_web() as web:
        anna = await web.trader("Anna")
        (message,) = await anna.said("/chart allocation")
        url = message["images"][0]["url"]
        assert (await anna.get(url)).status_code == 200
        foreign = await web.owner.get(url)
        unknown = await web.owner.get("/api/v1/images/none")
        assert foreign.status_code == unknown.status_code == 404
        assert foreign.json()["code"] == unknown.json()["code"] == "unknown_image"
        nobody = await web.owner.get(url, headers={"Authorization": "Bearer wrong"})
        assert nobody.status_code == 401


async def test_a_picture_of_the_tools_route_can_be_fetched_too():
    async with open_web() as web:
        answer = await web.owner.post("/api/v1/tools/get_chart", {"symbol": "btc"})
        data = answer.json()["data"]
        got = await web.owner.get(f"/api/v1/images/{data['picture']}")
        assert isinstance(got, httpx.Response)
        assert got.content == png()


async def test_clear_takes_the_pictures_of_the_conversation_with_it():
    async with open_web() as web:
        (message,) = await web.owner.said("/chart btc")
        url = message["images"][0]["url"]
        await web.owner.said("/clear")
        assert (await web.owner.get(url)).status_code == 404
