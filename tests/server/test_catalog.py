"""Style packs, samples and the manifest over HTTP."""

import ast
import json
from pathlib import Path

import pytest

from nukki.catalog import packs
from nukki.jobs import describe
from nukki.settings import settings


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


def test_models_say_what_the_engine_here_can_do_with_them(server):
    told = json.loads(server.get("/api/models", Accept_Language="ko").body)
    drawn = [model for model in told if model["available"]]
    assert [(model["id"], model["default"]) for model in drawn] == [("render", True)]
    assert drawn[0]["capabilities"] == {
        "prompt": False, "negative": True, "references": 2, "assets": True,
    }  # fmt: skip
    others = [model for model in told if not model["available"]]
    assert {"qwen-image", "flux2-dev"} <= {model["id"] for model in others}
    for model in others:
        assert model["capabilities"] is None
        assert model["id"] in model["reason"]["message"]


def test_an_engine_says_how_busy_it_is_without_being_asked(server):
    (engine,) = json.loads(server.get("/api/engines").body)
    assert engine == {
        "name": "render", "here": True, "configured": True,
        "state": "idle", "running": 0, "waiting": 0,
    }  # fmt: skip


def test_shapes_are_searched_in_both_languages(server):
    for text in ("%ED%99%94%EB%B6%84", "potted%20plant"):
        (best, *_rest) = json.loads(server.get(f"/api/shapes?text={text}&limit=3").body)
        assert best["name"] == "potted-plant"
        assert best["score"] > 0.9
    assert json.loads(server.get("/api/shapes?text=qqqqqq").body) == []
    assert server.get("/api/shapes?text=").status == 422


def test_the_server_says_that_it_lives(server):
    assert json.loads(server.get("/healthz").body) == {"status": "ok"}


def test_no_handler_is_async_without_awaiting():
    folder = Path(__file__).parents[2] / "src/nukki/server"
    idle = [
        f"{file.name}: {node.name}"
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.AsyncFunctionDef)
        and not any(
            isinstance(inner, ast.Await | ast.AsyncFor | ast.AsyncWith) for inner in ast.walk(node)
        )
    ]
    assert idle == []
