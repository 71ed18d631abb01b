"""What made a job or a picture, as a brief that can be asked for again, and what differs today."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

import nukki
from nukki.brief import Brief
from nukki.brief.fields import UPLOAD, is_shape
from nukki.brief.load import load_written, load_yaml
from nukki.brief.seeds import SEED_LIMIT
from nukki.catalog import packs, profiles
from nukki.catalog.packs import StylePack
from nukki.catalog.style import PackPin
from nukki.core import files, png
from nukki.core.storage import Storage
from nukki.engines import registry
from nukki.errors import BriefError, InputError, NukkiError
from nukki.jobs import inputs, payload, recall_assets, uploads
from nukki.jobs.history import History
from nukki.jobs.index import Query
from nukki.jobs.payload import ART, Note, Payload
from nukki.jobs.store import JobFolder

MAX_PICTURE = 32 * 1024 * 1024
SHOWN = 40  # characters of a file's name
MOST_ALIKE = 20  # jobs with one seed and one model, of which one may have made the picture

Renamed = Callable[[str], str | None]
Id = Annotated[str, Field(max_length=128, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


@dataclass(frozen=True)
class Recalled:
    """A brief whose files have names that a new job takes; `files` are those names."""

    brief: Brief
    seeds: tuple[int, ...]
    files: tuple[str, ...]
    differences: tuple[Note, ...]


@dataclass(frozen=True)
class Origin:
    """What made a picture: the id of its job, if that is here, and its brief, if that is one."""

    job_id: str | None
    brief: Brief | None
    files: tuple[str, ...]
    differences: tuple[Note, ...]


class Made(BaseModel):
    """What a picture of ours says of its making (`jobs/candidate.settings`); a stranger may have
    written it."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    nukki: Annotated[str, Field(max_length=40)]
    payload: payload.Sha256
    engine: Id
    model: Id
    index: Annotated[int, Field(ge=0, le=63)]
    seed: Annotated[int, Field(ge=0, le=SEED_LIMIT)]
    packs: Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=8)]
    brief: Annotated[str, Field(max_length=256 * 1024)]


@dataclass(frozen=True)
class Picture:
    """What was read out of a picture; `brief` is None where it is none."""

    made: Made
    brief: Brief | None


def of_job(job: JobFolder, engine: str, storage: Storage) -> Recalled:
    """What made a job, and what would differ if `engine` drew it today, from the library of
    `storage`.

    Raises PayloadError, BriefError, StorageError.
    """
    planned = payload.load(job.files)
    listed = {item.name: inputs.name_of(job.id, item) for item in planned.inputs}
    brief, names, lost = _renamed(load_written(job.brief_text()), listed.get)
    told = [*_of_engine(planned.engine, engine), *_of_model(planned.model, brief, engine)]
    told += [note for pin in planned.packs if (note := _of_pack(pin))]
    told += recall_assets.differences(brief, storage, planned.request.assets)
    told += [*_of_versions(planned), *lost]
    return Recalled(brief, planned.request.seeds, names, tuple(told))


def read(path: Path) -> Picture:
    """What made the PNG at `path`; for the workshop, no pixel is decoded.

    Raises InputError recall-…, png-not-png, png-damaged, png-settings-invalid.
    """
    data = files.read_bytes(path, MAX_PICTURE + 1)
    if len(data) > MAX_PICTURE:
        raise too_large(len(data))
    for _chunk in png.chunks(data):  # a picture that is cut off says so, wherever it is cut
        pass
    settings = png.settings_of(data)
    if settings is None:
        raise InputError("recall-no-settings")
    if "cut" in settings:  # cut out of a picture that a person brought
        raise InputError("recall-cut-out")
    try:
        made = Made.model_validate(settings)
    except ValidationError:
        raise InputError("png-settings-invalid") from None
    return Picture(made, _brief(made.brief))


