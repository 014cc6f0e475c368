"""The drawing process: started when needed, replaced when it dies, never waited for too long."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from adapters.charts import process
from adapters.charts.drawing import draw
from adapters.charts.process import DrawnCharts
from core.errors import PictureError
from tests.doubles import pictures

READ = "import sys, time; i, o = sys.stdin.buffer, sys.stdout.buffer; "
READ += "take = lambda: i.read(int.from_bytes(i.read(4), 'big')); "
READ += "give = lambda b: (o.write(len(b).to_bytes(4, 'big') + b), o.flush()); "


def stub(code: str) -> tuple[str, ...]:
    """A worker that does this instead of drawing."""
    return (sys.executable, "-I", "-c", READ + code)


async def gone(pid: int) -> None:
    """Return once no process has this id."""
    async with asyncio.timeout(10):
        while Path(f"/proc/{pid}").exists():  # noqa: ASYNC110,ASYNC240  there is no event for it
            await asyncio.sleep(0.01)


async def test_it_draws_what_a_drawing_here_draws_starts_once_and_ends_in_order(tmp_path):
    charts = DrawnCharts(tmp_path / "charts", timeout_s=60)
    assert charts.pid is None
    picture = await charts.render(pictures.card())
    pid = charts.pid
    assert picture == draw(pictures.card())
    assert await charts.render(pictures.card("zh")) != picture
    assert charts.pid == pid
    # It dies: the next picture is drawn by another.
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    await gone(pid)
    assert await charts.render(pictures.card(fraction="0.1"))
    again = charts.pid
    assert again is not None
    assert again != pid
    await charts.aclose()
    await gone(again)
    with pytest.raises(PictureError):
        await charts.render(pictures.card(fraction="0.2"))


async def test_a_picture_that_was_drawn_is_not_drawn_again(tmp_path):
    charts = DrawnCharts(tmp_path, command=stub("take(); give(b'Ponce'); take(); sys.exit()"))
    assert await charts.render(pictures.card()) == b"once"
    assert await charts.render(pictures.card()) == b"once"
    await charts.aclose()


async def test_the_same_picture_asked_for_twice_at_once_is_drawn_once(tmp_path):
    charts = DrawnCharts(tmp_path, command=stub("take(); give(b'Ponce'); take(); sys.exit()"))
    both = await asyncio.gather(charts.render(pictures.card()), charts.render(pictures.card()))
    assert set(both) == {b"once"}
    await charts.aclose()


async def test_a_worker_that_dies_while_it_draws_costs_that_picture_only(tmp_path):
    mark = tmp_path / "died"
    code = f"import pathlib; m = pathlib.Path({str(mark)!r}); take(); "
    code += "m.exists() or (m.touch(), sys.exit(1)); give(b'Psecond')"
    charts = DrawnCharts(tmp_path, command=stub(code))
    with pytest.raises(PictureError):
        await charts.render(pictures.card())
    assert await charts.render(pictures.card()) == b"second"
    await charts.aclose()


async def test_what_cannot_be_drawn_costs_no_process(tmp_path):
    charts = DrawnCharts(tmp_path, command=stub("take(); give(b'Eodd'); take(); give(b'Pfine')"))
    with pytest.raises(PictureError):
        await charts.render(pictures.card())
    assert await charts.render(pictures.card()) == b"fine"
    await charts.aclose()


async def test_one_that_hangs_is_ended_and_nobody_waits_longer_than_they_should(tmp_path):
    charts = DrawnCharts(tmp_path, command=stub("take(); time.sleep(600)"), timeout_s=0.5)
    waits = [charts.render(pictures.card(fraction=f"0.{n}")) for n in range(1, 4)]
    results = await asyncio.gather(*waits, return_exceptions=True)
    assert [type(one) for one in results] == [PictureError] * 3
    await charts.aclose()
    assert charts.pid is None


async def test_too_many_at_once_are_refused_at_once(tmp_path):
    charts = DrawnCharts(tmp_path, command=stub("take(); time.sleep(600)"), timeout_s=0.5)
    many = [charts.render(pictures.card(fraction=f"0.{n}")) for n in range(1, 30)]
    started = asyncio.gather(*many, return_exceptions=True)
    results = await started
    refused = [one for one in results if "too many" in str(one)]
    assert len(refused) == len(many) - process.WAITING - 1
    await charts.aclose()


async def test_a_turn_that_is_cancelled_leaves_no_answer_for_the_next_one(tmp_path):
    code = "a = take(); time.sleep(0 if b'0.2' in a else 600); give(b'P' + a)"
    charts = DrawnCharts(tmp_path, command=stub(code))
    first = asyncio.ensure_future(charts.render(pictures.card(fraction="0.1")))
    while charts.pid is None:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0.01)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert b'"0.2"' in await charts.render(pictures.card(fraction="0.2"))
    await charts.aclose()


@pytest.mark.parametrize("answer", ["o.write(b'\\xff' * 9)", "give(b'')", "print('hello there')"])
async def test_an_answer_that_is_none_of_ours_is_no_picture(tmp_path, answer):
    charts = DrawnCharts(tmp_path, command=stub(f"take(); {answer}; o.flush()"))
    with pytest.raises(PictureError):
        await charts.render(pictures.card())
    await charts.aclose()


async def test_the_process_is_given_nothing_of_our_surroundings(tmp_path, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "not-for-others")
    code = "import os; take(); give(b'P' + repr(sorted(os.environ)).encode())"
    charts = DrawnCharts(tmp_path, command=stub(code))
    seen = await charts.render(pictures.card())
    assert b"ANTHROPIC" not in seen
    await charts.aclose()
