"""Jobs to look at: eight candidates of a usual size, one as large as any, ten thousand listed."""

from __future__ import annotations

from pathlib import Path

from bench.idle import IdleEngine
from bench.server.listing import copies
from nukki.core.storage import Folder
from nukki.jobs import batch, pipeline, store
from nukki.jobs.history import open_history
from nukki.settings import Settings

BRIEF = """\
object_concept: bag
candidate_count: {count}
seed: 7
size_preset: {{width: {side}, height: {side}}}
"""


def drawn(storage: Path, side: int, count: int) -> str:
    """The id of a finished job of `count` candidates of `side` x `side` pixels."""
    storage.mkdir(parents=True, exist_ok=True)
    file = storage / "bench.yaml"
    file.write_text(BRIEF.format(side=side, count=count), encoding="utf-8")
    place = Folder(storage)
    (plan,) = batch.plan_files([file], "render", lambda: {"idle": "1"}, place)
    job = store.create(place, plan.payload, plan.brief_text, plan.inputs)
    pipeline.run(job, IdleEngine())
    return job.id


def many(storage: Path) -> int:
    """Fill the storage with copies of a small finished job; returns how many."""
    made = drawn(storage / "model", 256, 1)
    count = copies(storage / "model" / "jobs" / made, storage / "jobs")
    history = open_history(Settings(storage=str(storage)))
    history.reindex()
    history.close()
    return count
