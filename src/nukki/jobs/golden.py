"""Golden cases through the matting strategies: cut each, compare, and accept what was reached."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from nukki.alpha import router
from nukki.alpha.source import Source
from nukki.core import clock, files
from nukki.errors import AlphaError, InputError
from nukki.jobs.cut_model import LazyModel
from nukki.qa.golden import case as cases
from nukki.qa.golden import compare, pictures
from nukki.qa.golden.case import Accepted, Case, Stored, Thresholds
from nukki.qa.golden.compare import HIGHER_IS_BETTER, MEASURES, Figures, Measure, Outcome, Placed

if TYPE_CHECKING:
    from nukki.alpha.result import AlphaResult

# A new limit is what was measured, worse by 15 % of its distance from perfect and by a floor that
# rounding and other versions of a library may cost.
SLACK = 0.15
FLOOR: dict[Measure, float] = {
    "ssim": 0.0005,
    "alpha_iou": 0.0005,
    "soft_alpha_mae": 0.0002,
    "recomposition": 0.01,
}
_WORST: dict[Measure, float] = {"soft_alpha_mae": 1.0, "recomposition": 255.0}
LEAST_REASON, MOST_REASON = 3, 500  # characters
STEPS = 10_000  # thresholds have four digits


def run(chosen: Iterable[Stored], ended: Callable[[Outcome], None]) -> list[Outcome]:
    """Cut and judge every case; `ended` hears of each.

    A refused picture is an outcome. InputError: a case that cannot be read, or needs a package or
    a model that is not here.
    """
    outcomes = []
    for stored in chosen:
        outcome = cut(stored)
        ended(outcome)
        outcomes.append(outcome)
    return outcomes


def cut(stored: Stored) -> Outcome:
    """One case: its picture through the router, its cutout against what is expected."""
    case = stored.case
    given = pictures.given(stored)
    expected = pictures.expected(stored, given.rgb)
    source = _source(case, given)
    since = clock.seconds()
    try:
        result = router.cut(source)
    except AlphaError as refusal:
        return Outcome(case, clock.seconds() - since, given.rgb, expected, refusal=refusal)
    seconds = clock.seconds() - since
    found = Placed(np.asarray(result.rgba, np.uint8))
    return judged(case, given.rgb, expected, found, result, seconds)


def judged(
    case: Case,
    picture: pictures.Byte,
    expected: Placed,
    found: Placed,
    result: AlphaResult,
    seconds: float,
) -> Outcome:
    """The verdict on a cutout that lies at its offset in the case's picture."""
    figures = compare.compare(found, expected, (picture.shape[0], picture.shape[1]))
    return Outcome(
        case,
        seconds,
        picture,
        expected,
        found,
        result.strategy_id,
        result.confidence,
        figures,
        compare.judge(figures, case.thresholds),
    )


def limits(figures: Figures) -> Thresholds:
    """Thresholds that keep these figures, with the stated slack."""
    values: dict[str, float] = {}
    for measure in MEASURES:
        found = getattr(figures, measure)
        if measure in HIGHER_IS_BETTER:
            least = 1 - (1 - found) * (1 + SLACK) - FLOOR[measure]
            values[f"{measure}_min"] = max(0.0, _down(least))
        else:
            most = found * (1 + SLACK) + FLOOR[measure]
            values[f"{measure}_max"] = min(_WORST[measure], _up(most))
    return Thresholds.model_validate(values)


def accept(stored: Stored, reason: str, outcome: Outcome) -> Stored:
    """The case with what was reached as its new expectation, written to its folder.

    Where truth is known only the thresholds change; where it is not, the cutout itself becomes
    what is expected. Raises InputError golden-no-reason, or golden-not-cut for a case that was
    refused or cut by another strategy than it demands.
    """
    require_reason(reason)
    if outcome.figures is None or outcome.found is None or outcome.wrong_strategy:
        raise InputError("golden-not-cut", found=stored.case.id)
    case, figures = stored.case, outcome.figures
    if not case.expected.truth:
        placed = pictures.cropped(outcome.found.rgba)
        alpha = np.repeat(placed.rgba[..., 3:], 3, axis=2)
        files.write_bytes(stored.folder / case.expected.file, pictures.webp(alpha))
        moved = case.expected.model_copy(update={"offset": placed.offset})
        case = case.model_copy(update={"expected": moved})
        figures = compare.compare(
            outcome.found, pictures.expected(Stored(case, stored.folder), outcome.picture)
        )
    entry = Accepted(date=clock.now()[:10], reason=reason.strip(), figures=figures.as_json())
    learnt = case.model_copy(
        update={"thresholds": limits(figures), "history": (*case.history, entry)}
    )
    accepted = Stored(learnt, stored.folder)
    cases.save(accepted)
    return accepted


def require_reason(reason: str) -> None:
    """Raises InputError golden-no-reason when `reason` says nothing, golden-reason-long above 500
    characters."""
    if len(reason.strip()) < LEAST_REASON:
        raise InputError("golden-no-reason")
    if len(reason.strip()) > MOST_REASON:
        raise InputError("golden-reason-long", found=len(reason.strip()), allowed=MOST_REASON)


def _source(case: Case, given: pictures.Input) -> Source:
    picture = case.picture
    named = picture.background if picture.named else None
    return Source(
        given.rgb,
        case.material,
        given.alpha,
        None if named is None else _colour(named),
        given.other,
        shadow=picture.shadow,
        saliency=None if picture.model is None else LazyModel(picture.model),
    )


def _colour(key: str) -> tuple[float, float, float]:
    red, green, blue = (int(key[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _up(value: float) -> float:
    return math.ceil(value * STEPS) / STEPS


def _down(value: float) -> float:
    return math.floor(value * STEPS) / STEPS
