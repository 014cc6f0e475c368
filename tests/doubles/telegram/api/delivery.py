"""Who the bot is and how it gets its updates."""

from tests.doubles.telegram.backend import Backend, Described, Request
from tests.doubles.telegram.errors import conflict
from tests.doubles.telegram.text import Json
from tests.doubles.telegram.webhook import Target


def get_me(backend: Backend, _request: Request) -> Json:
    return backend.bot.json() | {
        "can_join_groups": True,
        "can_read_all_group_messages": not backend.privacy,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


async def get_updates(backend: Backend, request: Request) -> list[Json]:
    if backend.webhook.target is not None:
        raise conflict(
            "can't use getUpdates method while webhook is active; "
            "use deleteWebhook to delete the webhook first"
        )
    params = request.params
    backend.queue.allow(params.get("allowed_updates"))
    limit = min(max(params.get("limit") or 100, 1), 100)
    return await backend.queue.poll(params.get("offset") or 0, limit, params.get("timeout") or 0)


def set_webhook(backend: Backend, request: Request) -> Described:
    params = request.params
    if not params["url"]:
        return delete_webhook(backend, request)
    target = Target(
        params["url"],
        params.get("secret_token") or "",
        min(max(params.get("max_connections") or 40, 1), 100),
        params.get("ip_address") or "",
    ).check()
    if params.get("drop_pending_updates"):
        backend.queue.clear()
    backend.queue.allow(params.get("allowed_updates"))
    if target == backend.webhook.target:
        return Described(True, "Webhook is already set")
    backend.queue.interrupt(conflict("terminated by setWebhook request"))
    backend.webhook.set(target)
    return Described(True, "Webhook was set")


def delete_webhook(backend: Backend, request: Request) -> Described:
    if request.params.get("drop_pending_updates"):
        backend.queue.clear()
    was_set = backend.webhook.stop()
    return Described(True, "Webhook was deleted" if was_set else "Webhook is already deleted")


def get_webhook_info(backend: Backend, _request: Request) -> Json:
    target = backend.webhook.target
    info: Json = {
        "url": target.url if target else "",
        "has_custom_certificate": False,
        "pending_update_count": len(backend.queue.pending()),
    }
    if target is not None:
        info["max_connections"] = target.max_connections
        info["ip_address"] = target.ip_address or "127.0.0.1"
    if backend.webhook.last_error is not None:
        info["last_error_date"], info["last_error_message"] = backend.webhook.last_error
    if backend.queue.allowed:
        info["allowed_updates"] = list(backend.queue.allowed)
    return info
