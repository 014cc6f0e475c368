"""Photos and documents, sent and fetched."""

from tests.doubles.telegram.backend import Backend, Request
from tests.doubles.telegram.errors import NotModelled, bad_request
from tests.doubles.telegram.files import (
    MAX_DOWNLOAD,
    MAX_PHOTO,
    Files,
    StoredFile,
    Upload,
    picture_size,
)
from tests.doubles.telegram.text import Json

from . import outgoing
from .messages import edit


def send_photo(backend: Backend, request: Request) -> Json:
    return _send(backend, request, "photo")


def send_document(backend: Backend, request: Request) -> Json:
    return _send(backend, request, "document")


def edit_message_media(backend: Backend, request: Request) -> Json:
    media = request.params["media"]
    kind = media["type"]
    if kind not in ("photo", "document"):
        raise NotModelled(f"editMessageMedia to {kind}")
    text = outgoing.caption(backend, media, too_long="MEDIA_CAPTION_TOO_LONG")
    message = backend.store.own_message(request.params)
    stored = _file(backend, request, media["media"], kind)
    return edit(backend, message, request.params, text, media=describe(stored, kind))


def get_file(backend: Backend, request: Request) -> Json:
    stored = backend.files.by_id(request.params["file_id"])
    if stored.size > MAX_DOWNLOAD:
        raise bad_request("file is too big")
    return _identity(stored) | {"file_path": stored.path}


def save_media(files: Files, upload: Upload, kind: str) -> Json:
    """An upload as the part of a message that shows it."""
    return describe(_save(files, upload, kind), kind)


def describe(stored: StoredFile, kind: str) -> Json:
    if kind == "photo":
        width, height = picture_size(stored.upload.data)
        return {"photo": [_identity(stored) | {"width": width, "height": height}]}
    name, content_type = stored.upload.filename, stored.upload.content_type
    return {"document": _identity(stored) | {"file_name": name, "mime_type": content_type}}


def _send(backend: Backend, request: Request, kind: str) -> Json:
    text = outgoing.caption(backend, request.params, too_long="message caption is too long")
    stored = _file(backend, request, request.params[kind], kind)
    return outgoing.post(backend, request, text, describe(stored, kind)).json()


def _file(backend: Backend, request: Request, source: str, kind: str) -> StoredFile:
    """From an upload by name, or a file that Telegram already has."""
    if source.startswith("attach://"):
        upload = request.files.get(source.removeprefix("attach://"))
        if upload is None:
            raise bad_request(f"there is no {kind} in the request")
        return _save(backend.files, upload, kind)
    if "://" in source:
        raise NotModelled(f"a {kind} that Telegram would fetch from {source}")
    return backend.files.by_id(source)


def _save(files: Files, upload: Upload, kind: str) -> StoredFile:
    if kind == "photo":
        if len(upload.data) > MAX_PHOTO:
            raise bad_request(
                f"file of size {len(upload.data)} bytes is too big for a photo; "
                f"the maximum size is {MAX_PHOTO} bytes"
            )
        if upload.data:
            picture_size(upload.data)
    return files.save(upload, f"{kind}s")


def _identity(stored: StoredFile) -> Json:
    return {"file_id": stored.id, "file_unique_id": stored.unique_id, "file_size": stored.size}
