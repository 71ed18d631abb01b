"""Downloads over HTTP from a real server on this machine: resumed, capped, few redirects."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from nukki.catalog import download, pull, weights
from nukki.errors import BackendError, InputError
from nukki.settings import settings
from tests.catalog.stores import DATA, profile


class Handler(BaseHTTPRequestHandler):
    """Serves DATA as the server's `manner` says, and notes the ranges that were asked for."""

    def do_GET(self):
        self.server.asked.append(self.headers.get("Range"))
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.server.target)
            self.end_headers()
            return
        if self.server.manner == "gone":
            self.send_error(404)
            return
        start = 0
        if self.headers.get("Range") and self.server.manner != "no ranges":
            start = int(self.headers["Range"][6:-1])
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(DATA) - 1}/{len(DATA)}")
        else:
            self.send_response(200)
        body = DATA[start:] + (b"x" * 200_000 if self.server.manner == "endless" else b"")
        if self.server.manner != "endless":
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:3000] if self.server.manner == "breaks" else body)

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    found = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.asked, found.manner, found.target = [], "well", ""
    thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    found.url = f"http://127.0.0.1:{found.server_port}/net.onnx"
    yield found
    found.shutdown()
    thread.join()
    found.server_close()


@pytest.fixture(autouse=True)
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("NUKKI_MODELS", str(tmp_path))
    settings.cache_clear()
    yield tmp_path
    settings.cache_clear()


def pulled(server, **changes):
    little = profile({"kind": "url", "url": server.url}, **changes)
    heard = []
    path = pull.pull(little, progress=lambda *at: heard.append(at))
    return path, heard


def test_a_file_comes_whole_and_its_bytes_are_told(server, store):
    path, heard = pulled(server)
    assert path.read_bytes() == DATA
    assert heard[-1] == (len(DATA), len(DATA))
    assert sorted(f.suffix for f in store.iterdir()) == [".json", ".onnx"]


@pytest.mark.parametrize("second", ["well", "no ranges"])
def test_a_broken_download_is_gone_on_with(server, store, second):
    server.manner = "breaks"
    with pytest.raises(BackendError) as caught:
        pulled(server)
    assert caught.value.code == "weights-unreachable"
    assert [f.stat().st_size for f in store.iterdir()] == [3000]
    server.manner = second
    assert pulled(server)[0].read_bytes() == DATA
    assert server.asked == [None, "bytes=3000-"]


def test_what_a_killed_process_left_is_gone_on_with(server, store):
    little = profile({"kind": "url", "url": server.url})
    store.joinpath(f"{little.sha256}.999999999.part").write_bytes(DATA[:2000])
    pulled(server)
    assert server.asked == ["bytes=2000-"]
    assert sorted(f.suffix for f in store.iterdir()) == [".json", ".onnx"]


def test_a_part_that_was_spoilt_is_not_kept(server, store):
    little = profile({"kind": "url", "url": server.url})
    store.joinpath(f"{little.sha256}.part").write_bytes(b"spoilt")
    with pytest.raises(BackendError) as caught:
        pulled(server)
    assert caught.value.code == "weights-differ"
    assert list(store.iterdir()) == []
    assert pulled(server)[0].read_bytes() == DATA


def test_a_file_without_end_is_cut_off(server, store):
    server.manner = "endless"
    with pytest.raises(BackendError) as caught:
        pulled(server)
    assert caught.value.code == "weights-too-large"
    assert sum(f.stat().st_size for f in store.iterdir()) == 0


def test_a_missing_file_is_one_sentence(server):
    server.manner = "gone"
    with pytest.raises(BackendError) as caught:
        pulled(server)
    assert "404" in caught.value.message()


@pytest.mark.parametrize(
    "target", ["http://example.com/x", "FILE:///etc/passwd", "ftp://127.0.0.1/x", "https://"]
)
def test_a_redirect_leads_only_where_we_would_go(server, target):
    server.target, server.url = target, server.url.replace("net.onnx", "to/")
    with pytest.raises((InputError, BackendError)):
        pulled(server)
    assert len(server.asked) == 1


def test_redirects_in_a_circle_end(server):
    server.url = server.target = server.url.replace("net.onnx", "to/")
    with pytest.raises(BackendError):
        pulled(server)
    assert len(server.asked) <= download.MAX_REDIRECTS + 1


def test_a_redirect_is_followed(server):
    server.target, server.url = server.url, server.url.replace("net.onnx", "to/")
    assert pulled(server)[0].read_bytes() == DATA


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://example.com/a.onnx", True),
        ("http://127.0.0.1:80/a", True),
        ("http://[::1]/a", True),
        ("http://example.com/a", False),
        ("http://127.0.0.1.example.com/a", False),
        ("https:///a", False),
        ("https://[bad/a", False),
        ("https://a:b/c", False),
        ("FILE:///etc/passwd", False),
        ("ftp://localhost/a", False),
    ],
)
def test_weights_come_over_https_or_from_this_machine(url, safe):
    if safe:
        download.require_safe(url)
        return
    with pytest.raises(InputError):
        download.require_safe(url)


def test_a_secret_in_an_address_is_not_told(server):
    server.manner = "gone"
    server.url += "?token=secret"
    with pytest.raises(BackendError) as caught:
        pulled(server)
    assert "secret" not in caught.value.message()


def test_weights_that_a_person_names_by_address_are_pinned(server):
    free = profile({"kind": "file", "names": ["x.onnx"]}, data=None)
    assert pull.pull(free, server.url).read_bytes() == DATA
    assert weights.state(free) == "here"
