"""The body of a request in a file, for what is no JSON: read with a cap, and to its end."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from nukki.errors import InputError

Answer = TypeVar("Answer")
BINARY: dict[str, Any] = {"schema": {"type": "string", "format": "binary"}}


async def spool(request: Request, file: IO[bytes], most: int) -> int:
    """Write the body to `file` while it has no more than `most` bytes; returns how many it has.

    What is too much is read all the same: else nobody hears the refusal.
    """
    total = 0
    async for piece in request.stream():
        total += len(piece)
        if total <= most:
            await run_in_threadpool(file.write, piece)
    return total


async def use_of(
    request: Request,
    most: int,
    too_large: Callable[[int], InputError],
    use: Callable[[Path], Answer],
) -> Answer:
    """`use`, in a thread, of a file that holds the body, which then goes.

    Raises what `too_large` makes of the size of a body of more than `most` bytes.
    """
    with tempfile.TemporaryDirectory(prefix="nukki-sent-") as folder:
        path = Path(folder) / "sent"
        with path.open("wb") as kept:
            total = await spool(request, kept, most)
        if total > most:
            raise too_large(total)
        async with request.app.state.asking:  # not before: a body may take its time
            return await run_in_threadpool(use, path)
