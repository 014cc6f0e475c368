"""`bellwether run` with what is not embedded: PostgreSQL, a Redis of one's own, Telegram."""

import re
from pathlib import Path

import httpx

from bot.embedded import socket_path
from tests.doubles.telegram import FakeTelegram
from tests.processes.test_run import ended, refused, servers_of, started


async def test_it_runs_on_postgresql_and_a_redis_of_ones_own(
    tmp_path: Path, postgres_url: str, valkey_server: str
) -> None:
    data = tmp_path / "data"
    process, printed = await started(data, DATABASE_URL=postgres_url, REDIS_URL=valkey_server)
    try:
        assert "PostgreSQL" in printed
        assert servers_of(data) == []
        transport = httpx.AsyncHTTPTransport(uds=str(socket_path(data, "desk.sock")))
        async with httpx.AsyncClient(transport=transport, base_url="http://desk") as http:
            card = await http.post("/api/agent/chat", json={"message": "buy 50 usdt of btc"})
            question = card.json()["messages"][-1]["question_id"]
            path = f"/api/v1/questions/{question}/answer"
            filled = await http.post(path, json={"choice": "confirm"})
            assert "Bought" in filled.json()["messages"][-1]["text"]
    finally:
        await ended(process)


async def test_a_refused_telegram_token_is_one_clear_line_without_the_token(
    tmp_path: Path,
) -> None:
    wrong = "987654321:AAwrongwrongwrongwrongwrongwrongwrong"
    async with FakeTelegram() as telegram:
        text = await refused(
            tmp_path / "data", TELEGRAM_BOT_TOKEN=wrong, TELEGRAM_API_URL=telegram.url
        )
    assert "TELEGRAM_BOT_TOKEN" in text
    assert wrong not in text


async def test_the_printed_code_makes_its_sender_the_owner_on_telegram_who_then_trades(
    tmp_path: Path,
) -> None:
    async with FakeTelegram() as telegram:
        process, printed = await started(
            tmp_path / "data", TELEGRAM_BOT_TOKEN=telegram.token, TELEGRAM_API_URL=telegram.url
        )
        try:
            found = re.search(r"owner code +([0-9a-z]+)", printed)
            assert found is not None
            ann, eve = telegram.user("Ann"), telegram.user("Eve")
            chat, other = telegram.private(ann), telegram.private(eve)
            telegram.push_text(eve, other, "btc price")
            await telegram.said(other, "private trading desk")
            telegram.push_text(ann, chat, f"/start {found[1]}")
            await telegram.said(chat, "owner")
            telegram.push_text(ann, chat, "buy 50 usdt of btc")
            card = await telegram.said(chat, "Buy 0.0005")
            telegram.press(ann, card, "✅ Confirm (PAPER)")
            await telegram.said(chat, "Bought")
        finally:
            await ended(process)
