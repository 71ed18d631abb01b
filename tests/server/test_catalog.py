"""Style packs, samples and the manifest over HTTP."""

import ast
import json
from pathlib import Path

import pytest

from nukki.catalog import packs
from nukki.jobs import describe
from nukki.server.app import create_app
from nukki.settings import Settings, settings


def test_every_pack_comes_in_both_languages_with_its_samples(server):
    told = json.loads(server.get("/api/style-packs").body)
    assert [pack["id"] for pack in told] == packs.pack_ids()
    for pack in told:
        assert pack["name"]["en"]
        assert pack["name"]["ko"]
        assert pack["description"]["ko"]
        for sample in pack["samples"]:
            got = server.get(sample["url"])
            assert (got.status, got.body[8:12]) == (200, b"WEBP")
            assert sample["concept"]


@pytest.mark.parametrize(
    "name", ["sp-glass-1.yaml", "..%2fpacks%2fsp-glass.yaml", ".", "%00", "sp-glass-1.webp%0a"]
)
def test_only_sample_pictures_are_samples(server, name):
    assert server.get(f"/api/samples/{name}").status == 404


def test_a_persons_own_broken_pack_breaks_nothing(tmp_path, monkeypatch, server):
    (tmp_path / "my-own.yaml").write_text("id: my-own\n", "utf-8")
    monkeypatch.setenv("NUKKI_PACKS", str(tmp_path))
    settings.cache_clear()
    try:
        told = json.loads(server.get("/api/style-packs").body)
    finally:
        monkeypatch.undo()
        settings.cache_clear()
    assert len(told) == len(packs.pack_ids())


def test_the_manifest_tells_everything_but_where_it_lies(server):
    told = json.loads(server.get("/api/manifest").body)
    whole = describe.manifest()
    assert set(whole) - set(told) == {"storage"}
    assert str(Path.cwd()) not in json.dumps(told)


def test_the_server_says_that_it_lives(server):
    assert json.loads(server.get("/healthz").body) == {"status": "ok"}


def test_the_openapi_document_names_every_route_and_its_refusals(server):
    document = json.loads(server.get("/api/openapi.json").body)
    assert document == json.loads(json.dumps(create_app(Settings()).openapi()))
    for path, methods in document["paths"].items():
        answers = methods["get"]["responses"]
        assert "{" not in path or "404" in answers
        assert "200" in answers


def test_no_handler_is_async_without_awaiting():
    folder = Path(__file__).parents[2] / "src/nukki/server"
    idle = [
        f"{file.name}: {node.name}"
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.AsyncFunctionDef)
        and not any(isinstance(inner, ast.Await) for inner in ast.walk(node))
    ]
    assert idle == []
