"""`python -m bench.matting.rembg_modes FOLDER MODES KIND MODEL`: rembg cuts every picture.

Runs on the peer's own libraries (tools/peer.sh). KIND is the session that takes foreign weights.
One mode gives (H, W, 4); several, with commas between, (N, H, W, 4) from one run of the network.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from PIL import Image

from bench.matting.desk import Byte, Desk

MODES: dict[str, dict[str, bool]] = {
    "default": {},
    "putalpha": {"putalpha": True},
    "decontaminate": {"decontaminate": True},
    "alpha-matting": {"alpha_matting": True},
    "post-process": {"post_process_mask": True},
}


class Known:
    """A session that knows its answer: what the network found in the picture at hand."""

    def __init__(self, masks: list[Any]) -> None:
        self._masks = masks

    def predict(self, picture: Any, *_: Any, **__: Any) -> list[Any]:
        """The masks, each time afresh."""
        return [mask.copy() for mask in self._masks]


def main(folder: str, modes: str, kind: str, model: str) -> int:
    """Cut all."""
    from rembg import new_session, remove

    session = new_session(kind, model_path=model)
    names = modes.split(",")

    def cut(told: dict[str, Any], rgb: Byte, other: Byte | None) -> Byte:
        if len(names) == 1:
            return _bytes(remove(Image.fromarray(rgb), session=session, **MODES[modes]))
        known = Known(session.predict(Image.fromarray(rgb)))
        several = [remove(Image.fromarray(rgb), session=known, **MODES[name]) for name in names]
        return np.stack([_bytes(one) for one in several])

    Desk(folder).work(cut)
    return 0


def _bytes(picture: Image.Image) -> Byte:
    return np.asarray(picture.convert("RGBA"), np.uint8)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))
