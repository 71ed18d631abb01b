"""`nukki cut` as a person runs it: names, folders, the table, JSON, statuses, Korean."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

from nukki.cli import main
from tests.cli.program import CALL, nukki
from tests.jobs.photos import GREEN, disc, moving, saved


def put(root: Path, name: str, data: bytes) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder whose name has a blank and 한글."""
    folder = tmp_path / "새 폴더"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def call(capsys: pytest.CaptureFixture, *arguments: str, language: str = "en"):
    """(status, stdout, stderr) of one command line in this process."""
    status = main.call(["cut", *map(str, arguments)], language)
    return status, *capsys.readouterr()


def test_a_picture_is_cut_into_a_folder_beside_the_person(home: Path, capsys) -> None:
    put(home, "사진 1.png", saved(disc()))
    status, out, _ = call(capsys, "사진 1.png")
    assert status == 0
    assert (home / "nukki-cut" / "사진 1.png").is_file()
    assert "passed" in out


def test_the_others_go_on_where_one_is_bad(home: Path, capsys) -> None:
    put(home, "good.png", saved(disc()))
    put(home, "text.png", b"hello")
    put(home, "cut.jpg", saved(disc(), "JPEG")[:400])
    put(home, "empty.gif", b"")
    put(home, "page.pdf", b"%PDF-1.4")
    put(home, "n" * 255, saved(disc()))  # its result would need four characters more
    names = ["text.png", "cut.jpg", "empty.gif", "page.pdf", "none.png", "n" * 300, "n" * 255]
    names.append("good.png")
    status, out, err = call(capsys, *names)
    assert status == 0
    for name in names[:-1]:
        (line,) = [line for line in out.splitlines() if line.startswith(f"✗ {name}: ")]
        assert len(line) < 120 + len(name)
    assert "1 of 8" in out
    assert "Traceback" not in out + err


@pytest.mark.parametrize(
    ("files", "status"),
    [
        ({"a.png": saved(disc())}, 0),
        ({"a.png": saved(disc()), "b.png": b"hello"}, 0),
        ({"a.png": saved(np.full((64, 64, 3), GREEN, np.uint8))}, 1),
        ({"a.png": saved(np.full((64, 64, 3), GREEN, np.uint8)), "b.png": b"x"}, 1),
        ({"a.png": b"hello", "b.png": b""}, 2),
    ],
    ids=["passed", "one passed", "nothing to cut", "one nothing", "nothing read"],
)
def test_the_status_says_how_it_went(home: Path, capsys, files, status: int) -> None:
    for name, data in files.items():
        put(home, name, data)
    assert call(capsys, *files)[0] == status


@pytest.mark.parametrize(
    "arguments",
    [
        ["a.png", "--background", "grass"],
        ["a.png", "--material", "wood"],
        ["a.png", "a.png", "--pair", "b.png"],
        ["a.png", "--model", "none-such"],
        ["a.png", ""],
        ["a.png", "--out", ""],
        ["empty-folder"],
        [],
    ],
)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_cannot_be_meant_is_refused(home: Path, capsys, arguments, language: str) -> None:
    put(home, "a.png", saved(disc()))
    (home / "empty-folder").mkdir()
    status, out, err = call(capsys, *arguments, language=language)
    assert (status, out) == (2, "")
    assert err.startswith("✗")
    assert "{" not in err
    assert not (home / "nukki-cut").exists()


def test_a_name_cannot_command_the_terminal(home: Path, capsys) -> None:
    for name in ("\x1b]0;owned\x07.png", "two\nlines.png", "gnp\u202e.exe"):
        put(home, f"in/{name}", saved(disc()))
        put(home, f"in/bad {name}", b"")
    put(home, "in/bad.png", b"")
    _, out, err = call(capsys, "in")
    assert not any(character in out + err for character in "\x1b\x07\u202e")
    assert "\nlines" not in out + err
    assert "two\\nlines.png" in out


