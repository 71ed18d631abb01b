"""The built studio: only files that were there at the start are served, so no path can lead out."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request, Response

from nukki.errors import InputError
from nukki.server import sending

BUILT = Path(__file__).parent / "static"
INDEX = "index.html"


def is_built() -> bool:
    """Whether the web part was built into this package."""
    return (BUILT / INDEX).is_file()


def routes(built: Path) -> APIRouter:
    """The pages of the studio; every address without a file is the app's own page."""
    found = {
        file.relative_to(built).as_posix(): file for file in built.rglob("*") if file.is_file()
    }

    def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            raise InputError("server-route-unknown", found=f"/{path}"[:200])
        if INDEX not in found:
            raise InputError("server-studio-missing")
        name = path if path in found else INDEX
        if path not in found and "." in path.rpartition("/")[2]:
            raise InputError("server-route-unknown", found=f"/{path}"[:200])
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        hashed = name.startswith("assets/")  # the build writes a hash into each of these names
        return sending.file(request, found[name], kind, forever=hashed)

    router = APIRouter()
    router.add_api_route("/{path:path}", page, methods=["GET", "HEAD"], include_in_schema=False)
    return router
