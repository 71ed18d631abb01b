"""The same object over two backgrounds: alpha follows from the difference (Smith and Blinn 1996).

Exact when the two pictures show the same object in the same place, which is what is checked first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from nukki.alpha import background, pair_gate
from nukki.alpha.background import Backdrop
from nukki.alpha.registration import FEWEST_TILES, ChannelPlace, Registration, register
from nukki.alpha.result import AlphaResult, Remark
from nukki.alpha.source import Pixels, Source
from nukki.alpha.support import REACH, noise_of, support
from nukki.errors import AlphaError

Float = npt.NDArray[np.float32]

STRATEGY_ID = "two_background"
LEAST = 0.5
SURE = 0.8
# Below this distance of the backgrounds (Euclidean, 0..1) rounding to 8 bit alone costs 5 levels.
LEAST_APART = 0.12
_ALPHA_NOISE = 8 / 255  # the most noise of alpha that is still worth a cutout
# Pairs moved by .25 px measured .19 px and more, unmoved ones with sharp edges up to .12 px.
MOST_SHIFT = 0.17
MOST_WHOLE_SHIFT = 8  # what moved further was probably drawn anew
_SURE = 5.0  # standard errors; pairs of textured glass that lie right measured up to 4.1
_MOST_DOUBT = 0.25  # px
# px by which the sharpest edges disagree. Plain ones that moved together measured up to .05,
# facets of glass that lies right .1 to .5, whose common shift is an artefact.
_TOGETHER = 0.1
_REDRAWN = 0.7
_STRIP = 256  # rows


@dataclass(frozen=True)
class Pair:
    """Two pictures (H, W, 3) with their backgrounds; `noise` is the deviation of a difference."""

    first: Pixels
    second: Pixels
    first_back: Backdrop
    second_back: Backdrop
    noise: float
    apart: Float  # (3,) median difference of the backgrounds

    @property
    def alpha_noise(self) -> float:
        """Standard deviation of alpha that the pictures' noise makes."""
        return self.noise / float(np.linalg.norm(self.apart))


@dataclass(frozen=True)
class Strip:
    """Rows of a pair as float32 0..1: pictures and backgrounds (h, W, 3)."""

    rows: slice
    first: Float
    second: Float
    first_back: Float
    second_back: Float


def two_background(source: Source) -> AlphaResult:
    """Solve alpha from `source.rgb` and `source.other`, in the encoded values as they are.

    `confidence` is 1 − r / 64, r the mean difference in levels of 255, over the object, between
    the two pictures and the cutout laid back over their backgrounds. Raises AlphaError when a
    background is not plain, both are alike, or the object is not the same in both.
    """
    pair, place, step = _placed(_pair(source))
    tally = pair_gate.Tally(pair.noise, pair.apart)
    rgba = np.zeros((*source.rgb.shape[:2], 4), source.rgb.dtype)
    for strip in _strips(pair, REACH):
        _solve(pair, strip, rgba, tally)
    remarks = pair_gate.judge(tally)
    if place is not None and not (_sharp(place) and place.length < MOST_SHIFT):
        remarks = (*remarks, Remark("pair-place-unknown"))
    if step != (0, 0):
        remarks = (*remarks, Remark("pair-moved", {"x": f"{step[0]:+d}", "y": f"{step[1]:+d}"}))
    return AlphaResult(
        rgba,
        STRATEGY_ID,
        pair_gate.confidence(tally),
        background=pair.first_back.colour,
        remarks=remarks,
        facts={**tally.facts(), **_facts(pair, place)},
    )


def _placed(pair: Pair) -> tuple[Pair, Registration | None, tuple[int, int]]:
    """The pair with its second picture moved back by whole pixels, and by which; and what tiles
    say of its place, None where the channels prove it. Raises AlphaError where it is off."""
    channels = _channel_place(pair)
    if channels.within(MOST_SHIFT / 2):
        return pair, None, (0, 0)
    place = _registration(pair)
    step = _whole_step(place)
    if step != (0, 0):
        back = replace(pair, second=_moved_back(pair.second, *step))
        if _channel_place(back).within(MOST_SHIFT / 2):
            return back, None, step
        if place.scatter <= _TOGETHER:
            pair, place = back, _registration(back)
            channels = _channel_place(pair)
        else:
            step = (0, 0)
    _require_in_place(place)  # plain edges know better by how much
    shift = channels.beyond(MOST_SHIFT)
    if shift is not None:
        raise AlphaError("pair-shifted", x=f"{shift[0]:+.2f}", y=f"{shift[1]:+.2f}")
    return pair, place, step


def _sharp(place: Registration) -> bool:
    """Whether there are edges enough to tell by a quarter of a pixel."""
    return place.tiles >= FEWEST_TILES and _SURE * place.error < _MOST_DOUBT


def _whole_step(place: Registration) -> tuple[int, int]:
    """Whole pixels to the right and down by which the second picture is off, if it is off by
    just that. Such a shift is undone without loss; any other would be resampled, which leaves
    sharp edges off by 16/255."""
    step = round(place.x), round(place.y)
    rest = float(np.hypot(place.x - step[0], place.y - step[1]))
    if (
        not _sharp(place)
        or rest >= MOST_SHIFT
        or max(abs(step[0]), abs(step[1])) > MOST_WHOLE_SHIFT
    ):
        return 0, 0
    return step


def _moved_back(picture: Pixels, x: int, y: int) -> Pixels:
    """The picture, x pixels to the left and y up; its border goes on where nothing is known."""
    rows = np.clip(np.arange(picture.shape[0]) + y, 0, picture.shape[0] - 1)
    columns = np.clip(np.arange(picture.shape[1]) + x, 0, picture.shape[1] - 1)
    return picture[rows][:, columns]


