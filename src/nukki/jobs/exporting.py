"""A job's finished pictures as one ZIP with a manifest; the same for the studio and the command.

The same job, decisions and request give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nukki
from nukki import i18n
from nukki.brief.load import load_yaml
from nukki.core import png
from nukki.core.storage import Storage
from nukki.core.storage_faults import unread, unwritten
from nukki.errors import InputError, NukkiError
from nukki.jobs import deciding, export_brand, given, naming
from nukki.jobs import payload as payloads
from nukki.jobs.export_brand import Assets, Proof
from nukki.jobs.payload import Payload
from nukki.jobs.status import CandidateStatus
from nukki.jobs.store import JobFolder
from nukki.review import export_names, export_zip
from nukki.review.export_sizes import FORMATS, Format, Sizes
from nukki.review.export_zip import Archive, Entry

if TYPE_CHECKING:
    from nukki.review.export_picture import Finished

FORMAT = 1  # of the manifest
MANIFEST = "manifest.json"
BLENDED = "-blended"  # in the name of a file whose pixels of a brand picture are not its own
RENDER = "render"  # the engine whose art we bring along
LAYERS = ("shadow", "tint", "body", "object")
_WORDS = (
    "object", "shadow", "glass", "tint", "body",
    "brand", "brand-resampled", "brand-shadow", "brand-shade", "brand-light", "brand-lit",
)  # fmt: skip
_TERM = "http://cv.iptc.org/newscodes/digitalsourcetype/"
_AS_DRAWN = Sizes()


@dataclass(frozen=True)
class Wanted:
    """What to export. `indices` are candidates, None for those that were selected, else all that
    passed, else all that are finished; `language` is that of notes and layer names. With `assets`
    of "exact" every flat picture shows the designer's own pixels where the finished one was
    blended."""

    formats: tuple[Format, ...] = ("png",)
    sizes: Sizes = _AS_DRAWN
    trimmed: bool = True
    keep_settings: bool = False
    indices: tuple[int, ...] | None = None
    language: str = "en"
    assets: Assets = "as-made"


@dataclass(frozen=True)
class Made:
    """An export: what it is called, how many pictures it holds, and its length."""

    name: str
    count: int
    bytes: int


def formats(texts: Sequence[str]) -> tuple[Format, ...]:
    """Formats as people write them, without repeats; raises InputError export-format."""
    found = [part.strip().lower() for text in texts for part in text.split(",")]
    for one in found:
        if one not in FORMATS:
            raise InputError("export-format", found=one[:20], allowed=", ".join(FORMATS))
    return tuple(one for one in FORMATS if one in found) or ("png",)


def assets(text: str) -> Assets:
    """Which pixels of brand artwork are wanted; raises InputError export-assets."""
    for one in export_brand.ASSETS:
        if one == text.strip().lower():
            return one
    allowed = ", ".join(export_brand.ASSETS)
    raise InputError("export-assets", found=text[:20], allowed=allowed)


def file_name(job: JobFolder) -> str:
    """What an export of the job is called: the concept, in the person's own words."""
    return f"{export_names.stem(_concept(job))}.zip"


def write(files: Storage, wanted: Wanted, target: Path) -> Made:
    """Write the export of the job at `files` to `target`; for a workshop child.

    Raises InputError export-nothing, export-candidate, export-damaged, export-too-large,
    PayloadError, StorageError where `target` cannot be written.
    """
    job = JobFolder(files)
    try:
        planned = payloads.load(job.files)
        items = chosen(job, wanted.indices)
        export = _Export(job, planned, wanted)
        with export_zip.writing(target) as archive:
            export.fill(archive, items)
    except OSError as error:
        raise unwritten(target.name, error) from error
    return Made(file_name(job), export.count, target.stat().st_size)


def chosen(job: JobFolder, indices: Sequence[int] | None) -> list[CandidateStatus]:
    """The candidates to export, in order; raises InputError export-nothing, export-candidate."""
    items = job.status().candidates
    finished = {item.index: item for item in items if item.final}
    if not all(_is_named(item) for item in finished.values()):
        raise InputError("export-damaged", found=job.id)
    if not finished:
        raise InputError("export-nothing")
    if indices is not None:
        for index in indices:
            if index not in finished:
                allowed = ", ".join(map(str, finished))
                raise InputError("export-candidate", found=index, allowed=allowed)
        return [finished[index] for index in sorted(set(indices))]
    selected = [finished[i] for i in deciding.read(job).selected if i in finished]
    passed = [item for item in finished.values() if item.passed]
    return selected or passed or list(finished.values())


