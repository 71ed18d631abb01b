"""`nukki export` as a person runs it: a ZIP where it was asked for, and clear refusals."""

import json
import os
import subprocess
import sys
import zipfile

import pytest

from tests.cli.program import nukki
from tests.jobs.by_hand import job_in
from tests.server.running import drawn

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def storage(tmp_path_factory):
    return tmp_path_factory.mktemp("내 저장소")


@pytest.fixture(scope="module")
def job(storage):
    return drawn(storage)


def export(job, cwd, *arguments):
    return nukki("export", job.id, *arguments, cwd=cwd, NUKKI_STORAGE=str(job.root.parent.parent))


def test_the_zip_is_called_as_what_was_asked_for(job, tmp_path):
    done = export(job, tmp_path, "--format", "webp,png", "--size", "1x,2x", "--candidate", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "컵.zip" in done.stdout
    with zipfile.ZipFile(tmp_path / "컵.zip") as opened:
        assert opened.testzip() is None
        assert opened.namelist()[:4] == [
            "컵 1_8.png", "컵 1_8.webp", "컵 1_8@2x.png", "컵 1_8@2x.webp"
        ]  # fmt: skip
    assert [file.name for file in tmp_path.iterdir()] == ["컵.zip"]


def test_another_export_of_the_same_name_is_never_lost(job, tmp_path):
    first = export(job, tmp_path)
    kept = (tmp_path / "컵.zip").read_bytes()
    other = export(job, tmp_path, "--candidate", "1")
    assert (first.returncode, other.returncode) == (0, 0)
    assert "컵 (2).zip" in other.stdout
    assert (tmp_path / "컵.zip").read_bytes() == kept
    export(job, tmp_path)  # the same again is the same file
    assert sorted(file.name for file in tmp_path.iterdir()) == ["컵 (2).zip", "컵.zip"]


def test_json_tells_where_it_lies(job, tmp_path):
    done = export(job, tmp_path, "--out", "new folder/그림.zip", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["job_id"], told["pictures"]) == (0, job.id, 3)
    target = tmp_path / "new folder" / "그림.zip"
    assert told["file"] == str(target)
    assert told["bytes"] == target.stat().st_size


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--format", "gif"), "export-format"),
        (("--size", "5x"), "export-size"),
        (("--candidate", "7"), "export-candidate"),
        (("--out", "file/x.zip"), "export-out"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(job, tmp_path, arguments, code):
    (tmp_path / "file").write_text("no folder")
    done = export(job, tmp_path, *arguments, "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == code
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_where_the_place_to_export_to_takes_no_more_another_is_asked_for(job, tmp_path):
    """A disk that is full refuses writes as a limit on the length of files does."""
    limited = ("import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000));"
               "from nukki.cli.main import main; sys.exit(main())")  # fmt: skip
    storage = {"NUKKI_STORAGE": str(job.root.parent.parent)}
    arguments = ["export", job.id, "--json"]
    done = subprocess.run(
        [sys.executable, "-c", limited, *arguments],
        cwd=tmp_path, env=os.environ | storage, capture_output=True, text=True, check=False,
    )  # fmt: skip
    error = json.loads(done.stdout)["error"]
    assert (done.returncode, error["code"]) == (2, "export-out")
    assert "--out" in error["hint"]
    assert "컵.zip" in error["message"]
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_job_is_told(tmp_path):
    done = nukki("export", "nothing", cwd=tmp_path)
    assert done.returncode == 2
    assert "nothing" in done.stderr


def test_the_original_pixels_are_exported_where_that_is_asked_for(tmp_path):
    branded = job_in(tmp_path / "storage", 1)
    for arguments, name in (((), "컵 0_7-blended.png"), (("--assets", "exact"), "컵 0_7.png")):
        done = export(branded, tmp_path, *arguments, "--out", "made.zip")
        assert (done.returncode, done.stderr) == (0, "")
        with zipfile.ZipFile(tmp_path / "made.zip") as opened:
            assert name in opened.namelist()
    refused = export(branded, tmp_path, "--assets", "mine")
    assert refused.returncode == 2
    assert "as-made, exact" in refused.stderr
