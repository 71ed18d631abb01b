"""Bodies that are too large, too slow or not what they say, and lines that send nothing."""

import asyncio
import json
import os
import socket
import time
from pathlib import Path

import pytest

from nukki.server import limits, running
from nukki.server.limits import BODY, Limits
from nukki.server.password import LONGEST
from nukki.server.patience import PatientProtocol
from tests.server.running import serving
from tests.server.test_session import until


def talk(caller, *parts, wait_s=8.0):
    """Bytes as they are over one line, with pauses where a part is a number; what came back."""
    with socket.create_connection(("127.0.0.1", caller.port), timeout=wait_s) as line:
        for part in parts:
            if isinstance(part, float):
                time.sleep(part)
            else:
                line.sendall(part)
        got = b""
        while piece := line.recv(65536):
            got += piece
        return got


END = b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def is_closed(line):
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def head(method="POST", path="/api/session", *more):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    return "\r\n".join([*lines, *more, "", ""]).encode()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/session"),
        ("GET", "/api/jobs"),
        ("PUT", "/healthz"),
        ("DELETE", "/"),
        ("POST", "/api/nothing"),
    ],
)
def test_a_body_that_says_it_is_too_large_is_not_read(server, method, path):
    got = talk(server, head(method, path, f"Content-Length: {BODY + 1}"))
    assert got.startswith(b"HTTP/1.1 413 ")
    assert json.loads(got.partition(b"\r\n\r\n")[2])["code"] == "body-large"


def test_a_body_that_hides_its_size_is_cut_off(server):
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    got = talk(server, head("POST", "/api/session", "Transfer-Encoding: chunked"), chunk * 40, END)
    assert got.startswith(b"HTTP/1.1 413 ")
    assert b"HTTP/1.1 200 OK" in got  # the line goes on once the rest has come


@pytest.mark.parametrize(("megabytes", "status"), [(3, 413), (24, 413)])
def test_who_sends_too_much_still_hears_why(server, megabytes, status):
    body = b" " * (megabytes * limits.MIB)
    found = server.get("/api/session", "POST", body, Content_Type="application/json")
    assert found.status == status


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/jobs", "application/json"),
        ("/api/briefs/check", "application/json"),
        ("/api/session", "application/json"),
        ("/api/uploads", "image/png"),
        ("/api/pictures/read", "image/png"),
        ("/api/assets/check", "image/png"),
    ],
)
def test_who_goes_away_within_a_body_is_no_fault_of_the_server(server, path, kind, caplog):
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        headed = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
        line.sendall(f"{headed}Content-Length: 100\r\n\r\n".encode() + b'{"a"')
    route = f'method="POST",route="{path}",status='.encode()
    until(lambda: any(route in each for each in server.get("/metrics").body.splitlines()))
    told = [each for each in server.get("/metrics").body.splitlines() if route in each]
    assert not [each for each in told if b'"5xx"' in each]
    assert not caplog.records


@pytest.mark.parametrize("length", ["-1", "1e9", "abc", "99999999999999999999999"])
def test_a_length_that_is_none_is_refused(server, length):
    got = talk(server, head("POST", "/api/session", f"Content-Length: {length}"))
    assert got.split()[1] in (b"400", b"413")


def test_a_body_of_just_the_size_is_read(server, job):
    body = b" " * (BODY - 17) + b'{"starred": true}'
    path = f"/api/jobs/{job.id}/decisions"
    assert server.get(path, "PATCH", body, Content_Type="application/json").status == 200
    assert server.get(path, "PATCH", b" " + body, Content_Type="application/json").status == 413


def test_a_stranger_may_send_a_password_and_no_more(server):
    """Two million bytes of JSON that mean nothing would hold everybody up for a second."""
    password = json.dumps({"password": "\U0001f511" * LONGEST}).encode()
    for body, status in ((password, 204), (password + b" " * 8192, 413)):
        found = server.get("/api/session", "POST", body, Content_Type="application/json")
        assert found.status == status
    assert json.loads(found.body)["context"]["allowed"] == "16 kB"


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(PatientProtocol, "patience_s", 0.3)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    with pytest.MonkeyPatch.context() as changed, serving(tmp_path_factory.mktemp("h")) as caller:
        changed.setattr(limits, "PAUSE_S", 0.2)
        changed.setattr(limits, "GRACE_S", 0.5)
        yield caller


