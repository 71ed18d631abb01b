"""Build the cases of the golden set: `python -m tools.golden [CASE...]`.

tools/golden.yaml says which objects there are and what is done to them. What a case has learnt
since, its thresholds and its history, is kept; pictures and facts are written anew.
"""

from __future__ import annotations

import io
import sys
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import yaml
from PIL import Image

from nukki.catalog import packs
from nukki.core import files
from nukki.core.hashing import of_file
from nukki.qa.golden import case as cases
from nukki.qa.golden import degrade, pictures
from nukki.qa.golden.case import Case, Stored
from tools import golden_truths
from tools.golden_truths import Truth

Byte = npt.NDArray[np.uint8]

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "golden"
TABLE = Path(__file__).with_suffix(".yaml")
# What a case must reach before anything was measured.
AIMS = {
    "ssim_min": 0.98,
    "alpha_iou_min": 0.97,
    "soft_alpha_mae_max": 0.02,
    "recomposition_max": 1.0,
}
# The one figure of each fault, under the name it has in a case.
AMOUNT = {
    "vignette": "strength",
    "gradient": "amount",
    "shadow": "strength",
    "spill": "amount",
    "blur": "sigma",
    "ringing": "amount",
    "noise": "sigma",
    "haze": "level",
    "jpeg": "quality",
}
REST: dict[str, dict[str, Any]] = {"gradient": {"angle": 25}, "spill": {"reach": 6}}
SEEDED = ("noise", "haze")


def main(wanted: list[str]) -> int:
    """Build the named cases, or all."""
    table = yaml.safe_load(TABLE.read_text("utf-8"))
    for name, recipe in table["cases"].items():
        if not wanted or name in wanted:
            build(name, recipe, table)
    size = sum(file.stat().st_size for file in FOLDER.rglob("*") if file.is_file())
    sys.stdout.write(f"{len(table['cases'])} cases, {size / 1e6:.1f} MB\n")
    return 0


def build(name: str, recipe: Mapping[str, Any], table: Mapping[str, Any]) -> None:
    """Write the folder of one case."""
    folder = FOLDER / name
    if "truth" not in recipe:
        build_photo(name, recipe)
        return
    truth = golden_truths.truth(recipe["truth"], table["truths"][recipe["truth"]])
    placed = pictures.cropped(truth.rgba)
    files.write_bytes(folder / "expected.webp", pictures.webp(placed.rgba))
    faults = faults_of(name, recipe.get("faults", {}))
    made = Case.model_validate(
        {
            "id": name,
            "shows": {"en": recipe["en"], "ko": recipe["ko"]},
            "material": material(truth),
            "drawn": truth.drawn,
            "faults": faults,
            "picture": picture(folder, truth, recipe, faults, table["colours"]),
            "expected": {"file": "expected.webp", "offset": placed.offset},
            "must_strategy": strategy(truth, recipe),
            **learnt(folder),
        }
    )
    cases.save(Stored(made, folder))


def build_photo(name: str, recipe: Mapping[str, Any]) -> None:
    """Write a case on a photo whose truth nobody knows; its result waits for `golden accept`."""
    folder = FOLDER / name
    expected = {"file": "expected.webp", "offset": (0, 0), "truth": False}
    if (folder / cases.FILE).exists():
        expected = cases.load(folder).case.expected.model_dump()
    else:
        side = recipe["size"]
        blank = np.zeros((side, side, 3), np.uint8)
        files.write_bytes(folder / "expected.webp", pictures.webp(blank))
    made = Case.model_validate(
        {
            "id": name,
            "shows": {"en": recipe["en"], "ko": recipe["ko"]},
            "material": "opaque",
            "drawn": {"by": "photo", "concept": recipe["photo"], "size": recipe["size"]},
            "picture": {"photo": photo_facts(recipe)},
            "expected": expected,
            "must_strategy": "segment",
            **learnt(folder),
        }
    )
    cases.save(Stored(made, folder))


