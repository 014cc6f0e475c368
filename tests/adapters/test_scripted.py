"""The scripted planner: a written list, played call by call."""

import json
from typing import Any

import pytest

from adapters.llm.scripted import ScriptedProvider
from core.domain.llm import ChatRequest, Finished, TextDelta, ToolCall
from core.errors import ModelError, SetupError
from tests.adapters.offline_talk import PLAN, context


async def call(provider, conversation="web:1::anna"):
    """The events of one call in a conversation."""
    request = ChatRequest(
        purpose="plan",
        model="scripted",
        system=(),
        volatile="",
        messages=(),
        context=context("anything", conversation_id=conversation),
        tool=PLAN,
    )
    return [event async for event in provider.chat(request)]


async def said(provider, conversation="web:1::anna"):
    """The text of one call."""
    events = await call(provider, conversation)
    return "".join(event.text for event in events if isinstance(event, TextDelta))


async def test_entries_are_played_in_order():
    provider = ScriptedProvider(
        [{"tool": "submit_plan", "input": {"goal": "x"}}, {"text": "Done."}]
    )
    first, end = await call(provider)
    assert first == ToolCall(name="submit_plan", input={"goal": "x"})
    assert isinstance(end, Finished)
    assert await said(provider) == "Done."


async def test_each_conversation_plays_from_the_first_entry():
    provider = ScriptedProvider([{"text": "one"}, {"text": "two"}])
    assert [await said(provider, "a"), await said(provider, "b")] == ["one", "one"]
    assert [await said(provider, "b"), await said(provider, "a")] == ["two", "two"]


async def test_a_new_process_plays_from_the_first_entry(tmp_path):
    path = tmp_path / "script.json"
    path.write_text(json.dumps([{"text": "one"}, {"text": "two"}]), encoding="utf-8")
    for _ in range(2):
        assert await said(ScriptedProvider.from_file(path)) == "one"


async def test_a_text_comes_in_pieces_and_arrives_whole():
    text = "价格是 95,000 USDT 👍 & <b>"
    events = await call(ScriptedProvider([{"text": text}]))
    pieces = [event.text for event in events if isinstance(event, TextDelta)]
    assert 1 < len(pieces) <= 4
    assert "".join(pieces) == text
    assert isinstance(events[-1], Finished)


async def test_an_empty_text_is_a_complete_answer_without_words():
    (end,) = await call(ScriptedProvider([{"text": ""}]))
    assert isinstance(end, Finished)


@pytest.mark.parametrize(
    "kind", ["rate_limited", "key_refused", "out_of_credit", "timeout", "refused", "overloaded"]
)
async def test_an_error_is_that_failure_of_the_service_and_takes_its_turn(kind):
    provider = ScriptedProvider([{"error": kind}, {"text": "back again"}])
    with pytest.raises(ModelError) as failed:
        await call(provider)
    assert failed.value.kind == kind
    assert await said(provider) == "back again"


async def test_a_script_that_is_over_is_a_failed_call_and_stays_over():
    provider = ScriptedProvider([{"text": "only"}])
    await call(provider)
    for _ in range(2):
        with pytest.raises(ModelError) as failed:
            await call(provider)
        assert failed.value.kind == "malformed"
        assert "over" in failed.value.detail


async def test_what_is_done_with_an_input_does_not_change_the_script():
    entries: list[dict[str, Any]] = [{"tool": "submit_plan", "input": {"steps": []}}]
    provider = ScriptedProvider(entries)
    entries[0]["input"]["steps"].append("from outside")
    first, _ = await call(provider, "a")
    first.input["steps"].append("from a caller")
    second, _ = await call(provider, "b")
    assert second.input == {"steps": []}


def test_it_is_called_by_its_file(tmp_path):
    path = tmp_path / "demo.json"
    path.write_text("[]", encoding="utf-8")
    assert ScriptedProvider.from_file(path).name == "scripted:demo.json"
    assert ScriptedProvider([]).name == "scripted"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{", "is not JSON"),
        ("{}", "must hold a JSON list"),
        ('[{"text": "fine"}, {"txet": "x"}]', "entry 2 must be"),
        ('["text"]', "entry 1 must be"),
        ('[{"text": 5}]', "entry 1 must be"),
        ('[{"tool": "submit_plan"}]', "entry 1 must be"),
        ('[{"tool": "submit_plan", "input": []}]', "entry 1 must be"),
        ('[{"text": "a", "error": "timeout"}]', "entry 1 must be"),
        ('[{"error": "on fire"}]', "must be one of rate_limited"),
        ('[{"error": ["timeout"]}]', "must be one of rate_limited"),
    ],
)
def test_a_wrong_script_is_named_at_the_start_in_one_line(tmp_path, written, said):
    path = tmp_path / "script.json"
    path.write_text(written, encoding="utf-8")
    with pytest.raises(SetupError, match=said) as wrong:
        ScriptedProvider.from_file(path)
    assert "script.json" in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_script_that_cannot_be_read_is_named(tmp_path):
    for path in (tmp_path / "absent.json", tmp_path):
        with pytest.raises(SetupError, match="cannot read"):
            ScriptedProvider.from_file(path)
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SetupError, match="is not JSON"):
        ScriptedProvider.from_file(binary)
