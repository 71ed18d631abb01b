"""Kept uploads: found by content, used by briefs, gone when nobody does."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from nukki.core.storage import Folder
from nukki.errors import InputError
from nukki.jobs import uploads
from nukki.jobs.uploads import KEPT, Prepared

NOW = datetime.now(UTC)


@pytest.fixture
def storage(tmp_path):
    return Folder(tmp_path)


def prepared(content=b"pixels"):
    return Prepared("png", content, b"small", 3, 2)


def aged(storage, upload, days):
    """The upload as if it had last been used so many days ago."""
    name = f"uploads/{upload.id}.json"
    told = json.loads(storage.read(name))
    told["used"] = (NOW - timedelta(days=days)).isoformat()
    storage.write(name, json.dumps(told).encode())


def test_what_is_kept_is_found_by_its_content(storage):
    made = uploads.keep(storage, prepared())
    assert uploads.find(storage, made.id) == made
    assert uploads.resolve(storage, made.id).read_bytes() == b"pixels"
    assert storage.read(made.thumb) == b"small"
    assert uploads.keep(storage, prepared()).id == made.id


def test_what_nobody_used_for_a_week_goes_and_what_a_brief_used_stays(storage):
    old, used, young = (uploads.keep(storage, prepared(name)) for name in (b"a", b"b", b"c"))
    for upload, days in ((old, 8), (used, 8), (young, 6)):
        aged(storage, upload, days)
    uploads.resolve(storage, used.id)
    assert uploads.sweep(storage, NOW) == 1
    for upload in (used, young):
        assert uploads.resolve(storage, upload.id).is_file()
    with pytest.raises(InputError) as refused:
        uploads.resolve(storage, old.id)
    assert refused.value.code == "upload-unknown"
    assert not [name for name in storage.names("uploads") if old.id in name]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"{}", b"[" * 9000, b'{"id": 1}', b"\xff"],
)
def test_a_note_that_cannot_be_read_is_no_upload_and_goes(storage, content):
    made = uploads.keep(storage, prepared())
    storage.write(f"uploads/{made.id}.json", content)
    with pytest.raises(InputError):
        uploads.find(storage, made.id)
    assert uploads.sweep(storage, NOW) == 1
    assert storage.names("uploads") == []


@pytest.mark.parametrize(
    "change",
    [{"id": "0" * 64}, {"kind": "exe"}, {"width": -1}, {"bytes": "9"}, {"used": "yesterday"},
     {"used": None}, {"height": True}],
)  # fmt: skip
def test_a_note_that_lies_is_no_upload(storage, change):
    made = uploads.keep(storage, prepared())
    name = f"uploads/{made.id}.json"
    storage.write(name, json.dumps(json.loads(storage.read(name)) | change).encode())
    with pytest.raises(InputError):
        uploads.find(storage, made.id)


@pytest.mark.parametrize("name", ["", "..", "../x", "0" * 63, "G" * 64, "0" * 64 + "\n", "/etc"])
def test_a_name_of_another_form_reaches_no_file(storage, name):
    with pytest.raises(InputError) as refused:
        uploads.find(storage, name)
    assert refused.value.code == "upload-unknown"


def test_an_upload_whose_file_was_taken_away_is_not_there(storage):
    made = uploads.keep(storage, prepared())
    storage.remove(made.file)
    with pytest.raises(InputError):
        uploads.resolve(storage, made.id)


def test_there_is_an_end_to_them(storage, monkeypatch):
    monkeypatch.setattr(uploads, "MAX_UPLOADS", 2)
    first = uploads.keep(storage, prepared(b"a"))
    uploads.keep(storage, prepared(b"b"))
    assert uploads.keep(storage, prepared(b"a")).id == first.id
    with pytest.raises(InputError) as refused:
        uploads.keep(storage, prepared(b"c"))
    assert refused.value.code == "upload-too-many"
    aged(storage, first, KEPT.days + 1)
    uploads.sweep(storage, NOW)
    uploads.keep(storage, prepared(b"c"))
