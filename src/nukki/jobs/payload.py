"""The payload: everything an engine and a re-run need, frozen; its sha256 is its identity."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

import nukki
from nukki.catalog.materials import Material, Strategy
from nukki.catalog.style import PackPin
from nukki.core import hashing
from nukki.core.model import Strict
from nukki.core.storage import NOT_THERE, Storage
from nukki.core.storage_faults import unread
from nukki.engines.engine import DrawRequest
from nukki.errors import PayloadError
from nukki.settings import settings

FORMAT = 1
NAME = "payload.json"
ART = "art."  # versions that begin so say what is drawn, not how
MAX_BYTES = 4 * 1024 * 1024
# Libraries that touch a pixel after the engine is done; the engine pins its own.
_LIBRARIES = ("numpy", "opencv-contrib-python-headless", "scipy", "pillow")

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Workflow(Strict):
    """The recipe that the engine follows; for `render` its own version."""

    id: str
    sha256: Sha256


class InputFile(Strict):
    """A file in `inputs/`, called `<sha256>.<kind>`; `name` is how the brief called it."""

    file: Annotated[str, Field(pattern=r"^[0-9a-f]{64}\.(svg|png|jpg|webp)$")]
    name: str
    sha256: Sha256
    bytes: Annotated[int, Field(ge=0)]


class Note(Strict):
    """Something the plan decided that the person should know; shown as a sentence."""

    code: str
    context: Mapping[str, str] = {}


class Payload(Strict):
    """One job, exactly. Its `request` holds the seeds, the size, the look and the shadow."""

    format: Literal[1] = 1
    engine: str
    model: str
    request: DrawRequest
    material_class: Material
    matting: Annotated[tuple[Strategy, ...], Field(min_length=1)]
    packs: tuple[PackPin, ...]
    workflow: Workflow
    inputs: tuple[InputFile, ...] = ()
    brief_sha256: Sha256
    versions: Mapping[str, str]
    notes: tuple[Note, ...] = ()

    def identity(self) -> str:
        """sha256 of the canonical JSON: equal payloads give equal pictures on one machine."""
        return hashing.of_json(self.model_dump(mode="json"))

    def to_file(self) -> dict[str, Any]:
        """What payload.json holds: the payload, and its identity to tell a changed file by."""
        return {"identity": self.identity(), **self.model_dump(mode="json")}


def workflow(engine: str, pins: Mapping[str, str]) -> Workflow:
    """The recipe of `engine`; for the embedded one its revision and variant decide."""
    recipe = {key: pins[key] for key in ("engine", "variant") if key in pins}
    return Workflow(id=engine, sha256=hashing.of_json({"id": engine, **recipe}))


def versions() -> dict[str, str]:
    """What on this machine can change a finished pixel outside the engine: libraries and art."""
    libraries = {name: version(name) for name in _LIBRARIES}
    return {"nukki": nukki.__version__, **libraries, **_art(settings().art)}


@lru_cache(maxsize=1)
def _art(folder: Path) -> dict[str, str]:
    """Short sha256 of each file of the art, under names that begin with `art.`."""
    files = sorted(file for file in folder.glob("*") if file.suffix in (".json", ".otf"))
    return {f"{ART}{file.name}": hashing.of_file(file)[:16] for file in files}


def load(job: Storage) -> Payload:
    """The payload of a job.

    Raises PayloadError: payload-missing, payload-damaged (not ours, or broken JSON),
    payload-newer (written by a later Nukki) or payload-changed (edited after it was written).
    """
    fields = _read(job)
    if isinstance(fields.get("format"), int) and fields["format"] > FORMAT:
        raise PayloadError("payload-newer", found=fields["format"], allowed=FORMAT)
    claimed = fields.pop("identity", None)
    try:
        payload = Payload.model_validate(fields)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise PayloadError("payload-damaged", path=NAME, reason=where) from None
    identity = payload.identity()
    if identity != claimed:
        found = ascii(claimed).strip("'")[:12]
        raise PayloadError("payload-changed", found=found, allowed=identity[:12])
    return payload


def _read(job: Storage) -> dict[str, Any]:
    try:
        data = job.read(NAME, MAX_BYTES + 1)
    except OSError as error:
        if error.errno not in NOT_THERE:
            raise unread(NAME, error) from error
        raise PayloadError("payload-missing", path=f"{job.shown}/{NAME}") from None
    if len(data) > MAX_BYTES:
        raise PayloadError("payload-damaged", path=NAME, reason=f"> {MAX_BYTES} B")
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        raise PayloadError("payload-damaged", path=NAME, reason="JSON") from None
    if not isinstance(fields, dict):
        raise PayloadError("payload-damaged", path=NAME, reason="JSON")
    return fields
