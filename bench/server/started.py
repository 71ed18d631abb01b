"""A server process for the length of a block, and what it takes."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Started:
    """A server that answers: its port, its process, and how long it took to be ready."""

    port: int
    process: subprocess.Popen[bytes]
    ready_s: float

    def url(self, path: str) -> str:
        """The address of `path` there."""
        return f"http://127.0.0.1:{self.port}{path}"

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body of a GET over a connection of its own; raises OSError."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def json(self, path: str) -> dict[str, Any]:
        """The JSON object that a GET gives."""
        status, body = self.get(path)
        if status != 200:
            raise RuntimeError(f"{path}: {status} {body[:200]!r}")
        found: dict[str, Any] = json.loads(body)
        return found

    def resident_mb(self) -> float:
        """What the process holds in memory now, its children added; 0 where the system hides it."""
        mine = str(self.process.pid)
        held = 0
        for status in Path("/proc").glob("[0-9]*/status"):
            try:
                fields = dict(
                    line.split(":", 1) for line in status.read_text("ascii", "replace").splitlines()
                )
            except OSError:
                continue  # it ended while we looked
            if mine in (fields["Pid"].strip(), fields["PPid"].strip()) and "VmRSS" in fields:
                held += int(fields["VmRSS"].split()[0])
        return held / 1e3


@contextmanager
def serving(storage: Path) -> Iterator[Started]:
    """The real server over `storage`, ended with the block."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    since = time.perf_counter()
    command = [sys.executable, "-m", "bench.server.host", str(storage), str(port)]
    process = subprocess.Popen(command)
    try:
        _wait_until_ready(Started(port, process, 0.0))
        yield Started(port, process, time.perf_counter() - since)
    finally:
        process.terminate()
        process.wait(20)


def _wait_until_ready(server: Started) -> None:
    until = time.perf_counter() + 60
    while time.perf_counter() < until and server.process.poll() is None:
        with suppress(OSError):
            if server.get("/readyz")[0] == 200:
                return
        time.sleep(0.02)
    raise RuntimeError("the server did not become ready")
