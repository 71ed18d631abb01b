"""Jobs with brand pictures, as their plan would make them, and with a drawing already there."""

import io

import numpy as np
from PIL import Image

from nukki.catalog.placement import PlacedAsset, Placement, box_of
from nukki.core import hashing
from nukki.engines import parcel
from nukki.engines.engine import Candidate
from nukki.jobs import candidate, store, work
from nukki.jobs.payload import InputFile
from tests.jobs import pencil


def as_file(rgba):
    """The file of a library: written by Pillow, as any other program might have."""
    buffer = io.BytesIO()
    Image.fromarray(np.asarray(rgba), "RGBA").save(buffer, "PNG")
    return buffer.getvalue()


def placed(data, at=(0, 0), stand="beside", blend="exact", name="logo", **turned):
    """A brand picture of this file at a place; `turned` holds scale, rotate, tilt."""
    width, height = Image.open(io.BytesIO(data)).size
    sha256 = hashing.of_bytes(data)
    terms = {"scale": 1.0, **turned}
    box = box_of(width, height, **terms)
    placement = Placement(x=at[0], y=at[1], width=box[0], height=box[1], **terms)
    return PlacedAsset(
        asset=name, variant="default", file=f"{sha256}.png", sha256=sha256, width=width,
        height=height, stand=stand, blend=blend, placement=placement,
    )  # fmt: skip


def job_of(folder, assets, files, size=(300, 280), layers=None, places=None, **changes):
    """A job of one candidate that the pencil has drawn, before its first step."""
    request = pencil.request(seeds=(7,), size=size, assets=tuple(assets), **changes)
    inputs = {f"{hashing.of_bytes(data)}.png": data for data in files}
    entries = tuple(
        InputFile(file=name, name="asset:logo:default", sha256=name[:64], bytes=len(data))
        for name, data in inputs.items()
    )
    planned = pencil.planned(request=request, inputs=entries)
    job = store.create(folder, planned, pencil.BRIEF, inputs)
    rgba, shadow = pencil.draw(request, 0)
    drawn = Candidate(0, 7, rgba, {"shadow": shadow, **(layers or {})}, places=places or {})
    job.save(work.drawn("0_7"), parcel.pack(drawn).data)
    return job


def finished(job, files=None):
    """What the three steps say of the candidate; `files` stands for the job's own storage."""
    for step in (candidate.alpha, candidate.finish, candidate.check):
        result = step(files or job.files, 0)
        if result:
            return result
    raise AssertionError("the last step says what became of it")


def seen(job, path="final/0_7.png"):
    """The saved picture, read by Pillow."""
    return np.asarray(Image.open(io.BytesIO(job.files.read(path))))
