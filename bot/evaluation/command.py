"""`bellwether eval`: from the settings to the printed figures."""

from collections.abc import Callable, Sequence

from bot.evaluation.corpus import chosen, shipped
from bot.evaluation.report import as_json, complaints, is_passed, table
from bot.evaluation.runner import Bounds, Result, run
from bot.wiring import WORKER, provider_of, worker_model
from config.settings import Settings

Print = Callable[[str], None]


async def evaluate(
    settings: Settings,
    *,
    provider: str,
    categories: Sequence[str],
    ids: Sequence[str],
    json: bool,
    out: Print,
    progress: Print,
) -> bool:
    """Play the corpus, or these parts of it; whether all that must pass did.

    `provider` is written as in BELLWETHER_WORKER_MODEL; without it that setting decides. The
    figures go to `out` and each case's verdict to `progress`. SetupError for a provider that cannot
    be had, an unknown category or case, or a corpus that is not well formed.
    """
    cases = chosen(shipped(), categories, ids)
    if provider:
        evaluated, model = provider_of(settings, "--provider", provider)
    else:
        evaluated, model = provider_of(settings, WORKER, worker_model(settings))
    done = 0

    def told(result: Result) -> None:
        nonlocal done
        done += 1
        seconds = sum(result.usage.seconds)
        took = f", {result.usage.calls} calls, {seconds:.1f} s" if seconds >= 1 else ""
        progress(f"[{done}/{len(cases)}] {result.case.id}: {result.verdict}{took}")

    try:
        results = await run(cases, evaluated, model, bounds=Bounds(), told=told)
    finally:
        await evaluated.aclose()
    if json:
        out(as_json(results, evaluated.name, model))
    else:
        out(evaluated.name)
        out(table(results))
        if text := complaints(results):
            out(f"\n{text}")
    return is_passed(results)
