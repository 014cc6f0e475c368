"""What becomes of a person's language models: the checks, the key's trial, and the rows.

A key belongs to the address that it was given for: with another address it is asked for anew, and
the old one is forgotten, so that no change of a row can send a key elsewhere.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from core.credentials import Credentials, forget
from core.domain.addresses import host_of
from core.domain.config_names import free_name
from core.domain.model_vendors import VENDORS, Vendor
from core.domain.naming import folded
from core.domain.records import Delete, Insert, ModelConfig, Update, Write
from core.errors import ModelErrorKind, PersonError
from core.ports import Clock, Ids, ModelClients, Records
from core.tools.configs import Changed, audited, check_said, guard, new_name, which
from core.tools.model_arguments import ManageModelConfigArguments
from core.tools.model_configs import KEY, model_configs, reference, shown
from core.tools.model_trial import tried
from core.tools.registry import ToolContext, ToolResult
from core.views.words import say

MOST = 20
DESK = "desk"
"""How the desk's own model is called where one of the person's might stand."""
_TOOL = "manage_model_config"
_TOLD = ("name", "provider", "model", "base_url", "enabled", "is_default")
_USUAL = frozenset(vendor.base_url for vendor in VENDORS.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class Planned:
    """A change as it would be made: the row as it will be, and what becomes of its key.

    `old` is the row as it is, None for a new one. `drops_key`: the kept key was for elsewhere.
    """

    config: ModelConfig
    old: ModelConfig | None
    needs_key: bool
    drops_key: bool = False


def about(config: ModelConfig) -> str:
    """The config as a question for its key names it: who will be sent the key."""
    return f"{config.name} ({host_of(config.base_url) or config.provider})"


@dataclass(frozen=True)
class ModelChanges:
    """Changes of the configs of whoever the context names. `desk_model` is the desk's own."""

    records: Records
    credentials: Credentials
    clients: ModelClients
    clock: Clock
    ids: Ids
    desk_model: str

    def new_resource(self) -> str:
        """Where a key is kept until the change that it is for is made."""
        return self.ids.new()

    async def hint(self, config_id: str) -> str | None:
        """The last characters of its key; None where it has none."""
        return (await self.credentials.hints(config_id)).get(KEY)

    async def planned(self, asked: ManageModelConfigArguments, context: ToolContext) -> Planned:
        """The change; PersonError says what it lacks, or why it cannot be."""
        rows = await model_configs(self.records, context)
        if asked.action == "create":
            return await self._new(asked, rows, context)
        return await self._changed(asked, rows, context)

    async def change(self, asked: ManageModelConfigArguments, context: ToolContext) -> ToolResult:
        """A new config, or one changed. A key that its service refuses is not kept."""
        once = await guard(self.records, context)
        plan = await self.planned(asked, context)
        key = await self._given(plan, context)
        trial = await self._trial(plan.config, key, context) if key else None
        config = plan.config
        if plan.old is None and context.resource:
            config = replace(config, id=context.resource)
        if plan.old is None and trial and asked.default is None:
            # One that does not answer would leave the person with reads and closes only.
            config = replace(config, is_default=False)
        writes = [
            *(await self._kept(config, plan, key, context)),
            *(await self._undefault(config, context)),
            self._row(config, plan.old),
            self._audit(config, "created" if plan.old is None else "updated", context),
            once,
        ]
        if plan.old is not None:
            await self.clients.close(config.id)
        kept_under = context.resource if key else ("" if plan.drops_key else config.id)
        hint = await self.hint(kept_under) if kept_under else None
        changes = _changes(plan.old, config)
        return ToolResult(
            data={
                "action": asked.action,
                "model": shown(config, hint),
                "changes": [one.data() for one in changes],
                "desk": self.desk_model,
                "new_key": bool(key) and plan.old is not None,
                "trial": {"failed": trial} if key else None,
            },
            as_of=self.clock.now(),
            references=(reference(config, context),),
            writes=tuple(writes),
        )

    async def test(self, said: str | None, context: ToolContext) -> ToolResult:
        """One tiny call of a config as it is kept, and how it went."""
        rows = await model_configs(self.records, context)
        config = which(rows, said, context, "model", "config_test_request")
        failed = await tried(self.clients.of(config), context)
        return ToolResult(
            data={
                "action": "test",
                "model": shown(config, await self.hint(config.id)),
                "changes": [],
                "new_key": False,
                "trial": {"failed": failed},
            },
            as_of=self.clock.now(),
            references=(reference(config, context),),
        )

    async def delete(self, config_id: str, context: ToolContext) -> ToolResult:
        """A config and its key are no more; one that is gone already is said to be."""
        once = await guard(self.records, context)
        rows = await model_configs(self.records, context)
        config = next((row for row in rows if row.id == config_id), None)
        now = self.clock.now()
        if config is None:
            return ToolResult(data={"error": "config_gone", "params": {}}, as_of=now, ok=False)
        await self.clients.close(config.id)
        return ToolResult(
            data={
                "action": "delete",
                "model": shown(config, None),
                "changes": [],
                "new_key": False,
                "trial": None,
                "desk": self.desk_model,
            },
            as_of=now,
            writes=(
                Delete(kind=ModelConfig, where={"id": config.id, "account_id": config.account_id}),
                forget(config.id),
                self._audit(config, "deleted", context),
                once,
            ),
        )

    # -- what it will be ------------------------------------------------------------------------

    async def _new(
        self, asked: ManageModelConfigArguments, rows: list[ModelConfig], context: ToolContext
    ) -> Planned:
        if len(rows) >= MOST:
            raise PersonError("config_most", most=MOST)
        provider = asked.provider or ("openai" if asked.base_url else None)
        if provider is None:
            raise PersonError("model_provider_missing", choices=_providers(context))
        vendor = VENDORS[provider]
        base_url = await self._address(asked.base_url, vendor, context)
        own = base_url not in _USUAL
        if own and not (asked.model or "").strip():
            raise PersonError("model_name_missing", host=host_of(base_url))
        if asked.no_key and not own:
            raise PersonError("model_key_needed", name=asked.name or provider)
        enabled = asked.enabled is not False
        default = asked.default
        if default is None:
            default = enabled and not any(row.is_default for row in rows)
        if default and not enabled:
            raise PersonError("config_default_off", name=asked.name or provider)
        names = [row.name for row in rows]
        now = self.clock.now()
        config = ModelConfig(
            id=self.ids.new(),
            account_id=context.account.id,
            name=new_name(asked.name, rows) if asked.name else free_name(provider, names),
            provider=vendor.wire,
            model=_model(asked.model) if asked.model else vendor.model,
            base_url=base_url,
            enabled=enabled,
            is_default=default,
            created_at=now,
            updated_at=now,
        )
        return Planned(config=config, old=None, needs_key=not asked.no_key)

    async def _changed(
        self, asked: ManageModelConfigArguments, rows: list[ModelConfig], context: ToolContext
    ) -> Planned:
        if folded(asked.config or "") == DESK:
            asked = _of_desk(asked, rows)
        old = which(rows, asked.config, context, "model", "")
        vendor = VENDORS[asked.provider] if asked.provider else Vendor(old.provider, "")
        if vendor.wire != old.provider:
            raise PersonError("model_provider_fixed", name=old.name)
        base_url = old.base_url
        if asked.base_url is not None:
            base_url = await self._address(asked.base_url, vendor, context)
        enabled = old.enabled if asked.enabled is None else asked.enabled
        default = old.is_default if asked.default is None else asked.default
        if asked.enabled is False and asked.default is None:
            default = False
        if default and not enabled:
            raise PersonError("config_default_off", name=old.name)
        config = replace(
            old,
            name=new_name(asked.name, rows, but=old.id) if asked.name else old.name,
            model=_model(asked.model) if asked.model else old.model,
            base_url=base_url,
            enabled=enabled,
            is_default=default,
            updated_at=_later(self.clock.now(), old.updated_at),
        )
        moved = _server(base_url) != _server(old.base_url)
        needs_key = bool(asked.new_key) or (moved and not asked.no_key)
        has_key = needs_key or (not moved and await self.hint(old.id) is not None)
        if enabled and not has_key and base_url in _USUAL:
            raise PersonError("model_key_needed", name=old.name)
        if not needs_key and not _changes(old, config):
            raise PersonError("config_nothing", name=old.name)
        return Planned(config=config, old=old, needs_key=needs_key, drops_key=moved)

    async def _address(self, said: str | None, vendor: Vendor, context: ToolContext) -> str:
        """The base URL as it is kept; PersonError when it must not be called."""
        url = (said or "").strip().rstrip("/")
        if not url or url == vendor.base_url:
            return vendor.base_url
        fault = await self.clients.address_fault(url)
        if fault is not None:
            raise PersonError(f"model_url_{fault}", host=host_of(url) or url[:60])
        await check_said(self.records, context, host_of(url), "model_url_unsaid")
        return url

    # -- its key --------------------------------------------------------------------------------

    async def _given(self, plan: Planned, context: ToolContext) -> str:
        """The key that was just asked for; empty where none was needed."""
        if not plan.needs_key:
            return ""
        given = await self.credentials.open(context.resource) if context.resource else {}
        key = given.get(KEY, "").strip()
        if not key:
            raise PersonError("model_key_needed", name=plan.config.name)
        return key

    async def _trial(
        self, config: ModelConfig, key: str, context: ToolContext
    ) -> ModelErrorKind | None:
        """How one call with the new key failed; PersonError where the key is refused."""
        provider = await self.clients.once(config, key)
        try:
            failed = await tried(provider, context)
        finally:
            await provider.aclose()
        if failed == "key_refused":
            raise PersonError("model_key_refused_new", name=config.name)
        return failed

    async def _kept(
        self, config: ModelConfig, plan: Planned, key: str, context: ToolContext
    ) -> tuple[Write, ...]:
        """The key under its config: a new one's is there already."""
        if plan.old is None:
            return ()
        if key:
            now, account = self.clock.now(), context.account.id
            kept = await self.credentials.keep(config.id, KEY, key, account_id=account, now=now)
            return (*kept, forget(context.resource))
        return (forget(config.id),) if plan.drops_key else ()

    # -- rows -----------------------------------------------------------------------------------

    def _row(self, config: ModelConfig, old: ModelConfig | None) -> Write:
        if old is None:
            return Insert(record=config)
        where = {"id": old.id, "account_id": old.account_id, "updated_at": old.updated_at}
        fields = (*_TOLD, "updated_at")
        return Update(
            kind=ModelConfig, where=where, set={name: getattr(config, name) for name in fields}
        )

    async def _undefault(self, config: ModelConfig, context: ToolContext) -> tuple[Write, ...]:
        """There is one default: the others are it no more."""
        if not config.is_default:
            return ()
        rows = await model_configs(self.records, context)
        return tuple(
            Update(
                kind=ModelConfig,
                where={"id": row.id},
                set={
                    "is_default": False,
                    "updated_at": _later(self.clock.now(), row.updated_at),
                },
            )
            for row in rows
            if row.is_default and row.id != config.id
        )

    def _audit(self, config: ModelConfig, did: str, context: ToolContext) -> Insert:
        detail = {name: getattr(config, name) for name in _TOLD} | {"id": config.id}
        return audited(self.ids, context, f"model_config.{did}", _TOOL, detail)


