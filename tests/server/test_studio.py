"""The built studio as files: pages for people's addresses, nothing beyond what was built."""

import json

import pytest

from tests.server.running import serving


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built") / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>studio</title>", "utf-8")
    (folder / "theme.js").write_text("//", "utf-8")
    (folder / "assets/index-abc.js").write_text("/**/", "utf-8")
    (folder.parent / "secret.txt").write_text("secret", "utf-8")
    return folder


@pytest.fixture(scope="module")
def pages(built, tmp_path_factory):
    with serving(tmp_path_factory.mktemp("storage"), built) as caller:
        yield caller


@pytest.mark.parametrize(
    ("path", "kind", "cache"),
    [
        ("/", "text/html; charset=utf-8", "private, no-cache"),
        ("/jobs/20260131-090000-1f3a9c07", "text/html; charset=utf-8", "private, no-cache"),
        ("/styles", "text/html; charset=utf-8", "private, no-cache"),
        ("/index.html", "text/html; charset=utf-8", "private, no-cache"),
        ("/theme.js", "text/javascript; charset=utf-8", "private, no-cache"),
        (
            "/assets/index-abc.js",
            "text/javascript; charset=utf-8",
            "private, max-age=31536000, immutable",
        ),
    ],
)
def test_pages_are_asked_for_again_and_hashed_files_kept(pages, path, kind, cache):
    for method in ("GET", "HEAD"):
        found = pages.get(path, method=method)
        assert found.status == 200
        assert (found.getheader("content-type"), found.getheader("cache-control")) == (kind, cache)


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/missing.js",
        "/favicon.ico",
        "/api/anything",
        "//etc/passwd.txt",
    ],
)
def test_a_file_that_was_not_built_is_a_json_404(pages, path):
    found = pages.get(path)
    assert (found.status, json.loads(found.body)["code"]) == (404, "server-route-unknown")


def test_without_a_build_the_api_answers_and_the_page_says_what_to_do(tmp_path):
    with serving(tmp_path, tmp_path / "nothing") as caller:
        page = caller.get("/")
        assert caller.get("/api/jobs").status == 200
    assert (page.status, json.loads(page.body)["code"]) == (404, "server-studio-missing")
    assert "make studio" in json.loads(page.body)["hint"]


def test_a_studio_that_is_built_again_is_served_without_a_restart(tmp_path):
    built = tmp_path / "static"
    with serving(tmp_path, built) as caller:
        assert caller.get("/").status == 404
        (built / "assets").mkdir(parents=True)
        (built / "assets/index-new.js").write_text("/**/", "utf-8")
        (built / "index.html").write_text("<!doctype html>", "utf-8")
        assert caller.get("/").status == 200
        assert caller.get("/assets/index-new.js").status == 200
        (built / "assets/index-new.js").unlink()  # the next build begins
        assert caller.get("/assets/index-new.js").status == 404
