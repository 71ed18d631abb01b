"""Finished jobs of the pencil, strokes for them, and where their pictures lie in the frame."""

import numpy as np

from nukki.core import png
from nukki.core.storage import Folder
from nukki.jobs import naming, pipeline, refining
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.plan import Plan
from nukki.review.strokes import Stroke
from tests.jobs.pencil import BRIEF, Pencil, planned, request

GREEN = (0, 0.7, 0.3)
SIZE = (300, 280)
HOLE = Stroke(tool="erase", kind="brush", points=(140, 130, 1, 170, 140, 1), size=30, hardness=0.5)
CORNER = Stroke(tool="restore", kind="lasso", points=(4, 4, 44, 4, 44, 44, 4, 44), opacity=0.8)


def history_in(folder, url=None):
    return History(Folder(folder), open_database(url or folder / "nukki.db"))


def finished_in(history, engine=None, **changes):
    """A job that the pencil drew, as the list knows it."""
    wanted = {"request": request(seeds=(7, 8), size=SIZE), **changes}
    job = history.create(Plan(planned(**wanted), BRIEF, {}))
    assert pipeline.run(job, engine or Pencil()).state == "done"
    return job


def picture(job, name):
    return png.decode(job.files.read(name))


def in_frame(job, name, offset, size=SIZE):
    """A picture of the job at its place in the frame of the drawing."""
    found = picture(job, name)
    canvas = np.zeros((size[1] + 400, size[0] + 400, 4), np.uint8)
    x, y = offset
    canvas[200 + y : 200 + y + found.shape[0], 200 + x : 200 + x + found.shape[1]] = found
    return canvas[200:-200, 200:-200]


def item_of(job, index=0):
    return refining.finished(job.logged(), index)


def object_of(job, item):
    return in_frame(job, naming.layer_of(item.final, "object"), item.facts["offset"])


def replaced(stroke, **changes):
    return stroke.model_copy(update=changes)
