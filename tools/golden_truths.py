"""Pictures whose alpha is exact: drawn by the embedded engine, or as outlines by resvg.

`build/golden/<name>.npz` keeps what was drawn, so that cases are built again without drawing again.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from pydantic import TypeAdapter

from nukki.core import clock
from nukki.core.storage import Folder
from nukki.engines import parcel, registry
from nukki.engines.engine import Candidate
from nukki.jobs import batch
from tools import golden_art

Byte = npt.NDArray[np.uint8]

KEPT = Path(__file__).parents[1] / "build" / "golden"


@dataclass(frozen=True)
class Truth:
    """One object: `rgba` (H, W, 4) uint8 straight, its floor shadow, and what made it."""

    rgba: Byte
    shadow: Byte | None
    drawn: Mapping[str, Any]


def truth(name: str, recipe: Mapping[str, Any]) -> Truth:
    """The picture of a recipe, drawn unless it was drawn before from the same recipe."""
    file = KEPT / f"{name}.npz"
    if file.exists():
        with np.load(file) as kept:
            if json.loads(str(kept["recipe"])) == recipe:
                shadow = kept["shadow"] if kept["shadow"].size else None
                return Truth(kept["rgba"], shadow, json.loads(str(kept["drawn"])))
    since = clock.seconds()
    made = _outlined(recipe) if "art" in recipe else _rendered(recipe)
    print(f"{name}: drawn in {clock.seconds() - since:.1f} s")
    KEPT.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        file,
        rgba=made.rgba,
        shadow=made.shadow if made.shadow is not None else np.zeros(0, np.uint8),
        recipe=json.dumps(recipe, ensure_ascii=False),
        drawn=json.dumps(made.drawn, ensure_ascii=False),
    )
    return made


def _rendered(recipe: Mapping[str, Any]) -> Truth:
    """A brief through the engine of this package."""
    engine = registry.open_engine("render")
    style: dict[str, Any] = {"style_packs": [recipe["pack"]]}
    brief = {
        "object_concept": recipe["concept"],
        "size_preset": {"width": recipe["size"], "height": recipe["size"]},
        "style": style,
        "candidate_count": 1,
        "seed": recipe["seed"],
    }
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "brief.json"
        file.write_text(json.dumps(brief, ensure_ascii=False), "utf-8")
        (plan,) = batch.plan_files([file], "render", engine.pins, Folder(Path(folder)))
        drawn = _wait(engine, plan.payload.request, Path(folder))
    versions = {**plan.payload.versions, **plan.payload.request.pins}
    facts = {
        "by": "render",
        "concept": recipe["concept"],
        "pack": f"{plan.payload.packs[0].id}@{plan.payload.packs[0].version}",
        "seed": recipe["seed"],
        "size": recipe["size"],
        "versions": {name: str(value) for name, value in sorted(versions.items())},
    }
    return Truth(_toned(drawn.rgba, recipe), drawn.layers.get("shadow"), facts)


def _toned(rgba: Byte, recipe: Mapping[str, Any]) -> Byte:
    """Colour made darker or grey where the case is about dark or grey objects; `hard` takes away
    the soft glow that a generator's sprite would not have."""
    tone = recipe.get("tone")
    if tone is None:
        return rgba
    toned = rgba.copy()
    if tone.get("hard"):
        toned[rgba[..., 3] < 255] = 0
        return toned
    if tone.get("grey"):
        toned[..., :3] = cv2.cvtColor(rgba[..., :3], cv2.COLOR_RGB2GRAY)[..., None]
    low, high = tone.get("range", (0, 255))
    toned[..., :3] = np.rint(low + toned[..., :3].astype(np.float32) * ((high - low) / 255))
    return toned


def _wait(engine: Any, request: Any, inputs: Path) -> Candidate:
    import time

    handle = engine.submit(request, inputs)
    while engine.poll(handle).state in ("queued", "drawing"):
        time.sleep(0.1)
    progress = engine.poll(handle)
    (fetched,) = engine.fetch(handle)
    assert progress.state == "done", progress
    return parcel.unpack(fetched.data)


def _outlined(recipe: Mapping[str, Any]) -> Truth:
    """Outlines of this package's own making, at exact coverage."""
    rgba = golden_art.DRAWN[recipe["art"]](recipe["size"], recipe["seed"])
    facts = {
        "by": "outlines",
        "concept": recipe["art"],
        "pack": None,
        "seed": recipe["seed"],
        "size": recipe["size"],
        "versions": {"resvg_py": importlib.metadata.version("resvg_py")},
    }
    return Truth(rgba, None, facts)


def photo(name: str) -> Path:
    """The file of a photo that scikit-image ships."""
    found = importlib.util.find_spec("skimage")
    assert found is not None, "scikit-image is needed to build the cases on photos"
    assert found.origin is not None
    return Path(found.origin).parent / "data" / name


def parsed(kind: Any, values: list[dict[str, Any]]) -> Any:
    """`values` as the models of `kind`."""
    return TypeAdapter(kind).validate_python(values)