def test_json_is_one_object_with_every_figure(home: Path, capsys) -> None:
    put(home, "in/a.png", saved(disc()))
    put(home, "in/deep/b.gif", moving("GIF"))
    put(home, "in/bad.png", b"hello")
    status, out, _ = call(capsys, "in", "--out", "out", "--json", "--background", "#00b140")
    data = json.loads(out)
    assert status == 0
    assert data["out"] == str(home / "out")
    first, bad, moved = data["files"]
    assert Path(first["output"]) == home / "out" / "a.png"
    assert Path(moved["output"]) == home / "out" / "deep" / "b"
    assert moved["frames"] == 3
    wanted = {
        "input", "output", "strategy", "confidence", "passed", "checks", "tried", "remarks",
        "size", "frames", "marks", "seconds", "reused",
    }  # fmt: skip
    assert wanted <= set(first)
    assert first["strategy"] == "segment"
    assert first["size"] == [96, 96]
    assert {check["rule"] for check in first["checks"]} >= {"foreground", "islands"}
    assert all(check["message"] for check in first["checks"])
    assert bad["error"]["code"] == "picture-text"
    assert bad["passed"] is False


def test_korean_is_spoken_throughout(home: Path, capsys) -> None:
    put(home, "a.png", saved(disc()))
    put(home, "b.png", b"hello")
    put(home, "c.png", saved(np.full((64, 64, 3), GREEN, np.uint8)))
    _, out, err = call(capsys, "a.png", "b.png", "c.png", language="ko")
    assert "그림이 아니라 글입니다" in out
    assert "그림 3개 가운데 1개 통과" in out
    words = [word for word in (out + err).split() if word.isascii() and word.isalpha()]
    assert set(words) <= {"s", "nukki-cut", "PNG", "cut"}


def test_a_name_that_meets_another_is_told(home: Path, capsys) -> None:
    put(home, "a.png", saved(disc()))
    put(home, "a.webp", saved(disc(), "WEBP", lossless=True))
    _, out, _ = call(capsys, "a.png", "a.webp")
    assert "the result is called a-webp.png" in out
    first, second = (home / "nukki-cut" / f"a-{kind}.png" for kind in ("png", "webp"))
    assert first.is_file()
    assert second.is_file()


def test_the_first_run_is_not_repeated(home: Path, capsys) -> None:
    put(home, "a.png", saved(disc()))
    call(capsys, "a.png")
    before = (home / "nukki-cut/a.png").stat().st_mtime_ns
    assert "already there" in call(capsys, "a.png")[1]
    assert (home / "nukki-cut/a.png").stat().st_mtime_ns == before
    assert "already there" not in call(capsys, "a.png", "--again")[1]


def test_an_output_folder_that_cannot_be_written_is_refused_first(home: Path, capsys) -> None:
    put(home, "a.png", saved(disc()))
    put(home, "file", b"")
    status, _, err = call(capsys, "a.png", "--out", "file/deeper")
    assert status == 2
    assert "file/deeper" in err


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done(home: Path) -> None:
    for number in range(40):
        pixels = disc(x=0.3 + number / 100).repeat(8, axis=0).repeat(8, axis=1)
        put(home, f"in/{number:02d}.png", saved(pixels))
    environment = {"LC_ALL": "C.UTF-8", "HOME": str(home), "PATH": os.environ["PATH"]}
    with subprocess.Popen(
        [*CALL, "cut", "in", "--json"],
        cwd=home,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as running:
        deadline = time.monotonic() + 60
        while not (home / "nukki-cut/01.png").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    data = json.loads(out)
    assert data["canceled"] is True
    assert 2 <= len(data["files"]) < 40
    assert len(list((home / "nukki-cut").glob("*.png"))) == len(data["files"])
    assert "Traceback" not in err
    assert not list((home / "nukki-cut").glob(".*"))


@pytest.mark.slow
def test_the_program_itself_runs_in_a_plain_shell(home: Path) -> None:
    put(home, "사진.png", saved(disc()))
    done = nukki("cut", "사진.png", cwd=home, LC_ALL="C")
    assert done.returncode == 0, done.stderr
    assert "사진.png" in done.stdout
