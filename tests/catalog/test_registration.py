"""The page of refusals holds what is really said, and every reason there is."""

import re

import pytest

from nukki import i18n
from tests.catalog import registration

OTHERS = {"artwork-slow"}  # needs a file that takes half a minute


@pytest.fixture(scope="module")
def written():
    return registration.document()


def test_the_page_holds_what_is_said(written):
    assert registration.PAGE.read_text("utf-8") == written, (
        "run python -m tests.catalog.registration"
    )


def test_it_has_more_than_twenty_five_files_each_with_a_remedy_in_both_languages(written):
    part = written.partition("## The file")[2].partition("## ")[0]
    rows = [line for line in part.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 50
    for row in rows:
        _, name, english, korean, _ = re.split(r"(?<!\\)\|", row)
        assert english.count("*") >= 2, name
        assert re.search("[가-힣]", korean), name
        assert not re.search(r"[{}]|None", english + korean), name


def test_every_reason_against_artwork_is_on_it(written):
    told = i18n._table("en")
    reasons = [code for code in told if code.startswith("artwork-") and "remark" not in code]
    remarks = {"artwork-rectangle", "artwork-thin-core", "artwork-margin", "artwork-palette",
               "artwork-converted"}  # fmt: skip
    for code in set(reasons) - remarks - OTHERS:
        begun = re.split(r"[{*|]", told[code]["text"])[0] or told[code]["text"].split("}")[1]
        assert begun in written, code
