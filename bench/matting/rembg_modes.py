"""`python -m bench.matting.rembg_modes FOLDER MODE KIND MODEL`: rembg cuts every picture.

Runs on the peer's own libraries (tools/peer.sh). KIND is the session that takes foreign weights.
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


def main(folder: str, mode: str, kind: str, model: str) -> int:
    """Cut all in one mode."""
    from rembg import new_session, remove

    session = new_session(kind, model_path=model)

    def cut(told: dict[str, Any], rgb: Byte, other: Byte | None) -> Byte:
        found = remove(Image.fromarray(rgb), session=session, **MODES[mode])
        return np.asarray(found.convert("RGBA"), np.uint8)

    Desk(folder).work(cut)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))