def test_a_body_that_does_not_come_is_cut_off(hasty):
    began = time.monotonic()
    got = talk(hasty, head("POST", "/api/session", "Content-Length: 100"), b"{")
    assert got.startswith(b"HTTP/1.1 408 ")
    assert json.loads(got.partition(b"\r\n\r\n")[2])["code"] == "body-slow"
    assert time.monotonic() - began < 2


def test_a_body_that_drips_is_cut_off_although_something_always_comes(hasty):
    drips = [part for _ in range(12) for part in (b" ", 0.1)]
    try:
        got = talk(hasty, head("POST", "/api/session", "Content-Length: 100"), *drips)
    except ConnectionError:
        return  # the line was closed while we still sent
    assert got.startswith(b"HTTP/1.1 408 ")


def test_who_goes_on_sending_after_the_answer_is_cut_off(hasty):
    began = time.monotonic()
    drips = [part for _ in range(40) for part in (b" ", 0.1)]
    with pytest.raises(ConnectionError):
        talk(hasty, head("GET", "/healthz", "Content-Length: 1000"), *drips)
    assert time.monotonic() - began < 3


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [b"GET"],
        [b"GET / HTTP/1.1\r\nHost: loc"],
        [b"GET / HTTP/1.1\r\n", 0.1, b"A: b\r\n", 0.1, b"C: d\r\n"],
        [b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 0.1, b"GET"],
    ],
    ids=["nothing", "a word", "half a head", "a dripping head", "half a second head"],
)
def test_a_line_without_a_whole_head_is_closed(hasty, parts):
    began = time.monotonic()
    talk(hasty, *parts)
    assert time.monotonic() - began < 2


def test_one_address_cannot_take_all_lines_by_saying_nothing(hasty, monkeypatch):
    monkeypatch.setattr(PatientProtocol, "patience_s", 5.0)
    monkeypatch.setattr(PatientProtocol, "most", 5)
    monkeypatch.setattr(PatientProtocol, "brief_s", 0.0)
    place = ("127.0.0.1", hasty.port)
    silent = [socket.create_connection(place, timeout=5) for _ in range(8)]
    assert [is_closed(line) for line in silent[:3]] == [True] * 3
    assert hasty.get("/healthz").status == 200  # who speaks is heard
    silent[-1].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert silent[-1].recv(15) == b"HTTP/1.1 200 OK"
    for line in silent:
        line.close()
    assert until(lambda: not PatientProtocol._waiting)


def test_many_who_come_at_once_and_speak_are_all_heard(pages, monkeypatch):
    monkeypatch.setattr(PatientProtocol, "most", 5)
    monkeypatch.setattr(PatientProtocol, "patience_s", 5.0)
    lines = [line_to(pages, HEALTH) for _ in range(60)]
    assert {line.recv(15) for line in lines} == {b"HTTP/1.1 200 OK"}
    for line in lines:
        line.close()
    assert until(lambda: not PatientProtocol._waiting)


def test_more_lines_than_can_be_served_are_told_so(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "LINES", 3)
    with serving(tmp_path) as caller:
        place = ("127.0.0.1", caller.port)
        busy = [socket.create_connection(place, timeout=5) for _ in range(3)]
        assert until(lambda: caller.get("/healthz").status == 503)
        found = caller.get("/healthz", Accept_Language="ko")
        assert json.loads(found.body)["code"] == "server-busy"
        assert found.getheader("retry-after") == "5"
        for line in busy:
            line.close()
        assert until(lambda: caller.get("/healthz").status == 200)


def test_a_line_whose_request_is_answered_lives_on(hasty):
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    got = talk(hasty, request, 0.2, request, 0.2, last)
    assert got.count(b"HTTP/1.1 200 OK") == 3


