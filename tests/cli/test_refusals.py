"""Bad input through the real program: exit 2, a readable list, one JSON object, no traceback."""

import json

import pytest

from nukki.cli import main
from tests.cli.program import nukki, nukki_in_shell, write

BAD_LINES = [
    (["nope"], "no-such-command"),
    (["rnu"], "no-such-command"),
    (["packs", "shwo"], "no-such-command"),
    (["run"], "missing-argument"),
    (["run", "--engin", "x"], "no-such-option"),
    (["run", "--engine", "x", "b.yaml"], "bad-choice"),
    (["shapes", "search", "--limit", "0", "a"], "bad-choice"),
    (["rerun", "a", "b"], "bad-usage"),
    (["--lang", "fr", "packs"], "bad-choice"),
]


@pytest.mark.parametrize(("line", "code"), BAD_LINES, ids=lambda value: str(value))
@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_command_line_that_cannot_be_read(capsys, line, code, language):
    assert main.call(line, language) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("✗ ")
    assert main.call([*line, "--json"], language) == 2
    told = capsys.readouterr()
    assert json.loads(told.out)["error"]["code"] in (f"cli-{code}", "cli-no-such-option")
    assert told.err == ""


BAD_BRIEFS = [
    ("object_concept: [1", "YAML"),
    ("", "brief"),
    ("object_concept: 컵\ncandidate_count: 99\n", "candidate_count"),
    ("object_concept: 컵\nstyle: {style_packs: [sp-3d-glosy]}\n", "sp-3d-glossy"),
    ("object_concept: 컵\nmodel: qwen-image\n", "ComfyUI"),
    ("object_concept: 컵\nassets: [link-logo-3d]\n", "link-logo-3d"),
]


@pytest.mark.parametrize(("text", "named"), BAD_BRIEFS, ids=lambda value: value[:20])
def test_a_brief_that_cannot_be_drawn(tmp_path, text, named):
    path = write(tmp_path, "나의 브리프/여름 세일.yaml", text)
    ran = nukki("run", path, cwd=tmp_path)
    assert ran.returncode == 2
    assert named in ran.stderr
    assert ran.stdout == ""
    assert "Traceback" not in ran.stderr
    assert not (tmp_path / "nukki-data").exists()
    told = json.loads(nukki("run", path, "--json", cwd=tmp_path).stdout)
    assert told["error"]["code"] == "brief-invalid"
    fault = told["error"]["faults"][0]
    assert set(fault) == {
        "field", "code", "message", "hint", "found", "allowed", "nearest", "line",
    }  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        ["rnu"],
        ["run"],
        ["run", "none.yaml"],
        ["run", "."],
        ["rerun", "none"],
        ["rerun", "20260131-090000-1f3a9c07"],
        ["packs", "show", "../../etc/passwd"],
        ["packs", "check", "none.yaml"],
        ["shapes", "search", "ㅁㄴㅇㄹ쿠쿠"],
    ],
    ids=" ".join,
)
def test_things_that_are_not_there(tmp_path, line):
    ran = nukki(*line, cwd=tmp_path, NUKKI_LANGUAGE="ko")
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert "✗" in ran.stderr + ran.stdout


def test_a_setting_that_cannot_be_used_is_named(tmp_path):
    ran = nukki("manifest", cwd=tmp_path, NUKKI_ENGINE="abacus")
    assert ran.returncode == 2
    assert "NUKKI_ENGINE" in ran.stderr


def test_a_setting_of_nothing_is_no_setting(tmp_path):
    empty = dict.fromkeys(("NUKKI_STORAGE", "NUKKI_ENGINE", "NUKKI_ART", "NUKKI_PACKS"), "")
    told = json.loads(nukki("manifest", cwd=tmp_path, **empty).stdout)
    assert told["storage"] == str(tmp_path / "nukki-data")


def test_a_c_locale_does_no_harm(tmp_path):
    ran = nukki("packs", "list", "--lang", "ko", cwd=tmp_path, LC_ALL="C", PYTHONUTF8="0")
    assert ran.returncode == 0
    assert "글라스" in ran.stdout


def test_an_output_folder_that_is_a_file_is_refused_before_drawing(tmp_path):
    brief = write(tmp_path, "a.yaml", "object_concept: 컵\n")
    taken = write(tmp_path, "taken", "")
    ran = nukki("run", brief, "--out", taken, cwd=tmp_path)
    assert ran.returncode == 2
    assert "taken" in ran.stderr


STREAMS = [
    ("nukki --help | true; exit ${PIPESTATUS[0]}", 141),
    ("nukki packs list | true; exit ${PIPESTATUS[0]}", 141),
    ("nukki packs list --json | true; exit ${PIPESTATUS[0]}", 141),
    ("ulimit -f 0; nukki packs list > out", 3),
    ("ulimit -f 0; nukki packs list --json > out", 3),
    ("nukki packs list >&-", 0),
    ("nukki packs list <&- >&- 2>&-", 0),
    ("ulimit -f 0; nukki run none.yaml 2> out", 2),
    ("nukki run none.yaml 2>&-", 2),
    ("ulimit -f 0; nukki run none.yaml --json > out", 3),
]


@pytest.mark.parametrize(("script", "status"), STREAMS, ids=lambda value: str(value))
def test_streams_that_are_closed_or_full_change_no_meaning(tmp_path, script, status):
    ran = nukki_in_shell(script, cwd=tmp_path)
    assert ran.returncode == status, ran.stderr
    assert "Traceback" not in ran.stderr
    assert "Error" not in ran.stderr
