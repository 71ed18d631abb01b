"""A small golden case in a temporary folder, for tests that break it."""

import numpy as np
import yaml

from nukki.core import files
from nukki.qa.golden import case, degrade, pictures

GREEN = (0.0, 177 / 255, 64 / 255)
LIMITS = {
    "ssim_min": 0.98,
    "alpha_iou_min": 0.98,
    "soft_alpha_mae_max": 0.02,
    "recomposition_max": 0.5,
}


def disc(side=96, radius=30.0):
    """A red disc with an edge of true coverage, (side, side, 4) uint8."""
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    alpha = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    rgba = np.zeros((side, side, 4), np.uint8)
    rgba[..., :3] = (200, 40, 60)
    rgba[..., 3] = np.rint(alpha * 255)
    return rgba


def make(root, name="red-disc", faults=(), **changes):
    """The folder of a case of the disc on green; `changes` replace fields of its YAML."""
    folder = root / name
    data = {
        "id": name,
        "shows": {"en": "A red disc", "ko": "빨간 원반"},
        "material": "opaque",
        "drawn": {"by": "outlines", "concept": "disc", "seed": 1, "size": 96},
        "faults": list(faults),
        "picture": {"file": "input.webp", "background": "#00b140"},
        "expected": {"file": "expected.webp", "offset": list(pictures.cropped(disc()).offset)},
        "thresholds": LIMITS,
        "must_strategy": "segment",
        **changes,
    }
    shot = degrade.photograph(disc(), GREEN, case.Case.model_validate(data).faults)
    files.write_bytes(folder / "input.webp", pictures.webp(shot))
    files.write_bytes(folder / "expected.webp", pictures.webp(pictures.cropped(disc()).rgba))
    write(folder, data)
    return folder


def write(folder, data):
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False)
    files.write_text(folder / case.FILE, text)