def test_what_comes_after_the_body_may_take_any_time():
    """A stream waits for its caller to go away, for hours."""

    async def slow():
        messages = iter([{"type": "http.request", "body": b"{}", "more_body": False}])

        async def receive():
            try:
                return next(messages)
            except StopIteration:
                await asyncio.sleep(0.1)
                return {"type": "http.disconnect"}

        async def app(scope, receive, send):
            seen.append((await receive())["type"])
            seen.append((await receive())["type"])

        seen = []
        await Limits(app, refuse=None)(
            {"type": "http", "path": "/api/events", "headers": []}, receive, None
        )
        return seen

    assert asyncio.run(slow()) == ["http.request", "http.disconnect"]


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
UNREAD = b"GET /sheet.bin HTTP/1.1\r\nHost: localhost\r\n\r\n"


def line_to(caller, *parts, receive_buffer=None):
    line = socket.socket()
    if receive_buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    line.settimeout(5)
    line.connect(("127.0.0.1", caller.port))
    for part in parts:
        line.sendall(part)
    return line


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A studio with a page that fills every buffer between us and who does not read it."""
    built = tmp_path_factory.mktemp("built")
    (built / "index.html").write_text("<!doctype html>")
    (built / "sheet.bin").write_bytes(bytes(24 * 1024 * 1024))
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(PatientProtocol, "unread_s", 0.4)
        with serving(tmp_path_factory.mktemp("pages"), built) as caller:
            yield caller


def is_open(name):
    handles = Path("/proc/self/fd").iterdir()
    return any(os.path.realpath(handle).endswith(name) for handle in handles)


@pytest.mark.parametrize("requests", [UNREAD, UNREAD * 3], ids=["one", "several at once"])
def test_who_reads_no_answer_is_cut_off_and_keeps_no_file_open(pages, requests):
    line = line_to(pages, requests, receive_buffer=4096)
    assert until(lambda: is_open("sheet.bin"))
    assert until(lambda: not is_open("sheet.bin"))
    assert until(lambda: not PatientProtocol._waiting)
    line.close()


def test_who_reads_slowly_hears_it_all(pages):
    line = line_to(pages, UNREAD, receive_buffer=65536)
    got = 0
    while got < 24 * 1024 * 1024:
        piece = line.recv(1 << 20)
        assert piece
        got += len(piece)
        if got < 4 * 1024 * 1024:
            time.sleep(0.01)
    line.sendall(HEALTH)
    assert line.recv(4096)
    line.close()


@pytest.mark.parametrize(
    "begun",
    [
        [HEALTH],
        [head("POST", "/api/session", "Content-Length: 100"), b"{"],
        [UNREAD],
    ],
    ids=["resting", "half a body", "an answer unread"],
)
def test_one_address_cannot_take_all_lines_by_any_kind_of_silence(pages, monkeypatch, begun):
    monkeypatch.setattr(PatientProtocol, "patience_s", 5.0)
    monkeypatch.setattr(PatientProtocol, "unread_s", 5.0)
    monkeypatch.setattr(PatientProtocol, "most", 5)
    monkeypatch.setattr(PatientProtocol, "brief_s", 0.0)
    monkeypatch.setattr(limits, "PAUSE_S", 5.0)
    monkeypatch.setattr(limits, "GRACE_S", 5.0)
    lines = []
    for _ in range(8):
        lines.append(line_to(pages, *begun, receive_buffer=4096))
        assert pages.get("/healthz").status == 200  # so that the server has heard of the line
    counted = lambda: max(map(len, PatientProtocol._waiting.values()), default=0)  # noqa: E731
    assert until(lambda: counted() in (4, 5))  # the last question took the place of one
    for line in lines:
        line.close()
    assert until(lambda: not PatientProtocol._waiting)


def test_what_has_come_long_ago_is_not_slow(monkeypatch):
    """On a busy machine a request may wait for its turn for longer than a body may take."""
    monkeypatch.setattr(limits, "GRACE_S", 0.05)

    async def busy():
        async def receive():
            return {"type": "http.request", "body": b"{}", "more_body": False}

        async def app(scope, receive, send):
            await asyncio.sleep(0.1)
            seen.append((await receive())["body"])

        seen = []
        await Limits(app, refuse=None)(
            {"type": "http", "path": "/api/events", "headers": []}, receive, None
        )
        return seen

    assert asyncio.run(busy()) == [b"{}"]
