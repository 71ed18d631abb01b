"""A manifest that is lost, damaged or too old: nothing is overwritten, and all that is known of the
pictures is found again in the log and in themselves."""

import json
from uuid import uuid4

import pytest

from nukki.catalog import artwork, assets, library, manifest
from nukki.catalog.asset_change import Wanted
from nukki.catalog.library import Library
from nukki.core.bucket import Bucket
from nukki.core.fetched import Fetched
from nukki.core.storage import Folder
from nukki.errors import FaultyInputError, InputError
from tests.catalog.artworks import encoded, good, logo
from tests.catalog.shelf import add, alone, coloured


@pytest.fixture(params=["folder", "bucket"])
def shelf(request, tmp_path):
    """A library with a past: two assets, a hidden variant, a hidden asset, rules of use."""
    if request.param == "folder":
        storage = Folder(tmp_path / "studio")
    else:
        storage = Bucket("memory", uuid4().hex, "studio", Fetched(tmp_path / "cache"))
    made = Library(storage, alone)
    add(made, tmp_path, coloured(1), name="여름 로고", tags=("summer",), min_scale=0.25)
    add(made, tmp_path, coloured(2), variant="dark")
    add(made, tmp_path, coloured(3), "badge", clear_space=7)
    made.change("logo", Wanted(variants={"dark": True}), "session:bob")
    made.change("badge", Wanted(hidden=True, name="Badge"), "session:bob")
    return made


def recovered(shelf):
    return shelf.recover(artwork.examine, "command:ann")


LOST = {"gone": None, "empty": b"", "blank": b"\n \n", "no words": b"# nothing\n", "{}": b"{}\n"}


def lose(shelf, how):
    if LOST[how] is None:
        shelf.storage.remove(manifest.MANIFEST)
    else:
        shelf.storage.write(manifest.MANIFEST, LOST[how])


@pytest.mark.parametrize("how", LOST)
def test_a_library_that_lost_its_manifest_says_so_and_takes_nothing(shelf, tmp_path, how):
    lose(shelf, how)
    before = {name: shelf.storage.read(f"assets/{name}") for name in ("logo/default.png",)}
    for attempt in (
        shelf.read,
        lambda: add(shelf, tmp_path, coloured(9)),
        lambda: add(shelf, tmp_path, coloured(9), "other", "one"),
        lambda: shelf.change("logo", Wanted(name="x"), "x"),
        lambda: assets.names(shelf.storage),
    ):
        with pytest.raises(InputError) as caught:
            attempt()
        assert caught.value.code == "assets-lost"
        assert "nukki assets recover" in caught.value.hint("ko")
    assert shelf.storage.read("assets/logo/default.png") == before["logo/default.png"]
    assert shelf.storage.names("assets") == ["badge", "log.jsonl", "logo"] or LOST[how] is not None


@pytest.mark.parametrize("how", LOST)
def test_it_is_made_again_with_all_that_was_said(shelf, how):
    before = shelf.read()
    lose(shelf, how)
    found = recovered(shelf)
    after = shelf.read()
    assert after.assets == before.assets
    assert (found.pictures, found.restored, found.whole) == (3, 3, True)
    assert [found.missing, found.unlogged, found.unnamed, found.twins] == [[], [], [], []]
    assert (after.revision, after.last.did, after.last.by) == (6, "recover", "command:ann")
    last = json.loads(shelf.storage.read(library.LOG).splitlines()[-1])
    assert (last["revision"], last["did"], last["what"]) == (
        6, "recover", {"pictures": 3, "restored": 3})  # fmt: skip
    assert shelf.change("badge", Wanted(hidden=False), "x").hidden is False


def test_a_manifest_with_no_word_of_any_change_beside_a_log_is_lost_too(shelf):
    shelf.storage.write(manifest.MANIFEST, manifest.dump(manifest.EMPTY))
    with pytest.raises(InputError) as caught:
        shelf.read()
    assert caught.value.code == "assets-lost"
    assert recovered(shelf).restored == 3


