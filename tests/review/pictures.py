"""A glass marble with a shadow, small enough for every test: soft alpha, colour, layers."""

import numpy as np

from nukki.core import png
from nukki.finishing.finish import finish
from nukki.review.export_picture import Brand

SETTINGS = {"brief": "object_concept: 비밀", "seed": 7}


def disc(size, centre, radius, soft=3.0):
    y, x = np.mgrid[:size, :size] + 0.5
    away = np.hypot(x - centre[0], y - centre[1])
    return np.clip((radius - away) / soft + 0.5, 0, 1)


def marble(size=160, offset=(0, 0)):
    """(finished, tint, body): finished as the pipeline does it, with all its layers."""
    rng = np.random.default_rng(5)
    cover = disc(size, (size * 0.45, size * 0.42), size * 0.27)
    rgba = np.zeros((size, size, 4), np.uint8)
    ramp = np.linspace(30, 240, size)
    rgba[..., 0], rgba[..., 1], rgba[..., 2] = ramp[None, :], ramp[:, None], 90
    rgba[..., :3] += rng.integers(0, 9, (size, size, 3), np.uint8)
    rgba[..., 3] = np.rint(cover * np.linspace(140, 255, size)[None, :])
    rgba[rgba[..., 3] == 0] = 0
    shadow = np.zeros_like(rgba)
    fallen = disc(size, (size * 0.6, size * 0.65), size * 0.2, 20)
    shadow[..., 3] = np.rint(150 * fallen)
    tint = np.full((size, size, 3), 255, np.uint8)
    tint[cover > 0.5] = (255, 190, 160)
    body = rgba.copy()
    body[..., 3] //= 2
    layers = {"shadow": shadow, "tint": tint, "body": body, "linear": rgba}
    return finish(rgba, layers, "soft_floor")


def files(finished=None):
    """(final, layers) as the job folder holds them."""
    finished = finished or marble()
    layers = {}
    for name, pixels in finished.layers.items():
        if pixels.shape[2] == 3:
            opaque = np.full((*pixels.shape[:2], 1), 255, np.uint8)
            pixels = np.concatenate([pixels, opaque], axis=2)
        layers[name] = png.encode(pixels)
    return png.encode(finished.rgba, SETTINGS), layers


def over(rgba, backdrop):
    """Straight pixels over a colour, in encoded values, 0..255."""
    alpha = rgba[..., 3:].astype(float) / 255
    return rgba[..., :3] * alpha + np.asarray(backdrop) * (1 - alpha)


def badge(width=46, height=30):
    """Brand artwork: an opaque plate with a pattern, and an edge and a corner that are soft."""
    rng = np.random.default_rng(11)
    rgba = np.zeros((height, width, 4), np.uint8)
    rgba[..., :3] = rng.integers(0, 256, (height, width, 3), np.uint8)
    rgba[..., 3] = 255
    rgba[0], rgba[-1] = (10, 200, 30, 128), (10, 200, 30, 40)
    rgba[:6, :6, 3] = 0
    rgba[rgba[..., 3] == 0] = 0
    return rgba


def stacked(*layers):
    """(H, W, 4) float, straight 0..1, of (mode, uint8 pixels) from the lowest: the formulas that
    the PDF standard gives for blending, in the simplest form, without rounding between."""
    height, width = layers[0][1].shape[:2]
    colour, alpha = np.zeros((height, width, 3)), np.zeros((height, width, 1))
    blends = {
        "normal": lambda below, top: top,
        "multiply": lambda below, top: below * top,
        "screen": lambda below, top: below + top - below * top,
    }
    for mode, pixels in layers:
        top, cover = pixels[..., :3] / 255, pixels[..., 3:] / 255
        mixed = (1 - alpha) * top + alpha * blends[mode](colour, top)
        whole = alpha + cover - alpha * cover
        light = (1 - cover) * alpha * colour + cover * mixed
        colour, alpha = light / np.maximum(whole, 1e-9), whole
    return np.concatenate([colour, alpha], axis=2)


def rounded(straight):
    """What `stacked` gives, as uint8."""
    return np.rint(255 * straight).astype(np.uint8)


def branded(*blended):
    """(finished, layers, brands): a marble with one brand picture behind it and one on it, those
    of these numbers blended, the first with a black shadow; flat as `stacked` says."""
    drawn = marble()
    height, width = drawn.rgba.shape[:2]
    layers = {"object": drawn.layers["object"], "shadow": drawn.layers["shadow"]}
    order, brands = [("normal", layers["shadow"])], []
    for n, (x, y) in enumerate(((4, 8), (50, 40))):
        if n == 1:
            order.append(("normal", layers["object"]))
        at = slice(y, y + 30), slice(x, x + 46)
        own = {part: np.zeros((height, width, 4), np.uint8) for part in ("", "-shadow")}
        own[""][at] = badge()
        own["-shadow"][y + 4 : y + 40, x + 3 : x + 52] = ((0, 0, 0, 90), (60, 10, 90, 90))[n]
        order.append(("normal", own["-shadow"]))
        if n in blended:
            own["-lit"] = own[""].copy()
            own["-lit"][..., :3] //= 2
            order.append(("normal", own["-lit"]))
        else:
            for part, level in (("-shade", 150), ("-light", 60)):
                own[part] = np.zeros((height, width, 4), np.uint8)
                own[part][at] = (level, level, level, 120)
            order.append(("normal", own[""]))
        layers |= {f"asset{n}{part}": pixels for part, pixels in own.items()}
        brands.append(Brand(("mark", "로고:dark")[n], behind=n == 0, blended=n in blended))
    return rounded(stacked(*order)), layers, tuple(brands)
