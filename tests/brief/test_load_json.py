"""Briefs that a program sends as JSON: the faults of a file, without a file."""

import json

import pytest

from nukki.brief import load_document, load_mapping, parse_json
from nukki.brief.reading import MAX_BYTES
from nukki.errors import BriefError

CUP = {"object_concept": "컵"}


def faults(call, *arguments):
    with pytest.raises(BriefError) as caught:
        call(*arguments)
    return [(fault.field, fault.code) for fault in caught.value.faults]


def test_json_that_was_sent_is_the_brief_that_a_form_gives():
    sent = json.dumps({"briefs": [CUP, CUP | {"seed": 7}]}).encode()
    assert load_document(parse_json(sent)) == [
        *load_mapping(CUP),
        *load_mapping(CUP | {"seed": 7}),
    ]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "brief-empty"),
        (b"[", "brief-json"),
        (b"\xff{}", "brief-not-utf8"),
        (b"[1]", "brief-top-level"),
        (b"[" * 50, "brief-too-deep"),
        (b" " * MAX_BYTES + b"{}", "brief-too-large"),
    ],
)
def test_what_is_no_json_is_refused_as_a_whole(data, code):
    assert faults(parse_json, data) == [("brief", code)]


def test_a_key_that_stands_twice_does_not_hide_what_else_is_wrong():
    document = parse_json(b'{"object_concept": "a", "seed": 1, "seed": -1, "size": 1}')
    assert faults(load_document, document) == [
        ("seed", "brief-duplicate-key"),
        ("seed", "brief-out-of-range"),
        ("size", "brief-unknown-key"),
    ]


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("upload:3f2a", True),
        ("upload:3f2a.svg", True),
        ("upload:", False),
        ("upload:../../x", False),
        ("upload:a..b", False),
        ("upload:a/b", False),
        ("UPLOAD:a", False),
    ],
)
def test_a_shape_may_be_something_that_was_uploaded(name, taken):
    asked = CUP | {"shapes": {"컵": name}}
    if taken:
        assert load_mapping(asked)[0].shapes == {"컵": name}
    else:
        assert faults(load_mapping, asked) == [("shapes.컵", "brief-bad-path")]
