"""A brief that a person has not finished: what can be read of it, and all that is wrong with it."""

import json

import pytest

from nukki.brief import fields, load_draft, load_mapping, parse_json
from nukki.brief.reading import Document

JOB = "job:20260131-090000-1f3a9c07:" + "a" * 64


def draft(**typed):
    return load_draft(parse_json(json.dumps(typed).encode()))


def codes(found):
    return {(fault.field, fault.code) for fault in found.faults}


def test_what_is_right_is_read_while_another_field_is_wrong():
    found = draft(object_concept="컵", candidate_count=99, style={"negative": "화분", "x": 1})
    assert (found.concept, found.brief.object_concept) == ("컵", "컵")
    assert found.brief.style.negative == "화분"
    assert codes(found) == {
        ("candidate_count", "brief-out-of-range"),
        ("style.x", "brief-unknown-key"),
    }


@pytest.mark.parametrize(
    ("concept", "code"),
    [
        (None, "brief-missing"),
        ("", "brief-too-short"),
        (" \n", "brief-too-short"),
        ([1], "brief-wrong-type"),
        ("컵" * 301, "brief-too-long"),
        ("컵\x1b", "brief-control-character"),
    ],
)
def test_the_rest_is_read_while_the_concept_is_not_there(concept, code):
    found = load_draft(Document({"object_concept": concept, "candidate_count": 3}))
    assert codes(found) == {("object_concept", code)}
    assert found.brief.candidate_count == 3
    assert found.concept == (concept if isinstance(concept, str) else "")


def test_an_empty_draft_is_no_error():
    found = draft()
    assert codes(found) == {("object_concept", "brief-missing")}
    assert found.brief.candidate_count == 4


def test_a_batch_is_no_draft():
    assert ("briefs", "brief-unknown-key") in codes(draft(briefs=[{"object_concept": "컵"}]))


@pytest.mark.parametrize("style", ["none", [1], 7, {"style_packs": "sp-glass"}])
def test_a_style_of_any_kind_is_told_and_does_not_hide_the_rest(style):
    found = draft(object_concept="컵", style=style)
    assert found.faults
    assert found.brief.object_concept == "컵"


def test_a_word_may_stand_for_an_icon_an_upload_or_a_file_of_a_job():
    given = {"컵": "teacup", "접시": "upload:" + "b" * 64, "풍선": JOB, "화분": "art/plant.svg"}
    (brief,) = load_mapping({"object_concept": "컵, 접시, 풍선, 화분", "shapes": given})
    assert brief.shapes == given
    assert [word for word, name in given.items() if fields.is_shape(name)] == ["컵"]
    assert fields.KEPT.fullmatch(JOB).groups() == (JOB[4:28], "a" * 64)


@pytest.mark.parametrize(
    "name", [JOB + "a", JOB[:-1], JOB.replace("job:", "job:../"), JOB.upper(), "job:x:y"]
)
def test_no_other_name_is_one_of_a_file_of_a_job(name):
    assert fields.KEPT.fullmatch(name) is None


def test_a_brief_for_programs_leaves_out_what_is_not_set():
    typed = {"object_concept": "컵", "seed": 5, "size_preset": {"width": 300, "height": 400}}
    (brief,) = load_mapping(typed)
    told = brief.as_json()
    assert "model" not in told
    assert load_mapping(told) == [brief]
    (preset,) = load_mapping({"object_concept": "컵", "size_preset": "4:3"})
    assert preset.as_json()["size_preset"] == "4:3"
    assert load_mapping(preset.as_json()) == [preset]


def test_a_brand_picture_with_a_faulty_detail_keeps_its_name():
    found = draft(object_concept="컵", assets=["logo", {"asset": "mark", "scale": 3, "x": 1}])
    assert codes(found) == {
        ("assets[1].scale", "brief-out-of-range"),
        ("assets[1].x", "brief-unknown-key"),
    }
    assert found.brief.as_json()["assets"] == ["logo", "mark"]


@pytest.mark.parametrize("assets", ["logo", ["logo", "A B"], ["logo", {"scale": 1}], ["a", "a"]])
def test_brand_pictures_without_a_name_are_left_out_whole(assets):
    assert draft(object_concept="컵", assets=assets).brief.assets == ()
