"""`nukki refine` as a person runs it: strokes from a file, the checks, and clear refusals."""

import json

import pytest

from nukki.core import png
from tests.cli.program import nukki
from tests.server.running import drawn

pytestmark = pytest.mark.slow

HOLE = {"tool": "erase", "kind": "brush", "points": [140, 130, 1], "size": 30}
ALL = {"tool": "erase", "kind": "lasso", "points": [0, 0, 300, 0, 300, 280, 0, 280]}


@pytest.fixture
def job(tmp_path):
    return drawn(tmp_path / "내 저장소")


def refine(job, tmp_path, *arguments, strokes=None):
    if strokes is not None:
        path = tmp_path / "획.json"
        path.write_text(strokes if isinstance(strokes, str) else json.dumps(strokes), "utf-8")
        arguments = (*arguments[:1], path, *arguments[1:])
    place = str(job.root.parent.parent)
    return nukki("refine", job.id, *arguments, cwd=tmp_path, NUKKI_STORAGE=place)


def test_strokes_are_applied_told_and_dropped_again(job, tmp_path):
    done = refine(job, tmp_path, 1, strokes=[HOLE])
    assert (done.returncode, done.stderr) == (0, "")
    assert "No halo" in done.stdout
    assert str(job.root.resolve() / "refined" / "1_8.1.png") in done.stdout
    kept = job.root / "edits" / "1_8.1.json"
    again = nukki(
        "refine",
        job.root,
        1,
        kept,
        "--json",
        "--lang",
        "ko",
        cwd=tmp_path,
        NUKKI_STORAGE="elsewhere",
    )
    told = json.loads(again.stdout)["candidate"]
    assert (told["refined"], told["passed"]) == (2, True)
    one, other = (png.read(job.root / f"refined/1_8.{n}.png") for n in (1, 2))
    assert (one == other).all()
    back = refine(job, tmp_path, 1, "--reset", "--json")
    told = json.loads(back.stdout)["candidate"]
    assert (told["refined"], told["original"]) == (3, None)
    assert told["final"].endswith("final/1_8.png")


def test_a_candidate_that_passes_no_more_gives_the_status_of_a_run(job, tmp_path):
    done = refine(job, tmp_path, 0, strokes={"strokes": [ALL]})
    assert done.returncode == 1
    assert "✗" in done.stdout


@pytest.mark.parametrize(
    "strokes",
    ["", "[", "[NaN]", "7", '"x"', "{}", "[" * 100_000, [HOLE | {"size": -1}], [HOLE] * 501],
)
def test_what_holds_no_strokes_is_refused(job, tmp_path, strokes):
    done = refine(job, tmp_path, 0, strokes=strokes)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("✗ ")


def test_there_must_be_strokes_or_a_reset_and_a_candidate(job, tmp_path):
    for arguments in ((0,), (0, tmp_path / "none.json"), (7, "--reset"), (-1, "--reset")):
        done = refine(job, tmp_path, *arguments)
        assert (done.returncode, done.stdout) == (2, ""), arguments
    assert refine(job, tmp_path, 0, "--reset", strokes=[HOLE]).returncode == 2
