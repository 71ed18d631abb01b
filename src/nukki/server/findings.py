"""What a quality rule found, as the API tells it, and the one act that does what its hint says."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from nukki.qa.report import Check

Act = Literal["refine", "new_seed", "more_candidates", "change_style", "change_brief"]

# Every rule stands here; None where nothing in the studio does what the hint says.
ACTS: dict[str, Act | None] = {
    "foreground": "change_brief",  # name it more plainly
    "edge_contact": "new_seed",
    "coverage": "new_seed",
    "halo": "refine",  # the brush takes the ring away
    "fringe": "new_seed",  # the brush changes alpha, and the colour would stay
    "residue": "refine",
    "tint": "new_seed",
    "recomposition": None,  # only the original picture helps, and whoever has it
    "soft_alpha": "change_brief",  # draw it larger
    "islands": "refine",
    "hidden_colour": None,  # somebody edited the file: finishing again is not a thing of the studio
    "asset-core": "new_seed",
    "asset-resampled": "new_seed",
    "asset-visible": "change_brief",  # another place, or beside the objects
    "asset-overlap": "change_brief",  # a smaller scale, another place, or on the object
    "asset-shape": "change_brief",
    "asset-colour": "change_brief",
    "asset-hue": "change_style",
}

# Rules whose fault has a place, so that the picture of marks shows it.
PLACED = frozenset({"halo", "fringe", "residue", "tint", "recomposition", "islands"})


class Finding(BaseModel):
    """One quality rule: the measured figure, its limits, and what to do when it did not pass.

    `act` does what the hint says: null when the rule passed, or when nothing in the studio can.
    `marked` is whether the candidate's `marks` show the place.
    """

    rule: str
    name: str
    passed: bool
    measured: float
    figure: str
    low: float | None
    high: float | None
    unit: str
    message: str
    hint: str
    act: Act | None
    marked: bool


def of(check: Check, language: str) -> Finding:
    """A check with its sentences; a rule that this version does not know has no act."""
    return Finding(
        rule=check.rule,
        name=check.name(language),
        passed=check.passed,
        measured=check.measured,
        figure=check.figure,
        low=check.low,
        high=check.high,
        unit=check.unit,
        message=check.message(language),
        hint=check.hint(language),
        act=None if check.passed else ACTS.get(check.rule),
        marked=not check.passed and check.rule in PLACED,
    )
