"""What really stands on the screen: pixels of a screenshot against those of files."""

import io

import numpy as np
from PIL import Image

CALM = 3  # levels between neighbours: there half a pixel aside makes no difference


def screen(page):
    """(H, W, 3) levels of 0..255, as a person sees the window."""
    shot = page.screenshot(animations="disabled")
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"), np.float64)


def rgba(path):
    """(H, W, 4) levels, straight."""
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGBA"), np.float64)


def on(picture, ground):
    """The picture over a grey level: (H, W, 3)."""
    alpha = picture[..., 3:] / 255
    return picture[..., :3] * alpha + ground * (1 - alpha)


def place(image):
    """Where the upper left pixel of an image on the page lies."""
    box = image.bounding_box()
    return round(box["x"]), round(box["y"])


def calm(levels, within=CALM):
    """(H, W) whether all eight neighbours are alike; the frame is left out."""
    high, low = levels.max(axis=2), levels.min(axis=2)
    height, width = high.shape
    result = np.zeros((height, width), bool)
    parts = [
        (slice(y, height - 2 + y), slice(x, width - 2 + x)) for y in range(3) for x in range(3)
    ]
    channels = [levels[..., channel] for channel in range(levels.shape[2])] + [high, low]
    spread = max_spread(channels, parts)
    result[1:-1, 1:-1] = spread <= within
    return result


def max_spread(channels, parts):
    spreads = []
    for channel in channels:
        around = np.stack([channel[part] for part in parts])
        spreads.append(around.max(axis=0) - around.min(axis=0))
    return np.max(spreads, axis=0)


def alike(shot, expected, at, *, left=0, right=None, within=4, where=None):
    """The share of calm places between two columns of the window where it shows what is expected.

    `at` is where the upper left pixel of `expected` lies; `where` leaves out more places.
    """
    x, y = at
    height, width = expected.shape[:2]
    part = shot[y : y + height, x : x + width]
    columns = np.arange(width) + x
    inside = (columns >= left) & (columns < (right if right is not None else shot.shape[1]))
    looked = calm(expected) & inside[None, :]
    if where is not None:
        looked &= where
    assert looked.sum() > 500, "hardly anything to compare"
    apart = np.abs(part - expected).max(axis=2)
    return float((apart[looked] <= within).mean())
