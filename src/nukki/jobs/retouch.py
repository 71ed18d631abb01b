"""The recipe of a refined candidate: strokes → matte → finish → check, from files to files.

Runs in a workshop's child, by name. It starts from what finishing kept of the cutout, so that
nothing is cut anew: alpha and visible colour in `layers/` are the cutout's own, byte for byte.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic_core import to_jsonable_python

from nukki.alpha import background
from nukki.alpha.background import Backdrop
from nukki.core import png
from nukki.core.png import Tags
from nukki.core.storage import Storage
from nukki.errors import InputError
from nukki.finishing.finish import Finished, finish
from nukki.finishing.recolour import background_px, recolour
from nukki.finishing.thin import thinned
from nukki.jobs import brand, candidate, naming, refining, retouch_brand
from nukki.jobs import payload as payloads
from nukki.jobs.candidate import BY_DESIGN, Bench
from nukki.jobs.status import CandidateStatus
from nukki.jobs.store import JobFolder, as_json
from nukki.qa import rules
from nukki.qa.report import QaReport
from nukki.review import export_picture, strokes
from nukki.review.strokes import Stroke

Byte = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float32]

LEAST_BARE = 0.0005  # of the frame: less of the background is an edge that a brush went over
_KEYED = "residue"  # the rule that asks for the old background's colour


def ground(files: Storage, index: int) -> dict[str, Any]:
    """What a canvas shows strokes on: keeps the matte, the limit where there is one, and the
    rest as JSON, which is returned.

    Raises InputError refine-damaged, refine-unfinished, StorageError.
    """
    sheet = _open(files, index)
    limit = sheet.limit
    if limit is not None:
        sheet.keep(naming.limit(sheet.name), _grey(limit))
    sheet.keep(naming.matte(sheet.name), _grey(sheet.cut[..., 3]))
    backdrop = sheet.backdrop
    about = {
        "width": int(sheet.cut.shape[1]),
        "height": int(sheet.cut.shape[0]),
        "limited": limit is not None,
        "background": None if backdrop is None else _hex(backdrop.colour),
    }
    sheet.keep(naming.ground(sheet.name), as_json(about))
    return about


def make(files: Storage, index: int, number: int) -> dict[str, Any]:
    """Make the pictures of edit `number`, whose strokes are kept already; returns the candidate's
    new status as JSON. Equal strokes give equal pictures.

    Raises InputError refine-damaged, refine-unfinished, StorageError.
    """
    sheet = _open(files, index)
    drawn = refining.read_strokes(sheet.bench.job, sheet.name, number)
    return to_jsonable_python(sheet.finished(drawn, number))  # type: ignore[no-any-return]


def _open(files: Storage, index: int) -> _Sheet:
    job = JobFolder(files)
    item = refining.original_of(job, index)
    bench = Bench(job, payloads.load(files), index)
    if not index < len(bench.payload.request.seeds) or item.final != f"final/{bench.name}.png":
        raise InputError("refine-damaged", found=job.id)
    return _Sheet(bench, item)


@dataclass(frozen=True)
class _Sheet:
    """A finished candidate in the frame it was drawn in, all (H, W, …) uint8."""

    bench: Bench
    item: CandidateStatus

    @property
    def name(self) -> str:
        return self.bench.name

    @cached_property
    def drawn(self) -> Byte:
        """The drawing as harvested, straight RGBA."""
        return self._whole(self._png(f"candidates/{self.name}.png"))

    @cached_property
    def limit(self) -> Byte | None:
        """Alpha that the engine drew; None when it drew none."""
        alpha = self.drawn[..., 3]
        return None if int(alpha.min()) == 255 else np.ascontiguousarray(alpha)

    @cached_property
    def files(self) -> dict[str, bytes]:
        """The layers of the first finish, as their files are."""
        names = refining.listed(self.bench.job, "layers")
        brands = (naming.asset_layers(n) for n in range(len(self.item.assets)))
        known = (*naming.LAYERS, *chain.from_iterable(brands))
        paths = {layer: naming.layer_of(self.item.final, layer) for layer in known}
        return {
            layer: self._png(path)
            for layer, path in paths.items()
            if path and path.rpartition("/")[2] in names
        }

    @cached_property
    def layers(self) -> dict[str, Byte]:
        """They, back in the frame: what the crop left out was empty."""
        if "object" not in self.files:
            raise self._damaged()
        return self._in_frame(self.files, self.item)

    @property
    def cut(self) -> Byte:
        """The cutout before any stroke, straight RGBA."""
        return self.layers["object"]

    @cached_property
    def backdrop(self) -> Backdrop | None:
        """The background that the object was cut from, where the rules knew it."""
        keyed = any(check.get("rule") == _KEYED for check in self.item.checks)
        if not keyed or self.limit is not None:
            return None
        found = background.fit(self.drawn[..., :3], ring_only=self.item.strategy == "trimap")
        return found if found.solid else None

    @cached_property
    def behind(self) -> Float | None:
        """The known background behind every pixel, (H, W, 3) float32 in levels."""
        if self.backdrop is None:
            return None
        return np.asarray(255 * self.backdrop.at(slice(None)), np.float32)

    def finished(self, drawn: tuple[Stroke, ...], number: int) -> CandidateStatus:
        """Finish and check the cutout as `drawn` over, and keep all pictures of it."""
        bench = self.bench
        before = self.cut[..., 3]
        begun, rest = self._begun(drawn)
        after = strokes.apply(begun, rest, self.limit)
        rgba = self._coloured(after)
        mine, brands = brand.split(self.layers)
        layers = {
            layer: thinned(layer, pixels, before, after)
            for layer, pixels in mine.items()
            if layer != "object"
        }
        held = {**layers, **brands}
        dressed = retouch_brand.dressed(bench, self.item.assets, rgba, held, before, after)
        stack = dressed.stack if dressed else None
        done = finish(rgba, layers, bench.payload.request.shadow, stack)
        report = self._verdict(rgba, layers, done)
        final = naming.refined(self.name, number)
        marks = self._keep_marks(final, report)
        edit = {"number": number, "strokes": strokes.fingerprint(drawn)}
        told = dressed.outcomes if dressed else []
        said = candidate.settings(bench, str(self.item.strategy), told) | {"refined": edit}
        self._keep_pictures(final, done, said)
        if dressed:
            told, checks = retouch_brand.proved(bench, final, dressed, done.offset)
            report = replace(report, checks=(*report.checks, *checks))
        return replace(
            self.item,
            final=final,
            original=self.item.final,
            refined=number,
            remarks=self._remarks(after),
            passed=report.passed,
            checks=report.as_json()["checks"],
            facts={
                **self.item.facts,
                "original_offset": self.item.facts.get("offset"),
                "offset": list(done.offset),
                "finishing": done.recipe(),
            },
            marks=marks,
            assets=told,
        )

    def _begun(self, drawn: tuple[Stroke, ...]) -> tuple[Byte, tuple[Stroke, ...]]:
        """The matte to go on from, and the strokes that are still to be applied: those that the
        edit that is shown has already are not applied again."""
        job = self.bench.job
        with suppress(InputError):
            shown = refining.finished(job.logged(), self.item.index)
            if shown.original is not None:
                known = refining.read_strokes(job, self.name, shown.refined)
                path = naming.layer_of(shown.final, "object")
                if drawn[: len(known)] == known and path:
                    found = self._in_frame({"object": self._png(path)}, shown)["object"]
                    return np.ascontiguousarray(found[..., 3]), drawn[len(known) :]
        return np.ascontiguousarray(self.cut[..., 3]), drawn

    def keep(self, path: str, data: bytes) -> None:
        """Save a file of the job, which may have been removed meanwhile; raises StorageError."""
        self.bench.job.save(path, data, ended=True)

    def _coloured(self, after: Byte) -> Byte:
        rgb = self.drawn[..., :3]
        return recolour(self.cut, rgb, after, self.behind, self._noise())

    def _remarks(self, after: Byte) -> list[dict[str, Any]]:
        """What was said of the cutout, and whether strokes brought back what is no object."""
        said = self.item.remarks
        raised = after > self.cut[..., 3]
        if self.behind is None or not raised.any():
            return said
        bare = background_px(self.drawn[..., :3], self.behind, self._noise(), raised)
        if bare < LEAST_BARE * raised.size:
            return said
        return [*said, {"code": "refine-background", "context": {"found": bare}}]

    def _noise(self) -> float:
        """The noise of the background, in levels."""
        return 0.0 if self.backdrop is None else 255 * float(self.backdrop.sigma.max())

    def _verdict(self, rgba: Byte, layers: dict[str, Byte], done: Finished) -> QaReport:
        """The rules that the candidate was held to at first, with what they knew then."""
        planned, backdrop = self.bench.payload, self.backdrop
        return rules.check(
            rgba,
            done.rgba,
            planned.material_class,
            cutout=done.layers["object"],
            shadow=layers.get("shadow") if planned.request.shadow != "none" else None,
            waived=BY_DESIGN.get(planned.request.look.renderer, ()),
            background=None if backdrop is None else backdrop.colour,
            source_rgb=self._source(rgba),
            offset=done.offset,
            object_px=done.object_px,
        )

    def _source(self, rgba: Byte) -> Byte | None:
        """The drawing as it would have given this cutout where strokes changed it: what a person
        took away on purpose is no fault of the rest. None where no background is known."""
        if self.behind is None:
            return None
        source = np.ascontiguousarray(self.drawn[..., :3])
        at = np.flatnonzero((rgba[..., 3] != self.cut[..., 3]).ravel())
        if at.size:
            ground = self.behind.reshape(-1, 3)[at]
            top = rgba.reshape(-1, 4)[at].astype(np.float32)
            mixed = ground + top[:, 3:] / 255 * (top[:, :3] - ground)
            source.reshape(-1, 3)[at] = np.rint(mixed)
        return source

    def _keep_marks(self, final: str, report: QaReport) -> str | None:
        """The picture of where an edge is at fault, if any is; returns where it lies."""
        if report.marks is None:
            return None
        path = naming.marks_of(final)
        self.keep(path, png.encode(report.marks))
        return path

    def _keep_pictures(self, final: str, done: Finished, said: dict[str, Any]) -> None:
        """All pictures but the marks, the finished one last."""
        coded = {layer: self._coded(layer, pixels) for layer, pixels in done.layers.items()}
        height, width = done.rgba.shape[:2]
        for layer, patch in done.brand.items():
            pixels = patch.on_frame(width, height)
            coded[layer] = self._coded(layer, pixels, candidate.tags_of(layer))
        for layer, data in coded.items():
            path = naming.layer_of(final, layer)
            assert path is not None
            self.keep(path, data)
        thumb = naming.thumb_of(final)
        assert thumb is not None
        self.keep(thumb, candidate.thumbnail(done.rgba))
        tags = png.COMPOSED_BY_US if done.brand else png.DRAWN_BY_US
        if np.array_equal(done.rgba, done.layers["object"]):  # compressing takes longest of all
            self.keep(final, png.relabelled(coded["object"], said, tags))
        else:
            self.keep(final, png.encode(done.rgba, said, tags))

    def _coded(self, layer: str, pixels: Byte, tags: Tags = png.DRAWN_BY_US) -> bytes:
        """A layer as PNG; one that no stroke changed is the file that it was."""
        rgba = candidate.as_rgba(pixels)
        known = self.files.get(layer)
        if known is not None and np.array_equal(png.decode(known), rgba):
            return known
        return png.encode(rgba, tags=tags, sparse=layer.startswith("asset"))

    def _in_frame(self, files: dict[str, bytes], item: CandidateStatus) -> dict[str, Byte]:
        """Layers of a finished picture at their place in the drawing's frame."""
        try:
            picture = export_picture.read(files["object"], files, keep_settings=False)
        except InputError:
            raise self._damaged() from None
        if (offset := item.offset()) is None:
            raise self._damaged()
        height, width = self.drawn.shape[:2]
        return dict(export_picture.on_canvas(picture, offset, width, height).layers)

    def _png(self, path: str) -> bytes:
        return refining.read_file(self.bench.job, path, png.MAX_BYTES + 1)

    def _whole(self, data: bytes) -> Byte:
        """A PNG of the frame's size."""
        request = self.bench.payload.request
        if png.size_of(data[: png.HEAD_BYTES]) != (request.width, request.height):
            raise self._damaged()
        try:
            return png.decode(data)
        except InputError:
            raise self._damaged() from None

    def _damaged(self) -> InputError:
        return InputError("refine-damaged", found=self.bench.job.id)


def _grey(levels: Byte) -> bytes:
    """(H, W) uint8 as an opaque 8-bit grey PNG."""
    import cv2

    return bytes(cv2.imencode(".png", levels, [cv2.IMWRITE_PNG_COMPRESSION, 4])[1].tobytes())


def _hex(colour: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)
