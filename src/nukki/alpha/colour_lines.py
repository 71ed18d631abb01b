"""Which mixture of background and nearby object colours explains a pixel of the edge best.

Colours are differences from the background (D = I − B), so that the background is the origin: one
object colour makes a line through it, two make a plane, and alpha is the sum of their shares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from nukki.alpha.source import Byte, Float, Pixels
from nukki.core.nearest import Index, Nearest, nearest

# Seeds are also taken from where the neighbours at these offsets have theirs: often another side
# of the pixel, with another colour.
_ASIDE = ((-4, 0), (4, 0), (0, -4), (0, 4), (-9, -9), (9, 9), (-9, 9), (9, -9))
_TINY = np.float32(1e-6)
_LOW = 0.25  # pixels of less alpha tell what an edge is like without the object
_LEAST_LOW = 64
# JPEG 85 and ringing leave .02 to .07 of an edge's contrast. More is another colour of the object;
# if that does not explain it either, this is no object on a plain backing.
_MOST_ARTEFACT = 0.2


@dataclass(frozen=True)
class Band:
    """The pixels to solve: flat indices `at` (n,).

    `shown` (h·w, 3) are all bytes of the picture, `strength` (h, w) float32 the length of I − B,
    `d` (n, 3) float32 the band's I − B, `sigma` the length of the noise, 0..1;
    `lift` (h, w) says by how much I − B of a seed falls short of its own colour.
    """

    at: Index
    shown: Pixels
    strength: Float
    d: Float
    sigma: float
    lift: Float
    artefact: float = 0.0

    @cached_property
    def behind(self) -> Float:
        """The background, (n, 3)."""
        return self.colour(self.at) - self.d

    def colour(self, at: Index) -> Float:
        """The picture's colours at flat indices, (n, 3) in 0..1."""
        return self.shown[at] * np.float32(1 / np.iinfo(self.shown.dtype).max)

    def face(self, source: Index) -> Float:
        """The object's own colour at seeds, one for each member, (n, 3)."""
        shown = self.colour(source)
        lift = self.lift.ravel()[source]
        short = np.flatnonzero(lift > 1)
        if short.size:
            behind = self.behind[short]
            shown[short] = behind + lift[short, None] * (shown[short] - behind)
        return shown

    def part(self, keep: Index) -> Band:
        """The band's members `keep`."""
        return replace(self, at=self.at[keep], d=self.d[keep])


@dataclass(frozen=True)
class Mixture:
    """Per pixel `along` (n,), alpha before it is held to 0..1, the object's colour `face` (n, 3)
    and `miss` (n,): the squared distance of the mixture from what is shown."""

    along: Float
    face: Float
    miss: Float

    def put(self, at: Index, other: Mixture) -> None:
        """Take `other` for the members `at`."""
        self.along[at], self.face[at], self.miss[at] = other.along, other.face, other.miss

    def part(self, keep: Index) -> Mixture:
        """The members `keep`, copied."""
        return Mixture(self.along[keep], self.face[keep], self.miss[keep])


@dataclass(frozen=True)
class Solved:
    """`alpha` (n,), straight `colour` (n, 3) and `doubt` (n,), all 0..1: the error of alpha that
    the noise and what is left unexplained lead one to expect, as a share of the contrast."""

    alpha: Float
    colour: Float
    doubt: Float


def explain(band: Band, seeds: Byte) -> Solved:
    """Solve a band whose object shows itself at `seeds` (h, w); without any it is opaque."""
    if not seeds.any():
        whole = np.ones(len(band.at), np.float32)
        return Solved(whole, band.colour(band.at), whole)
    sources = _sources(band, seeds)
    mixture = _one(band, sources)
    artefact = _artefact(band, mixture)
    band = replace(band, artefact=artefact if artefact <= _MOST_ARTEFACT else 0.0)
    _refine(band, sources, mixture)
    odd = np.flatnonzero(mixture.miss > _allowed(band, mixture))
    if odd.size:
        own = _colours_of_their_own(band, mixture, odd)
        if own.any():
            part = band.part(odd)
            sources = _sources(part, seeds | own)
            better = _one(part, sources)
            _refine(part, sources, better)
            mixture.put(odd, better)
    solved = _resolve(band, mixture)
    if artefact > _MOST_ARTEFACT:
        lost = _artefact(band, mixture) > _MOST_ARTEFACT
        least = np.float32(artefact if lost else _MOST_ARTEFACT / 2)
        return replace(solved, doubt=np.maximum(solved.doubt, least))
    return solved


def _artefact(band: Band, mixture: Mixture) -> float:
    """Error that compression or a decoder left beside edges, as a share of the edge's contrast.

    Read from pixels of little alpha: how far they lie beside their colour line, and how far on
    the wrong side of the background. On clean pictures both are within the noise, hence 0.
    """
    length = _length(band, mixture)
    low = np.flatnonzero(mixture.along < _LOW)
    if low.size < _LEAST_LOW:
        return 0.0
    beside = float(np.median(np.sqrt(mixture.miss[low]) / length[low]))
    behind = -mixture.along[low][mixture.along[low] < 0]
    if behind.size > 0.1 * low.size:
        beside = max(beside, float(np.percentile(behind, 90)) / 1.5)
    noise = band.sigma / float(np.median(length[low]))
    return beside if beside > noise else 0.0


