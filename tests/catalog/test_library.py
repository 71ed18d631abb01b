"""The library on disk: byte for byte, never overwritten, and every change in its log."""

import errno
import json
import os
import threading
from contextlib import contextmanager
from dataclasses import replace
from uuid import uuid4

import pytest
import yaml

from nukki.catalog import artwork, library, manifest
from nukki.catalog.asset_change import Wanted
from nukki.catalog.library import Library
from nukki.core import hashing, remote
from nukki.core.bucket import Bucket
from nukki.core.fetched import Fetched
from nukki.core.remote import Remote
from nukki.core.storage import Folder
from nukki.errors import FaultyInputError, InputError, StorageError
from tests.catalog.artworks import encoded, good, logo
from tests.catalog.shelf import add, alone, examined
from tests.s3 import bucket, s3, s3_server

__all__ = ["bucket", "s3", "s3_server"]


@pytest.fixture(params=["folder", "bucket", "memory"])
def storage(request, tmp_path):
    if request.param == "folder":
        return Folder(tmp_path / "studio")
    if request.param == "memory":
        return Bucket("memory", uuid4().hex, "studio", Fetched(tmp_path / "cache"))
    return request.getfixturevalue("bucket")


@pytest.fixture
def shelf(storage):
    return Library(storage, alone)


@pytest.fixture
def local(tmp_path):
    return Library(Folder(tmp_path / "studio"), alone)


def refusals(caught):
    return [(fault.field, fault.code) for fault in caught.value.faults]


def log_of(shelf):
    return [json.loads(line) for line in shelf.storage.read(library.LOG).splitlines()]


def test_the_file_is_kept_byte_for_byte_with_what_is_said_of_it(shelf, tmp_path):
    data = good(dpi=(300, 300))
    made = add(
        shelf, tmp_path, data, name=" 여름 로고 ", tags=("logo", " logo", "여름"), min_scale=0.5
    )
    assert shelf.storage.read("assets/logo/default.png") == data
    assert shelf.artwork("logo", "default") == data
    assert (made.name, made.tags, made.min_scale, made.clear_space) == (
        "여름 로고", ("logo", "여름"), 0.5, 0)  # fmt: skip
    assert made.variants["default"].sha256 == hashing.of_bytes(data)
    assert shelf.read().assets == {"logo": made}
    assert shelf.storage.names("assets/logo") == [
        "default.core.webp", "default.png", "default.thumb.webp"]  # fmt: skip


def test_the_manifest_is_yaml_that_people_can_read(local, tmp_path):
    add(local, tmp_path, good(), "null", "1e3", name="yes: #1 'x' \\ 누끼")
    held = yaml.safe_load(local.storage.read(manifest.MANIFEST))
    assert held["revision"] == 1
    assert held["assets"]["null"]["name"] == "yes: #1 'x' \\ 누끼"
    assert list(held["assets"]["null"]["variants"]) == ["1e3"]
    assert manifest.dump(local.read()) == local.storage.read(manifest.MANIFEST)


def test_a_variant_joins_its_asset_and_leaves_what_was_said(local, tmp_path):
    add(local, tmp_path, good(), name="Logo", tags=("a",))
    made = add(local, tmp_path, encoded(logo(colour=(9, 9, 9))), variant="dark")
    assert (made.name, made.tags, list(made.variants)) == ("Logo", ("a",), ["default", "dark"])


def test_nothing_is_ever_overwritten(local, tmp_path):
    add(local, tmp_path, good())
    with pytest.raises(FaultyInputError) as caught:
        add(local, tmp_path, encoded(logo(colour=(9, 9, 9))))
    assert refusals(caught) == [("variant", "asset-exists")]
    assert caught.value.faults[0].nearest == "default-2"
    assert local.artwork("logo", "default") == good()
    assert local.read().revision == 1


def test_a_picture_that_the_manifest_does_not_list_is_not_overwritten_either(local, tmp_path):
    add(local, tmp_path, good())
    theirs = encoded(logo(colour=(9, 9, 9)))
    local.storage.write("assets/logo/dark.png", theirs)
    ours = encoded(logo(colour=(8, 8, 8)))
    with pytest.raises(FaultyInputError) as caught:
        add(local, tmp_path, ours, variant="dark")
    (fault,) = caught.value.faults
    assert (fault.field, fault.code, fault.found, fault.nearest) == (
        "variant", "asset-left", "logo:dark", "dark-2")  # fmt: skip
    assert local.faults(examined(tmp_path, ours), "logo", "dark") == [fault]
    assert local.storage.read("assets/logo/dark.png") == theirs
    add(local, tmp_path, theirs, variant="dark")  # the very file that a killed writer left
    assert local.artwork("logo", "dark") == theirs


