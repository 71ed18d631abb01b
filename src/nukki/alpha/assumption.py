"""What one picture of a translucent thing over a known colour allows to assume of its alpha.

A pixel gives three equations for four unknowns, so that every answer rests on an assumption; each
one here says how far alpha can be off when it does not hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from nukki.alpha.source import Colour, Float
from nukki.alpha.support import largest

Name = Literal["neutral", "tinted", "additive", "minimal"]

LEAST_CHROMA = 0.3  # of the key, Euclidean, before grey can be told from it
DARK = 0.12
_ROOM = 0.12  # least room a channel is given, or noise would be blown up
_ROOM_NOISES = 24.0
_AGREE = 0.02  # chroma, 0..1, that glass may have and still pass for neutral
_HIDDEN = 2.5
_IN_PLANE = 0.5  # of the chroma in one hue: as much may lie across it
# Glass shows lamps, sky and windows: its colours are taken to lie in this range of greys.
_LIKELY = np.linspace(0.5, 1.0, 26, dtype=np.float32)


class Assumption(Protocol):
    """A way to read alpha."""

    @property
    def name(self) -> Name:
        """Under which its sentence and docs/06-alpha.md know it."""
        ...

    @property
    def bound(self) -> float:
        """How far alpha can be off on the average of the object, 0..1."""
        ...

    def alpha(self, standing: Float, back: Float) -> Float:
        """(..., 3) picture less background, and background, to (...) alpha, not yet clipped."""
        ...


def choose(standing: Float, colour: Colour, noise: float, glow: bool) -> Assumption:
    """The best assumption that n pixels (n, 3) of the object support, over a key `colour`."""
    back = np.asarray(colour, np.float32)
    least = Minimal("minimal", 0.0, noise)
    lowest = np.clip(least.alpha(standing, back), 0, 1)
    if glow and back.max() <= 2 * DARK:
        return Minimal("additive", noise, noise)
    minimal = Minimal("minimal", _likely_error(lowest, back), noise)
    if glow:
        return minimal
    neutral = _neutral(standing, back, noise)
    if neutral is not None and neutral.colour <= _AGREE:
        return neutral
    if tinted := _tinted(standing, back, noise, lowest):
        return tinted
    # Glass of several hues fits none of them; what is off by the least is taken.
    return neutral if neutral is not None and neutral.bound < minimal.bound else minimal


@dataclass(frozen=True)
class Neutral:
    """Grey glass on a saturated key: what is left of the key's chroma is what shines through.

    `colour` is the chroma, 0..1, that the object adds across the key's hue.
    """

    bound: float
    colour: float
    least: Minimal
    name: Name = "neutral"

    def alpha(self, standing: Float, back: Float) -> Float:
        """See `Assumption`; linear while no hue is in sight, so that noise does not bias it."""
        chroma = back - back.mean(-1, keepdims=True)
        lost = np.einsum("...c,...c->...", standing, chroma)
        linear = -lost / np.einsum("...c,...c->...", chroma, chroma)
        if self.colour > _AGREE:
            linear = np.maximum(linear, self.least.alpha(standing, back))
        return np.asarray(linear, np.float32)


@dataclass(frozen=True)
class Tinted:
    """Colours between one tint and white; `slope` (3,) turns a difference into alpha."""

    bound: float
    slope: Float
    least: Minimal
    name: Name = "tinted"

    def alpha(self, standing: Float, back: Float) -> Float:
        """See `Assumption`; never below what the range of colours allows."""
        linear = standing @ self.slope
        return np.asarray(np.maximum(linear, self.least.alpha(standing, back)), np.float32)


@dataclass(frozen=True)
class Minimal:
    """The least alpha with which some colour explains the pixel: exact for light on black."""

    name: Name
    bound: float
    noise: float

    def alpha(self, standing: Float, back: Float) -> Float:
        """See `Assumption`."""
        # The largest of three noisy channels lies above the truth unless each gives some way.
        room = np.float32(max(_ROOM, _ROOM_NOISES * self.noise))
        up = (standing - np.float32(self.noise)) / np.maximum(1 - back, room)
        down = (-standing - np.float32(self.noise)) / np.maximum(back, room)
        return np.asarray(largest(np.maximum(up, down)).clip(0), np.float32)


def _neutral(standing: Float, back: Float, noise: float) -> Neutral | None:
    chroma = back - back.mean()
    size = float(np.linalg.norm(chroma))
    if size < LEAST_CHROMA:
        return None
    off = standing - standing.mean(1, keepdims=True)
    off = off - (off @ chroma)[:, None] / size**2 * chroma
    power = float(np.square(off).sum(1).mean()) - noise**2
    colour = float(np.sqrt(max(power, 0.0)))
    # Chroma along the key's own hue cannot be seen. One pale hue may lie mostly there; several
    # hues lie as much along it as across.
    hidden = _HIDDEN * colour if colour <= _AGREE else colour
    return Neutral((hidden + 0.8 * noise) / size, colour, Minimal("minimal", 0.0, noise))


def _tinted(standing: Float, back: Float, noise: float, lowest: Float) -> Tinted | None:
    white = 1 - back
    reach = float(np.linalg.norm(white))
    if reach < _ROOM:
        return None
    up = white / reach
    across = standing - (standing @ up)[:, None] * up
    values, vectors = np.linalg.eigh(across.T @ across / len(across))
    spread, rest = (float(np.sqrt(max(v - noise**2, 0.0))) for v in (values[2], values[1]))
    if spread < 4 * noise + _AGREE or rest > _IN_PLANE * spread:
        return None
    side = vectors[:, 2].astype(np.float32)
    side = side * np.float32(np.sign((standing @ side).sum()) or 1)
    s = standing @ side
    far = (s >= np.percentile(s, 50)) & (s > noise)
    if not far.any():
        return None
    gain = standing @ up / reach
    # The densest place is taken to be opaque, or the tint to be as vivid as colours go.
    dense = float(np.percentile((1 - gain[far]) / s[far], 1))
    vivid = float(np.percentile((lowest[far] - gain[far]) / s[far], 90))
    if not vivid < dense:
        return None
    middle = (vivid + dense) / 2
    bound = (dense - vivid) / 2 * float(np.abs(s).mean()) + rest / reach + noise
    slope = np.asarray(up / reach + np.float32(middle) * side, np.float32)
    return Tinted(bound, slope, Minimal("minimal", 0.0, noise))


def _likely_error(lowest: Float, back: Float) -> float:
    """Mean distance of the least alpha from that of likely greys, 0..1; for the tenth of them
    that the background hides best it is larger."""
    away = _LIKELY[:, None] - back
    room = np.where(away > 0, np.maximum(1 - back, _ROOM), np.maximum(back, _ROOM))
    use = np.maximum((np.abs(away) / room).max(1), 1e-3)
    some = lowest[:: max(1, lowest.size // 4096)]
    likely = np.minimum(some[:, None] / use, 1)
    return float(np.percentile(np.abs(likely - some[:, None]).mean(0), 90))
