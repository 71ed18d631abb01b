"""A job says where its candidates' edges failed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from bench import wrong_cuts
from nukki.core import png
from nukki.core.storage import Folder
from nukki.engines import parcel
from nukki.engines.engine import Candidate, Parcel
from nukki.jobs import pipeline, status, store
from tests.jobs import pencil
from tests.jobs.pencil import Pencil


class Smudged(Pencil):
    """Leaves a ring of white paper around what it draws."""

    def fetch(self, handle: str) -> list[Parcel]:
        fetched = [parcel.unpack(each.data) for each in super().fetch(handle)]
        return [parcel.pack(self.smudge(each)) for each in fetched]

    def smudge(self, drawn: Candidate) -> Candidate:
        return replace(drawn, rgba=wrong_cuts.ring(drawn.rgba, wrong_cuts.KEYS["white"], 3))


def _queued(tmp_path: Path, **changes: object) -> store.JobFolder:
    planned = pencil.planned(request=pencil.request(seeds=(7,)), **changes)
    return store.create(Folder(tmp_path), planned, pencil.BRIEF, {})


def test_a_failed_edge_is_marked_in_a_picture_that_status_and_report_name(tmp_path: Path) -> None:
    job = _queued(tmp_path)
    made = pipeline.run(job, Smudged()).candidates[0]
    assert not made.passed
    assert made.marks == "marks/0_7.png"
    marks, final = png.read(job.root / made.marks), png.read(job.root / str(made.final))
    assert marks.shape == final.shape
    report = json.loads((job.root / "qa_report.json").read_bytes())
    assert report["candidates"][0]["marks"] == made.marks
    assert json.loads((job.root / "status.json").read_bytes())["candidates"][0]["marks"]


def test_what_passes_has_no_marks(tmp_path: Path) -> None:
    job = _queued(tmp_path)
    assert pipeline.run(job, Pencil()).candidates[0].marks is None
    assert not (job.root / "marks").exists()


def test_what_was_keyed_is_held_against_its_background(tmp_path: Path) -> None:
    job = _queued(tmp_path, matting=("segment",))
    made = pipeline.run(job, Pencil(backing=(0.0, 0.69, 0.25))).candidates[0]
    figures = {entry["rule"]: entry["measured"] for entry in made.checks}
    assert figures["residue"] < 5
    assert figures["recomposition"] < 3
    assert "halo" not in figures
    assert made.passed


def test_a_job_of_an_earlier_version_has_no_marks(tmp_path: Path) -> None:
    event = {
        "at": "2026-01-31T09:00:00",
        "event": "candidate",
        "candidate": {"index": 0, "seed": 7},
    }
    assert status.of("job", [event]).candidates[0].marks is None
