"""The list of jobs from the command line: made again from folders, missed by no command."""

import json
import shutil

import pytest

from nukki.cli.record import recording
from nukki.core.storage import Folder
from nukki.jobs import store
from nukki.jobs.history import open_history
from nukki.jobs.plan import Plan
from nukki.settings import settings
from tests.cli.program import nukki
from tests.jobs import pencil

PLAN = Plan(pencil.planned(), pencil.BRIEF, {})


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("NUKKI_STORAGE", str(tmp_path / "nukki-data"))
    settings.cache_clear()
    yield tmp_path
    settings.cache_clear()


def create(home):
    return store.create(Folder(home / "nukki-data"), PLAN.payload, PLAN.brief_text, {})


def test_folders_become_a_list_and_damaged_ones_are_named(home):
    jobs = [create(home) for _ in range(3)]
    (jobs[0].root / "payload.json").write_text("{", "utf-8")
    shutil.copytree(jobs[1].root, jobs[1].root.with_name("20260131-090000-0000beef"))
    ran = nukki("doctor", "--reindex", cwd=home)
    assert ran.returncode == 0, ran.stderr
    assert "3 jobs listed" in ran.stdout
    assert "damaged folders: 1" in ran.stdout
    assert jobs[0].id in ran.stderr
    assert "restore it from a copy" in ran.stderr
    told = json.loads(nukki("doctor", "--reindex", "--json", cwd=home).stdout)
    assert (told["jobs"], [one["job_id"] for one in told["damaged"]]) == (3, [jobs[0].id])
    history = open_history(settings())
    assert len(history.index.ids()) == 3
    history.close()


def test_a_damaged_database_refuses_with_what_to_do(home):
    (home / "nukki-data").mkdir()
    (home / "nukki-data" / "nukki.db").write_bytes(b"no database" * 999)
    ran = nukki("doctor", "--reindex", cwd=home)
    assert ran.returncode == 3
    assert "move it away" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_command_writes_into_the_same_history(home):
    with recording("en") as kept:
        job = kept.create(PLAN)
        kept.find(job.id).enter("done")
    history = open_history(settings())
    assert history.index.get(job.id).state == "done"
    history.close()


@pytest.mark.parametrize("command", [("run", "bad.yaml"), ("rerun", "20260131-090000-0000beef")])
def test_a_command_that_is_refused_makes_no_database(home, command):
    (home / "bad.yaml").write_text("object_concept: \n", "utf-8")
    assert nukki(*command, cwd=home).returncode == 2
    assert not (home / "nukki-data").exists()


def test_a_command_goes_on_without_a_database_and_says_so(home, capsys):
    (home / "nukki-data").mkdir()
    (home / "nukki-data" / "nukki.db").write_bytes(b"no database" * 999)
    with recording("en") as kept:
        job = kept.create(PLAN)
        assert kept.find(job.id).enter("done").state == "done"
        assert kept.estimate(PLAN.payload).basis == "default"
    told = capsys.readouterr().err
    assert "damaged" in told
    assert "--reindex" in told
