"""The page's own files: read once, compressed once, told apart by a build id."""

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from device.data import names, read
from device.texts import LANGUAGES, parts

MEDIA_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}
"""Told here, since a system's own list may lack them; all of these are worth compressing."""


OF_THE_TABLE = ("console.", "display.", "panel.")
OF_THE_DOCTOR = "doctor/"


@dataclass(frozen=True)
class File:
    """A file as it is served."""

    body: bytes
    packed: bytes | None
    media_type: str
    etag: str


def file_of(name: str, body: bytes) -> File:
    """Give the file of that name and contents."""
    media_type = MEDIA_TYPES.get(name.rpartition(".")[2], "application/octet-stream")
    packed = gzip.compress(body, 9, mtime=0) if media_type in MEDIA_TYPES.values() else None
    return File(body, packed, media_type, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


def page_parts(language: str) -> tuple[str, ...]:
    """List the catalogues that pages load: the doctor speaks at the table only."""
    return tuple(part for part in parts(language) if not part.startswith(OF_THE_DOCTOR))


def page_texts(part: str) -> bytes:
    """Give a catalogue without what only the table itself says: phones load it over a poor Wi-Fi."""
    said = json.loads(read("device.texts", part))
    told = {key: text for key, text in said.items() if not key.startswith(OF_THE_TABLE)}
    return json.dumps(told, ensure_ascii=False, indent=1).encode()


class Files:
    """All files of the page by their path, texts included."""

    def __init__(self) -> None:
        found = {
            f"/static/{name}": file_of(name, read("web", f"static/{name}")) for name in names("web", "static")
        }
        texts = {
            f"/texts/{part}": file_of(".json", page_texts(part))
            for lang in LANGUAGES
            for part in page_parts(lang)
        }
        self._files: Mapping[str, File] = {**found, **texts}
        tags = "".join(f"{path}{file.etag}" for path, file in sorted(self._files.items()))
        self.build = hashlib.sha256(tags.encode()).hexdigest()[:12]

    def answer(self, path: str, request: Request) -> Response:
        """Answer with a file; the browser keeps it but always asks whether it is still the same."""
        file = self._files.get(path)
        if file is None:
            return Response(status_code=404)
        headers = {"etag": file.etag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(file.packed, media_type=file.media_type, headers=headers)
        return Response(file.body, media_type=file.media_type, headers=headers)