class _Export:
    """One export while it is written."""

    def __init__(self, job: JobFolder, planned: Payload, wanted: Wanted) -> None:
        self.job, self.planned, self.wanted = job, planned, wanted
        self.base = export_names.stem(_concept(job))
        self.names = {word: self._say(f"export-layer-{word}") for word in _WORDS}
        self.smaller: set[int] = set()
        self.blended: set[int] = set()
        self.count = 0

    def fill(self, archive: Archive, items: Sequence[CandidateStatus]) -> None:
        """All pictures, and the manifest of them last."""
        told = [self._one(archive, export_brand.as_planned(item, self.planned)) for item in items]
        manifest = json.dumps(self._manifest(told), ensure_ascii=False, indent=2) + "\n"
        archive.add(MANIFEST, manifest.encode("utf-8"), packed=True)

    def _one(self, archive: Archive, item: CandidateStatus) -> dict[str, Any]:
        """The files of one candidate; returns what the manifest says of it."""
        from nukki.review.export_picture import on_canvas

        picture, proven = self._read(item)
        offset = item.offset() or (0, 0)
        if not self.wanted.trimmed:
            request = self.planned.request
            picture = on_canvas(picture, offset, request.width, request.height)
            offset = (0, 0)
        written = self._files(archive, item, picture, proven)
        self.count += len(written)
        brands = export_brand.told(item, self.planned, picture, proven)
        return {
            "index": item.index,
            "seed": item.seed,
            "passed": item.passed,
            "refined": item.refined if item.original else 0,
            "strategy": item.strategy,
            "offset": list(offset),
            "layers": list(picture.layers),
            "digital_source_type": _TERM + picture.source_type,
            **({"assets": brands} if brands else {}),
            "files": written,
        }

    def _files(
        self, archive: Archive, item: CandidateStatus, picture: Finished, proven: Proof
    ) -> list[dict[str, Any]]:
        """The picture in all sizes and formats; returns what the manifest says of each file."""
        from nukki.review.export_picture import encode, reduced

        outcomes, written = given.of(item), []
        height, width = picture.rgba.shape[:2]
        if not self.wanted.sizes.reaches(width, height):
            self.smaller.add(item.index)
        if picture.blended:
            self.blended.add(item.index)
        for scale, (w, h) in self.wanted.sizes.of(width, height).items():
            sized, whole = reduced(picture, w, h), (w, h) == (width, height)
            for kind in self.wanted.formats:
                mark = BLENDED if picture.blended and kind != "psd" else ""
                name = export_names.of_picture(self.base, item.index, item.seed, scale, kind, mark)
                data = encode(sized, kind, self.names)
                entry = archive.add(name, data, packed=kind == "psd")
                brand = export_brand.told_of_file(outcomes, picture, proven, kind, whole=whole)
                written.append(_told(entry, kind, scale, w, h) | brand)
        return written

    def _read(self, item: CandidateStatus) -> tuple[Finished, Proof]:
        """The finished picture with its layers, and what it really holds of brand pictures; raises
        InputError export-damaged."""
        from nukki.review import export_picture

        final, brands = str(item.final), export_brand.brands(given.of(item))
        composed_anew = self.wanted.assets == "exact" and given.is_blended(item)
        try:
            layered = composed_anew or "psd" in self.wanted.formats
            layers = dict(self._layers(item)) if layered else {}
            if layered:
                export_brand.require(layers, brands)
            data = self.job.files.read(final, png.MAX_BYTES + 1)
            picture = export_picture.read(data, layers, keep_settings=self.wanted.keep_settings)
            picture = replace(picture, brands=brands)
            picture = export_brand.exact(picture) if composed_anew else picture
            return picture, export_brand.proof(self.job, self.planned, item, picture, layers)
        except (NukkiError, FileNotFoundError, PermissionError, ValueError, LookupError):
            raise InputError("export-damaged", found=self.job.id) from None
        except OSError as error:
            raise unread(final, error) from error

    def _layers(self, item: CandidateStatus) -> Iterator[tuple[str, bytes]]:
        for name in (*LAYERS, *export_brand.layers_of(given.of(item))):
            path = naming.layer_of(item.final, name)
            with suppress(FileNotFoundError):
                if path:
                    yield name, self.job.files.read(path, png.MAX_BYTES + 1)

    def _manifest(self, told: list[dict[str, Any]]) -> dict[str, Any]:
        planned, wanted = self.planned, self.wanted
        request = planned.request
        manifest: dict[str, Any] = {
            "format": FORMAT,
            "made_by": f"Nukki {nukki.__version__}",
            "job": self.job.id,
            "concept": _concept(self.job),
            "engine": planned.engine,
            "model": planned.model,
            "material_class": planned.material_class,
            "packs": [{"id": pack.id, "version": pack.version} for pack in planned.packs],
            "canvas": {"width": request.width, "height": request.height},
            "trimmed": wanted.trimmed,
            "settings_in_pictures": wanted.keep_settings,
            "notes": self._notes(),
            "pictures": told,
            "brief": _brief(self.job),
        }
        return manifest

    def _notes(self) -> list[str]:
        notes = [self._say("export-mark-note")]
        if self.planned.engine == RENDER:
            notes.append(self._say("export-licence-note"))
        if self.blended:
            notes.append(self._say("export-blended-note", count=len(self.blended)))
        if self.smaller:
            found = self.wanted.sizes.longest
            notes.append(self._say("export-smaller-note", count=len(self.smaller), found=found))
        return notes

    def _say(self, code: str, **blanks: object) -> str:
        return i18n.text(code, self.wanted.language, **blanks)


def _is_named(item: CandidateStatus) -> bool:
    """Whether the picture has the name that jobs give it; a folder may claim anything."""
    name = naming.stem(item.index, item.seed)
    return item.final in (f"final/{name}.png", naming.refined(name, item.refined))


def _told(entry: Entry, kind: str, scale: int, width: int, height: int) -> dict[str, Any]:
    return {
        "file": entry.name,
        "format": kind,
        "scale": scale,
        "width": width,
        "height": height,
        "bytes": entry.bytes,
        "sha256": entry.sha256,
    }


def _concept(job: JobFolder) -> str:
    """What was asked for, in the person's words; nothing where the brief cannot be read."""
    try:
        return load_yaml(_brief(job) or "")[0].object_concept
    except NukkiError:
        return ""


def _brief(job: JobFolder) -> str | None:
    try:
        return job.brief_text()
    except NukkiError:
        return None