def _require_in_place(place: Registration) -> None:
    # Soft light has no edge that could tell where it is; nor does a small shift harm it.
    if place.length < max(MOST_SHIFT, _SURE * place.error):
        return
    if place.scatter > _REDRAWN:
        raise AlphaError("pair-redrawn", found=f"{place.scatter:.1f}")
    if place.scatter > _TOGETHER:
        return
    raise AlphaError("pair-shifted", x=f"{place.x:+.2f}", y=f"{place.y:+.2f}")


def _facts(pair: Pair, place: Registration | None) -> dict[str, float | str]:
    tiles: dict[str, float | str] = {}
    if place is not None:
        tiles = {
            "pair_shift_px": round(place.length, 3),
            "pair_shift_error_px": round(place.error, 3),
            "pair_agreement": round(place.agreement, 4),
        }
    return {
        **tiles,
        "pair_placed_by": "channels" if place is None else "edges",
        "pair_apart": round(float(np.linalg.norm(pair.apart)), 4),
        "alpha_noise": round(pair.alpha_noise, 5),
    }


def _pair(source: Source) -> Pair:
    if source.other is None:
        raise AlphaError("pair-none")
    backs = []
    for place, rgb, hint in (("1", source.rgb, source.background), ("2", source.other, None)):
        back = background.fit(rgb, hint, ring_only=True)
        if not back.solid:
            raise AlphaError("pair-background-busy", place=place)
        backs.append(back)
    apart = np.asarray(backs[0].colour, np.float32) - np.asarray(backs[1].colour, np.float32)
    distance = float(np.linalg.norm(apart))
    noise = float(np.hypot(noise_of(backs[0]), noise_of(backs[1])))
    if distance < max(LEAST_APART, noise / _ALPHA_NOISE):
        raise AlphaError("pair-alike", found=round(distance * 255), allowed=_least(noise))
    return Pair(source.rgb, source.other, backs[0], backs[1], noise, apart)


def _least(noise: float) -> int:
    return int(np.ceil(max(LEAST_APART, noise / _ALPHA_NOISE) * 255))


def _strips(pair: Pair, overlap: int = 0) -> Iterator[Strip]:
    """The pair in bands of rows, each with `overlap` rows more above and below where there are."""
    height = pair.first.shape[0]
    full = np.float32(np.iinfo(pair.first.dtype).max)
    for top in range(0, height, _STRIP):
        rows = slice(max(0, top - overlap), min(height, top + _STRIP + overlap))
        yield Strip(
            rows,
            pair.first[rows].astype(np.float32) / full,
            pair.second[rows].astype(np.float32) / full,
            pair.first_back.at(rows),
            pair.second_back.at(rows),
        )


def _registration(pair: Pair) -> Registration:
    shape = pair.first.shape[:2]
    standing = np.empty((2, *shape), np.float32)
    for strip in _strips(pair):
        standing[0, strip.rows] = _length(strip.first - strip.first_back)
        standing[1, strip.rows] = _length(strip.second - strip.second_back)
    return register(standing[0], standing[1], max(pair.noise, 1 / 510))


def _channel_place(pair: Pair) -> ChannelPlace:
    rounding = float(1 / np.iinfo(pair.first.dtype).max) / 3**0.5  # of pictures and backgrounds
    found = ChannelPlace(float(np.hypot(pair.noise, rounding)))
    for strip in _strips(pair, REACH):
        apart = strip.first_back - strip.second_back
        own = _own_rows(strip, pair.first.shape[0])
        found.add(strip.first - strip.second, strip.second, apart, own)
    return found


def _length(colours: Float) -> Float:
    return np.asarray(np.sqrt(np.einsum("hwc,hwc->hw", colours, colours)), np.float32)


def _solve(pair: Pair, strip: Strip, rgba: Pixels, tally: pair_gate.Tally) -> None:
    """Write the strip's own rows into `rgba`, (H, W, 4), and count how well the pair agrees."""
    apart = strip.first_back - strip.second_back
    seen = strip.first - strip.second
    alpha = 1 - np.einsum("hwc,hwc->hw", seen, apart) / np.einsum("hwc,hwc->hw", apart, apart)
    there = support(alpha, pair.alpha_noise)
    own = _own_rows(strip, pair.first.shape[0])
    seen_at = there[own]
    tally.add(
        np.stack([strip.first[own][seen_at], strip.second[own][seen_at]]),
        np.stack([strip.first_back[own][seen_at], strip.second_back[own][seen_at]]),
        alpha[own][seen_at],
    )
    full = np.float32(np.iinfo(rgba.dtype).max)
    alpha = np.clip(alpha, 0, 1) * there
    alpha[alpha > 1 - 1.5 * pair.alpha_noise] = 1
    stored = np.rint(alpha[own] * full) / full
    # Colour is solved for the alpha that is stored, so that rounding alpha costs no colour.
    light = strip.first[own] + strip.second[own]
    light -= (1 - stored)[..., None] * (strip.first_back[own] + strip.second_back[own])
    colour = np.zeros_like(light)
    np.divide(light / 2, stored[..., None], out=colour, where=stored[..., None] > 0)
    rows = slice(strip.rows.start + own.start, strip.rows.start + own.stop)
    rgba[rows, :, :3] = np.rint(np.clip(colour, 0, 1) * full)
    rgba[rows, :, 3] = np.rint(stored * full)
    whole = stored >= 1
    rgba[rows, :, :3][whole] = pair.first[rows][whole]


def _own_rows(strip: Strip, height: int) -> slice:
    """The rows of a strip that no neighbour writes."""
    top = -(-strip.rows.start // _STRIP) * _STRIP
    return slice(top - strip.rows.start, min(top + _STRIP, height) - strip.rows.start)