def test_a_longer_file_that_begins_like_this_one_is_another_picture(local, tmp_path):
    add(local, tmp_path, encoded(logo(colour=(9, 9, 9))))
    local.storage.write("assets/logo/dark.png", good() + b"\0")
    with pytest.raises(FaultyInputError) as caught:
        add(local, tmp_path, good(), variant="dark")
    assert refusals(caught) == [("variant", "asset-left")]


def test_the_same_pixels_are_refused_wherever_they_are(local, tmp_path):
    add(local, tmp_path, good())
    again = good(compress_level=1)
    assert again != good()
    with pytest.raises(FaultyInputError) as caught:
        add(local, tmp_path, again, "other", "x")
    assert refusals(caught) == [("file", "asset-twin")]
    assert caught.value.faults[0].found == "logo:default"
    local.change("logo", Wanted(hidden=True), "token:ci")
    with pytest.raises(FaultyInputError) as caught:
        add(local, tmp_path, again, "other", "x")
    assert refusals(caught) == [("file", "asset-twin-hidden")]


def test_all_that_stands_against_it_is_told_at_once_and_nothing_is_kept(local, tmp_path):
    with pytest.raises(FaultyInputError) as caught:
        add(local, tmp_path, encoded(logo(alpha=200)), "../Logo", "", name="a\nb", min_scale=2.0)
    assert refusals(caught) == [
        ("file", "artwork-no-core"), ("id", "asset-id-form"), ("variant", "asset-id-missing"),
        ("name", "asset-name-form"), ("min_scale", "asset-min-scale")]  # fmt: skip
    assert local.storage.names() == []


def test_a_file_that_changes_while_it_is_looked_at_is_not_kept(local, tmp_path):
    found = examined(tmp_path, good())
    with pytest.raises(StorageError) as caught:
        local.add(found, good() + b" ", ("logo", "default"), "x")
    assert caught.value.code == "asset-changed"


def test_hiding_and_restoring_is_all_that_can_happen_to_it(local, tmp_path):
    add(local, tmp_path, good())
    add(local, tmp_path, encoded(logo(colour=(9, 9, 9))), variant="dark")
    made = local.change("logo", Wanted(hidden=True, variants={"dark": True}), "session:bob")
    assert (made.hidden, made.variants["dark"].hidden) == (True, True)
    assert local.artwork("logo", "dark")
    made = local.change("logo", Wanted(hidden=False, name="L", variants={"dark": False}), "cli")
    assert (made.hidden, made.name, made.shown()) == (False, "L", ["default", "dark"])
    before = local.read()
    assert local.change("logo", Wanted(hidden=False, name=" L "), "cli") == made
    assert local.read() == before


def test_the_log_says_who_changed_what_and_what_it_was_before(shelf, tmp_path):
    add(shelf, tmp_path, good())
    shelf.change("logo", Wanted(name="L", tags=("x",), variants={"default": True}), "session:bob")
    first, second = log_of(shelf)
    assert (first["revision"], first["by"], first["did"], first["what"]["variant"]) == (
        1, "session:ann", "add", "default")  # fmt: skip
    assert (second["revision"], second["by"], second["asset"]) == (2, "session:bob", "logo")
    assert second["what"] == {
        "name": ["logo", "L"], "tags": [[], ["x"]], "variants.default.hidden": [False, True],
    }  # fmt: skip


def test_a_line_that_a_killed_writer_left_out_is_added_by_the_next(local, tmp_path):
    add(local, tmp_path, good())
    local.storage.write(library.LOG, b"")
    local.change("logo", Wanted(clear_space=8, min_scale=1), "x")
    local.change("logo", Wanted(min_scale=0.3), "x")
    assert [line["revision"] for line in log_of(local)] == [1, 2, 3]


def test_what_is_not_there_is_told(local, tmp_path):
    add(local, tmp_path, good())
    for asset, variants, code in (
        ("logos", {}, "asset-unknown"), ("logo", {"dark": True}, "asset-variant-unknown"),
    ):  # fmt: skip
        with pytest.raises(InputError) as caught:
            local.change(asset, Wanted(variants=variants), "x")
        assert caught.value.code == code
    with pytest.raises(FaultyInputError) as caught:
        local.change("logo", Wanted(tags=("x" * 31, "a\u202eb"), clear_space=-1), "x")
    told = [code for _, code in refusals(caught)]
    assert told == ["asset-tag-form", "asset-tag-form", "asset-clear-space"]


def test_a_file_that_somebody_changed_behind_its_back_is_not_passed_off(local, tmp_path):
    add(local, tmp_path, good())
    local.storage.write("assets/logo/default.png", encoded(logo(colour=(9, 9, 9))))
    with pytest.raises(StorageError) as caught:
        local.artwork("logo", "default")
    assert caught.value.code == "asset-changed"