@pytest.mark.parametrize("data", [b"assets: [", b"\0" * 900, b"\xff\xfe", b"version: 9\n"])
def test_a_damaged_one_is_kept_beside_the_new_one(shelf, data):
    before = shelf.read()
    shelf.storage.write(manifest.MANIFEST, data)
    with pytest.raises(InputError) as caught:
        shelf.read()
    assert caught.value.code == "assets-manifest"
    recovered(shelf)
    assert shelf.read().assets == before.assets
    assert shelf.storage.read("assets/manifest-5.yaml") == data


def test_an_earlier_copy_is_read_but_not_written_until_it_is_brought_up_to_date(shelf, tmp_path):
    add(shelf, tmp_path, coloured(4), variant="light")
    early = shelf.storage.read(manifest.MANIFEST)
    add(shelf, tmp_path, coloured(5), "late")
    shelf.change("logo", Wanted(name="Newest", variants={"light": True}), "x")
    before = shelf.read()
    shelf.storage.write(manifest.MANIFEST, early)
    assert "late" not in shelf.read().assets
    for attempt in (
        lambda: add(shelf, tmp_path, coloured(6), "more"),
        lambda: shelf.change("logo", Wanted(name="x"), "x"),
    ):
        with pytest.raises(InputError) as caught:
            attempt()
        assert (caught.value.code, caught.value.context["found"]) == ("assets-behind", 6)
    found = recovered(shelf)
    assert (found.pictures, found.restored) == (5, 1)
    assert shelf.read().assets == before.assets
    assert shelf.read().revision == 9


def test_a_copy_that_lacks_only_the_last_change_is_an_earlier_one_too(shelf, tmp_path):
    early = shelf.storage.read(manifest.MANIFEST)
    shelf.change("logo", Wanted(name="Newest"), "x")
    shelf.storage.write(manifest.MANIFEST, early)
    with pytest.raises(InputError) as caught:
        shelf.change("logo", Wanted(name="Older"), "x")
    assert caught.value.code == "assets-behind"
    recovered(shelf)
    assert shelf.read().assets["logo"].name == "Newest"


def test_what_a_person_wrote_into_the_manifest_stands(shelf):
    held = shelf.read()
    asset = held.assets["logo"].model_copy(update={"name": "By hand"})
    only = held.model_copy(update={"assets": {"logo": asset}})
    shelf.storage.write(manifest.MANIFEST, manifest.dump(only))
    found = recovered(shelf)
    assert found.restored == 1
    assert shelf.read().assets["logo"].name == "By hand"
    assert shelf.read().assets["badge"] == held.assets["badge"]


def test_where_nothing_is_missing_nothing_is_written(shelf):
    before = shelf.storage.read(manifest.MANIFEST), shelf.storage.read(library.LOG)
    found = recovered(shelf)
    assert (found.manifest, found.pictures, found.restored, found.whole) == (None, 3, 0, True)
    assert (shelf.storage.read(manifest.MANIFEST), shelf.storage.read(library.LOG)) == before
    assert shelf.storage.names("assets") == ["badge", "log.jsonl", "logo", "manifest.yaml"]


def test_a_picture_that_is_another_or_none_any_more_is_told_and_not_listed(shelf):
    shelf.storage.write("assets/badge/default.png", coloured(77))
    shelf.storage.write("assets/logo/dark.png", coloured(2)[:-40])
    shelf.storage.remove("assets/logo/default.png")
    lose(shelf, "gone")
    found = recovered(shelf)
    assert (found.changed, found.damaged, found.missing) == (
        ["badge:default"], ["logo:dark"], ["logo:default"])  # fmt: skip
    assert (found.whole, found.pictures, shelf.read().assets) == (False, 0, {})
    shelf.storage.write("assets/logo/default.png", coloured(1))
    shelf.storage.write("assets/badge/default.png", coloured(3))
    assert recovered(shelf).restored == 2
    assert shelf.read().assets["logo"].name == "여름 로고"
    assert shelf.read().assets["badge"].hidden


