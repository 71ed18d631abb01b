"""The side-by-side proof: tables per case and per group, costs, and goals reached or missed."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bench import machine
from bench.matting import cases, goals, score, trial
from bench.matting.score import Figures
from bench.matting.trial import CLOSED_FORM, NUKKI, Row, Trial, best_of, plain
from nukki.errors import NukkiError

WIDTH = 100
HEADS = ("α ‰", "SAD", "Grad", "Conn", "recomp", "IoU", "s", "MB")
LEGEND = """
α ‰: mean error of alpha where either is above 0, in thousandths. SAD, Grad, Conn: in thousands, as
Rhemann 2009 has them. recomp: mean difference over black, white and blue, in levels of 255. Best of
modes: every figure of the mode that is best at it, case by case; no mode is that good. A refusal
counts as an empty cutout. Nukki is told what a job knows: the material, and the backing's colour
where an engine was told to paint it. s, MB: one cut that is not the process's first, and the most
memory meanwhile."""
WHAT_FAULTS_COST = {
    "noise": "the object's own grain stays: opaque bytes are not touched, and the truth has none",
    "jpeg": "blocks smear key colour over the edge and change the object; softer edge, more rim",
    "blur": "a softened edge is truly wider than the object's; alpha follows what is there",
    "ringing": "light and dark lines beside the edge are neither object nor backing",
    "shadow": "shadow is told from object by its chroma; its faintest rim is lost",
    "spill": "light of the key on the rim is taken for the object's colour; alpha stays true",
    "gradient": "the fit follows it; no cost beyond noise",
    "vignette": "the fit follows it; no cost beyond noise",
    "all of them": "the sum: mostly JPEG and ringing",
}


def main(arguments: Sequence[str] = ()) -> int:
    """Print everything; 0 when every goal that was judged is reached, else 1."""
    asked = _parser().parse_args(list(arguments))
    aside = Console(width=WIDTH, stderr=True)
    try:
        chosen = cases.small() if asked.quick else cases.golden(tuple(asked.cases))
        done = trial.run(
            chosen,
            lambda what: aside.print(f"… {what}"),
            wanted=asked.models,
            alone=asked.alone,
            cost=not asked.quick,
        )
    except NukkiError as wrong:
        aside.print(str(wrong))
        return 1
    except subprocess.CalledProcessError as failed:
        aside.print(f"{failed}; without the peer: --alone")
        return 1
    found = goals.of(done)
    if asked.json:
        sys.stdout.write(json.dumps(_as_json(done, found), ensure_ascii=False, indent=2) + "\n")
    else:
        show(done, found)
    return 0 if all(goal.reached for goal in found) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m bench matting", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two small pictures, no costs")
    parser.add_argument("--alone", action="store_true", help="Nukki only; nothing is installed")
    parser.add_argument("--json", action="store_true", help="all figures as JSON")
    parser.add_argument("--cases", nargs="+", default=[], help="some golden cases instead of all")
    parser.add_argument(
        "--models", nargs="+", choices=trial.MODELS, default=trial.MODELS,
        help="networks for both sides, where they were pulled; u2netp always",
    )  # fmt: skip
    return parser


def show(done: Trial, found: Sequence[goals.Goal]) -> None:
    """Print the tables, 100 columns wide."""
    console = Console(width=WIDTH)
    console.print(_per_case(done))
    console.print(_per_group(done))
    console.print(Text(LEGEND, style="dim"))
    if any(row.case.group.startswith(cases.FAULT) for row in done.rows):
        console.print(_faults(done))
    if done.costs:
        console.print(_costs(done))
    console.print(_goals(found))
    if done.load > 0.5:
        console.print(
            f"other programs kept {done.load:.1f} of {os.cpu_count()} cores busy at the start: "
            "read times as ratios at best"
        )


def _names(done: Trial, rows: Sequence[Row]) -> list[str]:
    """Who stands in the tables for these cases, in this order."""
    names = [NUKKI]
    asks = any(row.case.model for row in rows)
    for model in done.models:
        names += [f"{NUKKI} {model}"] if asks and model != done.models[0] else []
        names += [best_of(model), plain(model)]
    return [*names, CLOSED_FORM] if done.models else names


def _table(title: str, first: str) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, width=WIDTH)
    table.add_column(first, no_wrap=True, width=38, overflow="ellipsis")
    for head in HEADS:
        table.add_column(head, justify="right", no_wrap=True, min_width=5)
    return table


def _per_case(done: Trial) -> Table:
    table = _table(f"\nCutouts against the truth, case by case\n{machine.describe()}\n", "case")
    for row in done.rows:
        table.add_row(Text(row.case.id, style="bold"))
        for name in _names(done, [row]):
            shown = f"{name}: {row.refused[name]}" if name in row.refused else name
            table.add_row(Text(f"  {shown}"), *_numbers(row.figures[name]))
    return table


def _per_group(done: Trial) -> Table:
    table = _table("\nMeans of each group\n", "group")
    for group, rows in _groups(done).items():
        table.add_row(Text(f"{group} ({len(rows)})", style="bold"))
        for name in _names(done, rows):
            table.add_row(f"  {name}", *_numbers(score.mean([row.figures[name] for row in rows])))
        least = sum(row.floor for row in rows) / len(rows)
        table.add_row(Text("  true alpha, the picture's own bytes", style="dim"), "", "", "", "",
                      _short(least))  # fmt: skip
    return table


def _faults(done: Trial) -> Table:
    table = Table(title="\nWhat each fault costs\n", title_justify="left", box=None, pad_edge=False)
    table.add_column("fault", no_wrap=True)
    table.add_column("recomp", justify="right", no_wrap=True)
    table.add_column("of which the object's own", justify="right", max_width=12)
    table.add_column("why")
    for group, rows in _groups(done).items():
        fault = group.removeprefix(cases.FAULT)
        if fault in WHAT_FAULTS_COST:
            ours = score.mean([row.figures[NUKKI] for row in rows]).recomposition
            least = sum(row.floor for row in rows) / len(rows)
            table.add_row(fault, _short(ours), _short(least), WHAT_FAULTS_COST[fault])
    return table


def _costs(done: Trial) -> Table:
    title = f"\nOne picture of {trial.COST_SIZE}², each in a process of its own, median of 5\n"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for head in ("who", "picture", "s", "CPU s", "first s", "peak MB"):
        table.add_column(head, justify="left" if head in ("who", "picture") else "right")
    for one in done.costs:
        table.add_row(one.name, one.picture, f"{one.seconds:.2f}", f"{one.cpu:.2f}",
                      f"{one.cold:.1f}", f"{one.mb:.0f}")  # fmt: skip
    for picture, seconds in done.commands.items():
        table.add_row("nukki cut, the program", picture, "", "", f"{seconds:.1f}", "")
    if done.compiles is not None:
        table.add_row(
            "rembg on a new machine", "import compiles", "", "", f"{done.compiles:.1f}", ""
        )
    return table


def _goals(found: Sequence[goals.Goal]) -> Table:
    table = Table(title="\nGoals\n", title_justify="left", box=None, pad_edge=False, width=WIDTH)
    for head in ("goal", "found", "at most", "", "beside"):
        table.add_column(head, justify="right" if head in ("found", "at most") else "left")
    for goal in found:
        mark = "reached" if goal.reached else "MISSED"
        table.add_row(goal.text, f"{goal.found:.3g} {goal.unit}", f"{goal.limit:g} {goal.unit}",
                      Text(mark, style="green" if goal.reached else "bold red"),
                      goal.beside)  # fmt: skip
    return table


def _groups(done: Trial) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in done.rows:
        groups.setdefault(row.case.group, []).append(row)
    return dict(sorted(groups.items()))


def _numbers(found: Figures) -> list[str]:
    values = (1000 * found.alpha, found.sad, found.grad, found.conn, found.recomposition)
    return [*map(_short, values), f"{found.iou:.3f}", f"{found.seconds:.2f}", f"{found.mb:.0f}"]


def _short(value: float) -> str:
    """Three digits, never an exponent."""
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _as_json(done: Trial, found: Sequence[goals.Goal]) -> dict[str, Any]:
    return {
        "machine": machine.describe(),
        "load": done.load,
        "models": done.models,
        "peer_first_import_s": done.compiles,
        "cases": [
            {
                "id": row.case.id,
                "group": row.case.group,
                "floor": row.floor,
                "refused": row.refused,
                "figures": {name: asdict(one) for name, one in row.figures.items()},
            }
            for row in done.rows
        ],
        "nukki_cut_s": done.commands,
        "costs": [asdict(one) for one in done.costs],
        "goals": [asdict(goal) | {"reached": goal.reached} for goal in found],
    }
