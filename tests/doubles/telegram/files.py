"""Uploads and downloads."""

from dataclasses import dataclass

from .errors import bad_request

MAX_PHOTO = 10 * 1024 * 1024
MAX_DOWNLOAD = 20 * 1024 * 1024


@dataclass(frozen=True)
class Upload:
    filename: str
    content_type: str
    data: bytes


@dataclass(frozen=True)
class StoredFile:
    id: str
    unique_id: str
    path: str
    upload: Upload

    @property
    def size(self) -> int:
        return len(self.upload.data)


class Files:
    def __init__(self) -> None:
        self._by_id: dict[str, StoredFile] = {}

    def save(self, upload: Upload, folder: str) -> StoredFile:
        if not upload.data:
            raise bad_request("file must be non-empty")
        number = len(self._by_id)
        ending = upload.filename.rpartition(".")[2] if "." in upload.filename else "bin"
        stored = StoredFile(
            f"AgACAgIAAx0FakeFile{number:04d}",
            f"AQADFake{number:04d}",
            f"{folder}/file_{number}.{ending}",
            upload,
        )
        self._by_id[stored.id] = stored
        return stored

    def by_id(self, file_id: str) -> StoredFile:
        if file_id not in self._by_id:
            raise bad_request("wrong file identifier/HTTP URL specified")
        return self._by_id[file_id]

    def by_path(self, path: str) -> StoredFile | None:
        return next((stored for stored in self._by_id.values() if stored.path == path), None)


def picture_size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG, GIF or JPEG, as Telegram would refuse to guess them."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        size = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    elif data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        size = int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    elif data.startswith(b"\xff\xd8"):
        size = _jpeg_size(data)
    else:
        size = (0, 0)
    width, height = size
    if not width or not height:
        raise bad_request("IMAGE_PROCESS_FAILED")
    if width + height > 10_000 or max(size) > 20 * min(size):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return size


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """From the frame header, the first segment that carries the size."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        at += 2 + length
    return 0, 0
