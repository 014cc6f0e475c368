"""What becomes of a person's exchange accounts: the keys' trial, and the rows.

What was traded on an account stays when it goes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.credentials import credential_id, forget
from core.domain.records import Credential, Delete, ExchangeAccount, Insert, Update, Write
from core.domain.venues import KeyCheck, VenueForm
from core.errors import PersonError, VenueError
from core.tools.configs import Changed, audited, guard
from core.tools.exchange_arguments import ManageExchangeConfigArguments
from core.tools.exchange_configs import exchange_accounts, meant, reference, shown
from core.tools.exchange_planning import CHANGEABLE, ExchangePlanning, Planned, checked_settings
from core.tools.registry import SecretRequest, ToolContext, ToolResult
from core.trading.accounts import default_account
from core.trading.venue import Venues

TOOL = "manage_exchange_config"
_AUDITED = ("id", "name", "venue", "mode", "testnet", "enabled", "is_default")


@dataclass(frozen=True)
class ExchangeChanges:
    """Makes the changes that `planning` finds possible."""

    planning: ExchangePlanning
    venues: Venues

    async def secrets(
        self, asked: ManageExchangeConfigArguments, context: ToolContext
    ) -> SecretRequest | None:
        """What must be typed before the change can be made; PersonError where it cannot be."""
        plan = await self.planning.planned(asked, context)
        if not plan.asks:
            return None
        return SecretRequest(
            resource=self.planning.ids.new(), fields=plan.asks, about=plan.row.name
        )

    async def change(
        self, asked: ManageExchangeConfigArguments, context: ToolContext
    ) -> ToolResult:
        """A new account, or one changed. Keys that the exchange refuses are not kept."""
        once = await guard(self.planning.records, context)
        plan = await self.planning.planned(asked, context)
        typed = await self._typed(plan, context)
        row = plan.row
        if plan.form is not None:
            given = {name: typed.pop(name) for name in plan.form.settings if name in typed}
            row = replace(
                row,
                settings=checked_settings(
                    plan.form, {**row.settings, **given}, complete=row.enabled
                ),
            )
        if plan.old is None:
            row = replace(row, id=context.resource or row.id)
        check = await self._checked(row, plan, typed)
        writes = [
            *(await self._kept(row, plan, typed, context)),
            *(await self._undefault(row, context)),
            self._write(row, plan.old),
            self.audit(row, "created" if plan.old is None else "updated", context),
            once,
        ]
        rows = await exchange_accounts(self.planning.records, context)
        after = _with(rows, row)
        hints = await self.planning.credentials.hints(context.resource if typed else row.id)
        secret = {name: hint for name, hint in hints.items() if name not in row.settings}
        return ToolResult(
            data={
                "action": asked.action,
                "exchange": shown(row, after, secret),
                "mode": row.mode,
                "changes": [one.data() for one in _changes(plan.old, row, rows, after)],
                "new_keys": bool(typed) and plan.old is not None,
                "check": None if check is None else {"can_withdraw": check.can_withdraw},
            },
            as_of=self.planning.clock.now(),
            mode=row.mode,
            references=(reference(row, context),),
            writes=tuple(writes),
        )

    async def test(self, said: str | None, context: ToolContext) -> ToolResult:
        """One read with the keys as they are kept, and how it went; PersonError where it failed."""
        rows = await exchange_accounts(self.planning.records, context)
        row = meant(rows, said, context, "config_test_request")
        secrets = await self._opened(row.id)
        check: KeyCheck | None = None
        if row.mode == "live":
            check = await self._check(row, self.planning.form(row.venue), secrets)
        else:
            await self.venues.exchange(row).account(row.id)
        return ToolResult(
            data={
                "action": "test",
                "exchange": shown(row, rows, await self.planning.credentials.hints(row.id)),
                "mode": row.mode,
                "changes": [],
                "new_keys": False,
                "check": {"can_withdraw": check.can_withdraw if check else False},
            },
            as_of=self.planning.clock.now(),
            mode=row.mode,
            references=(reference(row, context),),
        )

    async def _typed(self, plan: Planned, context: ToolContext) -> dict[str, str]:
        """What was just typed for the change; PersonError where some of it is missing."""
        if not plan.asks:
            return {}
        typed = dict(await self._opened(context.resource)) if context.resource else {}
        if any(not typed.get(name, "").strip() for name in plan.asks):
            raise PersonError("exchange_keys_needed", name=plan.row.name)
        return {name: typed[name].strip() for name in plan.asks}

    async def _checked(
        self, row: ExchangeAccount, plan: Planned, typed: Mapping[str, str]
    ) -> KeyCheck | None:
        """One read with the keys as they will be, where they or the settings are new."""
        if plan.form is None or not (typed or (plan.old and row.settings != plan.old.settings)):
            return None
        secrets = typed or await self._opened(row.id)
        return await self._check(row, plan.form, secrets)

    async def _check(
        self, row: ExchangeAccount, form: VenueForm, secrets: Mapping[str, str]
    ) -> KeyCheck:
        """What the exchange says of the keys; PersonError where it refuses or does not answer."""
        here = {**row.settings, **secrets}
        if any(not here.get(name) for name in (*form.secrets, *form.settings)):
            raise PersonError("exchange_keys_needed", name=row.name)
        try:
            check = await self.planning.keys.check(row, secrets)
        except VenueError as error:
            raise PersonError("exchange_not_asked", venue=form.title) from error
        if not check.ok:
            params: dict[str, Any] = dict(check.params)
            raise PersonError(check.reason, **params)
        return check

    async def _opened(self, resource: str) -> Mapping[str, str]:
        try:
            return await self.planning.credentials.open(resource)
        except ValueError as error:
            raise PersonError("exchange_keys_lost") from error

    async def _kept(
        self, row: ExchangeAccount, plan: Planned, typed: Mapping[str, str], context: ToolContext
    ) -> list[Write]:
        """The keys under the account; what is no secret only stays in its row."""
        writes: list[Write] = []
        if plan.old is None:
            open_fields = [one for one in plan.asks if one not in typed]
            for name in open_fields:
                key = credential_id(context.resource, name)
                writes.append(Delete(kind=Credential, where={"id": key}))
            return writes
        for name, secret in typed.items():
            writes += await self.planning.credentials.keep(
                row.id, name, secret, account_id=row.account_id, now=self.planning.clock.now()
            )
        return [*writes, forget(context.resource)] if typed else writes

    # -- rows -----------------------------------------------------------------------------------

    def _write(self, row: ExchangeAccount, old: ExchangeAccount | None) -> Write:
        """The row under its next version: no reservation of an order passes a change."""
        if old is None:
            return Insert(record=row)
        values = {name: getattr(row, name) for name in (*CHANGEABLE, "version")}
        where = {"id": old.id, "account_id": old.account_id, "version": old.version}
        return Update(kind=ExchangeAccount, where=where, set=values)

    async def _undefault(self, row: ExchangeAccount, context: ToolContext) -> list[Write]:
        """There is one default: the others are it no more."""
        if not row.is_default:
            return []
        return [
            Update(
                kind=ExchangeAccount,
                where={"id": other.id, "account_id": other.account_id},
                set={"is_default": False},
            )
            for other in await exchange_accounts(self.planning.records, context)
            if other.is_default and other.id != row.id
        ]

    def audit(self, row: ExchangeAccount, did: str, context: ToolContext) -> Insert:
        """The audit's row of a change."""
        detail = {name: getattr(row, name) for name in _AUDITED}
        return audited(self.planning.ids, context, f"exchange_config.{did}", TOOL, detail)


def _with(rows: list[ExchangeAccount], row: ExchangeAccount) -> list[ExchangeAccount]:
    """The accounts once `row` is as it will be; there is one default."""
    others = [
        replace(one, is_default=one.is_default and not row.is_default)
        for one in rows
        if one.id != row.id
    ]
    return sorted((*others, row), key=lambda one: (one.created_at, one.id))


def _changes(
    old: ExchangeAccount | None,
    row: ExchangeAccount,
    before: list[ExchangeAccount],
    after: list[ExchangeAccount],
) -> list[Changed]:
    """The fields that are not as they were; of a new account all of them."""
    now = _told(row, after)
    if old is None:
        return [Changed(name, value) for name, value in now.items()]
    was = _told(old, before)
    return [Changed(name, now[name], was.get(name)) for name in now if now[name] != was.get(name)]


def _told(row: ExchangeAccount, rows: list[ExchangeAccount]) -> dict[str, Any]:
    return {
        "name": row.name,
        "enabled": row.enabled,
        "is_default": row.id == default_account(rows).id,
        "testnet": row.testnet,
        **{name: str(value) for name, value in sorted(row.settings.items())},
    }
