"""`nukki golden`: run the golden set, accept what was reached."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nukki.cli.words import Command, Group, Option, json_option, language_of, say

if TYPE_CHECKING:
    from nukki.qa.golden.case import Stored
    from nukki.qa.golden.compare import Outcome

CASES = Path("tests") / "golden"


def _run(names: tuple[str, ...], folder: Path, report: Path | None, *, as_json: bool) -> int:
    from nukki.cli import output
    from nukki.jobs import golden

    chosen = _load(folder, names)
    outcomes = golden.run(chosen, lambda outcome: _told(outcome, quiet=as_json))
    page = _write(outcomes, report)
    passed = sum(outcome.passed for outcome in outcomes)
    if as_json:
        data = [outcome.as_json() for outcome in outcomes]
        output.as_json({"passed": passed, "total": len(data), "report": str(page), "cases": data})
    else:
        _table(outcomes)
        click.echo(say("golden-summary", passed=passed, total=len(outcomes)))
        click.echo(say("golden-report", path=page))
    return 0 if passed == len(outcomes) else 1


def _accept(names: tuple[str, ...], folder: Path, reason: str) -> int:
    from nukki.cli import output
    from nukki.jobs import golden

    golden.require_reason(reason)
    for stored in _load(folder, names):
        outcome = golden.cut(stored)
        accepted = golden.accept(stored, reason, outcome)
        click.echo(f"✓ {stored.case.id}")
        heads = ["", *(say(f"golden-col-{head}") for head in ("before", "after", "change"))]
        output.table(heads, _changes(stored, accepted))
    return 0


def _load(folder: Path, names: tuple[str, ...]) -> list[Stored]:
    from nukki.qa.golden import case

    return case.load_all(folder, names)


def _told(outcome: Outcome, *, quiet: bool) -> None:
    from nukki.cli import output

    if not quiet:
        output.tell(f"{'✓' if outcome.passed else '✗'} {outcome.case.id}")


def _write(outcomes: list[Outcome], report: Path | None) -> Path:
    """The HTML report, in the language of the command; StorageError when it cannot be written."""
    from nukki.core import clock, files
    from nukki.errors import StorageError
    from nukki.qa.golden import report as pages
    from nukki.settings import settings

    page = settings().home / "golden" / "report.html" if report is None else report
    when = clock.now()[:16].replace("T", " ") + " UTC"
    try:
        files.write_text(page, pages.page(outcomes, language_of(), when))
    except OSError as error:
        reason = error.strerror or str(error)
        raise StorageError("golden-report-unwritable", path=str(page), reason=reason) from None
    return page


def _table(outcomes: list[Outcome]) -> None:
    from nukki.cli import output

    heads = ("case", "ssim", "iou", "soft", "recomposition", "sure", "strategy", "time")
    output.table([say(f"golden-col-{head}") for head in heads], [_row(item) for item in outcomes])
    for outcome in outcomes:
        if not outcome.passed:
            click.echo(f"✗ {outcome.case.id}: {_why(outcome)}")


def _why(outcome: Outcome) -> str:
    """What keeps a case from passing, with figures and limits."""
    from nukki.qa.golden import compare, report

    language = language_of()
    if not outcome.misses or outcome.wrong_strategy:
        return report.why(outcome, language)
    parts = []
    for miss in outcome.misses:
        sign = "<" if miss.measure in compare.HIGHER_IS_BETTER else ">"
        found, limit = (report.shown(miss.measure, value) for value in (miss.found, miss.limit))
        parts.append(f"{report.measure_name(miss.measure, language)} {found} {sign} {limit}")
    return ", ".join(parts)


def _row(outcome: Outcome) -> list[str]:
    """One line that fits 80 columns."""
    from nukki.cli import output
    from nukki.qa.golden.compare import MEASURES

    figures, sure = outcome.figures, outcome.confidence
    return [
        f"{'✓' if outcome.passed else '✗'} {outcome.case.id}",
        *("–" if figures is None else _short(getattr(figures, measure)) for measure in MEASURES),
        "–" if sure is None else f"{sure:.2f}",
        outcome.strategy or "–",
        output.duration(outcome.seconds, language_of()),
    ]


def _short(figure: float) -> str:
    """Five characters: `.9876`, `1`, `12.35`."""
    if figure > 1:
        return f"{figure:.4g}"
    return f"{figure:.4f}".rstrip("0").rstrip(".").removeprefix("0") or "0"


def _changes(before: Stored, after: Stored) -> list[list[str]]:
    """Every threshold as it was and as it is, with what the change means."""
    from nukki.qa.golden import compare, report

    rows = []
    for measure in compare.MEASURES:
        old = compare.limit_of(before.case.thresholds, measure)
        new = compare.limit_of(after.case.thresholds, measure)
        tighter = new > old if measure in compare.HIGHER_IS_BETTER else new < old
        change = "same" if new == old else "tighter" if tighter else "looser"
        rows.append(
            [
                report.measure_name(measure, language_of()),
                report.shown(measure, old),
                report.shown(measure, new),
                say(f"golden-{change}"),
            ]
        )
    return rows


def _folder_option() -> Option:
    return Option(
        ["--cases", "folder"],
        metavar="DIR",
        default=CASES,
        type=click.Path(path_type=Path),
        help="cli-golden-cases-option",
    )


golden_run = Command(
    name="run",
    callback=_run,
    params=[
        click.Argument(["names"], nargs=-1, metavar="[CASE...]"),
        _folder_option(),
        Option(
            ["--report"],
            metavar="FILE",
            type=click.Path(path_type=Path),
            help="cli-golden-report-option",
        ),
        json_option(),
    ],
)
golden_accept = Command(
    name="accept",
    callback=_accept,
    params=[
        click.Argument(["names"], nargs=-1, required=True, metavar="CASE..."),
        _folder_option(),
        Option(["--reason"], metavar="TEXT", default="", help="cli-golden-reason-option"),
    ],
)
golden = Group(
    name="golden",
    modules={
        "run": "nukki.cli.golden:golden_run",
        "accept": "nukki.cli.golden:golden_accept",
    },
)
