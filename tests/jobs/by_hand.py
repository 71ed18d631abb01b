"""A finished job with brand pictures, its files written one by one: nothing of the pipeline."""

import hashlib

import numpy as np

from nukki.catalog.placement import PlacedAsset, Placement
from nukki.core import png
from nukki.core.storage import Folder
from nukki.jobs import store
from nukki.jobs.payload import InputFile
from tests.jobs.pencil import BRIEF, planned, request
from tests.review.pictures import badge, branded

ARTWORK = png.encode(badge(), tags=png.Tags())
SHA256 = hashlib.sha256(ARTWORK).hexdigest()
NAMES = (("mark", "default"), ("badge", "dark"))
PLACES = ((4, 8), (50, 40))
FRAME, OFFSET = (220, 210), (30, 20)
LIMITS = {"shape_iou": 0.98, "delta_e": 12.0, "hue": 8.0}


def placement(n):
    """Where brand picture `n` of `branded` stands in the frame of the drawing."""
    x, y = PLACES[n][0] + OFFSET[0], PLACES[n][1] + OFFSET[1]
    return Placement(x=x, y=y, width=46, height=30, scale=1.0)


def asked(n, mode):
    """Brand picture `n` as the payload has it."""
    return PlacedAsset(
        asset=NAMES[n][0], variant=NAMES[n][1], file=f"{SHA256}.png", sha256=SHA256, width=46,
        height=30, stand="behind" if n == 0 else "on", blend=mode, placement=placement(n),
    )  # fmt: skip


def outcome(n, mode, **changes):
    """How it was given."""
    core = badge()[..., 3] == 255
    return {
        "asset": NAMES[n][0], "variant": NAMES[n][1], "asked": mode, "given": mode,
        "route": "picture", **placement(n).model_dump(), "stand": "behind" if n == 0 else "on",
        "moved": [0, 0], "core_px": int(core.sum()), "visible_px": int(core.sum()) - 10 * (n == 0),
        "core_sha256": "a" * 64, "matched": True,
        "deviation": None if mode == "exact" else {"shape_iou": 0.991, "delta_e": 5.2, "hue": 1.5},
        "limits": None if mode == "exact" else LIMITS, "downgraded": None, **changes,
    }  # fmt: skip


def job_in(folder, *blended, changes=({}, {})):
    """The job, its brand pictures of these numbers blended, its outcomes told with `changes`."""
    modes = ["overlay" if n in blended else "exact" for n in range(2)]
    assets = tuple(asked(n, mode) for n, mode in enumerate(modes))
    held = InputFile(
        file=f"{SHA256}.png", name="asset:mark:default", sha256=SHA256, bytes=len(ARTWORK)
    )
    plan = planned(request=request((7,), FRAME, assets=assets), inputs=(held,))
    job = store.create(Folder(folder), plan, BRIEF, {held.file: ARTWORK})
    rgba, layers, _ = branded(*blended)
    for name, pixels in layers.items():
        job.save(f"layers/0_7_{name}.png", png.encode(pixels))
    job.save("candidates/0_7.png", png.encode(np.zeros((FRAME[1], FRAME[0], 4), np.uint8)))
    job.save("thumbs/0_7.webp", b"RIFF")
    settings = {"brief": BRIEF, "seed": 7, "assets": [{"asset": "mark", "given": modes[0]}]}
    job.save("final/0_7.png", png.encode(rgba, settings, png.COMPOSED_BY_US))
    told = [outcome(n, mode, **changes[n]) for n, mode in enumerate(modes)]
    made = {"index": 0, "seed": 7, "candidate": "candidates/0_7.png", "final": "final/0_7.png",
            "strategy": "native_alpha", "passed": True, "facts": {"offset": list(OFFSET)},
            "assets": told}  # fmt: skip
    job.log("candidate", candidate=made)
    job.enter("done")
    return job
