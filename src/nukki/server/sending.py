"""Files over HTTP: ETag, 304, and how long a browser may keep them."""

from __future__ import annotations

import os
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import FileResponse

FOREVER = "private, max-age=31536000, immutable"
ASK_AGAIN = "private, no-cache"


def file(request: Request, path: Path, kind: str, *, forever: bool) -> Response:
    """The file as media type `kind`, or 304 when the browser has it.

    `forever` is for files that never change under their address. Raises OSError.
    """
    stat = path.stat()
    headers = {"ETag": _etag(stat), "Cache-Control": FOREVER if forever else ASK_AGAIN}
    if _has(request.headers.get("if-none-match", ""), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return FileResponse(path, media_type=kind, headers=headers, stat_result=stat)


def _etag(stat: os.stat_result) -> str:
    return f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'


def _has(header: str, etag: str) -> bool:
    known = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    return etag in known or "*" in known
