"""The doctor: every finding, and the fix for each fault."""

import json
import shutil
from pathlib import Path

import pytest

from nukki import i18n
from nukki.catalog import weights
from nukki.core import process
from nukki.core.storage import Folder
from nukki.jobs import health, store
from nukki.jobs.history import open_history
from nukki.jobs.plan import Plan
from nukki.jobs.queue.line import Entry, Line
from nukki.settings import settings
from tests.jobs import pencil

PINS = Path(__file__).resolve().parents[2] / "tools" / "art.json"


@pytest.fixture
def configured(tmp_path, monkeypatch):
    """Sets NUKKI_* for one test."""

    def configure(**changes):
        monkeypatch.setenv("NUKKI_STORAGE", str(tmp_path / "data"))
        monkeypatch.setenv("NUKKI_RENDER_VARIANT", "scalar_rgb")
        for name, value in changes.items():
            monkeypatch.setenv(f"NUKKI_{name.upper()}", str(value))
        settings.cache_clear()

    yield configure
    settings.cache_clear()


def faults():
    return {finding.fault: finding for finding in health.examine() if not finding.ok}


def test_a_machine_that_is_set_up_is_well(configured):
    configured()
    findings = list(health.examine())
    assert [finding for finding in findings if not finding.ok] == []
    assert {"art", "variant", "denoiser", "words", "storage"} <= {f.name for f in findings}


def test_the_art_that_is_checked_is_the_art_that_is_fetched():
    fetched = {
        file["file"]: file["sha256"]
        for package in json.loads(PINS.read_text("utf-8"))["packages"]
        for file in package["files"]
    }
    checked = {name: sha256 for name, sha256, _ in health.art_files()}
    assert checked.items() <= fetched.items()
    assert {name for name in fetched if not name.startswith("LICENSE")} == set(checked)


def test_missing_and_changed_art_are_told_apart(configured, tmp_path):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "icons.json").write_text("{}", encoding="utf-8")
    configured(art=tmp_path / "art")
    found = faults()
    assert found["art-differs"].found.endswith("icons.json")
    assert "art-missing" in found


@pytest.mark.parametrize(
    ("changes", "fault"),
    [({"engine": "abacus"}, "settings"), ({"engine": "local-comfy"}, "engine")],
)
def test_a_wrong_setting_is_named(configured, changes, fault):
    configured(**changes)
    assert fault in faults()


def test_a_storage_that_is_a_file_is_a_fault(configured, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    configured(storage=tmp_path / "file" / "data")
    assert "storage" in faults()
    configured(storage=tmp_path / ("long" * 100))
    assert "storage" in faults()


def test_a_broken_pack_and_an_interrupted_job_are_told(configured, tmp_path):
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "mine.yaml").write_text("id: mine\n", encoding="utf-8")
    configured(packs=tmp_path / "packs")
    job = store.create(Folder(tmp_path / "data"), pencil.planned(), pencil.BRIEF, {})
    gone = process.Owner(1, "never", process.myself().host)
    job.log("state", state="running", owner=gone.__dict__)
    found = faults()
    assert found["packs"].found == "mine"
    assert found["jobs"].found == job.id


def test_a_database_is_made_with_the_first_job_and_not_by_looking(configured, tmp_path):
    configured()
    found = {finding.name: finding for finding in health.examine()}
    assert found["database-later"].ok
    assert not (tmp_path / "data").exists()


def test_a_list_that_is_not_that_of_the_folders_is_told(configured):
    configured()
    history = open_history(settings())
    history.create(Plan(pencil.planned(), pencil.BRIEF, {}))
    gone = history.create(Plan(pencil.planned(), pencil.BRIEF, {}))
    found = {finding.name: finding for finding in health.examine()}
    assert found["database"].found.endswith("nukki.db")
    assert (found["index"].ok, found["index"].found) == (True, "2 / 2")
    shutil.rmtree(gone.root)
    assert faults()["index"].found == "2 / 1"
    history.reindex()
    assert "index" not in faults()
    history.close()


def test_a_damaged_database_is_told_with_what_to_do(configured, tmp_path):
    configured()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "nukki.db").write_bytes(b"no database" * 999)
    assert "damaged" in faults()["database"].found


def test_a_job_that_another_machine_will_go_on_with_is_left_alone(configured):
    configured()
    history = open_history(settings())
    job = history.create(Plan(pencil.planned(), pencil.BRIEF, {}))
    gone = process.Owner(1, "never", process.myself().host)
    job.log("state", state="running", owner=gone.__dict__)
    Line(history.database).enter(job.id, Entry(who="", engine="render"))
    assert "jobs" not in faults()
    assert not job.is_settled()
    history.close()


def test_weights_that_come_by_themselves_are_missed_only_when_damaged(configured, tmp_path):
    configured(models=tmp_path)
    found = {finding.name: finding for finding in health.examine()}
    assert found["weights-later"].ok
    damaged = weights.path_of(weights.find("u2netp"))
    damaged.parent.mkdir(parents=True, exist_ok=True)
    damaged.write_bytes(b"half of it")
    assert faults()["weights"].found == "u2netp"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_finding_and_fix_has_its_sentence(language):
    names = (
        "python", "settings", "storage", "disk", "jobs", "art", "packs", "engine",
        "variant", "denoiser", "words", "weights", "database", "index",
    )  # fmt: skip
    assert i18n.has("health-weights-later", language)
    assert i18n.has("health-database-later", language)
    fixes = ("art-missing", "art-differs", *(name for name in names if name != "art"))
    assert all(i18n.has(f"health-{name}", language) for name in names)
    assert all(i18n.has(f"health-fix-{name}", language) for name in fixes)
