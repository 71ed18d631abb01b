"""Decisions: read from hostile files, changed one version at a time."""

import json

import pytest

from nukki.errors import InputError
from nukki.review import decisions
from nukki.review.decisions import Change, Decisions, Verdict, changed, parse, replaced

FULL = Decisions(
    3, (0, 2), True, "좋아요\n둘째 줄", {1: Verdict(True, "그림자"), 2: Verdict(note="x")}
)


def file_of(**changes):
    return json.dumps(FULL.to_file() | changes).encode()


def test_a_file_gives_back_what_was_decided():
    assert parse(file_of()) == FULL


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b" " * (decisions.MAX_BYTES + 1),
        file_of(version=-1),
        file_of(version=True),
        file_of(version=2**60),
        file_of(version="3"),
        file_of(selected="0"),
        file_of(selected=[-1]),
        file_of(selected=[1.0]),
        file_of(selected=list(range(65))),
        file_of(starred=1),
        file_of(note=None),
        file_of(note="x" * 2001),
        file_of(candidates=[]),
        file_of(candidates={"a": {"starred": True, "note": ""}}),
        file_of(candidates={"0": True}),
        file_of(candidates={"0": {"starred": "yes", "note": ""}}),
        file_of(candidates={str(n): {"starred": True, "note": ""} for n in range(65)}),
    ],
)
def test_a_file_of_another_shape_is_refused_by_name(data):
    with pytest.raises(InputError) as refused:
        parse(data)
    assert refused.value.code == "decisions-damaged"


def test_a_change_touches_only_what_it_names():
    new = changed(FULL, Change(selected=(3, 1, 1), candidates={1: (None, "neu")}), total=4)
    assert new == Decisions(
        4, (1, 3), True, FULL.note, {1: Verdict(True, "neu"), 2: Verdict(note="x")}
    )


def test_a_candidate_of_whom_nothing_is_said_any_more_is_left_out():
    new = changed(FULL, Change(candidates={1: (False, ""), 2: (None, "")}), total=4)
    assert new.candidates == {}


def test_a_change_that_changes_nothing_is_no_new_version():
    assert changed(FULL, Change(starred=True, selected=(2, 0)), total=4) is FULL
    whole = Change((0, 2), True, FULL.note, {1: (True, "그림자"), 2: (None, "x")})
    assert replaced(FULL, whole, total=4) is FULL


def test_replacing_begins_with_nothing():
    new = replaced(FULL, Change(note="only this"), total=4)
    assert new == Decisions(4, (), False, "only this", {})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (Change(selected=(4,)), "decisions-index"),
        (Change(selected=(-1,)), "decisions-index"),
        (Change(candidates={9: (True, None)}), "decisions-index"),
        (Change(note="x" * 2001), "decisions-note"),
        (Change(candidates={0: (None, "x" * 2001)}), "decisions-note"),
    ],
)
def test_what_cannot_be_is_refused(change, code):
    for apply in (changed, replaced):
        with pytest.raises(InputError) as refused:
            apply(FULL, change, 4)
        assert refused.value.code == code


def test_a_note_keeps_its_lines_and_families_and_loses_what_a_terminal_obeys():
    note = "하나\n\t둘 👨\u200d👩\u200d👧 \x1b[2J\u202e\x00!"
    new = changed(Decisions(), Change(note=note), total=1)
    assert new.note == "하나\n\t둘 👨\u200d👩\u200d👧 [2J!"
