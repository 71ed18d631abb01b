"""What is told of a rule, and which act does what its hint says."""

import pytest

from nukki.qa import asset_rules
from nukki.qa.report import Check
from nukki.qa.rules import EDGE_RULES, RULES
from nukki.server import findings


def test_every_rule_has_an_act_or_deliberately_none():
    assert list(findings.ACTS) == [*(rule.name for rule in RULES), *asset_rules.NAMES]


def test_only_a_rule_that_did_not_pass_asks_for_an_act():
    failed, passed = Check("islands", 9, None, 8, "count"), Check("islands", 1, None, 8, "count")
    assert findings.of(failed, "en").act == "refine"
    assert findings.of(passed, "en").act is None


def test_a_fault_that_has_a_place_is_marked():
    assert frozenset(EDGE_RULES) == findings.PLACED
    assert findings.of(Check("islands", 9, None, 8, "count"), "en").marked
    assert not findings.of(Check("islands", 1, None, 8, "count"), "en").marked
    assert not findings.of(Check("coverage", 1, 12, 80, "%"), "en").marked


@pytest.mark.parametrize(
    ("rule", "language", "word"),
    [
        ("islands", "en", "rase"),
        ("islands", "ko", "지우"),
        ("residue", "en", "rase"),
        ("residue", "ko", "지우"),
        ("halo", "en", "rase"),
        ("halo", "ko", "지우"),
        ("edge_contact", "en", "new seed"),
        ("edge_contact", "ko", "새 시드"),
    ],
)
def test_a_hint_names_what_its_act_does(rule, language, word):
    assert word in findings.of(Check(rule, 99, None, 0, "count"), language).hint
