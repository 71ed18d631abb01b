"""What the rules on brand pictures make of figures."""

import numpy as np
import pytest

from nukki.catalog.blend import Limits
from nukki.qa import asset_rules
from nukki.qa.asset_rules import Found, check, overlap

FINE = {"core_px": 100, "visible_px": 100, "right_px": 100, "worst": 0.0}


def told(*found):
    return {one.rule: one for one in check(found)}


@pytest.mark.parametrize(
    ("change", "rule", "passes"),
    [
        ({}, "asset-core", True),
        ({"right_px": 99}, "asset-core", False),
        ({"visible_px": 99_999, "core_px": 99_999, "right_px": 99_998}, "asset-core", False),
        (
            {"visible_px": 9_999_999, "core_px": 9_999_999, "right_px": 9_999_998},
            "asset-core",
            False,
        ),
        ({"given": "resampled", "worst": 20.0}, "asset-resampled", True),
        ({"given": "resampled", "worst": 20.4}, "asset-resampled", False),
        ({"visible_px": 50, "right_px": 50}, "asset-visible", True),
        ({"visible_px": 49, "right_px": 49}, "asset-visible", False),
        ({"visible_px": 0, "right_px": 0}, "asset-visible", False),
        ({"overlap_px": 0, "shown_px": 900}, "asset-overlap", True),
        ({"overlap_px": 1, "shown_px": 900}, "asset-overlap", False),
        ({"given": "overlay", "deviation": (0.98, 12.0, 8.0)}, "asset-shape", True),
        ({"given": "overlay", "deviation": (0.979, 1, 1)}, "asset-shape", False),
        ({"given": "imprint", "deviation": (1, 12.1, 1)}, "asset-colour", False),
        ({"given": "imprint", "deviation": (1, 1, 8.2)}, "asset-hue", False),
    ],
)
def test_a_figure_passes_up_to_its_limit(change, rule, passes):
    found = Found(**{"given": "exact", **FINE, **change})
    assert told(found)[rule].passed is passes


def test_of_several_the_worst_is_told_once():
    good, bad = Found("exact", **FINE), Found("exact", 100, 60, 30, 9.0)
    found = told(good, bad)
    assert found["asset-core"].measured == 50
    assert found["asset-visible"].measured == 60
    assert len(check((good, bad))) == len(found)


def test_each_blended_one_is_held_to_its_own_limits():
    loose = Limits(shape_iou=0.9, delta_e=30, hue=40)
    found = told(
        Found("overlay", **FINE, deviation=(0.95, 25.0, 30.0), limits=loose),
        Found("overlay", **FINE, deviation=(0.99, 11.9, 7.9), limits=Limits()),
    )
    assert all(found[rule].passed for rule in ("asset-shape", "asset-colour", "asset-hue"))
    assert (found["asset-colour"].measured, found["asset-colour"].high) == (11.9, 12.0)


def test_what_was_given_exactly_instead_is_no_fault_of_shape_or_colour():
    found = told(Found("exact", **FINE, deviation=(0.2, 90.0, 45.0), limits=Limits()))
    assert found.keys() == {"asset-core", "asset-visible"}


def test_nothing_is_said_where_there_is_no_brand_picture():
    assert check(()) == ()


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_rule_has_its_sentences_and_a_hint_where_it_fails(language):
    found = told(
        Found("exact", 100, 40, 30, 9.0, 5, 90),
        Found("resampled", 100, 90, 80, 30.0),
        Found("imprint", **FINE, deviation=(0.5, 50.0, 45.0), limits=Limits()),
    )
    assert tuple(found) == asset_rules.NAMES
    for one in found.values():
        assert not one.passed
        assert one.name(language)
        assert one.hint(language)
        assert "{" not in one.message(language)


def test_overlap_counts_what_is_seen_of_both():
    own, objects = np.zeros((4, 4), np.uint8), np.zeros((4, 4), np.uint8)
    own[:2], objects[1:] = 16, 16
    own[0, 0] = 15
    assert overlap(own, objects) == (4, 7)