def _changes(old: ModelConfig | None, now: ModelConfig) -> list[Changed]:
    """The fields that are not as they were; of a new config all that have a value."""
    if old is None:
        return [Changed(name, getattr(now, name)) for name in _TOLD if getattr(now, name) != ""]
    return [
        Changed(name, getattr(now, name), getattr(old, name))
        for name in _TOLD
        if getattr(now, name) != getattr(old, name)
    ]


def _of_desk(
    asked: ManageModelConfigArguments, rows: list[ModelConfig]
) -> ManageModelConfigArguments:
    """Chat with the desk's own model: the person's default is it no more."""
    default = next((row for row in rows if row.is_default), None)
    if default is None or asked.default is not True:
        raise PersonError("models_desk_already" if default is None else "models_desk_fixed")
    return ManageModelConfigArguments(action="update", config=default.id, default=False)


def _server(base_url: str) -> tuple[str, str]:
    url = urlsplit(base_url)
    return url.scheme, url.netloc


def _model(said: str) -> str:
    """The model's own name; PersonError for what no service calls a model."""
    name = said.strip()
    if not name.isascii() or not name.isprintable() or any(char.isspace() for char in name):
        raise PersonError("model_name_signs")
    return name


def _later(now: datetime, before: datetime) -> datetime:
    """A time after `before`: a client is as new as its row's time says."""
    return max(now, before + timedelta(microseconds=1))


def _providers(context: ToolContext) -> tuple[tuple[str, str], ...]:
    """What may be named, each as a whole request."""
    return tuple((name, say(context.lang, "model_add_request", provider=name)) for name in VENDORS)
