"""The whole program on Discord: login, a card, SIGKILL, a press, a fill."""

import signal
from pathlib import Path

from tests.doubles.discord import FakeDiscord
from tests.doubles.discord.server import TOKEN
from tests.processes.program import begin, environment


async def test_peers_26_a_press_after_a_kill_fills_once_and_the_token_is_in_no_log(
    tmp_path: Path,
) -> None:
    discord = await FakeDiscord().start()
    anna = discord.person("anna")
    env = environment(
        tmp_path / "data",
        DISCORD_BOT_TOKEN=TOKEN,
        DISCORD_API_URL=discord.url,
        DISCORD_GATEWAY_URL=discord.gateway,
        BELLWETHER_OWNERS=f"discord:{anna.id}",
    )
    said = b""
    try:
        process = await begin("run", cwd=tmp_path, env=env)
        await discord.until(lambda: discord.identified, 30)
        anna.write("buy 50 usdt of btc")
        card = await anna.hears("Buy 0.0005")
        process.kill()
        said += b"".join(await process.communicate())
        await anna.press(card, "Confirm")
        before = discord.identified
        process = await begin("run", cwd=tmp_path, env=env)
        await discord.until(lambda: discord.identified > before, 30)
        await anna.press(card, "Confirm")
        await anna.hears("Bought 0.0005")
        anna.slash("positions")
        await anna.hears("Positions (1)")
        process.send_signal(signal.SIGTERM)
        said += b"".join(await process.communicate())
        assert process.returncode == 0
    finally:
        await discord.stop()
    filled = [one for one in anna.said() if "Bought 0.0005" in one["content"]]
    assert len(filled) == 1
    assert TOKEN.encode() not in said