def photo_facts(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """Which photo, which version of it, and where it is cropped."""
    left, top = recipe["at"]
    file = golden_truths.photo(recipe["photo"])
    return {"file": recipe["photo"], "sha256": of_file(file), "left": left, "top": top}


def picture(
    folder: Path,
    truth: Truth,
    recipe: Mapping[str, Any],
    faults: list[dict[str, Any]],
    colours: Mapping[str, str],
) -> dict[str, Any]:
    """Write the picture to cut, and say what it is."""
    if "photo" in recipe:
        return {"photo": photo_facts(recipe)}
    if recipe.get("native"):
        haze = next(fault for fault in faults if fault["kind"] == "haze")
        veiled = degrade.haze(truth.rgba, haze["level"], haze["seed"])
        files.write_bytes(folder / "input.webp", pictures.webp(veiled))
        return {"file": "input.webp"}
    key = colours[recipe["key"]]
    facts = {"file": stored(folder, "input", photograph(truth, key, faults), faults)}
    facts["background"] = key
    facts["named"] = recipe.get("named", True)
    if "pair" in recipe:
        other = colours[recipe["pair"]]
        again = [
            fault | {"seed": fault["seed"] + 1} if "seed" in fault else fault for fault in faults
        ]
        facts["other"] = stored(folder, "other", photograph(truth, other, again), faults)
        facts["other_background"] = other
    return facts


def photograph(truth: Truth, key: str, faults: list[dict[str, Any]]) -> Byte:
    """The object before its backing with all faults."""
    red, green, blue = (int(key[at : at + 2], 16) / 255 for at in (1, 3, 5))
    models = Case.model_fields["faults"]
    parsed = golden_truths.parsed(models.annotation, faults)
    return degrade.photograph(truth.rgba, (red, green, blue), parsed, truth.shadow)


def stored(folder: Path, stem: str, pixels: Byte, faults: list[dict[str, Any]]) -> str:
    """Write a picture without loss, or as the JPEG that the case is about; its name."""
    quality = next((fault["quality"] for fault in faults if fault["kind"] == "jpeg"), None)
    name = f"{stem}.webp" if quality is None else f"{stem}.jpg"
    data = pictures.webp(pixels) if quality is None else jpeg(pixels, quality)
    files.write_bytes(folder / name, data)
    return name


def jpeg(pixels: Byte, quality: int) -> bytes:
    """(H, W, 3) as JPEG with halved colour, which is what most programs write."""
    stream = io.BytesIO()
    Image.fromarray(pixels, "RGB").save(stream, "JPEG", quality=quality, subsampling="4:2:0")
    return stream.getvalue()


def faults_of(name: str, short: Mapping[str, float]) -> list[dict[str, Any]]:
    """`{noise: 2}` as a case writes it; the seed comes from the case's name."""
    seed = zlib.crc32(name.encode()) % 100_000
    return [
        {"kind": kind, AMOUNT[kind]: amount, **REST.get(kind, {})}
        | ({"seed": seed} if kind in SEEDED else {})
        for kind, amount in short.items()
    ]


def material(truth: Truth) -> str:
    """That of the pack that drew it; outlines are opaque."""
    pack = truth.drawn["pack"]
    return "opaque" if pack is None else packs.load(pack.partition("@")[0]).material_class


def strategy(truth: Truth, recipe: Mapping[str, Any]) -> str:
    """The strategy that has to cut it."""
    if recipe.get("native"):
        return "native_alpha"
    if "pair" in recipe:
        return "two_background"
    return "segment" if material(truth) == "opaque" else "trimap"


def learnt(folder: Path) -> dict[str, Any]:
    """Thresholds and history of a case that was there before, or aims."""
    if not (folder / cases.FILE).exists():
        return {"thresholds": AIMS, "history": []}
    before = yaml.safe_load((folder / cases.FILE).read_text("utf-8"))
    return {"thresholds": before["thresholds"], "history": before.get("history", [])}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
