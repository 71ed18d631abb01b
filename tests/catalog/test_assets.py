"""Brand artwork as a brief names it: what a name stands for, and the remedy where it may not."""

import pytest

from nukki.catalog import assets, manifest
from nukki.catalog.manifest import Asset, Manifest, Variant
from nukki.core.storage import Folder
from nukki.errors import InputError

NOW = "2026-01-31T09:00:00.000Z"


def variant(number, **changes):
    told = {"sha256": f"{number:064x}", "pixels": f"{number:064x}", "added": NOW}
    return Variant(width=9, height=9, bytes=9, core_share=1, **told, **changes)


def asset(*names, hidden=False, **variants):
    known = {name: variant(number) for number, name in enumerate(names)} | variants
    return Asset(name="x", added=NOW, changed=NOW, hidden=hidden, variants=known)


@pytest.fixture
def storage(tmp_path):
    held = {
        "link-logo": asset("dark", "default"),
        "old-logo": asset("default", hidden=True),
        "mascot": asset("wave", "sit", jump=variant(7, hidden=True)),
        "gone": asset(only=variant(8, hidden=True)),
    }
    Folder(tmp_path).write(manifest.MANIFEST, manifest.dump(Manifest(assets=held)))
    return Folder(tmp_path)


def test_a_library_that_nobody_made_holds_nothing(tmp_path):
    assert assets.names(Folder(tmp_path)) == []
    with pytest.raises(InputError) as caught:
        assets.require("link-logo", Folder(tmp_path))
    assert caught.value.code == "asset-missing"
    assert caught.value.hint() == "leave the asset out of the brief"


def test_what_is_hidden_cannot_be_named(storage):
    assert assets.names(storage) == ["link-logo", "link-logo:dark", "mascot", "mascot:sit"]


@pytest.mark.parametrize(
    ("reference", "stands_for"),
    [
        ("link-logo", ("link-logo", "default")),
        ("link-logo:dark", ("link-logo", "dark")),
        ("mascot", ("mascot", "wave")),
        ("mascot:sit", ("mascot", "sit")),
    ],
)
def test_a_name_stands_for_one_picture(storage, reference, stands_for):
    held = assets.require(reference, storage)
    assert (held.asset_id, held.variant_id) == stands_for
    assert held.variant == held.asset.variants[held.variant_id]


@pytest.mark.parametrize(
    ("reference", "code", "nearest"),
    [
        ("link-logos", "asset-missing", "link-logo"),
        ("old-logo", "asset-hidden", "link-logo"),
        ("gone", "asset-hidden", None),
        ("mascot:jumb", "asset-variant-missing", None),
        ("mascot:wav", "asset-variant-missing", "mascot:wave"),
        ("mascot:jump", "asset-hidden", None),
        ("link-logo:defaul", "asset-variant-missing", "link-logo"),
    ],
)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_is_missing_or_hidden_is_told_with_the_nearest(
    storage, reference, code, nearest, language
):
    with pytest.raises(InputError) as caught:
        assets.require(reference, storage)
    assert (caught.value.code, caught.value.context["nearest"]) == (code, nearest)
    said = caught.value.message(language) + caught.value.hint(language)
    assert "{" not in said
    assert "None" not in said


@pytest.mark.parametrize("name", ["../etc", "Logo", "a b", "", "a:b:c", "-a", "a\n"])
def test_an_asset_name_never_reaches_a_path(name, tmp_path):
    with pytest.raises(InputError) as caught:
        assets.require(name, Folder(tmp_path))
    assert caught.value.code == "asset-name"


@pytest.mark.parametrize(
    "text",
    [
        b"[1, 2]",
        b"version: 2\nassets: {}\n",
        b"assets: {a: {}}\n",
        b"assets: &a {x: *a}\n",
        b"\xff\xfe",
        b"assets: {'../a': 1}\n",
        b"x" * (manifest.MAX_BYTES + 1),
        b"[" * 100_000,
    ],
)
def test_a_damaged_library_is_said_to_be_damaged(tmp_path, text):
    Folder(tmp_path).write(manifest.MANIFEST, text)
    with pytest.raises(InputError) as caught:
        assets.require("a", Folder(tmp_path))
    assert caught.value.code == "assets-manifest"
    assert caught.value.context["reason"]
