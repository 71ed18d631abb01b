"""A golden case: a folder with a picture, what its cutout must be, and how far it may be off.

`case.yaml` is strict: unknown keys are refused, and every fault is told with its line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import Field, ValidationError

from nukki.catalog import faults, yaml_file
from nukki.catalog.look import Hex
from nukki.catalog.materials import Material
from nukki.catalog.packs import Bilingual, Shadow
from nukki.core import files
from nukki.core.model import Strict
from nukki.errors import Fault as FieldError
from nukki.errors import FaultyInputError, InputError

FILE = "case.yaml"
MAX_CASES = 500
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

Name = Annotated[str, Field(pattern=r"^[a-z0-9]+(?:[.-][a-z0-9]+)*$", max_length=80)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Unit = Annotated[float, Field(ge=0, le=1)]
Level = Annotated[float, Field(ge=0, le=255)]
Place = tuple[Annotated[int, Field(ge=-8192, le=8192)], Annotated[int, Field(ge=-8192, le=8192)]]


class Vignette(Strict):
    """Corners of the backing darker by `strength`."""

    kind: Literal["vignette"]
    strength: Unit


class Gradient(Strict):
    """The backing brighter on one side, darker on the other, by `amount`."""

    kind: Literal["gradient"]
    amount: Unit
    angle: Annotated[float, Field(ge=-360, le=360)]


class FloorShadow(Strict):
    """The object's own soft floor shadow on the backing, its alpha times `strength`."""

    kind: Literal["shadow"]
    strength: Unit


class Spill(Strict):
    """The backing's colour on the object's rim; `reach` px in, half of it is left."""

    kind: Literal["spill"]
    amount: Unit
    reach: Annotated[float, Field(gt=0, le=100)]


class Blur(Strict):
    """Softness of `sigma` px."""

    kind: Literal["blur"]
    sigma: Annotated[float, Field(gt=0, le=5)]


class Ringing(Strict):
    """A light and a dark line beside every edge."""

    kind: Literal["ringing"]
    amount: Annotated[float, Field(gt=0, le=3)]


class Noise(Strict):
    """Grain of `sigma` levels."""

    kind: Literal["noise"]
    sigma: Annotated[float, Field(gt=0, le=64)]
    seed: Annotated[int, Field(ge=0)]


class Haze(Strict):
    """A veil of up to `level` in the alpha of a picture that has one."""

    kind: Literal["haze"]
    level: Annotated[int, Field(gt=0, le=32)]
    seed: Annotated[int, Field(ge=0)]


class Jpeg(Strict):
    """Stored as JPEG of `quality` with halved colour."""

    kind: Literal["jpeg"]
    quality: Annotated[int, Field(ge=1, le=100)]


Fault = Annotated[
    Vignette | Gradient | FloorShadow | Spill | Blur | Ringing | Noise | Haze | Jpeg,
    Field(discriminator="kind"),
]


class Drawn(Strict):
    """What made the truth: enough to make it again."""

    by: Literal["render", "outlines", "photo"]
    concept: Annotated[str, Field(max_length=200)]
    pack: Annotated[str, Field(pattern=r"^[a-z0-9-]+@[0-9]+$", max_length=80)] | None = None
    seed: Annotated[int, Field(ge=0)] | None = None
    size: Annotated[int, Field(ge=16, le=8192)]
    versions: dict[str, str] = Field(default_factory=dict)


class Photo(Strict):
    """A crop of a photo that scikit-image ships; its pixels are never stored with the case."""

    file: Name
    sha256: Sha256
    left: Annotated[int, Field(ge=0)]
    top: Annotated[int, Field(ge=0)]


class Picture(Strict):
    """What is cut: a stored `file`, or the expected object pasted on a `photo`.

    `background` is the colour that the engine was told to paint; `named` says whether the
    strategies are told of it. `other` is the same object over `other_background`. `model` may be
    asked where a question of meaning comes up, as it may in `nukki cut`.
    """

    file: Name | None = None
    photo: Photo | None = None
    background: Hex | None = None
    named: bool = True
    other: Name | None = None
    other_background: Hex | None = None
    shadow: Shadow = "none"
    model: Literal["u2netp"] | None = "u2netp"