def test_the_library_has_an_end(local, tmp_path, monkeypatch):
    monkeypatch.setattr(library, "MAX_ASSETS", 1)
    monkeypatch.setattr(library, "MAX_VARIANTS", 2)
    add(local, tmp_path, good())
    add(local, tmp_path, encoded(logo(colour=(1, 1, 1))), variant="b")
    for place, code in ((("c", "x"), "asset-too-many"), (("logo", "c"), "asset-variants-too-many")):
        with pytest.raises(FaultyInputError) as caught:
            add(local, tmp_path, encoded(logo(colour=(2, 2, 2))), *place)
        assert [fault.code for fault in caught.value.faults] == [code]


def test_two_thousand_pictures_can_be_read_and_are_then_remembered(tmp_path):
    variant = manifest.Variant(
        sha256="0" * 64, pixels="1" * 64, width=9, height=9, bytes=9, core_share=0.5, added="now"
    )
    asset = manifest.Asset(
        name="이름", tags=("a", "b"), added="now", changed="now",
        variants={"default": variant, "dark": variant},
    )  # fmt: skip
    held = manifest.Manifest(revision=7, assets={f"asset-{n}": asset for n in range(1000)})
    storage = Folder(tmp_path)
    storage.write(manifest.MANIFEST, manifest.dump(held))
    assert manifest.read(storage) == held
    assert manifest.read(storage) is manifest.read(Folder(tmp_path))


def test_a_lock_that_was_lost_changes_nothing(tmp_path):
    @contextmanager
    def lost():
        def still():
            raise StorageError("database-busy")

        yield still

    shelf = Library(Folder(tmp_path), lost)
    with pytest.raises(StorageError):
        add(shelf, tmp_path, good())
    assert shelf.read().assets == {}


class DiedError(BaseException):
    """The process ended here."""


def dying(monkeypatch, left, after):
    """Puts into buckets until the process dies, before or after one of them."""
    put = Remote.put

    def call(self, *arguments, **options):
        nonlocal left
        left -= 1
        if left == 0 and not after:
            raise DiedError
        tag = put(self, *arguments, **options)
        if left == 0:
            raise DiedError
        return tag

    monkeypatch.setattr(Remote, "put", call)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("number", range(1, 12))
def test_wherever_a_writer_of_a_bucket_dies_the_next_one_goes_on(
    tmp_path, monkeypatch, number, after
):
    name = uuid4().hex

    def opened():
        remote.forget()  # another process has connections and memory of its own
        return Library(Bucket("memory", name, "studio", Fetched(tmp_path / "cache")), alone)

    first, second = good(), encoded(logo(colour=(9, 9, 9)))

    def two(shelf):
        add(shelf, tmp_path, first, name="Logo")
        add(shelf, tmp_path, second, variant="dark")

    with monkeypatch.context() as changed:
        dying(changed, number, after)
        with pytest.raises(DiedError):
            two(opened())
    shelf = opened()
    for _, _, variant_id, _ in shelf.read().pictures():
        assert shelf.artwork("logo", variant_id)
    for variant, data in (("default", first), ("dark", second)):
        known = shelf.read().assets.get("logo")
        if known is None or variant not in known.variants:
            add(shelf, tmp_path, data, variant=variant)
    shelf.change("logo", Wanted(name="End"), "x")
    assert [line["revision"] for line in log_of(shelf)] == [1, 2, 3]
    ended = shelf.read()
    shelf.storage.remove(manifest.MANIFEST)
    shelf.recover(artwork.examine, "x")
    assert shelf.read().assets == ended.assets


@pytest.mark.parametrize("broken", ["assets/logo/default.png", "assets/manifest.yaml"])
@pytest.mark.parametrize(
    ("number", "code"), [(errno.ENOSPC, "storage-full"), (errno.EROFS, "storage-denied")]
)
def test_a_disk_that_takes_nothing_leaves_the_library_as_it_was(
    local, tmp_path, monkeypatch, broken, number, code
):
    write = Folder.write

    def refuse(self, name, data, *, lasting=True):
        if name == broken:
            raise OSError(number, os.strerror(number))
        write(self, name, data, lasting=lasting)

    with monkeypatch.context() as changed:
        changed.setattr(Folder, "write", refuse)
        with pytest.raises(StorageError) as caught:
            add(local, tmp_path, good())
    assert caught.value.code == code
    assert local.read().assets == {}
    assert list(add(local, tmp_path, good()).variants) == ["default"]


def test_threads_that_share_a_lock_lose_nothing(tmp_path):
    lock = threading.Lock()

    @contextmanager
    def held():
        with lock:
            yield lambda: None

    shelf = Library(Folder(tmp_path / "studio"), held)
    found = [examined(tmp_path, encoded(logo(colour=(n, 0, 0)))) for n in range(8)]
    data = [encoded(logo(colour=(n, 0, 0))) for n in range(8)]

    def one(n):
        shelf.add(replace(found[n]), data[n], (f"logo-{n % 4}", f"v{n}"), "x")

    threads = [threading.Thread(target=one, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shelf.read().revision == 8
    assert sum(1 for _ in shelf.read().pictures()) == 8
