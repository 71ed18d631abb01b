"""A file over HTTPS into a part that can be gone on with: capped, with time-outs, few redirects."""

from __future__ import annotations

import http.client
import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.parse import urlsplit

from nukki.core import process
from nukki.errors import BackendError, InputError

if TYPE_CHECKING:
    from nukki.catalog.weights import Progress

LOOPBACK = ("localhost", "127.0.0.1", "::1")
MAX_REDIRECTS = 5
TIMEOUT_S = 30.0  # without a byte; a whole file may take as long as it takes
PIECE = 1 << 18


def download(url: str, part: Path, cap: int, total: int, progress: Progress) -> Path:
    """Fetch `url` and return the finished part, a file beside `part` that only we write.

    `part` is where an interrupted download lies; the next one goes on from there. `total` is the
    exact size if it is known, else 0. Raises InputError `weights-url`, and BackendError
    `weights-unreachable` or `weights-too-large`.
    """
    require_safe(url)
    with _claimed(part) as mine:
        here = mine.stat().st_size
        if not total or here < total:
            with _opened(url, here) as answer, mine.open("ab") as file:
                _copy(answer, file, cap, total, progress)
        return mine.rename(part.with_suffix(f".{os.getpid()}.whole"))


def require_safe(url: str) -> None:
    """Raises InputError unless the address is https, or http on this very machine."""
    try:
        found = urlsplit(url)
        port_ok = found.port is None or found.port > 0
    except ValueError:
        port_ok, found = False, urlsplit("")
    local = found.scheme == "http" and found.hostname in LOOPBACK
    if not port_ok or not found.hostname or not (found.scheme == "https" or local):
        raise InputError("weights-url", found=_shown(url))


@contextmanager
def _claimed(part: Path) -> Iterator[Path]:
    """The part under a name of this process: two downloads at once never write into one file.

    It gets its common name back when we stop early; what a killed process left is taken over.
    """
    part.parent.mkdir(parents=True, exist_ok=True)
    mine = part.with_suffix(f".{os.getpid()}.part")
    for left in [part, *part.parent.glob(f"{part.stem}.*.part")]:
        if left == part or _is_orphan(left):
            try:
                left.rename(mine)
                break
            except FileNotFoundError:  # another process was quicker
                continue
    mine.touch()
    try:
        yield mine
    finally:
        if mine.exists():
            mine.replace(part)


def _is_orphan(part: Path) -> bool:
    pid = part.suffixes[-2].removeprefix(".")
    return pid.isdigit() and process.started(int(pid)) is None


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows few redirects, and only to where we would go ourselves."""

    max_redirections = MAX_REDIRECTS
    max_repeats = 2

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str,
        headers: http.client.HTTPMessage, newurl: str,
    ) -> urllib.request.Request | None:  # fmt: skip
        require_safe(newurl)
        followed = super().redirect_request(req, fp, code, msg, headers, newurl)
        if followed is not None and "Range" in req.headers:
            followed.add_header("Range", req.headers["Range"])
        return followed


@contextmanager
def _opened(url: str, here: int) -> Iterator[http.client.HTTPResponse]:
    request = urllib.request.Request(url, headers={"Accept-Encoding": "identity"})  # noqa: S310
    if here:
        request.add_header("Range", f"bytes={here}-")
    opener = urllib.request.build_opener(_Redirects)
    try:
        with opener.open(request, timeout=TIMEOUT_S) as answer:
            yield answer
    except urllib.error.HTTPError as error:
        error.close()
        raise _unreachable(url, f"HTTP {error.code}") from None
    except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ValueError) as error:
        reason = getattr(error, "reason", None) or str(error) or type(error).__name__
        raise _unreachable(url, str(reason)) from None
    except ConnectionError as error:
        raise _unreachable(url, error.strerror or type(error).__name__) from None


def _copy(
    answer: http.client.HTTPResponse, file: IO[bytes], cap: int, total: int, progress: Progress
) -> None:
    here = file.tell()
    if answer.status != http.client.PARTIAL_CONTENT or _start(answer.headers) != here:
        here = file.truncate(0)  # the server began afresh, whatever we asked for
    announced = here + int(answer.headers.get("Content-Length") or 0)
    expected = total or announced
    while here <= cap and (piece := answer.read(PIECE)):
        here += len(piece)
        file.write(piece)
        progress(min(here, expected) if expected else here, expected)
    if here > cap:
        file.truncate(0)
        raise BackendError("weights-too-large", allowed=f"{cap:,}")
    if expected and here < expected:
        raise _unreachable(answer.url, f"{here:,} / {expected:,} bytes")


def _start(headers: Message) -> int | None:
    """The first byte of a partial answer, from `bytes 100-199/200`."""
    found = (headers.get("Content-Range") or "").removeprefix("bytes ").partition("-")[0]
    return int(found) if found.isdigit() else None


def _unreachable(url: str, reason: str) -> BackendError:
    return BackendError("weights-unreachable", found=_shown(url), reason=reason[:200])


def _shown(url: str) -> str:
    """The address without its query, which may hold a secret."""
    return url.partition("?")[0][:200]
