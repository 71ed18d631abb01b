"""`nukki assets`: for people and for programs, with the same library as the studio."""

import json

import pytest

from nukki.catalog.artwork_png import MAX_BYTES
from nukki.cli import main
from nukki.jobs import workshop
from nukki.settings import settings
from tests.catalog.artworks import encoded, good, logo, p3_profile
from tests.cli.program import nukki


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NUKKI_STORAGE", str(tmp_path / "내 data"))
    settings.cache_clear()
    yield tmp_path
    settings.cache_clear()
    workshop.close()


def called(line, capsys, language="en"):
    status = main.call(line, language)
    return status, capsys.readouterr()


def put(folder, name, data):
    (folder / name).write_bytes(data)
    return name


def test_a_file_is_registered_listed_hidden_and_restored(folder, capsys):
    put(folder, "여름 로고.png", good())
    status, told = called(["assets", "add", "여름 로고.png", "--tag", "여름"], capsys)
    assert (status, told.err) == (0, "")
    assert "yeoreum-logo:default: 120 × 80, opaque core 95%: registered" in told.out
    assert (folder / "내 data/assets/yeoreum-logo/default.png").read_bytes() == good()
    assert "여름 로고" in called(["assets", "list"], capsys)[1].out
    assert called(["assets", "hide", "yeoreum-logo"], capsys)[0] == 0
    assert "yeoreum-logo" not in called(["assets", "list"], capsys)[1].out
    shown = called(["assets", "list", "--hidden"], capsys, "ko")[1].out
    assert "숨김" in shown
    status, told = called(["assets", "show", "yeoreum-logo:default"], capsys)
    assert "is still hidden" in told.err
    assert called(["assets", "show", "yeoreum-logo"], capsys)[0] == 0
    assert "in use" in called(["assets", "list"], capsys)[1].out


def test_of_many_files_the_good_ones_are_kept_and_variants_join_their_asset(folder, capsys):
    put(folder, "logo-dark.png", encoded(logo(colour=(9, 9, 9))))
    put(folder, "logo.png", good())
    put(folder, "faint.png", encoded(logo(alpha=250)))
    line = ["assets", "add", "faint.png", "logo-dark.png", "logo.png", "--json"]
    status, told = called(line, capsys)
    found = json.loads(told.out)
    assert status == 2
    assert [(one["id"], one["variant"]) for one in found["added"]] == [
        ("logo", "default"), ("logo", "dark")]  # fmt: skip
    (refused,) = found["refused"]
    assert (refused["file"], refused["faults"][0]["code"]) == ("faint.png", "artwork-no-core")
    status, told = called(["assets", "list", "--json"], capsys)
    (asset,) = json.loads(told.out)["assets"]
    assert list(asset["variants"]) == ["default", "dark"]


def test_a_check_keeps_nothing_and_tells_what_to_change(folder, capsys):
    put(folder, "good.png", good())
    put(folder, "bad.png", encoded(logo().convert("RGB"), "JPEG"))
    status, told = called(["assets", "check", "good.png", "bad.png"], capsys, "ko")
    assert status == 2
    assert "✓ good.png" in told.out
    assert "JPEG" in told.out
    assert "→" in told.out
    status, told = called(["assets", "check", "good.png", "--json"], capsys)
    (found,) = json.loads(told.out)["files"]
    assert (status, found["ok"], found["width"], found["faults"]) == (0, True, 120, [])
    assert not (folder / "내 data").exists()


def test_other_colours_are_converted_if_that_is_asked_for(folder, capsys):
    data = good(icc_profile=p3_profile())
    put(folder, "logo.png", data)
    status, told = called(["assets", "check", "logo.png"], capsys)
    assert (status, "--convert" in told.out) == (2, True)
    status, told = called(["assets", "check", "logo.png", "--convert"], capsys, "ko")
    assert (status, "8비트 sRGB로 변환했습니다" in told.out) == (0, True)
    status, told = called(["assets", "add", "logo.png", "--convert", "--json"], capsys)
    assert status == 0
    assert (folder / "logo.png").read_bytes() == data
    kept = (folder / "내 data/assets/logo/default.png").read_bytes()
    assert json.loads(told.out)["added"][0]["variants"]["default"]["bytes"] == len(kept)
    assert b"iCCP" not in kept


