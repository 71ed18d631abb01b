"""The goals of the comparison, each as a number with its limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bench.matting import cases, score
from bench.matting.trial import NUKKI, Row, Trial, best_of, plain

COLD_S, PLAIN_S = 3.0, 0.5


@dataclass(frozen=True)
class Goal:
    """`found` has to be at most `limit`; `beside` says what else one should know of it."""

    text: str
    found: float
    limit: float
    unit: str
    beside: str = ""

    @property
    def reached(self) -> bool:
        """Whether it holds."""
        return self.found <= self.limit


def of(trial: Trial) -> list[Goal]:
    """Every goal that this trial can judge."""
    goals = [
        *_worst(trial, cases.CLEAN, "recomposition, clean opaque objects, worst case", 0.25),
        *_worst(trial, cases.THIN, "recomposition, hair and thin things, worst case", 1.5),
        *_worst(trial, cases.GLASS_PAIR, "recomposition, glass from two backings, worst case", 1.0),
    ]
    for model in trial.models:
        goals += [*_solid(trial, model), *_photos(trial, model), *_cost(trial, model)]
    return [*goals, *_alone(trial)]


def _worst(trial: Trial, group: str, text: str, limit: float) -> Iterator[Goal]:
    rows = [row for row in trial.rows if row.case.group == group]
    if not rows:
        return
    errors = {row.case.id: row.figures[NUKKI].recomposition for row in rows}
    name = max(errors, key=lambda key: errors[key])
    average = sum(errors.values()) / len(errors)
    yield Goal(text, errors[name], limit, "/255", f"{name}; mean of {len(rows)}: {average:.2f}")


def _solid(trial: Trial, model: str) -> Iterator[Goal]:
    rows = [row for row in trial.rows if row.case.group.startswith("solid")]
    if not rows:
        return
    share = _share(rows, model)
    groups = dict.fromkeys(row.case.group for row in rows)
    weak = [g for g in groups if _share([r for r in rows if r.case.group == g], model) > 0.1]
    beside = f"over a tenth in: {'; '.join(weak)}" if weak else "in every group"
    yield Goal(f"alpha error on solid backings / rembg's, {model}", share, 0.1, "x", beside)


def _share(rows: list[Row], model: str) -> float:
    ours = sum(row.figures[NUKKI].alpha for row in rows)
    return ours / max(sum(row.figures[best_of(model)].alpha for row in rows), 1e-9)


def _photos(trial: Trial, model: str) -> Iterator[Goal]:
    rows = [row for row in trial.rows if row.case.group == cases.PHOTO]
    if not rows:
        return
    own = NUKKI if model == trial.models[0] else f"{NUKKI} {model}"
    ours = score.mean([row.figures[own] for row in rows])
    theirs = score.mean([row.figures[best_of(model)] for row in rows])
    beside = f"IoU {ours.iou:.3f} against {theirs.iou:.3f}"
    yield Goal(f"photos: IoU short of rembg's, {model}", theirs.iou - ours.iou, 0.0, "", beside)
    ratio = ours.recomposition / max(theirs.recomposition, 1e-9)
    beside = f"{ours.recomposition:.2f} against {theirs.recomposition:.2f}"
    yield Goal(f"photos: recomposition / rembg's, {model}", ratio, 1.0, "x", beside)


def _cost(trial: Trial, model: str) -> Iterator[Goal]:
    ours, theirs = trial.cost(f"{NUKKI} {model}", "scene"), trial.cost(plain(model), "scene")
    if ours is None or theirs is None:
        return
    beside = f"{ours.seconds:.2f} s against {theirs.seconds:.2f} s"
    yield Goal(f"seconds per 1024² / rembg's, {model}", ours.seconds / theirs.seconds, 1.0, "x",
               beside)  # fmt: skip
    beside = f"{ours.mb:.0f} MB against {theirs.mb:.0f} MB"
    yield Goal(f"peak memory / rembg's, {model}", ours.mb / theirs.mb, 0.65, "x", beside)


def _alone(trial: Trial) -> Iterator[Goal]:
    plain_cost = trial.cost(NUKKI, "solid")
    if plain_cost is None:
        return
    yield Goal("seconds per 1024² without a model", plain_cost.seconds, PLAIN_S, "s")
    usual = (
        NUKKI,
        *(f"{NUKKI} {model}" for model in trial.models[:1]),
    )  # what nobody had to ask for
    own = {f"{c.name}, {c.picture}": c.cold for c in trial.costs if c.name in usual}
    own |= {f"nukki cut, {picture}": seconds for picture, seconds in trial.commands.items()}
    slowest = max(own, key=lambda name: own[name])
    yield Goal("first cutout of a new process, slowest", own[slowest], COLD_S, "s", slowest)
