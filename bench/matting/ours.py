"""`python -m bench.matting.ours FOLDER`: Nukki cuts every picture that lies in the folder."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.matting.desk import Desk


def main(folder: str) -> int:
    """Cut all; what cannot be cut is told by its code."""
    from nukki.alpha import router
    from nukki.alpha.source import Source
    from nukki.errors import NukkiError

    def cut(told: dict[str, Any], rgb: npt.NDArray[np.uint8], other: Any) -> Any:
        background = told["background"]
        source = Source(
            rgb,
            told["material"],
            background=tuple(background) if background else None,
            other=other,
            saliency=_network(told["model"]),
        )
        try:
            result = router.cut(source)
        except NukkiError as refusal:
            return refusal.code
        return np.asarray(result.rgba, np.uint8)

    Desk(folder).work(cut)
    return 0


def _network(name: str | None) -> Any:
    """The network of that name, opened at its first use; None: no network."""
    if name is None:
        return None
    from nukki.alpha import saliency

    return saliency.open_model(name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
