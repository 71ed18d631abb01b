"""Logos in the scene of the embedded engine: a plate that is lit, and a print on an object."""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bench import scene
from bench.logos import Logo
from nukki.catalog import style
from nukki.catalog.concept import Subject
from nukki.catalog.packs import StylePack
from nukki.catalog.placement import Mode, PlacedAsset, Placement, Room, Stand, box_of
from nukki.core import png
from nukki.engines import parcel
from nukki.engines.engine import Candidate
from nukki.engines.render.engine import RenderEngine
from nukki.qa import deviation
from nukki.qa.deviation import Deviation

SIZE = 640
_ROOM = Room(x=0, y=0, width=440, height=SIZE)
_SUBJECTS = (Subject(word="shopping bag", source="icon", ref="shopping-bags"),)
_STANDS: dict[Mode, tuple[Stand, float, float]] = {
    "overlay": ("beside", 0.27, 0.85),
    "imprint": ("on", 0.2, 0.35),
}  # how it stands; its largest side, and its middle from the left, in sizes of the frame


def measure(pack: StylePack, logos: Sequence[Logo]) -> dict[Mode, dict[str, Deviation]]:
    """The deviations of every logo, drawn once each with both ways of blending.

    Raises RuntimeError when the engine fails.
    """
    found: dict[Mode, dict[str, Deviation]] = {"overlay": {}, "imprint": {}}
    with tempfile.TemporaryDirectory() as folder:
        for logo in logos:
            drawn = _drawn(pack, logo, Path(folder))
            for index, mode in enumerate(found):
                if f"asset{index}-lit" in drawn.layers:
                    flat, lit = (drawn.layers[f"asset{index}-{part}"] for part in ("flat", "lit"))
                    found[mode][logo.name] = deviation.measure(lit, flat)
    return found


def _drawn(pack: StylePack, logo: Logo, inputs: Path) -> Candidate:
    data = png.encode(np.ascontiguousarray(logo.rgba))
    digest = hashlib.sha256(data).hexdigest()
    (inputs / f"{digest}.png").write_bytes(data)
    engine = RenderEngine()
    wanted = scene.request(pack, SIZE, scene.SEED, dict(engine.pins())).model_copy(
        update={
            "subjects": _SUBJECTS,
            "room": _ROOM,
            "blend": style.combine([pack]).blend,
            "assets": tuple(_placed(logo, digest, mode) for mode in _STANDS),
        }
    )
    handle = engine.submit(wanted, inputs)
    while (progress := engine.poll(handle)).state in ("queued", "starting", "drawing"):
        time.sleep(0.05)
    if progress.state != "done":
        raise RuntimeError(f"{pack.id}, {logo.name}: {progress.state} {progress.error}")
    (fetched,) = engine.fetch(handle)
    return parcel.unpack(fetched.data)


def _placed(logo: Logo, digest: str, mode: Mode) -> PlacedAsset:
    stand, largest, middle = _STANDS[mode]
    height, width = logo.rgba.shape[:2]
    scale = min(1.0, largest * SIZE / max(width, height))
    across, down = box_of(width, height, scale)
    x, y = round(middle * SIZE - across / 2), (SIZE - down) // 2
    place = Placement(x=x, y=y, width=across, height=down, scale=scale)
    return PlacedAsset(
        asset=logo.name, variant="default", file=f"{digest}.png", sha256=digest, width=width,
        height=height, stand=stand, blend=mode, placement=place,
    )  # fmt: skip
