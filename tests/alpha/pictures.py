"""Seeded pictures whose alpha and colour are known exactly, and the faults that generators add."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]
Colour = tuple[float, float, float]

FINE = 4  # every pixel is the mean of 4 x 4 samples, so coverage is exact to 1/16
WHITE, GREY, BLACK = (1.0, 1.0, 1.0), (0.78, 0.78, 0.78), (0.02, 0.02, 0.02)
GREEN, MAGENTA, BLUE = (0.0, 0.69, 0.25), (0.9, 0.1, 0.9), (0.1, 0.2, 0.8)
BACKINGS = {"white": WHITE, "grey": GREY, "green": GREEN, "magenta": MAGENTA, "black": BLACK}
BACKDROPS = ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.1, 0.2, 0.8))


@dataclass(frozen=True)
class Truth:
    """Straight `colour` (H, W, 3) and `alpha` (H, W), float32 in 0..1."""

    colour: Float
    alpha: Float

    def over(self, backing: Colour | Float) -> Float:
        """The picture over a colour or over a surface, float32 (H, W, 3)."""
        alpha = self.alpha[..., None]
        return alpha * self.colour + (1 - alpha) * np.asarray(backing, np.float32)


class Canvas:
    """Paints with hard edges on a grid that is FINE times as fine as the picture."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.scale = size * FINE
        self.colour = np.zeros((self.scale, self.scale, 3), np.uint8)
        self.cover = np.zeros((self.scale, self.scale), np.uint8)

    def at(self, points: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """Points in 0..1 as samples."""
        return np.rint(np.asarray(points, np.float64) * self.scale).astype(np.int32)

    def line(self, points: npt.ArrayLike, colour: Colour, width: float) -> None:
        """A polyline; `width` in pixels of the picture."""
        stroke = max(1, round(width * FINE))
        where = [self.at(points).reshape(-1, 1, 2)]
        cv2.polylines(self.colour, where, False, _bytes(colour), stroke)
        cv2.polylines(self.cover, where, False, 1, stroke)

    def area(self, points: npt.ArrayLike, colour: Colour | None) -> None:
        """A filled polygon; colour None cuts a hole."""
        where = [self.at(points).reshape(-1, 1, 2)]
        if colour is not None:
            cv2.fillPoly(self.colour, where, _bytes(colour))
        cv2.fillPoly(self.cover, where, 0 if colour is None else 1)

    def disc(self, centre: tuple[float, float], radius: float, colour: Colour | None) -> None:
        """A disc in units of the picture's side; colour None cuts a hole."""
        angle = np.linspace(0, 2 * np.pi, 256, endpoint=False)
        self.area(np.stack([np.cos(angle), np.sin(angle)], 1) * radius + centre, colour)

    def truth(self, light: Float | None = None) -> Truth:
        """What was painted, times `light` (H, W, 3) where given."""
        n = self.size
        paint = self.colour * self.cover[..., None]
        alpha = self.cover.reshape(n, FINE, n, FINE).mean((1, 3), dtype=np.float32)
        mean = paint.reshape(n, FINE, n, FINE, 3).mean((1, 3), dtype=np.float32) / 255
        colour = mean / np.maximum(alpha, 1e-6)[..., None]
        return Truth(colour if light is None else np.clip(colour * light, 0, 1), alpha)


def bag(size: int = 1024) -> Truth:
    """A striped bag with a ring as its handle, a hole in the body, and thin grass at its foot."""
    canvas = Canvas(size)
    rng = np.random.default_rng(7)
    canvas.disc((0.5, 0.34), 0.17, (0.55, 0.30, 0.12))
    canvas.disc((0.5, 0.34), 0.12, None)
    body = [(0.22, 0.4), (0.78, 0.4), (0.84, 0.84), (0.16, 0.84)]
    canvas.area(body, (0.80, 0.16, 0.18))
    for left in np.arange(0.26, 0.76, 0.1):
        stripe = [(left, 0.4), (left + 0.04, 0.4), (left + 0.04, 0.84), (left, 0.84)]
        canvas.area(stripe, (0.95, 0.86, 0.70))
    canvas.disc((0.62, 0.62), 0.05, None)
    for x in rng.uniform(0.08, 0.92, 60):
        tip = (x + rng.normal(0, 0.03), 0.84 - rng.uniform(0.05, 0.16))
        middle = (x + rng.normal(0, 0.006), 0.85)
        blade = (0.15 + rng.uniform(0, 0.2), 0.25 + rng.uniform(0, 0.2), 0.45)
        canvas.line([(x, 0.93), middle, tip], blade, rng.uniform(0.75, 2.0))
    return canvas.truth(_light(size))


def hair(size: int = 1024, strands: int = 900) -> Truth:
    """A ball of hair: strands of half a pixel to two pixels that curl out of a dark core."""
    canvas = Canvas(size)
    rng = np.random.default_rng(11)
    canvas.disc((0.5, 0.5), 0.2, (0.24, 0.14, 0.08))
    along = np.linspace(0, 1, 24)[:, None]
    for angle in rng.uniform(0, 2 * np.pi, strands):
        reach, curl = rng.uniform(0.12, 0.24), rng.normal(0, 0.9)
        turn = angle + curl * along
        ray = np.hstack([np.cos(turn), np.sin(turn)]) * (0.18 + reach * along)
        tone = rng.uniform(0.5, 1.5)
        strand = (min(1.0, 0.42 * tone), min(1.0, 0.25 * tone), 0.13 * tone)
        canvas.line(ray + 0.5, strand, rng.choice([0.5, 0.75, 1.0, 1.5]) * size / 1024)
    return canvas.truth()


def soft(size: int = 1024, width: float = 12.0, colour: Colour = (0.85, 0.45, 0.1)) -> Truth:
    """A disc whose alpha falls from 1 to 0 over `width` pixels."""
    y, x = _grid(size)
    inside = 0.3 * size - np.hypot(x, y) * size
    alpha = np.clip(inside / width + 0.5, 0, 1).astype(np.float32)
    return Truth(np.broadcast_to(np.float32(colour), (size, size, 3)) * _light(size), alpha)


def multicolour(size: int = 1024) -> Truth:
    """A wheel of twelve saturated, light and dark sectors, so that every edge has two colours."""
    canvas = Canvas(size)
    tones = [(0.9, 0.1, 0.1), (1.0, 0.9, 0.2), (0.1, 0.1, 0.45), (0.95, 0.95, 0.95)]
    tones += [(0.1, 0.6, 0.9), (0.05, 0.05, 0.05), (0.9, 0.5, 0.1), (0.5, 0.1, 0.6)]
    tones += [(0.6, 0.4, 0.3), (0.1, 0.8, 0.7), (0.95, 0.6, 0.7), (0.3, 0.3, 0.3)]
    for turn, tone in enumerate(tones):
        angle = np.linspace(turn, turn + 1, 20) * np.pi / 6
        rim = np.stack([np.cos(angle), np.sin(angle)], 1) * 0.35 + 0.5
        canvas.area(np.vstack([[(0.5, 0.5)], rim]), tone)
    return canvas.truth()


def ball(size: int = 1024, colour: Colour = (0.04, 0.04, 0.05)) -> Truth:
    """A shaded ball of one colour with a highlight and a square plinth."""
    canvas = Canvas(size)
    canvas.disc((0.5, 0.42), 0.25, colour)
    canvas.area([(0.3, 0.68), (0.7, 0.62), (0.72, 0.8), (0.28, 0.84)], colour)
    return canvas.truth(_light(size))


def chrome(size: int = 1024) -> Truth:
    """A ball with bands from white to black, as polished metal mirrors its room."""
    y, x = _grid(size)
    band = 0.5 + 0.5 * np.cos(np.clip(y + 0.3 * x * x, -1, 1) * 22)
    light = np.clip(band, 0.03, 1)[..., None] * np.float32((0.97, 1.0, 1.0))
    canvas = Canvas(size)
    canvas.disc((0.5, 0.5), 0.3, (1.0, 1.0, 1.0))
    return canvas.truth(light.astype(np.float32))


def navy(size: int = 1024) -> Truth:
    """The ball in navy."""
    return ball(size, (0.05, 0.07, 0.22))


def grey(size: int = 1024) -> Truth:
    """The ball in grey, lighter and darker than the grey backing."""
    return ball(size, (0.6, 0.6, 0.6))


OBJECTS: dict[str, Callable[[int], Truth]] = {
    "bag": bag,
    "hair": hair,
    "soft": soft,
    "multicolour": multicolour,
    "dark": ball,
    "navy": navy,
    "grey": grey,
    "chrome": chrome,
}


def backing(size: int, colour: Colour, vignette: float = 0.04) -> Float:
    """A solid colour that darkens by `vignette` from the centre to the corners."""
    y, x = _grid(size)
    fall = 1 - np.float32(vignette) * (x * x + y * y) * 2
    return fall[..., None] * np.float32(colour)


def photo(truth: Truth, colour: Colour, noise: float = 2.0, seed: int = 1) -> Byte:
    """`truth` over the vignetted colour whose grain has `noise` levels, 8 bit."""
    behind = backing(truth.alpha.shape[0], colour)
    behind += np.random.default_rng(seed).normal(0, noise / 255, behind.shape).astype(np.float32)
    return np.clip(np.rint(truth.over(behind) * 255), 0, 255).astype(np.uint8)


def grain(picture: Float, noise: float, seed: int = 1) -> Byte:
    """8 bit with Gaussian noise of `noise` levels everywhere, on the object as well."""
    added = np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.clip(np.rint(picture * 255 + added), 0, 255).astype(np.uint8)


def blurred(picture: Byte, sigma: float = 0.8) -> Byte:
    """As a decoder of latents softens."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def ringing(picture: Byte, gain: float = 0.6) -> Byte:
    """Overshoot on both sides of every edge, as decoders of latents leave it."""
    wide = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 1.6)
    slim = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 0.8)
    return np.clip(np.rint(slim + np.float32(gain) * (slim - wide)), 0, 255).astype(np.uint8)


def jpeg(picture: Byte, quality: int) -> Byte:
    """Through a JPEG file and back."""
    _, data = cv2.imencode(
        ".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    return np.asarray(cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB))


def spilled(truth: Truth, colour: Colour, share: float = 0.15, reach: float = 4.0) -> Truth:
    """The backing's colour reflected by the object, fading `reach` pixels behind its edge."""
    depth = cv2.distanceTransform((truth.alpha > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    weight = (np.float32(share) * np.exp(-depth / np.float32(reach)))[..., None]
    mixed = truth.colour * (1 - weight) + np.float32(colour) * weight
    return Truth(mixed.astype(np.float32), truth.alpha)


def recomposition_error(rgba: Byte, truth: Truth) -> float:
    """Mean difference over black, white and blue, in levels of 255."""
    full = np.iinfo(rgba.dtype).max
    got = Truth(rgba[..., :3].astype(np.float32) / full, rgba[..., 3].astype(np.float32) / full)
    errors = [np.abs(got.over(b) - truth.over(b)).mean() for b in BACKDROPS]
    return 255 * float(np.mean(errors))


def alpha_error(rgba: Byte, truth: Truth) -> float:
    """Mean difference of alpha over the canvas, 0..1."""
    return float(np.abs(rgba[..., 3] / np.float32(np.iinfo(rgba.dtype).max) - truth.alpha).mean())


def _grid(size: int) -> tuple[Float, Float]:
    axis = (np.arange(size, dtype=np.float32) + np.float32(0.5)) / np.float32(size)
    axis -= np.float32(0.5)
    return axis[:, None], axis[None, :]


def _light(size: int) -> Float:
    y, x = _grid(size)
    return (1 - np.float32(0.35) * (x + y))[..., None].astype(np.float32)


def _bytes(colour: Colour) -> tuple[int, int, int]:
    red, green, blue = (round(255 * value) for value in colour)
    return red, green, blue
