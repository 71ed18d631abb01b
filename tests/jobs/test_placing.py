"""Brand pictures of a brief in its payload: pinned, their files kept, or refused with a reason."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from nukki.brief import load_mapping
from nukki.catalog import library, manifest
from nukki.catalog.asset_change import Wanted
from nukki.core import hashing
from nukki.core.storage import Folder
from nukki.errors import BriefError
from nukki.jobs import placing, plan
from nukki.jobs.payload import Payload
from nukki.jobs.plan import Place, Plan
from tests.jobs import shelf

LANGUAGES = ("en", "ko")


@pytest.fixture
def place(tmp_path) -> Place:
    storage = Folder(tmp_path / "data")
    return Place(tmp_path, "render", lambda: {"engine": "1", "variant": "scalar_rgb"}, storage)


def planned(place: Place, *assets: Any, **fields: Any) -> Plan:
    typed = {"object_concept": "컵", "seed": 5, "assets": list(assets), **fields}
    (brief,) = load_mapping(typed)
    return plan.plan(brief, place)


def told(place: Place, *assets: Any, **fields: Any) -> list[tuple[str, str, Any]]:
    with pytest.raises(BriefError) as caught:
        planned(place, *assets, **fields)
    for fault in caught.value.faults:
        for language in LANGUAGES:
            assert "{" not in fault.message(language) + fault.hint(language)
    return [(fault.field, fault.code, fault.nearest) for fault in caught.value.faults]


def noted(made: Plan) -> list[tuple[str, Mapping[str, str]]]:
    return [(note.code, note.context) for note in made.payload.notes]


def test_a_brand_picture_is_pinned_and_its_file_kept_as_it_is(place):
    data = shelf.put(place.storage, "logo", (300, 100), clear_space=24)
    made = planned(place, "logo")
    (asset,) = made.payload.request.assets
    sha256 = hashing.of_bytes(data)
    assert (asset.asset, asset.variant, asset.sha256) == ("logo", "default", sha256)
    assert (asset.file, asset.width, asset.height) == (f"{sha256}.png", 300, 100)
    assert (asset.stand, asset.blend, asset.clear_space) == ("beside", "exact", 24)
    assert asset.placement.keeps_bytes
    assert made.inputs == {f"{sha256}.png": data}
    (entry,) = made.payload.inputs
    assert (entry.name, entry.file, entry.bytes) == (
        "asset:logo:default", f"{sha256}.png", len(data),
    )  # fmt: skip


def test_the_room_and_the_blend_are_told_with_brand_pictures_alone(place):
    shelf.put(place.storage, "logo", (300, 100))
    request = planned(place, "logo").payload.request
    assert request.room is not None
    assert request.room.y + request.room.height + 16 <= request.assets[0].placement.y
    assert request.blend is not None
    lying = planned(place, {"asset": "logo", "stand": "on"}).payload.request
    assert (lying.room, len(lying.assets)) == (None, 1)
    plain = planned(place).payload.model_dump(mode="json")["request"]
    assert not {"assets", "room", "blend", "inpaint"} & set(plain)


def test_the_blend_is_that_of_the_pack(place):
    shelf.put(place.storage, "logo", (300, 100))
    looks = {
        pack: planned(place, "logo", style={"style_packs": [pack]}).payload.request.blend
        for pack in ("sp-glass", "sp-3d-clay")
    }
    assert looks["sp-glass"] != looks["sp-3d-clay"]


def test_a_payload_with_brand_pictures_reads_back_as_it_was(place):
    shelf.put(place.storage, "logo", (300, 100))
    shelf.put(place.storage, "mark", (99, 301))
    made = planned(
        place, "logo", {"asset": "mark", "blend": "imprint", "rotate": -8, "stand": "behind"}
    ).payload
    assert [asset.asset for asset in made.request.assets] == ["mark", "logo"]
    fields = json.loads(json.dumps(made.to_file()))
    identity = fields.pop("identity")
    assert Payload.model_validate(fields).identity() == identity


def test_one_that_two_names_stand_for_is_asked_for_once(place):
    shelf.put(place.storage, "logo", (300, 100))
    shelf.put(place.storage, "logo:dark", (300, 100))
    assert told(place, "logo", "logo:default") == [("assets[1]", "brief-duplicate", None)]
    assert len(planned(place, "logo", "logo:dark").payload.request.assets) == 2


def test_what_cannot_be_used_is_told_of_all_at_once(place):
    shelf.put(place.storage, "logo", (300, 100))
    shelf.put(place.storage, "old", (300, 100))
    shelf.library(place.storage).change("old", Wanted(hidden=True), "test")
    shelf.put(place.storage, "lost", (300, 100))
    shelf.put(place.storage, "edited", (300, 100))
    place.storage.remove(library.picture("lost", "default"))
    place.storage.write(library.picture("edited", "default"), shelf.png(300, 100, seed="x"))
    assert told(place, "logo", "old", "lost", "edited", "lgo", "logo:drk") == [
        ("assets[1]", "asset-hidden", None),
        ("assets[2]", "asset-file-missing", None),
        ("assets[3]", "asset-file-changed", None),
        ("assets[4]", "asset-missing", "logo"),
        ("assets[5]", "asset-variant-missing", None),
    ]


def test_a_file_that_changes_after_it_was_looked_at_is_refused_when_it_is_read(place):
    shelf.put(place.storage, "logo", (300, 100))
    (asset,) = planned(place, "logo").payload.request.assets
    place.storage.write(library.picture("logo", "default"), b"another")
    with pytest.raises(Exception, match="registered") as caught:
        placing.file_of(asset, place.storage)
    assert caught.value.code == "asset-file-changed"


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"asset": "wide", "scale": 0.3}, ("assets[0].scale", "asset-below-minimum", 0.5)),
        ({"asset": "wide"}, ("assets[0]", "asset-no-room", "1632x1632")),
        ({"asset": "wide", "scale": 1}, ("assets[0]", "asset-no-room", None)),
        ({"asset": "mark", "position": "center"},
         ("assets[0].position", "asset-center-beside", "bottom")),
        ({"asset": "mark", "position": "center", "stand": "behind"},
         ("assets[0].position", "asset-center-behind", "top")),
        ({"asset": "tall", "position": "top"},
         ("assets[0].position", "asset-no-room-there", "right")),
        ({"asset": "tall", "scale": 0.9}, ("assets[0].scale", "asset-too-large", 0.78)),
    ],
)  # fmt: skip
def test_what_cannot_stand_is_refused_with_what_would_do(place, asked, fault):
    shelf.put(place.storage, "wide", (3000, 1000), min_scale=0.5)
    shelf.put(place.storage, "tall", (100, 1200), min_scale=0.5)
    shelf.put(place.storage, "mark", (90, 30))
    assert told(place, asked) == [fault]


def test_those_that_do_not_fit_together_are_refused_together(place):
    for name in ("a", "b", "c"):
        shelf.put(place.storage, name, (900, 300), min_scale=1.0)
    assert told(place, "a", "b", "c") == [("assets", "assets-crowded", "1984x1984")]


@pytest.mark.parametrize(
    ("asked", "pack", "notes"),
    [
        ("small", "sp-3d-glossy", []),
        ("large", "sp-3d-glossy", ["note-asset-exact-at"]),
        ("huge", "sp-3d-glossy", ["note-asset-scaled"]),
        ({"asset": "large", "scale": 0.2}, "sp-3d-glossy", ["note-asset-scaled"]),
        ({"asset": "small", "rotate": 9}, "sp-3d-glossy", ["note-asset-turned"]),
        ({"asset": "small", "blend": "imprint"}, "sp-3d-glossy", ["note-asset-imprint"]),
        ({"asset": "small", "blend": "overlay"}, "sp-glass",
         ["note-asset-overlay", "note-asset-from-picture"]),
        ({"asset": "small", "blend": "overlay"}, "sp-sticker",
         ["note-asset-overlay", "note-asset-from-picture"]),
        ({"asset": "large", "position": "top", "scale": 0.78}, "sp-3d-glossy",
         ["note-asset-scaled", "note-room-narrow"]),
    ],
)  # fmt: skip
def test_what_becomes_of_a_brand_picture_is_told_before_it_is_drawn(place, asked, pack, notes):
    shelf.put(place.storage, "small", (300, 100))
    shelf.put(place.storage, "large", (1100, 450))
    shelf.put(place.storage, "huge", (2000, 2000))
    made = planned(place, asked, style={"style_packs": [pack]})
    assert [code for code, _ in noted(made)] == notes


def test_the_size_that_keeps_bytes_does(place):
    shelf.put(place.storage, "large", (1100, 450))
    made = planned(place, "large")
    ((_, context),) = noted(made)
    assert not made.payload.request.assets[0].placement.keeps_bytes
    larger = planned(place, "large", size_preset=context["size"])
    assert larger.payload.request.assets[0].placement.keeps_bytes
    assert noted(larger)[0][0] == "note-room-narrow"


def test_a_library_that_cannot_be_read_is_a_fault_of_the_brief_only_when_it_is_asked(place):
    place.storage.write(manifest.MANIFEST, b"assets: [")
    assert planned(place).payload.request.assets == ()
    assert told(place, "logo")[0][:2] == ("assets", "assets-manifest")
