"""One whole comparison: who cuts what, and what came of it."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.matting import cases as pictures
from bench.matting import rivals, score
from bench.matting.cases import Case
from bench.matting.rivals import Run
from bench.matting.score import Figures

NUKKI, CLOSED_FORM = "Nukki", "closed form, truth's trimap"
MODELS = ("u2netp", "isnet")
COST_SIZE = 1024
Say = Callable[[str], None]


@dataclass(frozen=True)
class Row:
    """One case: the figures by the name of who cut it, the refusals, and what nobody can undo."""

    case: Case
    floor: float
    figures: dict[str, Figures]
    refused: dict[str, str]


@dataclass(frozen=True)
class Cost:
    """What one picture of 1024² takes a process of its own."""

    name: str
    picture: str
    seconds: float
    cpu: float
    cold: float
    mb: float


@dataclass(frozen=True)
class Trial:
    """All that was measured. `compiles`: seconds of the peer's first import on a new machine;
    `commands`: those of `nukki cut` as a program, by the picture."""

    rows: list[Row]
    costs: list[Cost]
    models: tuple[str, ...]
    load: float
    compiles: float | None = None
    commands: dict[str, float] = field(default_factory=dict)

    def cost(self, name: str, picture: str) -> Cost | None:
        """The cost of that program for that picture, if it was measured."""
        found = [one for one in self.costs if (one.name, one.picture) == (name, picture)]
        return found[0] if found else None


def best_of(model: str) -> str:
    """The name under which the best of every figure of all modes stands."""
    return f"rembg {model}, best of modes"


def plain(model: str) -> str:
    """The name of the peer's default mode."""
    return f"rembg {model} default"


def run(
    cases: Sequence[Case], say: Say, *, wanted: Sequence[str] = MODELS, alone: bool, cost: bool
) -> Trial:
    """Let everybody cut, with the `wanted` networks that are here.

    `alone`: nobody but Nukki; `cost`: 1024² pictures for time and memory as well.
    """
    load = os.getloadavg()[0]
    models = () if alone else _models(wanted)
    runs: dict[str, Run] = {NUKKI: _ours(cases, MODELS[0] if _is_here(MODELS[0]) else None, say)}
    compiles = None
    with tempfile.TemporaryDirectory(prefix="nukki-rembg-") as name:
        home = Path(name)
        if not alone:
            say("libraries of the peer, and what they compile at their first start")
            subprocess.run([str(rivals.ROOT / "tools" / "peer.sh")], check=True)
            compiles = rivals.compile_time() if cost else None
            rivals.warm()
            runs |= _peers(cases, models, home, say)
        costs = _costs(models, home, say) if cost else []
        commands = _commands(models, say) if cost else {}
    return Trial(_rows(cases, runs, models), costs, models, load, compiles, commands)


def _models(wanted: Sequence[str]) -> tuple[str, ...]:
    """The networks that both sides can use: the small one, and others that were pulled."""
    from nukki.catalog import pull, weights

    pull.ensure(weights.find(MODELS[0]))
    return (MODELS[0], *(name for name in MODELS[1:] if name in wanted and _is_here(name)))


def _is_here(model: str) -> bool:
    from nukki.catalog import weights

    return weights.state(weights.find(model)) == "here"


def _ours(cases: Sequence[Case], model: str | None, say: Say) -> Run:
    say(NUKKI)
    asked = [replace(one, model=one.model and model) for one in cases]
    return rivals.run(rivals.ours(), asked)


def _peers(cases: Sequence[Case], models: Sequence[str], home: Path, say: Say) -> dict[str, Run]:
    runs = {}
    for model in models:
        if model != models[0]:
            runs[f"{NUKKI} {model}"] = _ours(cases, model, say)
        default = rivals.rembg(model, [rivals.DEFAULT], _weights(model), home)
        say(default.name)
        runs[default.name] = rivals.run(default, cases)
        others = rivals.rembg(model, rivals.OTHER_MODES, _weights(model), home)
        say(others.name)
        for done in rivals.each(rivals.run(others, cases), rivals.OTHER_MODES):
            runs[f"rembg {model} {done.rival}"] = done
    say(CLOSED_FORM)
    runs[CLOSED_FORM] = rivals.run(rivals.closed_form(), cases)
    return runs


def _costs(models: Sequence[str], home: Path, say: Say) -> list[Cost]:
    """Every program and picture in a new process, so that no other picture's memory counts."""
    solid = pictures.solid(COST_SIZE)
    found = [_cost(NUKKI, "solid", rivals.ours(), solid, say)]
    for model in models:
        scene = pictures.scene(COST_SIZE, model)
        found.append(_cost(f"{NUKKI} {model}", "scene", rivals.ours(), scene, say))
        peer = rivals.rembg(model, [rivals.DEFAULT], _weights(model), home)
        found.append(_cost(plain(model), "solid", peer, solid, say))
        found.append(_cost(plain(model), "scene", peer, scene, say))
    return found


def _commands(models: Sequence[str], say: Say) -> dict[str, float]:
    say("nukki cut")
    found = {"solid": rivals.command_time(pictures.solid(COST_SIZE))}
    if models:
        found["scene"] = rivals.command_time(pictures.scene(COST_SIZE, models[0]))
    return found


def _cost(name: str, picture: str, rival: rivals.Rival, case: Case, say: Say) -> Cost:
    say(f"{name}, {case.id}")
    done = rivals.run(rival, [case], rounds=5)
    only = done.cuts[0]
    return Cost(name, picture, only.seconds, only.cpu, done.cold, done.mb)


def _weights(model: str) -> Path:
    from nukki.catalog import weights

    return weights.path_of(weights.find(model))


def _rows(cases: Sequence[Case], runs: dict[str, Run], models: Sequence[str]) -> list[Row]:
    scores = {name: score.all_of(done, cases) for name, done in runs.items()}
    rows = []
    for number, case in enumerate(cases):
        figures = {name: column[number] for name, column in scores.items()}
        for model in models:
            modes = (rivals.DEFAULT, *rivals.OTHER_MODES)
            figures[best_of(model)] = score.best([figures[f"rembg {model} {m}"] for m in modes])
        cuts = {name: done.cuts[number] for name, done in runs.items()}
        refused = {name: cut.refused for name, cut in cuts.items() if cut.refused is not None}
        rows.append(Row(case, score.floor(case), figures, refused))
    return rows
