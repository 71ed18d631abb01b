"""A real S3 server on loopback (rclone), and a gate before it that can misbehave."""

from __future__ import annotations

import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import botocore.session
import pytest

from nukki.core import remote
from nukki.core.bucket import Bucket
from nukki.jobs import workshop
from tests.services import free_port

READY_S = 20
KEY, SECRET = "NUKKITESTKEY", "nukki-test-secret"
RCLONE = Path(sys.executable).with_name("rclone")


@dataclass
class Server:
    """A running server; every folder of `data` is a bucket."""

    endpoint: str
    data: Path
    process: subprocess.Popen[bytes]
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def make_bucket(self) -> str:
        """The name of a new empty bucket."""
        name = f"bucket-{next(self.numbers)}"
        self.client.create_bucket(Bucket=name)
        return name

    @cached_property
    def client(self) -> Any:
        """Another client than the one under test."""
        own = {"aws_access_key_id": KEY, "aws_secret_access_key": SECRET}
        where = {"endpoint_url": self.endpoint, "region_name": "us-east-1"}
        return botocore.session.Session().create_client("s3", **where, **own)

    def environment(self, endpoint: str | None = None) -> dict[str, str]:
        """What a program needs to find and enter it."""
        return {
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_ENDPOINT_URL": endpoint or self.endpoint,
            "AWS_REGION": "eu-central-1",
            "AWS_EC2_METADATA_DISABLED": "true",
        }


@pytest.fixture(scope="session")
def s3_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests."""
    data = tmp_path_factory.mktemp("s3")
    port, log = free_port(), data.with_suffix(".log").open("wb")
    address = f"127.0.0.1:{port}"
    command = [str(RCLONE), "serve", "s3", "--addr", address, "--auth-key", f"{KEY},{SECRET}"]
    quiet = {**os.environ, "RCLONE_CONFIG": os.devnull}
    process = subprocess.Popen([*command, str(data)], stdout=log, stderr=log, env=quiet)
    until = time.monotonic() + READY_S
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.02)
    yield Server(f"http://{address}", data, process)
    process.send_signal(signal.SIGKILL)  # what it holds is thrown away
    process.wait()
    log.close()


@pytest.fixture
def s3(s3_server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The server, with its credentials in the environment."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    for name, value in s3_server.environment().items():
        monkeypatch.setenv(name, value)
    _begin_anew()
    yield s3_server
    _begin_anew()


def _begin_anew() -> None:
    """Connections and child processes keep the environment they were started in."""
    remote.forget()
    workshop.close()


@pytest.fixture
def bucket(s3: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    """A folder in an empty bucket of its own."""
    from nukki.settings import settings

    monkeypatch.setenv("NUKKI_LOCAL", str(tmp_path / "home"))
    settings.cache_clear()
    yield Bucket.open(f"s3://{s3.make_bucket()}/studio")
    settings.cache_clear()


@dataclass
class Gate:
    """Passes requests on to the server, except where a test wants otherwise.

    With `conditions` it minds If-Match and If-None-Match as Amazon does; the server does not.
    `wrong` is asked for each request (method, path) and may name a fault: an HTTP status to answer
    without asking the server, a code of S3 to refuse with, "lost" (done, but the answer never
    comes), or "silent".
    """

    server: Server
    conditions: bool = True
    wrong: Callable[[str, str], int | str | None] = lambda _method, _path: None
    seen: list[str] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    endpoint: str = ""

    def refuses(self, path: str, headers: dict[str, str]) -> bool:
        """Whether a condition of the request does not hold."""
        match, none = headers.get("if-match"), headers.get("if-none-match")
        current = self.tags.get(path)
        return self.conditions and bool((match and match != current) or (none and current))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    gate: Gate

    def do_GET(self) -> None:
        self._pass()

    do_PUT = do_POST = do_DELETE = do_HEAD = do_GET  # noqa: N815  the library's names

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""

    def _pass(self) -> None:
        gate, path = self.gate, self.path.partition("?")[0]
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        gate.seen.append(f"{self.command} {path}")
        fault = gate.wrong(self.command, path)
        if isinstance(fault, int):
            return self._answer(fault, [], _error(fault))
        if isinstance(fault, str) and fault[0].isupper():
            return self._answer(403, [], _error(403, fault))
        if fault == "silent":
            time.sleep(5)
            self.close_connection = True
            return None
        headers = {name.lower(): value for name, value in self.headers.items()}
        with gate.lock:
            if self.command == "PUT" and gate.refuses(path, headers):
                return self._answer(412, [], _error(412))
            status, found, content = self._ask(body)
        if fault == "lost":
            self.close_connection = True
            return None
        return self._answer(status, found, content)

    def _ask(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        connection = HTTPConnection(self.gate.server.endpoint.removeprefix("http://"), timeout=20)
        connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        for name, value in self.headers.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        content = answer.read()
        path = self.path.partition("?")[0]
        if self.command in ("PUT", "HEAD", "GET") and answer.getheader("ETag"):
            self.gate.tags[path] = str(answer.getheader("ETag"))
        if self.command == "DELETE":
            self.gate.tags.pop(path, None)
        connection.close()
        return answer.status, answer.getheaders(), content

    def _answer(self, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
        self.send_response_only(status)
        length = dict(headers).get("Content-Length", str(len(content)))
        dropped = ("content-length", "transfer-encoding", "connection")
        for name, value in headers:
            if name.lower() not in dropped:
                self.send_header(name, value)
        self.send_header("Content-Length", length if self.command == "HEAD" else str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


def _error(status: int, named: str = "") -> bytes:
    codes = {
        400: "InvalidRequest",
        403: "AccessDenied",
        409: "OperationAborted",
        412: "PreconditionFailed",
        500: "InternalError",
        501: "NotImplemented",
        503: "SlowDown",
    }
    code = named or codes.get(status, status)
    return f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>no</Message></Error>".encode()


@pytest.fixture
def gate(s3: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """A gate before the server, which the environment now leads to."""
    made = Gate(s3)
    handler = type("Handler", (_Handler,), {"gate": made})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    # The signature covers the name that the client asked for; the server takes it as it is sent.
    made.endpoint = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("AWS_ENDPOINT_URL", made.endpoint)
    _begin_anew()
    yield made
    _begin_anew()
    server.shutdown()
    thread.join()
    server.server_close()


def free_of_secrets(text: str) -> bool:
    """Whether a text names no key, host or address."""
    return not re.search(rf"{KEY}|{SECRET}|127\.0\.0\.1|https?:|localhost", text)
