"""How a brand picture comes to belong to a picture that nobody can light again: from the finished
pixels alone, whatever engine drew them.

Two ways. Overlay lights it as a part of the scene: the light around falls on it, it casts shadows,
and light comes around its edges. Imprint prints it on what is below and presses it in: ink covers,
the surface's own shading goes through it, and its rim catches the key light.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from nukki.core.pixels import to_bytes, to_float
from nukki.finishing.harmonise_scene import Around, Key, around, key_of, largest, least
from nukki.finishing.harmonise_shadow import cast, unit_of
from nukki.finishing.warp import Patch

if TYPE_CHECKING:
    from nukki.catalog.blend import Blend
    from nukki.catalog.placement import Mode

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]

_TO_KEY = 0.15  # brighter at the side of the key light, darker at the other, at full strength
_CAST = 0.08  # of the surroundings' tint
_SHINE = 0.8  # of the scene's highlights
_PAINT = 0.15  # share of the way to white that a lighter paint may go
_WRAP = 0.36  # of the light from around, at the very edge
_PRINT = 0.35  # of a surface's shading that goes through ink, whatever the strength
_LIVELY = 0.16  # of its logarithm on the average: what varies by more mirrors, and is no shading
_GLEAM = 0.04  # of white that highlights may lay over it, on the average
_DARK = 0.1  # value that no surface is darker than, or its noise would be blown up
_SHADE, _BRIGHT = 0.4, 1.4  # most that shading may do
_RIM, _WALL = 1.1, 0.45  # of a pressed edge: light and shade at it, and the wall's shadow
_FEATHER = 0.2
_GRAIN_SEED = 20260731


@dataclass(frozen=True)
class Effects:
    """Straight patches of uint8: `shadow` to lay below a brand picture, `shade` to multiply it
    with, `light` to screen over it, and `lit`, the picture as it is blended, edges included. The
    last three lie where the picture lies; `shadow` is of size 0 where there is none."""

    shadow: Patch
    shade: Patch
    light: Patch
    lit: Patch


def harmonise(scene: Byte, patch: Patch, mode: Mode, blend: Blend, casts: bool) -> Effects:
    """Effects on and of `patch` in `scene` (H, W, 4) uint8 straight, all that is below it.

    Where there is no scene the key light and the tint of the objects nearby still count. `casts`:
    its shadow may fall on transparency. In exact mode `lit` is `patch` itself. What is outside the
    frame is left out. Equal input gives equal bytes.
    """
    patch = patch.clipped(scene.shape[1], scene.shape[0])
    if not patch.width or not patch.height:
        return Effects(patch, patch, patch, patch)
    key, near = key_of(scene), around(scene, patch)
    own = to_float(np.ascontiguousarray(patch.rgba))
    unit = unit_of(patch, scene)
    if mode == "imprint":
        factor, shine = _printed(own, near, key, blend, unit)
        shadow = Patch(np.zeros((0, 0, 4), np.uint8), patch.x, patch.y)
    else:
        factor, shine = _lit(own, near, key, blend, unit)
        shadow = cast(scene, patch, near, key, blend, unit, casts=casts)
    shade, light = np.minimum(factor, 1), _screen(own[..., :3], factor, shine)
    shades, lights = (_layer(part, patch) for part in (shade, light))
    if mode == "exact":
        return Effects(shadow, shades, lights, patch)
    seen = 1 - (1 - own[..., :3] * shade) * (1 - light)
    alpha = _feathered(own[..., 3])
    if mode == "imprint":
        seen *= 1 + np.float32(1 - blend.ink) * near.under[..., 3:] * (near.under[..., :3] - 1)
    elif blend.grain and near.grain:
        seen += _grain(near)[..., None]
    return Effects(shadow, shades, lights, _layer(np.dstack([seen, alpha]), patch))


def overlays(flat: Patch, lit: Patch) -> tuple[Patch, Patch]:
    """Shade to multiply `flat` with and light to screen over it, that it looks like `lit`; both
    are straight patches of one place and size."""
    own, seen = (to_float(np.ascontiguousarray(part.rgba[..., :3])) for part in (flat, lit))
    shade = np.minimum(seen / np.maximum(own, 1 / 255), 1)
    dark = own * shade
    light = np.clip((seen - dark) / np.maximum(1 - dark, 1 / 255), 0, 1)
    alpha = to_float(np.ascontiguousarray(lit.rgba[..., 3]))
    shades, lights = (Patch(to_bytes(np.dstack([part, alpha])), lit.x, lit.y)
                      for part in (shade, light))  # fmt: skip
    return shades, lights


def _lit(own: Float, near: Around, key: Key, blend: Blend, unit: float) -> tuple[Float, Float]:
    """Factor of light (h, w, 3) on the colours, and light to add to them (h, w, 3)."""
    field = _shading(np.log(np.maximum(near.light, 0.05)), blend.light)
    factor = (field * _to_key(own.shape, key, blend.light))[..., None]
    factor = np.clip(factor, _SHADE, _BRIGHT) * _tint(near, blend.light)
    shine = _highlights(near, blend.light)[..., None] + _wrap(own[..., 3], near, blend.wrap, unit)
    return factor, shine


def _printed(own: Float, near: Around, key: Key, blend: Blend, unit: float) -> tuple[Float, Float]:
    """The same for ink on the surface below."""
    there = near.under[..., 3]
    shading = np.log((largest(near.under) + _DARK) / np.float32(max(near.value, 0.02) + _DARK))
    shading *= there
    through = _PRINT + blend.light
    shading = _shading(shading, through)
    shading *= 1 + (1 - there) * (_to_key(own.shape, key, blend.light) - 1)
    shading *= _pressed(own[..., 3], key, blend.emboss, unit)
    shine = _highlights(near, through)[..., None]
    return shading[..., None] * _tint(near, blend.light), shine


def _shading(logarithm: Float, strength: float) -> Float:
    """The factor of a shading of which only a part comes through."""
    lively = float(np.sqrt(np.square(logarithm).mean()))
    part = np.float32(min(1, strength, _LIVELY / max(lively, 1e-3)))
    return np.asarray(np.clip(np.exp(logarithm * part), _SHADE, _BRIGHT))


def _to_key(shape: tuple[int, ...], key: Key, strength: float) -> Float:
    """(h, w), brighter towards the key light."""
    height, width = shape[:2]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * np.float32(height / 2)
    x = np.linspace(-1, 1, width, dtype=np.float32) * np.float32(width / 2)
    far = abs(key.x) * width / 2 + abs(key.y) * height / 2
    share = _TO_KEY * strength * (0.5 + 0.5 * key.sure) / far
    return np.asarray(1 + np.float32(share) * (x * np.float32(key.x) + y * np.float32(key.y)))


def _tint(near: Around, strength: float) -> Float:
    """(3,): light is tinted by what it bounced off."""
    if near.colour is None:
        return np.ones(3, np.float32)
    off = np.clip(near.colour / max(float(near.colour.mean()), 0.05) - 1, -0.5, 0.5)
    return np.asarray(1 + np.float32(_CAST * strength) * off, np.float32)


def _highlights(near: Around, strength: float) -> Float:
    """(h, w) how much whiter the surface is than its surroundings: light that it mirrors."""
    white = least(near.under)
    room = np.maximum(1 - near.white, np.float32(0.05))
    above = np.maximum((white - near.white) / room - np.float32(_PAINT), 0)
    above *= near.under[..., 3]
    most = _GLEAM / max(float(above.mean()), 1e-3)
    return np.asarray(above * np.float32(min(_SHINE * strength, most)), np.float32)


def _wrap(alpha: Float, near: Around, strength: float, unit: float) -> Float:
    """(h, w, 3): light from around that reaches over the edge; least on strokes, all edge."""
    if not strength or near.colour is None:
        return np.zeros((1, 1, 3), np.float32)
    inside = _soft(alpha, float(np.clip(0.012 * unit, 1.2, 5)))
    edge = np.minimum(2 - 2 * inside, 1) * np.minimum(2 * inside, 1)
    share = np.float32(_WRAP * strength) * edge * np.minimum(near.there, 1)
    return np.asarray(share[..., None] * near.glow, np.float32)


def _pressed(alpha: Float, key: Key, depth: float, unit: float) -> Float:
    """(h, w) factor: the wall at the side of the light lies in shadow and shades the ground; that
    on the other side catches the light."""
    px = (0.004 + 0.008 * depth) * unit
    depth, px = depth * min(1.0, px), max(1.0, px)
    soft = _soft(alpha, 0.6 * px)
    x, y = (cv2.Sobel(soft, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
    rim = (x * np.float32(key.x) + y * np.float32(key.y)) * np.float32(px)
    move = np.array([[1, 0, key.x * px], [0, 1, key.y * px]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    towards = cv2.warpAffine(soft, move, (alpha.shape[1], alpha.shape[0]), flags=flags)
    wall = 1 - np.float32(_WALL * depth) * np.maximum(soft - towards, 0)
    return np.asarray((1 + np.float32(_RIM * depth) * rim) * wall, np.float32)


def _screen(colour: Float, factor: Float, shine: Float) -> Float:
    """The light to screen: what brightens `colour` by the part of `factor` above 1, and `shine`."""
    more = colour * np.maximum(factor - 1, 0) / np.maximum(1 - colour, np.float32(0.1))
    return np.asarray(np.clip(1 - (1 - more) * (1 - shine), 0, 1), np.float32)


def _feathered(alpha: Float) -> Float:
    """Edges of solid shapes as soft as those of a picture; strokes keep all that they have."""
    solid = np.clip((_soft(alpha, 3.0) - 0.35) / 0.15, 0, 1)
    less = np.maximum(alpha - _soft(alpha, 0.7), 0)
    return np.asarray(alpha - np.float32(_FEATHER) * solid * less, np.float32)


def _soft(alpha: Float, sigma: float) -> Float:
    blurred = cv2.GaussianBlur(alpha, (0, 0), sigma, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(blurred, np.float32)


def _grain(near: Around) -> Float:
    noise = np.random.default_rng(_GRAIN_SEED).standard_normal(near.there.shape, np.float32)
    return np.asarray(noise * np.float32(near.grain / 255) * near.there, np.float32)


def _layer(part: Float, patch: Patch) -> Patch:
    """Colours (h, w, 3), or with an alpha of their own, as a patch where the picture lies."""
    rgba = np.empty(patch.rgba.shape, np.uint8)
    rgba[..., 3] = patch.rgba[..., 3]
    rgba[..., : part.shape[2]] = to_bytes(part)
    return Patch(rgba, patch.x, patch.y)
