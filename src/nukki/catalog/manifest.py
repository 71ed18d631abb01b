"""`assets/manifest.yaml`: what the library holds, for people to read and programs to trust."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Field, StringConstraints, ValidationError

from nukki.catalog.asset_ids import DEFAULT, ID, MAX_ID
from nukki.core import marked
from nukki.core.marked import Caps, MarkedError
from nukki.core.model import Strict
from nukki.core.storage import NOT_THERE, Storage
from nukki.core.storage_faults import unread
from nukki.errors import InputError

if TYPE_CHECKING:
    from nukki.catalog.artwork import Artwork

FOLDER = "assets"
MANIFEST = f"{FOLDER}/manifest.yaml"
LOG = f"{FOLDER}/log.jsonl"
PNG = ".png"
MAX_ASSETS = 1_000
MAX_VARIANTS = 24  # of one asset
MAX_PICTURES = 2_000
MAX_NAME = 80
MAX_TAGS = 12
MAX_TAG = 30
LEAST_SCALE = 0.01
MAX_CLEAR_SPACE = 512
MAX_BYTES = 4 * 1024 * 1024
_CAPS = Caps(depth=6, nodes=100_000, aliases=False)

Id = Annotated[str, StringConstraints(pattern=rf"^{ID.pattern}$", max_length=MAX_ID)]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Line = Annotated[str, StringConstraints(max_length=40)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME)]
Tag = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TAG)]
MinScale = Annotated[float, Field(ge=LEAST_SCALE, le=1.0)]
ClearSpace = Annotated[int, Field(ge=0, le=MAX_CLEAR_SPACE)]


class Variant(Strict):
    """One picture of an asset: `<asset>/<variant>.png`, the very file that was sent.

    `sha256` is that of the file, `pixels` that of what it shows; `core_share` is how much of what
    is visible is fully opaque.
    """

    sha256: Digest
    pixels: Digest
    width: Annotated[int, Field(ge=1)]
    height: Annotated[int, Field(ge=1)]
    bytes: Annotated[int, Field(ge=1)]
    core_share: Annotated[float, Field(ge=0, le=1)]
    added: Line
    hidden: bool = False

    @classmethod
    def of(cls, artwork: Artwork, added: str) -> Self:
        """What the manifest says of a file that was examined."""
        return cls(
            sha256=artwork.sha256,
            pixels=artwork.pixels,
            width=artwork.width,
            height=artwork.height,
            bytes=artwork.file_bytes,
            core_share=round(artwork.core_share, 6),
            added=added,
        )


class Asset(Strict):
    """A brand picture in its variants. `min_scale`: how small it may become; `clear_space`: pixels
    of its own that stay free around it."""

    name: Name
    tags: Annotated[tuple[Tag, ...], Field(max_length=MAX_TAGS)] = ()
    min_scale: MinScale = 0.1
    clear_space: ClearSpace = 0
    hidden: bool = False
    added: Line
    changed: Line
    variants: Annotated[dict[Id, Variant], Field(min_length=1, max_length=MAX_VARIANTS)]

    def shown(self) -> list[str]:
        """The variants that may be used, that which stands for all of them first."""
        known = [name for name, variant in self.variants.items() if not variant.hidden]
        return sorted(known, key=lambda name: name != DEFAULT)


class Last(Strict):
    """The newest change, which the log may lack if its writer was killed."""

    at: Line
    by: Annotated[str, StringConstraints(max_length=80)]
    did: Literal["add", "change", "recover"]
    asset: Id | None = None  # of a recovery: it concerns all
    what: dict[str, Any]


class Manifest(Strict):
    """The library. Every change raises `revision`."""

    version: Literal[1] = 1
    revision: Annotated[int, Field(ge=0)] = 0
    last: Last | None = None
    assets: Annotated[dict[Id, Asset], Field(default_factory=dict, max_length=MAX_ASSETS)]

    def pictures(self) -> Iterator[tuple[str, Asset, str, Variant]]:
        """Every variant of every asset."""
        for asset_id, asset in self.assets.items():
            for variant_id, variant in asset.variants.items():
                yield asset_id, asset, variant_id, variant


EMPTY = Manifest(assets={})


def read(storage: Storage) -> Manifest:
    """The library of a storage, empty where there is none yet.

    Raises InputError assets-manifest, assets-lost, StorageError storage-unreadable.
    """
    try:
        held = told(storage)
        lost = held is None and next(pictures_in(storage), None) is not None
        if lost or (_is_new(held) and _size(storage, LOG)):
            raise InputError("assets-lost", found=MANIFEST.rpartition("/")[2])
    except OSError as error:
        raise unread(MANIFEST, error) from error
    return EMPTY if held is None else held


def told(storage: Storage) -> Manifest | None:
    """What the file says; None where there is none, or where it is blank.

    Raises InputError assets-manifest, OSError.
    """
    try:
        found = storage.stat(MANIFEST)
        return None if found is None else _read(storage, found.tag)
    except OSError as error:
        if error.errno in NOT_THERE:
            return None
        raise


def pictures_in(storage: Storage) -> Iterator[tuple[str, str]]:
    """Asset and variant of every picture that lies in the folder, listed or not; raises OSError."""
    for folder in storage.names(FOLDER):
        if ID.fullmatch(folder):
            for name in storage.names(f"{FOLDER}/{folder}"):
                variant = name.removesuffix(PNG)
                if variant != name and ID.fullmatch(variant):
                    yield folder, variant


def dump(manifest: Manifest) -> bytes:
    """The manifest as a file; every text is quoted, so that an id may be `null` or `1e3`."""
    head = f"version: {manifest.version}\nrevision: {manifest.revision}\n"
    lines = [head]
    if manifest.last is not None:
        lines.append(f"last: {_flow(manifest.last.model_dump())}\n")
    lines.append("assets:\n" if manifest.assets else "assets: {}\n")
    for asset_id, asset in manifest.assets.items():
        own = asset.model_dump(mode="json")
        variants = own.pop("variants")
        lines.append(f"  {_flow(asset_id)}:\n")
        lines += [f"    {key}: {_flow(value)}\n" for key, value in own.items()]
        lines.append("    variants:\n")
        for variant_id, variant in variants.items():
            lines.append(f"      {_flow(variant_id)}:\n")
            lines += [f"        {key}: {_flow(value)}\n" for key, value in variant.items()]
    return "".join(lines).encode("utf-8")


def _flow(value: object) -> str:
    """JSON, which is YAML on one line."""
    return json.dumps(value, ensure_ascii=False)


def _is_new(held: Manifest | None) -> bool:
    """Whether nothing was ever changed in it, as far as it says."""
    return held is None or (held.revision == 0 and not held.assets)


def _size(storage: Storage, name: str) -> int:
    found = storage.stat(name)
    return 0 if found is None else found.bytes


@lru_cache(maxsize=4)
def _read(storage: Storage, _tag: str) -> Manifest | None:
    """Kept while the file stays what it is: 2,000 pictures take a second and a half to read."""
    data = storage.read(MANIFEST, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise _damaged(f"> {MAX_BYTES // 2**20} MiB")
    try:
        found = marked.parse(data.decode("utf-8-sig"), _CAPS)
        return None if found.value in (None, {}) else Manifest.model_validate(found.value)
    except UnicodeDecodeError:
        raise _damaged("UTF-8") from None
    except MarkedError as error:
        line = error.place.line if error.place else 1
        raise _damaged(f"line {line}: {error.flaw}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise _damaged(f"{where}: {first['msg']}") from None


def _damaged(reason: str) -> InputError:
    return InputError("assets-manifest", found=MANIFEST.rpartition("/")[2], reason=reason[:200])
