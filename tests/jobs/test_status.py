"""Where a job stands, of folders that may come from anywhere."""

import pytest

from nukki.jobs.status import MAX_OFFSET, CandidateStatus, candidate_of


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ([17, -14], (17, -14)),
        ([MAX_OFFSET, 0], (MAX_OFFSET, 0)),
        ([0, MAX_OFFSET + 1], None),
        ([1], None),
        ([1, 2, 3], None),
        ([True, 2], None),
        ([1.0, 2], None),
        ("12", None),
        (None, None),
    ],
)
@pytest.mark.parametrize("of", ["offset", "original_offset"])
def test_an_offset_is_two_whole_numbers_or_unknown(of, written, known):
    assert CandidateStatus(0, 7, facts={of: written}).offset(of) == known
    assert CandidateStatus(0, 7).offset(of) is None


OUTCOME = {
    "asset": "my-logo", "variant": "default", "asked": "overlay", "given": "exact",
    "route": "picture", "x": -4, "y": 9, "width": 60, "height": 40, "scale": 1.0, "rotate": 0.0,
    "tilt": "none", "stand": "on", "moved": [3, -2], "core_px": 90, "visible_px": 80,
    "core_sha256": "a" * 64, "matched": True,
    "deviation": {"shape_iou": 0.9, "delta_e": 20.0, "hue": 4.0},
    "limits": {"shape_iou": 0.98, "delta_e": 12.0, "hue": 8.0},
    "downgraded": {"code": "asset-downgraded-shape", "context": {"found": "0.900"}},
}  # fmt: skip


def told(**changes):
    return candidate_of({"index": 0, "seed": 7, "assets": [{**OUTCOME, **changes}]})


def test_how_brand_pictures_were_given_survives_the_log():
    item = told()
    assert item.assets == [OUTCOME]
    assert candidate_of({"index": 0, "seed": 7}).assets == []


@pytest.mark.parametrize(
    "changes",
    [
        {"asset": "../../etc"}, {"given": "genuine"}, {"route": "/"}, {"x": 1.5}, {"x": 10**9},
        {"width": 0}, {"scale": 2.0}, {"rotate": float("nan")}, {"moved": [1]}, {"core_px": -1},
        {"core_sha256": "a"}, {"matched": "yes"}, {"deviation": {"hue": 1.0}},
        {"downgraded": "because"}, {"tilt": "up"}, {"stand": None},
    ],
)  # fmt: skip
def test_an_outcome_of_another_shape_is_passed_over(changes):
    assert told(**changes).assets == []


def test_one_bad_outcome_leaves_none_for_each_is_known_by_its_place():
    both = [OUTCOME, {**OUTCOME, "given": "genuine"}]
    assert candidate_of({"index": 0, "seed": 7, "assets": both}).assets == []
    assert candidate_of({"index": 0, "seed": 7, "assets": [OUTCOME] * 7}).assets == []
