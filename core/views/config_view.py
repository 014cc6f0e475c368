"""Exchange accounts and language models of a person's own, as blocks; never a secret."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.llm import OFFLINE
from core.domain.outbound import Block, CardBlock, TableBlock, TextBlock
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
    lines = [say(lang, f"model_did_{data['action']}", name=model["name"])]
    lines += changed_lines(data["changes"], lang)
    if data["new_key"]:
        lines.append(say(lang, "config_key_replaced", key=_key(model["key"], lang)))
    if data["trial"] is not None:
        lines.append(_trial(data["trial"]["failed"], lang))
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
