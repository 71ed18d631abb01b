"""What the key left out although a model is certain of it: parts in the backing's own colour."""

from __future__ import annotations

import cv2
import numpy as np

from nukki.alpha.source import Source
from nukki.alpha.unmix import Plane

SIDE = 512
CERTAIN = 0.9
# Networks draw an outline this far outside the object, and fill the gaps of hair and of nets.
REACH = 40  # a part of the longer side


def overlooked(source: Source, alpha: Plane) -> float:
    """The area that the model of `source` is certain of and (H, W) `alpha` has nothing of, as a
    share of the object's; 0 without a model. Narrow differences do not count."""
    if source.saliency is None:
        return 0.0
    height, width = int(alpha.shape[0]), int(alpha.shape[1])
    scale = min(1.0, SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    picture = cv2.resize(source.rgb8, size, interpolation=cv2.INTER_AREA)
    solid = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    score = source.saliency(np.asarray(picture, np.uint8))
    lost = np.asarray((score > CERTAIN) & (solid < 0.1 * source.full), np.uint8)
    reach = max(3, 2 * (max(size) // REACH) + 1)
    wide = cv2.morphologyEx(lost, cv2.MORPH_OPEN, np.ones((reach, reach), np.uint8))
    area = int(np.count_nonzero(solid > source.full / 2))
    return float(np.count_nonzero(wide)) / max(1, area)
