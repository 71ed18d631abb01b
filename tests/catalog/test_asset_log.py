"""The library's past: newest first, whatever anybody wrote into its file."""

import json
import re

import pytest

from nukki.catalog import asset_log, library
from nukki.catalog.asset_change import Wanted
from nukki.catalog.library import Library
from nukki.core.storage import Folder
from tests.catalog.shelf import add, alone, coloured


@pytest.fixture
def shelf(tmp_path):
    return Library(Folder(tmp_path / "studio"), alone)


@pytest.fixture
def past(shelf, tmp_path):
    """Seven changes of two assets."""
    add(shelf, tmp_path, coloured(1), name="여름 로고", tags=("a", "b"))
    add(shelf, tmp_path, coloured(2), variant="dark", clear_space=4)
    add(shelf, tmp_path, coloured(3), "badge")
    for wanted in (
        Wanted(hidden=True), Wanted(hidden=False, name="Summer", tags=()),
        Wanted(min_scale=0.5, variants={"dark": True}), Wanted(variants={"dark": False}),
    ):  # fmt: skip
        shelf.change("logo", wanted, "session:bob")
    return shelf.storage


def told(page, language="en"):
    return [asset_log.sentence(entry, language) for entry in page.entries]


def test_every_change_is_told_newest_first(past):
    assert told(asset_log.page(past)) == [
        "dark restored",
        "smallest scale from 0.1 to 0.5; dark hidden",
        "renamed from “여름 로고” to “Summer”; tags from a, b to –; restored",
        "hidden",
        "registered default",
        "registered dark; clear space from 0 to 4 px",
        "registered default; named “여름 로고”; tags from – to a, b",
    ]
    korean = told(asset_log.page(past), "ko")
    assert all(re.search("[가-힣]", said) for said in korean)
    assert not any("{" in said for said in korean)


def test_an_entry_holds_what_was_before_and_after(past):
    entry = asset_log.page(past, "logo", limit=1, before=7).entries[0]
    assert (entry.revision, entry.by, entry.asset, entry.variant) == (
        6,
        "session:bob",
        "logo",
        None,
    )
    assert list(entry.changes()) == [
        ("min_scale", 0.1, 0.5), ("variants.dark.hidden", False, True)]  # fmt: skip
    first = asset_log.page(past).entries[-1]
    assert (first.did, first.variant, first.by) == ("add", "default", "session:ann")


def test_pages_follow_each_other_without_a_gap(past):
    seen, before = [], None
    while True:
        page = asset_log.page(past, limit=3, before=before)
        seen += [entry.revision for entry in page.entries]
        before = page.next
        if before is None:
            break
    assert seen == [7, 6, 5, 4, 3, 2, 1]
    assert [entry.revision for entry in asset_log.page(past, "badge").entries] == [3]
    assert asset_log.page(past, "badge", limit=1).next is None


def test_nothing_was_changed_where_there_is_no_log(tmp_path):
    assert asset_log.page(Folder(tmp_path)).entries == ()


def test_what_nobody_can_read_is_passed_over_and_counted(past):
    good = past.read(library.LOG)
    odd = [
        b"\xff\xfe", b"{", b"[" * 50_000, b"null", b"7", b'{"revision": 1}', b"{}" * 9_000,
        b'{"revision": 0, "at": "", "by": "", "did": "add", "asset": "a", "what": {}}',
        b'{"revision": 9, "at": "", "by": "", "did": "add", "asset": "../a", "what": {}}',
        b'{"revision": 9, "at": "", "by": "", "did": "rm", "asset": "a", "what": {}}',
    ]  # fmt: skip
    past.write(library.LOG, b"\n".join(odd) + b"\n\n" + good + b'{"revision": 8, "at"')
    page = asset_log.page(past)
    assert (len(page.entries), page.damaged) == (7, 11)


def test_what_a_person_wrote_into_it_is_shown_on_one_short_line(past):
    entry = {
        "revision": 8, "at": "now", "by": "x", "did": "change", "asset": "logo",
        "what": {"name": ["a\u202eb\nc\x1b[2J", "x" * 5000], "odd": [{"a": [1]}, None],
                 "variants.a.hidden": [0, "yes"], "tags": 7},
    }  # fmt: skip
    past.append(library.LOG, json.dumps(entry))
    said = told(asset_log.page(past, limit=1))[0]
    assert said.startswith("renamed from “abc[2J” to “xxx")
    assert said.isprintable()
    assert len(said) < 250
    assert "a hidden" in said


def test_only_the_end_of_a_log_without_end_is_read(past, monkeypatch):
    monkeypatch.setattr(asset_log, "MAX_BYTES", 700)
    past.write(library.LOG, past.read(library.LOG) + b"\n")  # another file, which nobody has read
    log = asset_log.read(past)
    assert log.cut
    assert log.damaged == 0
    assert [entry.revision for entry in log.entries][-1] == 7
    assert 0 < len(log.entries) < 7


def test_the_last_lines_are_known_without_the_rest(past, tmp_path):
    assert asset_log.last_lines(Folder(tmp_path / "nothing")) == []
    lines = past.read(library.LOG).splitlines()
    past.write(library.LOG, b"x" * 10 * asset_log.MAX_LINE + b"\n" + past.read(library.LOG))
    assert asset_log.last_lines(past) == lines[-2:]


def test_ten_thousand_changes_are_read_once(past):
    line = past.read(library.LOG).splitlines()[3].decode()
    many = [line.replace('"revision": 4', f'"revision": {n}') for n in range(8, 10_008)]
    past.write(library.LOG, past.read(library.LOG) + "\n".join(many).encode())
    assert asset_log.read(past) is asset_log.read(Folder(past.root))
    assert asset_log.page(past, limit=2).entries[0].revision == 10_007
