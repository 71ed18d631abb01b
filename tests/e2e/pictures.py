"""Jobs that look like real ones and take no time: the pictures are those of the style packs."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import yaml
from PIL import Image

import nukki.catalog
from nukki.core.storage import Folder
from nukki.engines.engine import Candidate, Progress
from nukki.jobs import batch, pipeline, store
from tests.jobs.pencil import PINS, Pencil

SAMPLES = Path(nukki.catalog.__file__).parent / "samples"
SIDE = 384  # as large as they are: nothing is scaled


class Sampled(Pencil):
    """An engine that was asked for what stands in the catalog already."""

    def __init__(self, *names):
        super().__init__()
        self.names = names

    def _work(self, sheet):
        total = len(sheet.request.seeds)
        for index, seed in enumerate(sheet.request.seeds):
            with Image.open(SAMPLES / f"{self.names[index % len(self.names)]}.webp") as picture:
                rgba = np.array(picture.convert("RGBA"))
            rgba[rgba[..., 3] == 0] = 0
            sheet.finished.append(Candidate(index, seed, rgba, {}, {"light": 0.4}))
        sheet.progress = Progress("done", total, total)


def sampled(storage, *names):
    """A job with the brief of the first sample and the pictures of all, drawn to its end."""
    brief = yaml.safe_load((SAMPLES / f"{names[0]}.yaml").read_text("utf-8"))
    brief |= {"candidate_count": len(names), "size_preset": {"width": SIDE, "height": SIDE}}
    file = storage / "sample.yaml"
    file.write_text(yaml.safe_dump(brief, allow_unicode=True), "utf-8")
    (plan,) = batch.plan_files([file], "render", lambda: PINS, Folder(storage))
    file.unlink()
    job = store.create(Folder(storage), plan.payload, plan.brief_text, plan.inputs)
    pipeline.run(job, Sampled(*names))
    return job


def copied(job, jobs, concepts):
    """Folders like the job's, one for each concept, a minute apart; hard links, so in no time."""
    jobs.mkdir(parents=True, exist_ok=True)
    brief = yaml.safe_load(job.brief_text())
    files = [file for file in job.root.rglob("*") if file.is_file() and file.name != "brief.yaml"]
    first = datetime(2026, 1, 1, tzinfo=UTC)
    for number, concept in enumerate(concepts):
        at = first + timedelta(minutes=number)
        folder = jobs / f"{at:%Y%m%d-%H%M%S}-{number:08x}"
        for file in files:
            copy = folder / file.relative_to(job.root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            os.link(file, copy)
        brief["object_concept"] = concept
        text = yaml.safe_dump(brief, allow_unicode=True)
        (folder / "brief.yaml").write_text(text, "utf-8")
