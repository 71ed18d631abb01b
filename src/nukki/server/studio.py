"""The built studio: only names that the build wrote are served, so no path can lead out."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from nukki.errors import InputError
from nukki.server import openapi, sending

BUILT = Path(__file__).parent / "static"
INDEX = "index.html"


def is_built() -> bool:
    """Whether the web part was built into this package."""
    return (BUILT / INDEX).is_file()


def routes(built: Path) -> APIRouter:
    """The pages of the studio; every address without a file is the app's own page."""

    def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            if openapi.methods_of(request.app, f"/{path}"):
                raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED)
            raise InputError("server-route-unknown", found=f"/{path}"[:200])
        found = _files(built, _built_at(built))
        if INDEX not in found:
            raise InputError("server-studio-missing")
        if path not in found and "." in path.rpartition("/")[2]:
            raise InputError("server-route-unknown", found=f"/{path}"[:200])
        name = path if path in found else INDEX
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        hashed = name.startswith("assets/")  # the build writes a hash into each of these names
        try:
            return sending.file(request, found[name], kind, forever=hashed)
        except FileNotFoundError:  # it is being built again at this moment
            raise InputError("server-route-unknown", found=f"/{path}"[:200]) from None

    router = APIRouter()
    router.add_api_route("/{path:path}", page, methods=["GET", "HEAD"], include_in_schema=False)
    return router


def _built_at(built: Path) -> int:
    """Changes when the studio is built again under a running server; 0 without a build."""
    index = built / INDEX
    return index.stat().st_mtime_ns if index.is_file() else 0


@lru_cache(maxsize=2)
def _files(built: Path, _built_at: int) -> dict[str, Path]:
    return {file.relative_to(built).as_posix(): file for file in built.rglob("*") if file.is_file()}
