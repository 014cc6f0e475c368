"""Exchange accounts and language models of a person's own, as blocks; never a secret."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.llm import OFFLINE
from core.domain.outbound import Block, CardBlock, TableBlock, TextBlock
from core.views.badge import badge, line
from core.views.money_text import amount_text, cash_text
from core.views.secrets import field_text
from core.views.words import say


def model_configs_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """The models, numbered; and which one chat uses."""
    models = data["models"]
    default = next((one["name"] for one in models if one["default"]), None)
    using = say(lang, "models_using", name=default) if default else _desk(data["desk"], lang)
    if not models:
        return (TextBlock(text=f"{say(lang, 'models_none')}\n{using}"),)
    rows = tuple(
        (
            f"{number}. {one['name']}",
            f"{one['provider']}:{one['model']}",
            _state(one, lang),
            _key(one["key"], lang),
            one["base_url"] or "",
        )
        for number, one in enumerate(models, 1)
    )
    heads = ("config_name", "config_model", "config_state", "config_key", "config_address")
    columns = tuple(say(lang, head) for head in heads)
    return (TableBlock(title=say(lang, "models_title"), columns=columns, rows=rows, note=using),)


def model_change_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """What was done, each value read back, and how the trial went."""
    if "error" in data:
        return (TextBlock(text=say(lang, data["error"], **data["params"])),)
    model = data["model"]
    changes = data["changes"]
    to_desk = [one for one in changes if one["field"] == "is_default" and one["old"] is True]
    if to_desk == changes and to_desk:
        kept = say(lang, "model_not_used", name=model["name"])
        return (TextBlock(text=f"{_desk(data['desk'], lang)} {kept}"),)
    lines = [say(lang, f"model_did_{data['action']}", name=model["name"])]
    lines += changed_lines(changes, lang)
    if data["new_key"]:
        lines.append(say(lang, "config_key_replaced", key=_key(model["key"], lang)))
    if data["trial"] is not None:
        failed = data["trial"]["failed"]
        lines.append(_trial(failed, lang))
        if failed and data["action"] == "create" and not data["model"]["default"]:
            lines.append(say(lang, "model_trial_aside", name=data["model"]["name"]))
    if data["action"] == "delete" and model["default"]:
        lines.append(_desk(data["desk"], lang))
    return (TextBlock(text="\n".join(lines)),)


def model_delete_card(model: Mapping[str, Any], desk: str, lang: Lang) -> CardBlock:
    """What a deletion would take away."""
    rows = [(say(lang, "config_model"), f"{model['provider']}:{model['model']}")]
    if model["base_url"]:
        rows.append((say(lang, "config_address"), model["base_url"]))
    rows.append((say(lang, "config_key"), _key(model["key"], lang)))
    note = say(lang, "model_delete_note")
    if model["default"]:
        note = f"{note} {_desk(desk, lang)}"
    return CardBlock(
        title=say(lang, "model_delete_title", name=model["name"]), rows=tuple(rows), note=note
    )


def changed_lines(changes: list[Mapping[str, Any]], lang: Lang) -> list[str]:
    """Each field as it is now, and as it was where it was another."""
    return [
        say(
            lang,
            "config_now" if one["old"] is None else "config_now_was",
            field=say(lang, f"config_field_{one['field']}"),
            value=_value(one["value"], lang),
            old=_value(one["old"], lang),
        )
        for one in changes
    ]


def _value(value: object, lang: Lang) -> str:
    if isinstance(value, bool):
        return say(lang, "config_yes" if value else "config_no")
    return str(value) if value not in (None, "") else say(lang, "none")


def _state(one: Mapping[str, Any], lang: Lang) -> str:
    parts = [say(lang, "config_on" if one["enabled"] else "config_off")]
    if one["default"]:
        parts.append(say(lang, "config_field_is_default"))
    return " · ".join(parts)


def _key(hint: str | None, lang: Lang) -> str:
    """Of a key its last characters; a short one shows nothing of itself."""
    if hint is None:
        return say(lang, "config_no_key")
    return f"…{hint}" if hint else say(lang, "config_has_key")


def _trial(failed: str | None, lang: Lang) -> str:
    if failed is None:
        return say(lang, "model_trial_ok")
    return say(lang, "model_trial_failed", why=say(lang, f"own_model_{failed}"))


def _desk(desk: str, lang: Lang) -> str:
    return say(lang, "models_desk_offline" if desk == OFFLINE else "models_desk", name=desk)


# -- exchange accounts ----------------------------------------------------------------------------


def exchange_configs_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """The accounts, numbered, each with its mode; and which exchanges may be added."""
    rows = tuple(
        (
            f"{number}. {one['name']}",
            one["venue"],
            _place(one, lang),
            _exchange_state(one, lang),
            _secrets(one, lang),
        )
        for number, one in enumerate(data["exchanges"], 1)
    )
    heads = ("config_name", "exchange_venue", "exchange_mode", "config_state", "exchange_keys")
    columns = tuple(say(lang, head) for head in heads)
    titles = data["supported"]
    note = say(lang, "exchange_supported", titles=titles) if titles else ""
    return (TableBlock(title=say(lang, "exchanges_title"), columns=columns, rows=rows, note=note),)


def exchange_change_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """What was done, each value read back, and what the exchange said of the keys."""
    if "error" in data:
        return (line(say(lang, data["error"], **data["params"]), data, lang),)
    if "free" in data:
        return (line(_moved(data, lang), data, lang),)
    one = data["exchange"]
    lines = [say(lang, f"exchange_did_{data['action']}", name=one["name"], venue=one["venue"])]
    lines += changed_lines(data["changes"], lang)
    if data["new_keys"]:
        lines.append(say(lang, "exchange_keys_replaced", keys=_secrets(one, lang)))
    if data["check"] is not None:
        lines.append(say(lang, "exchange_check_ok"))
        lines += _withdrawing(data["check"], lang)
    text = "\n".join(lines)
    return (TextBlock(text=f"{text}\n{_place(one, lang)}"),)


def exchange_delete_card(one: Mapping[str, Any], lang: Lang) -> CardBlock:
    """What a deletion takes away, and what it leaves at the exchange."""
    left = one["open"]
    rows = (
        (say(lang, "exchange_venue"), one["venue"]),
        (say(lang, "config_state"), _exchange_state(one, lang)),
        (say(lang, "exchange_keys"), _secrets(one, lang)),
        (say(lang, "exchange_open_orders"), _count(left["orders"], lang)),
        (say(lang, "exchange_open_positions"), _listed(left["positions"], lang)),
    )
    return CardBlock(
        title=say(lang, "exchange_delete_title", name=one["name"]),
        badge=_place(one, lang),
        rows=rows,
        note=say(lang, "exchange_delete_note"),
    )


def reset_card(lost: Mapping[str, Any], lang: Lang) -> CardBlock:
    """What a new beginning of the paper account takes away."""
    rows = (
        (say(lang, "exchange_reset_balance"), cash_text(lost["balance"], lang, "USDT")),
        (say(lang, "exchange_reset_equity"), cash_text(lost["equity"], lang, "USDT")),
        (say(lang, "exchange_open_orders"), _count(lost["orders"], lang)),
        (say(lang, "exchange_open_positions"), _listed(lost["positions"], lang)),
    )
    return CardBlock(
        title=say(lang, "exchange_reset_title", name=lost["name"]),
        badge=badge(lost, lang),
        rows=rows,
        note=say(lang, "exchange_reset_note"),
    )


def _moved(data: Mapping[str, Any], lang: Lang) -> str:
    """Made-up money moved; of a reset that was looked up the amount is what is free."""
    return say(
        lang,
        f"exchange_did_{data['action']}",
        name=data["name"],
        amount=cash_text(data["amount"] or data["free"], lang, data["currency"]),
        free=cash_text(data["free"], lang, data["currency"]),
    )


def _place(one: Mapping[str, Any], lang: Lang) -> str:
    mark = badge({"mode": one["mode"]}, lang)
    return f"{mark} · {say(lang, 'exchange_testnet')}" if one["testnet"] else mark


def _exchange_state(one: Mapping[str, Any], lang: Lang) -> str:
    state = _state(one, lang)
    return state if one["trading_state"] == "ACTIVE" else f"{state} · {one['trading_state']}"


def _secrets(one: Mapping[str, Any], lang: Lang) -> str:
    """Which secrets are set, each by its last characters."""
    if one["mode"] == "paper":
        return say(lang, "exchange_needs_none")
    kept = [f"{field_text(name, lang)} {_key(hint, lang)}" for name, hint in one["secrets"].items()]
    return ", ".join(kept) or say(lang, "config_no_key")


def _withdrawing(check: Mapping[str, Any], lang: Lang) -> list[str]:
    can = check["can_withdraw"]
    if can is None:
        return [say(lang, "exchange_withdraw_unknown")]
    return [say(lang, "exchange_can_withdraw")] if can else []


def _count(count: int | None, lang: Lang) -> str:
    return amount_text(None if count is None else str(count), lang)


def _listed(names: list[str] | None, lang: Lang) -> str:
    if names is None:
        return amount_text(None, lang)
    return ", ".join(names) or say(lang, "none")