class Expected(Strict):
    """The cutout, cropped, at `offset` (x, y) in the picture.

    `truth` false: no truth is known, and the file is an accepted result, of which only alpha is
    kept; colours are those of the picture.
    """

    file: Name
    offset: Place
    truth: bool = True


class Thresholds(Strict):
    """The case's own limits; `recomposition_max` in levels of 255."""

    ssim_min: Unit
    alpha_iou_min: Unit
    soft_alpha_mae_max: Unit
    recomposition_max: Level


class Accepted(Strict):
    """One entry of the history: why the expectation became what it is, and what was measured."""

    date: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    reason: Annotated[str, Field(min_length=3, max_length=500)]
    figures: dict[str, float]


class Case(Strict):
    """One picture whose cutout is known."""

    id: Annotated[str, Field(pattern=_ID.pattern, max_length=64)]
    shows: Bilingual
    material: Material
    drawn: Drawn
    faults: tuple[Fault, ...] = ()
    picture: Picture
    expected: Expected
    thresholds: Thresholds
    must_strategy: Literal["segment", "native_alpha", "trimap", "two_background"]
    history: tuple[Accepted, ...] = ()


@dataclass(frozen=True)
class Stored:
    """A case and the folder it lies in."""

    case: Case
    folder: Path


def load_all(root: Path, wanted: tuple[str, ...] = ()) -> list[Stored]:
    """The cases under `root` in the order of their ids, or only the `wanted` ones.

    Raises InputError golden-no-cases, golden-unknown-case or golden-too-many;
    FaultyInputError golden-case-invalid with every fault of the first broken one.
    """
    found = {file.parent.name: file.parent for file in sorted(root.glob(f"*/{FILE}"))}
    if not found:
        raise InputError("golden-no-cases", path=str(root))
    if len(found) > MAX_CASES:
        raise InputError("golden-too-many", found=len(found), allowed=MAX_CASES)
    for name in wanted:
        if name not in found:
            near = faults.nearest(name, list(found))
            raise InputError("golden-unknown-case", found=name, nearest=near)
    names = dict.fromkeys(wanted) if wanted else found
    return [load(found[name]) for name in names]


def load(folder: Path) -> Stored:
    """The case of one folder; FaultyInputError golden-case-invalid says all that is wrong."""
    source = f"{folder.name}/{FILE}"
    try:
        marked = yaml_file.read(folder / FILE)
    except yaml_file.YamlError as error:
        raise FaultyInputError("golden-case-invalid", [error.fault], source=source) from None
    try:
        case = Case.model_validate(marked.value)
    except ValidationError as error:
        if not isinstance(marked.value, dict):
            wrong = [FieldError("", "golden-not-a-mapping", faults.shown(marked.value), line=1)]
        else:
            wrong = faults.of(error, Case, marked)
        raise FaultyInputError("golden-case-invalid", wrong, source=source) from None
    if problem := _disagreement(case, folder):
        raise FaultyInputError("golden-case-invalid", [problem], source=source)
    return Stored(case, folder)


def save(stored: Stored) -> None:
    """Write `case.yaml` whole; what is default is left out."""
    data = stored.case.model_dump(mode="json", exclude_defaults=True)
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100)
    files.write_text(stored.folder / FILE, text)


def _disagreement(case: Case, folder: Path) -> FieldError | None:
    """What no field shows alone."""
    if case.id != folder.name:
        return FieldError("id", "golden-folder-name", case.id, folder.name)
    picture = case.picture
    if (picture.file is None) == (picture.photo is None):
        return FieldError("picture", "golden-one-picture")
    if picture.other is not None and picture.photo is not None:
        return FieldError("picture.other", "golden-one-picture")
    return None