def test_the_past_is_listed_newest_first(folder, capsys):
    put(folder, "logo.png", good())
    called(["assets", "add", "logo.png", "--name", "로고"], capsys)
    called(["assets", "hide", "logo"], capsys)
    status, told = called(["assets", "log", "logo"], capsys, "ko")
    lines = told.out.splitlines()
    assert (status, "숨김" in lines[-2], "등록: default" in lines[-1]) == (0, True, True)
    _, told = called(["assets", "log", "--limit", "1"], capsys)
    assert "--before 2" in told.err
    found = json.loads(called(["assets", "log", "--json", "--before", "2"], capsys)[1].out)
    assert [entry["revision"] for entry in found["entries"]] == [1]
    assert found["entries"][0]["by"].startswith("command")
    assert called(["assets", "log", "nobody"], capsys)[0] == 2


def test_a_lost_manifest_is_made_again(folder, capsys):
    put(folder, "logo.png", good())
    put(folder, "dark.png", encoded(logo(colour=(9, 9, 9))))
    called(["assets", "add", "logo.png", "dark.png", "--tag", "a"], capsys)
    called(["assets", "hide", "dark"], capsys)
    before = called(["assets", "list", "--hidden", "--json"], capsys)[1].out
    (folder / "내 data/assets/manifest.yaml").unlink()
    status, told = called(["assets", "list"], capsys)
    assert (status, "nukki assets recover" in told.err) == (2, True)
    put(folder, "new.png", encoded(logo(colour=(7, 7, 7))))
    assert called(["assets", "add", "new.png", "--id", "logo"], capsys)[0] == 2
    status, told = called(["assets", "recover"], capsys)
    assert (status, told.out) == (0, "✓ 2 pictures are listed now, 2 of them were not before\n")
    assert called(["assets", "list", "--hidden", "--json"], capsys)[1].out == before
    assert "nothing was written" in called(["assets", "recover"], capsys)[1].out
    (folder / "내 data/assets/logo/default.png").unlink()
    status, told = called(["assets", "recover", "--json"], capsys)
    found = json.loads(told.out)
    assert (status, found["missing"], found["manifest"]) == (3, ["logo:default"], False)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["add", "none.png"], "no such file"),
        (["add", "."], "folder"),
        (["add", "good.png", "other.png", "--id", "x"], "for one file"),
        (["add", "good.png", "--id", "../x"], "x"),
        (["add", "good.png", "--min-scale", "3"], "smallest scale"),
        (["add", "large.png"], "10.1 MiB"),
        (["hide", "nobody"], "nobody"),
        (["show", "logo:dark"], "variants: default"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(folder, capsys, line, said):
    put(folder, "logo.png", encoded(logo(colour=(1, 2, 3))))
    put(folder, "good.png", good())
    put(folder, "other.png", encoded(logo(colour=(4, 4, 4))))
    put(folder, "large.png", good() + bytes(MAX_BYTES))
    assert called(["assets", "add", "logo.png"], capsys)[0] == 0
    status, told = called(["assets", *line], capsys)
    assert status == 2
    assert said in told.err
    assert str(folder) not in told.err


def test_an_empty_library_says_how_to_fill_it(folder, capsys):
    status, told = called(["assets", "list"], capsys)
    assert (status, told.out) == (0, "")
    assert "nukki assets add" in told.err


@pytest.mark.slow
def test_it_works_as_a_program_in_a_folder_with_any_name(tmp_path):
    folder = tmp_path / "내 폴더 [1]"
    folder.mkdir()
    put(folder, "로고 1.png", good())
    done = nukki("assets", "add", "로고 1.png", cwd=folder, NUKKI_STORAGE="data 폴더")
    assert (done.returncode, done.stderr) == (0, "")
    assert "logo-1:default" in done.stdout
