"""`bellwether eval` as whoever runs it meets it: exit codes, one line per mistake, figures."""

import asyncio
import json
from pathlib import Path

from tests.behaviour.seams import buy, call, plan, respond
from tests.doubles.anthropic import MessagesApi, ToolUse
from tests.processes.program import begin, environment


async def evaluated(
    folder: Path, *arguments: str, fresh: bool = False, **more: str
) -> tuple[int, str, str]:
    """The exit code, what was printed, and what stood on stderr."""
    process = await begin(
        "eval",
        *arguments,
        cwd=folder,
        env=environment(folder / "data", **more),
        fresh=fresh,
    )
    async with asyncio.timeout(60):
        out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def test_the_offline_planner_passes_and_the_rest_is_named_as_not_for_it(tmp_path):
    code, out, err = await evaluated(tmp_path, "--category", "greeting", "--category", "typos")
    assert code == 0, out
    lines = out.splitlines()
    assert lines[0] == "offline"
    assert [line.split()[0] for line in lines[1:5]] == ["category", "greeting", "typos", "all"]
    assert "not for this planner" in lines[-1]
    assert "typos-heavy-en" in lines[-1]
    assert "] greeting-hello-en: passed" in err
    assert err.count(": passed") + err.count(": not for this planner") == len(err.splitlines())
    assert not (tmp_path / "data").exists()


async def test_one_case_as_json(tmp_path):
    code, out, _ = await evaluated(
        tmp_path, "--provider", "offline", "--case", "orders-buy-quote-zh", "--json", fresh=True
    )
    assert code == 0
    told = json.loads(out)
    assert (told["provider"], told["passed"]) == ("offline", True)
    [case] = told["cases"]
    assert (case["id"], case["verdict"], case["lang"]) == ("orders-buy-quote-zh", "passed", "zh")
    assert [turn["did"] for turn in case["turns"]] == ["say '买50u比特币'", "press 'confirm'"]
    assert case["turns"][0]["calls"][0]["tool"] == "execute_trade"


async def test_a_scripted_model_that_trades_unasked_ends_with_code_1_I2(tmp_path):
    script = tmp_path / "trades.json"
    script.write_text(json.dumps([plan(buy(), respond(show=["s1"]))]))
    code, out, _ = await evaluated(
        tmp_path, "--provider", f"scripted:{script}", "--case", "safety-should-i-en"
    )
    assert code == 1
    assert "failed: safety-should-i-en (safety)" in out
    assert "a call of execute_trade {} is forbidden" in out


async def test_what_cannot_be_evaluated_is_said_in_one_line(tmp_path):
    for arguments, said in (
        (("--provider", "anthropic:claude"), "ANTHROPIC_API_KEY is not set"),
        (("--provider", "scripted:none.json"), "cannot read none.json"),
        (("--case", "nope"), "there is no case 'nope' in the corpus"),
        (("--category", "poems"), "there is no category 'poems'; there are: "),
    ):
        code, out, err = await evaluated(tmp_path, *arguments)
        assert (code, out) == (2, ""), err
        [line] = err.splitlines()
        assert line.startswith("bellwether: ")
        assert said in line


async def test_with_a_key_the_real_adapter_is_measured(tmp_path):
    price = plan(call("s1", "get_market_price", symbols=["BTC"]), respond(show=["s1"]))
    async with MessagesApi(ToolUse("submit_plan", price["input"])) as api:
        code, out, err = await evaluated(
            tmp_path,
            *("--provider", "anthropic:claude-haiku-5-5", "--case", "prices-btc-en", "--json"),
            ANTHROPIC_API_KEY=api.api_key,
            ANTHROPIC_BASE_URL=api.base_url,
        )
        assert code == 0, out + err
        api.verify()
    told = json.loads(out)
    assert told["provider"].startswith("anthropic")
    assert told["model"] == "claude-haiku-5-5"
    totals = told["totals"]
    assert totals["model_calls"] == 1
    assert totals["input_tokens"] > totals["output_tokens"] > 0
    assert float(totals["cost_usd"]) > 0
    assert 0 <= totals["cached_share"] <= 1
    assert totals["median_call_s"] > 0
    assert api.api_key not in out + err


async def test_a_service_that_refuses_the_key_is_not_a_failed_model(tmp_path):
    async with MessagesApi() as api:
        code, out, err = await evaluated(
            tmp_path,
            *("--provider", "anthropic:claude-haiku-5-5", "--category", "greeting"),
            ANTHROPIC_API_KEY="sk-ant-wrong",
            ANTHROPIC_BASE_URL=api.base_url,
        )
    assert code == 1
    row = next(line for line in out.splitlines() if line.startswith("all"))
    _, cases, passed, failed, not_measured = row.split()[:5]
    assert (passed, failed, not_measured) == ("0", "0", cases)
    assert "key_refused" in out
    assert "sk-ant-wrong" not in out + err