def too_large(_found: int) -> InputError:
    """Why a picture of more than `MAX_PICTURE` bytes is refused."""
    return InputError("recall-too-large", allowed=MAX_PICTURE // 2**20)


def of_picture(picture: Picture, history: History, engine: str) -> Origin:
    """Where a picture comes from, and what would differ if `engine` drew it today.

    A job that is here still has the files that its brief names; a picture alone has none.
    """
    made = picture.made
    if (job := _job(made, history)) is not None:
        found = of_job(job, engine, history.storage)
        return Origin(job.id, found.brief, found.files, found.differences)
    told = [*_of_engine(made.engine, engine), *filter(None, map(_of_mentioned, made.packs))]
    if made.nukki != nukki.__version__:
        told.append(_version(made.nukki))
    if picture.brief is None:
        told.append(Note(code="recall-brief-unreadable"))
        return Origin(None, None, (), tuple(told))
    told += _of_model(made.model, picture.brief, engine)
    brief, names, lost = _renamed(picture.brief, lambda name: _upload(name, history))
    told += recall_assets.differences(brief, history.storage)
    return Origin(None, brief, names, (*told, *lost))


def _brief(text: str) -> Brief | None:
    try:
        return load_yaml(text)[0]
    except BriefError:
        return None


def _job(made: Made, history: History) -> JobFolder | None:
    """The newest job with the payload that the picture names and this candidate finished."""
    query = Query(seed=made.seed, engine=made.engine, model=made.model, limit=MOST_ALIKE)
    for row in history.index.page(query).rows:
        if not any(thumb.index == made.index and thumb.file for thumb in row.thumbs):
            continue
        with suppress(NukkiError):  # one that is damaged recalls nothing
            job = history.find(row.id)
            if payload.load(job.files).identity() == made.payload:
                return job
    return None


def _upload(name: str, history: History) -> str | None:
    """The name of a file that was sent before, if it is still kept."""
    if not UPLOAD.fullmatch(name):
        return None
    try:
        uploads.find(history.storage, name.removeprefix("upload:"))
    except InputError:
        return None
    return name


def _renamed(brief: Brief, rename: Renamed) -> tuple[Brief, tuple[str, ...], list[Note]]:
    """The brief with its files under names that a new job takes; those without one are left out."""
    renamed = {name: rename(name) for name in _files(brief)}
    kept = {name: new for name, new in renamed.items() if new is not None}
    pictures = tuple(kept[name] for name in brief.style.reference_images if name in kept)
    shapes = {
        word: kept.get(name, name)
        for word, name in brief.shapes.items()
        if name in kept or is_shape(name)
    }
    style = brief.style.model_copy(update={"reference_images": pictures})
    lost = [Path(name).name[:SHOWN] for name in renamed if name not in kept]
    notes = [Note(code="recall-files-lost", context={"files": ", ".join(lost)})] if lost else []
    changed = brief.model_copy(update={"style": style, "shapes": shapes})
    return changed, tuple(dict.fromkeys(kept.values())), notes


def _files(brief: Brief) -> Iterable[str]:
    yield from brief.style.reference_images
    yield from (name for name in brief.shapes.values() if not is_shape(name))


def _of_engine(then: str, now: str) -> list[Note]:
    if then not in registry.NAMES:
        return [Note(code="recall-engine-gone", context={"then": then, "now": now})]
    differs = then != now
    return [Note(code="recall-engine", context={"then": then, "now": now})] if differs else []


def _of_model(then: str, brief: Brief, engine: str) -> list[Note]:
    """A brief that names no model gets the one that is usual today."""
    try:
        now = profiles.resolve(brief.model, engine).id
    except InputError:
        return [Note(code="recall-model-gone", context={"then": then})]
    differs = then != now
    return [Note(code="recall-model", context={"then": then, "now": now})] if differs else []


def _of_pack(then: PackPin) -> Note | None:
    now = _pack(then.id)
    if now is not None and (now.version, now.fingerprint()) == (then.version, then.sha256):
        return None
    return _pack_differs(then.id, str(then.version), now)


def _of_mentioned(name: str) -> Note | None:
    """The same for a pack as a picture mentions it: `sp-glass@1`."""
    pack_id, _, version = name.partition("@")
    now = _pack(pack_id)
    if now is not None and str(now.version) == version:
        return None
    return _pack_differs(pack_id, version, now)


def _pack(pack_id: str) -> StylePack | None:
    try:
        return packs.load(pack_id)
    except NukkiError:
        return None


def _pack_differs(pack_id: str, then: str, now: StylePack | None) -> Note:
    if now is None:
        return Note(code="recall-pack-gone", context={"pack": pack_id, "then": then})
    context = {"pack": pack_id, "then": then, "now": str(now.version)}
    edited = then == str(now.version)
    return Note(code="recall-pack-edited" if edited else "recall-pack", context=context)


def _of_versions(then: Payload) -> list[Note]:
    now = payload.versions()
    found = []
    if (before := then.versions.get("nukki", "–")) != now["nukki"]:
        found.append(_version(before))
    names = {*then.versions, *now}
    if any(then.versions.get(name) != now.get(name) for name in names if name.startswith(ART)):
        found.append(Note(code="recall-art"))
    return found


def _version(then: str) -> Note:
    return Note(code="recall-nukki", context={"then": then, "now": nukki.__version__})