def _grain(band: Band, mixture: Mixture) -> Float:
    """Noise (n,) in 0..1, with the artefacts that grow with contrast."""
    grain = np.maximum(np.float32(band.sigma), band.artefact * _length(band, mixture))
    return np.asarray(grain, np.float32)


def _length(band: Band, mixture: Mixture) -> Float:
    line = mixture.face - band.behind
    return np.asarray(np.sqrt(np.maximum(_dot(line, line), _TINY)), np.float32)


def _allowed(band: Band, mixture: Mixture) -> Float:
    """Squared distance that noise, and seeds that differ a little, account for."""
    strength = _dot(band.d, band.d)
    return np.asarray((3 * _grain(band, mixture)) ** 2 + 0.04**2 * strength, np.float32)


def _colours_of_their_own(band: Band, mixture: Mixture, odd: Index) -> Byte:
    """1 where what no mixture explains is at its strongest, (h, w).

    A pixel much weaker than one beside it is that one's fringe and has no colour of its own.
    """
    beside = cv2.dilate(band.strength, np.ones((3, 3), np.uint8)).ravel()[band.at[odd]]
    own = band.strength.ravel()[band.at[odd]]
    strong = (own > 0.8 * beside) & (own > 0.5 * _length(band, mixture)[odd])
    plane = np.zeros_like(band.strength)
    plane.ravel()[band.at[odd]] = mixture.miss[odd] * strong
    crest = cv2.dilate(plane, np.ones((3, 3), np.uint8))
    return np.asarray((plane > 0) & (plane >= 0.8 * crest), np.uint8)


def _refine(band: Band, sources: list[Index], mixture: Mixture) -> None:
    """Where no single colour explains the pixel, try pairs."""
    odd = np.flatnonzero(mixture.miss > _allowed(band, mixture))
    if odd.size:
        mixture.put(odd, _two(band.part(odd), [source[odd] for source in sources], mixture, odd))


def _sources(band: Band, seeds: Byte) -> list[Index]:
    near = nearest(1 - seeds)
    return [near.source(band.at), *_asides(near, band)]


def _asides(near: Nearest, band: Band) -> list[Index]:
    height, width = band.strength.shape
    y, x = np.divmod(band.at, width)
    found = []
    for down, right in _ASIDE:
        moved = np.clip(y + down, 0, height - 1) * width + np.clip(x + right, 0, width - 1)
        found.append(near.source(moved))
    return found


def _one(band: Band, sources: list[Index]) -> Mixture:
    """The seed whose line runs closest; a farther seed must beat the nearest by the noise."""
    best: Mixture | None = None
    for source in sources:
        face = band.face(source)
        line = face - band.behind
        length = np.maximum(_dot(line, line), _TINY)
        along = _dot(band.d, line) / length
        off = band.d - np.clip(along, 0, 1)[:, None] * line
        found = Mixture(np.asarray(along, np.float32), face, _dot(off, off))
        if best is None:
            best = found
            continue
        better = np.flatnonzero(found.miss + band.sigma**2 < best.miss)
        best.put(better, found.part(better))
    assert best is not None
    return best


def _two(band: Band, sources: list[Index], single: Mixture, odd: Index) -> Mixture:
    """The pair of seeds, the nearest and another, whose plane runs closest."""
    best = single.part(odd)
    first = band.face(sources[0]) - band.behind
    aa, ad = np.maximum(_dot(first, first), _TINY), _dot(first, band.d)
    for source in sources[1:]:
        second = band.face(source) - band.behind
        bb, bd, ab = _dot(second, second), _dot(second, band.d), _dot(first, second)
        area = np.maximum(aa * bb - ab * ab, 1e-3 * aa * bb + _TINY)
        a = np.clip((ad * bb - bd * ab) / area, 0, 1)
        b = np.clip((bd - a * ab) / np.maximum(bb, _TINY), 0, 1)
        total = np.maximum(a + b, _TINY)
        a, b = a / np.maximum(total, 1), b / np.maximum(total, 1)
        off = band.d - a[:, None] * first - b[:, None] * second
        miss = _dot(off, off)
        better = np.flatnonzero(miss + band.sigma**2 < best.miss)
        alpha = (a + b)[better]
        share = (a[better] / np.maximum(alpha, _TINY))[:, None]
        face = share * first[better] + (1 - share) * second[better] + band.behind[better]
        best.put(better, Mixture(np.asarray(alpha, np.float32), face, miss[better]))
    return best


def _resolve(band: Band, mixture: Mixture) -> Solved:
    """Alpha within 0..1, full where noise alone keeps it from 1 and 0 where it is an artefact;
    colour from the pixel itself where it shows enough of it, else from its mixture."""
    alpha = np.clip(mixture.along, 0, 1)
    if band.artefact:
        alpha *= np.clip((alpha - 2 * band.artefact) / (2 * band.artefact), 0, 1)
    grain, length = _grain(band, mixture), _length(band, mixture)
    alpha[alpha > 1 - 1.5 * grain / length] = 1
    trust = np.clip((alpha - 0.15) / 0.35, 0, 1)[:, None]
    solved = band.behind + band.d / np.maximum(alpha[:, None], 1e-3)
    colour = np.clip(trust * solved + (1 - trust) * mixture.face, 0, 1)
    doubt = np.sqrt(np.maximum(mixture.miss, grain * grain)) / length
    return Solved(alpha, colour, np.minimum(doubt, 1))


def _dot(a: Float, b: Float) -> npt.NDArray[np.float32]:
    return np.asarray(np.einsum("ij,ij->i", a, b), np.float32)
