"""Profiles at the command line: what there is, what is chosen, and what it changes."""

import asyncio
import json
from pathlib import Path

import httpx

from bot.embedded import socket_path
from tests.processes.program import begin, environment
from tests.processes.test_run import ended, started


async def bellwether(data: Path, *words: str, **settings: str) -> tuple[int, str]:
    """How the command ended and everything it said."""
    process = await begin(
        *words,
        cwd=data.parent,
        env=environment(data, **settings),
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()


async def test_the_list_that_is_printed_can_be_put_in(tmp_path: Path) -> None:
    code, said = await bellwether(tmp_path / "data", "profile", "list")
    assert code == 0
    names = [profile["name"] for profile in json.loads(said)]
    assert names == ["chat_default", "automation_memory_default"]
    path = tmp_path / "profiles.json"
    path.write_text(said)
    again = await bellwether(tmp_path / "data", "profile", "list", BELLWETHER_PROFILES=str(path))
    assert again == (0, said)


async def test_a_profile_with_a_scripted_model_answers_the_account_it_is_chosen_for(
    tmp_path: Path,
) -> None:
    data, script, profiles = (tmp_path / name for name in ("data", "script.json", "profiles.json"))
    plan = {
        "goal": "hi",
        "intent": "chat",
        "steps": [{"type": "respond", "id": "r", "text": "Aye."}],
    }
    script.write_text(json.dumps([{"tool": "submit_plan", "input": plan}]))
    profiles.write_text(json.dumps([{"name": "pirate", "model": {"name": f"scripted:{script}"}}]))
    process, _ = await started(data, BELLWETHER_PROFILES=str(profiles))
    try:
        chosen = ("profile", "set", "--profile", "pirate", "--n", "25")
        code, said = await bellwether(data, *chosen, BELLWETHER_PROFILES=str(profiles))
        assert (code, json.loads(said)["profile"]) == (0, "pirate")
        code, said = await bellwether(data, "profile", "set", "--n", "20")
        assert (code, json.loads(said)["profile"]) == (0, "pirate")
        code, said = await bellwether(data, "profile", "set", "--task", "memory", "--n", "30")
        assert (code, json.loads(said)["profile"]) == (0, "automation_memory_default")
        code, said = await bellwether(data, "profile", "set", "--profile", "corsair")
        assert code == 2
        assert "no profile corsair" in said
        transport = httpx.AsyncHTTPTransport(uds=str(socket_path(data, "desk.sock")))
        async with httpx.AsyncClient(transport=transport, base_url="http://desk") as http:
            answer = await http.post("/api/agent/chat", json={"message": "ahoy"})
            assert answer.json()["messages"][0]["text"] == "Aye."
    finally:
        await ended(process)