def test_what_the_log_does_not_know_comes_in_hidden(shelf):
    shelf.storage.write("assets/found/default.png", coloured(50))
    shelf.storage.write("assets/logo/extra.png", coloured(51))
    shelf.storage.write("assets/logo/copy.png", coloured(1))
    shelf.storage.write("assets/Not An Id/default.png", coloured(52))
    lose(shelf, "gone")
    found = recovered(shelf)
    assert sorted(found.unlogged) == ["found:default", "logo:extra"]
    assert (found.twins, found.unnamed) == (["logo:copy"], ["found"])
    held = shelf.read().assets
    assert held["logo"].variants["extra"].hidden
    assert held["found"].variants["default"].hidden
    assert not held["logo"].variants["default"].hidden
    assert "logo:extra" not in assets.names(shelf.storage)


def test_without_a_log_all_pictures_are_found_and_none_is_vouched_for(shelf):
    lose(shelf, "gone")
    shelf.storage.remove(library.LOG)
    with pytest.raises(InputError) as caught:
        shelf.read()
    assert caught.value.code == "assets-lost"
    found = recovered(shelf)
    assert len(found.unlogged) == 3
    assert found.unnamed == ["badge", "logo"]
    assert assets.names(shelf.storage) == []


def test_lines_that_nobody_can_read_cost_what_they_said_and_no_more(shelf):
    lines = shelf.storage.read(library.LOG).splitlines(keepends=True)
    names = [b'{"revision": 1', b"[" * 9000 + b"\n", b'{"did": "steal"}\n', b"\xff\n", b"\n"]
    shelf.storage.write(library.LOG, b"".join([*names[1:], *lines[1:], names[0]]))
    lose(shelf, "gone")
    found = recovered(shelf)
    assert found.lines_damaged == 4
    assert (found.unlogged, found.unnamed) == (["logo:default"], ["logo"])
    assert shelf.read().assets["logo"].variants["dark"].hidden


def test_a_log_that_says_what_no_asset_may_be_is_not_believed(shelf):
    odd = {
        "revision": 40, "at": "now", "by": "x", "did": "change", "asset": "logo",
        "what": {"name": ["a", "x" * 999], "min_scale": [1, 40], "tags": ["a", 5],
                 "hidden": [0, {"a": 1}], "clear_space": [0, 12], "sha256": ["a", "b"]},
    }  # fmt: skip
    shelf.storage.append(library.LOG, json.dumps(odd))
    lose(shelf, "gone")
    recovered(shelf)
    made = shelf.read().assets["logo"]
    assert (made.name, made.tags, made.hidden, made.clear_space) == ("logo", (), False, 12)
    assert shelf.read().revision == 41


def test_a_first_picture_whose_writer_was_killed_is_no_lost_library(tmp_path, monkeypatch):
    shelf = Library(Folder(tmp_path / "studio"), alone)

    def die(*_arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as changed:
        changed.setattr(Library, "_commit", die)
        with pytest.raises(KeyboardInterrupt):
            add(shelf, tmp_path, good())
    assert shelf.storage.read("assets/logo/default.png") == good()
    assert shelf.read().assets == {}
    with pytest.raises(FaultyInputError):
        add(shelf, tmp_path, encoded(logo(colour=(1, 1, 1))))
    add(shelf, tmp_path, good())
    assert shelf.artwork("logo", "default") == good()


def test_more_pictures_than_a_library_may_hold_are_not_taken(shelf, monkeypatch):
    monkeypatch.setattr("nukki.catalog.asset_recovery.MAX_PICTURES", 2)
    lose(shelf, "gone")
    with pytest.raises(InputError) as caught:
        recovered(shelf)
    assert caught.value.code == "assets-recover-many"
    assert not shelf.storage.stat(manifest.MANIFEST)
