"""The `bellwether` command."""

import asyncio
import json
import signal
import sys
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import click
import httpx
import uvloop

from adapters.chat.terminal.client import chat as terminal_chat
from adapters.chat.terminal.typed import typed_lines
from adapters.clock import SystemClock, SystemIds
from bot import doctor as checks
from bot.app import banner, running
from bot.embedded import DataFolder, is_listening, socket_path
from bot.evaluation.command import evaluate
from bot.logs import set_up_logs
from bot.wiring import bring_up_to_date, database_of
from config.profiles import load_profiles
from config.settings import Settings, load_settings
from core.errors import BellwetherError, SetupError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """A trading desk in chat: plans, asks, trades on paper, answers."""


@cli.command()
def run() -> None:
    """Run the desk: the page, the terminal's socket, and every platform with a token."""
    _go(_run(load_settings()))


@cli.command()
def chat() -> None:
    """Talk to the desk in this terminal (starts one if none is running)."""
    sys.exit(_go(_chat(load_settings())))


@cli.group()
def token() -> None:
    """Bearer tokens of the HTTP API."""


@token.command("create")
@click.option("--account", required=True, help="The account's name; made if it is not there.")
@click.option(
    "--role",
    default="trader",
    show_default=True,
    type=click.Choice(["owner", "trader", "viewer"]),
)
def create_token(account: str, role: str) -> None:
    """Print a new bearer token; it is shown this once and kept nowhere."""
    answer = _go(_admin(load_settings(), "/admin/token", {"name": account, "role": role}))
    click.echo(answer["token"])


@cli.group()
def profile() -> None:
    """Execution profiles: which model, history window and tools an account's turns run with."""


@profile.command("list")
def list_profiles() -> None:
    """Print the profiles there are, as JSON: BELLWETHER_PROFILES takes the same form."""
    profiles = load_profiles(load_settings().profiles)
    click.echo(json.dumps([one.model_dump(mode="json") for one in profiles.values()], indent=2))


@profile.command("set")
@click.option("--account", default="owner", show_default=True, help="The account's name.")
@click.option(
    "--task",
    default="chat",
    show_default=True,
    type=click.Choice(["chat", "automation", "memory"]),
)
@click.option("--profile", "name", default="", help="Its name; empty: the one it runs with now.")
@click.option("--n", default=0, help="User messages in the window; 0: the profile's own.")
def set_profile(account: str, task: str, name: str, n: int) -> None:
    """Choose the profile of an account's tasks; it holds from the next turn on."""
    body = {"account": account, "task": task, "profile": name, "n": n}
    click.echo(json.dumps(_go(_admin(load_settings(), "/admin/profile", body))))


@cli.group()
def secrets() -> None:
    """The vault: keys of exchanges and models, sealed."""


@secrets.command("rotate")
def rotate_secrets() -> None:
    """Seal everything anew with the first key of the ring; then older keys can be taken out."""
    answer = _go(_admin(load_settings(), "/admin/rotate", {}))
    click.echo(f"Sealed anew with {answer['key']}: {answer['resealed']} rows.")
    for key, count in answer["unreadable"].items():
        click.echo(f"Not opened: {count} rows under {key or 'no key'}; that key is missing.")
    sys.exit(2 if answer["unreadable"] else 0)


@cli.group()
def market() -> None:
    """The simulated market."""


@market.command("set")
@click.argument("symbol")
@click.argument("price")
def set_price(symbol: str, price: str) -> None:
    """Move the simulated price of SYMBOL to PRICE, to try alerts and stops."""
    answer = _go(_admin(load_settings(), "/admin/market", {"symbol": symbol, "price": price}))
    click.echo(json.dumps(answer))


@cli.command()
def migrate() -> None:
    """Bring the database up to date and end; `run` does the same at its start."""
    settings = load_settings()
    with DataFolder(settings.data) as folder:
        bring_up_to_date(database_of(settings, folder))
    click.echo("The database is up to date.")


@cli.command("eval")
@click.option("--provider", default="", help="offline, anthropic:NAME, openai:NAME, scripted:FILE.")
@click.option("--category", "categories", multiple=True, help="Only this category; repeatable.")
@click.option("--case", "ids", multiple=True, help="Only this case; repeatable.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the table.")
def evaluation(
    provider: str, categories: tuple[str, ...], ids: tuple[str, ...], *, as_json: bool
) -> None:
    """Play the corpus of conversations against a planner and print how it did."""
    work = evaluate(
        load_settings(),
        provider=provider,
        categories=categories,
        ids=ids,
        json=as_json,
        out=click.echo,
        progress=partial(click.echo, err=True),
    )
    sys.exit(0 if _go(work) else 1)


@cli.command()
def doctor() -> None:
    """Check each part and say in plain words what is and is not ready."""
    sys.exit(checks.report(click.echo))


async def _run(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with running(settings) as desk:
        click.echo(banner(settings, desk))
        await stop.wait()
        click.echo("Ending…")
    click.echo("Ended. Nothing was lost.")


async def _chat(settings: Settings) -> int:
    path = socket_path(settings.data, "desk.sock")
    if is_listening(path):
        return await _talk(path, settings)
    async with running(settings, page=False) as desk:
        return await _talk(desk.socket, settings)


async def _talk(path: Path, settings: Settings) -> int:
    ids = SystemIds(SystemClock())
    interactive = sys.stdin.isatty()
    return await terminal_chat(
        str(path),
        typed_lines(),
        sys.stdout,
        ids=ids,
        pictures=settings.data / "pictures",
        interactive=interactive,
    )


async def _admin(settings: Settings, route: str, body: dict[str, Any]) -> dict[str, Any]:
    path = socket_path(settings.data, "desk.sock")
    if is_listening(path):
        return await _post(path, route, body)
    async with running(settings, page=False) as desk:
        return await _post(desk.socket, route, body)


async def _post(path: Path, route: str, body: dict[str, Any]) -> dict[str, Any]:
    transport = httpx.AsyncHTTPTransport(uds=str(path))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        answer = await client.post(route, json=body)
    found: dict[str, Any] = answer.json()
    if answer.is_error:
        raise SetupError(str(found.get("detail") or found.get("title") or "refused"))
    return found


def _go(work: Coroutine[Any, Any, Any]) -> Any:
    """Run `work`; a failure that somebody can mend is one line and exit code 2."""
    set_up_logs()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def main() -> None:
    """The entry point: no stack trace for what a person can put right."""
    try:
        cli()
    except BaseExceptionGroup as group:
        found = group.subgroup(BellwetherError)
        if found is None:
            raise
        _fail(_first(found))
    except BellwetherError as error:
        _fail(error)


def _first(group: BaseException) -> BaseException:
    while isinstance(group, BaseExceptionGroup):
        group = group.exceptions[0]
    return group


def _fail(error: BaseException) -> None:
    click.echo(f"bellwether: {error}", err=True)
    sys.exit(2)


if __name__ == "__main__":
    main()
