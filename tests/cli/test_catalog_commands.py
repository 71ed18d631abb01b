"""packs, shapes, models, manifest, doctor: for people and for programs."""

import json

import pytest
import yaml

from nukki.catalog.packs import StylePack
from nukki.cli import main
from nukki.settings import settings
from tests.cli.program import nukki, write


@pytest.fixture
def own(tmp_path, monkeypatch):
    folder = tmp_path / "팩 폴더"
    folder.mkdir()
    monkeypatch.setenv("NUKKI_PACKS", str(folder))
    monkeypatch.setenv("NUKKI_STORAGE", str(tmp_path / "data"))
    settings.cache_clear()
    yield folder
    settings.cache_clear()


def called(line, capsys, language="en"):
    status = main.call(line, language)
    return status, capsys.readouterr()


def test_packs_list_names_all_and_says_which_are_broken(own, capsys):
    write(own, "mine.yaml", "id: mine\n")
    status, told = called(["packs", "list"], capsys, "ko")
    assert status == 0
    assert "수채화" in told.out
    assert "mine.yaml" in told.err
    status, told = called(["packs", "list", "--json"], capsys)
    found = json.loads(told.out)
    assert len(found["packs"]) == 12
    assert found["broken"] == ["mine.yaml"]


@pytest.mark.parametrize("pack_id", ["sp-glass", "sp-neon-glow", "sp-isometric", "sp-pixel-art"])
def test_a_shown_pack_is_a_pack_again(own, capsys, pack_id):
    status, told = called(["packs", "show", pack_id], capsys)
    assert status == 0
    assert StylePack.model_validate(yaml.safe_load(told.out)).id == pack_id


def test_packs_check_says_what_is_wrong_and_where(own, capsys):
    _, shown = called(["packs", "show", "sp-glass"], capsys)
    text = shown.out.replace("sp-glass", "my-glass").replace("renderer: trace", "renderer: trance")
    path = write(own, "my-glass.yaml", text)
    status, told = called(["packs", "check", str(path)], capsys)
    assert status == 2
    assert "look.renderer" in told.out
    assert "nearest: trace" in told.out
    assert "line " in told.out
    path.write_text(text.replace("trance", "trace"), encoding="utf-8")
    assert called(["packs", "check", str(path)], capsys)[0] == 0
    status, told = called(["packs", "check", str(path), "--json"], capsys)
    assert json.loads(told.out) == {"files": {str(path): []}}


@pytest.mark.parametrize(
    ("words", "name"), [("화분", "potted-plant"), ("potted plant", "potted-plant")]
)
def test_shapes_are_found_in_both_languages(capsys, words, name):
    status, told = called(["shapes", "search", *words.split(), "--json"], capsys)
    assert status == 0
    assert json.loads(told.out)["matches"][0]["name"] == name
    assert name in called(["shapes", "search", words], capsys)[1].out


@pytest.mark.parametrize("words", ["세일", "30%", "SALE", "무료 배송"])
def test_what_is_set_in_type_finds_no_shape_and_says_why(capsys, words):
    assert called(["shapes", "search", words, "--json"], capsys)[0] == 0
    status, told = called(["shapes", "search", words], capsys)
    assert status == 2
    assert "30%" in told.err.partition("\n")[2]


def test_models_lists_the_embedded_renderer(capsys):
    status, told = called(["models", "list", "--json"], capsys)
    assert status == 0
    assert [model["id"] for model in json.loads(told.out)["models"]] == ["render"]


def test_the_manifest_describes_this_installation(own, capsys):
    status, told = called(["manifest"], capsys)
    found = json.loads(told.out)
    assert status == 0
    assert set(found["commands"]) == set(main.COMMANDS)
    assert found["commands"]["packs"] == ["list", "check", "show"]
    assert found["sizes"]["16:9"] == [1344, 768]
    assert len(found["packs"]) == 12


def test_doctor_finds_a_missing_font_and_says_the_fix(tmp_path):
    ran = nukki(
        "doctor", "--json", cwd=tmp_path, NUKKI_ART=str(tmp_path), NUKKI_RENDER_VARIANT="scalar_rgb"
    )
    found = json.loads(ran.stdout)
    assert ran.returncode == 3
    bad = {entry["name"]: entry for entry in found["findings"] if not entry["ok"]}
    assert "make setup" in bad["art"]["fix"]
    assert "Traceback" not in ran.stderr
    assert not (tmp_path / "nukki-data").exists()


def test_doctor_refuses_an_engine_that_is_not_here(tmp_path):
    ran = nukki("doctor", "--engine", "local-comfy", cwd=tmp_path)
    assert ran.returncode == 3
    assert "NUKKI_ENGINE=render" in ran.stdout
