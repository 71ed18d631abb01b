"""A `cut` while it runs and when it has ended: a line per file, the table, JSON, the status."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from nukki import i18n
from nukki.alpha import router
from nukki.alpha.result import Attempt
from nukki.cli import output, told
from nukki.cli.stopping import stopping
from nukki.cli.wide import columns
from nukki.core import clock
from nukki.jobs.cut import Options
from nukki.jobs.cut_file import Outcome, cut_file
from nukki.jobs.cut_model import DEFAULT, LazyModel
from nukki.jobs.cut_plan import CutPlan

PASSED, NONE_PASSED, BAD_INPUT, BACKEND_FAILED, CANCELED = 0, 1, 2, 3, 130
# A picture that no strategy can cut is no fault of a backend: it was read and judged.
UNCUT = "alpha-chain-exhausted"
UNSURE = "alpha-too-unsure"  # whose advice is for an engine that can draw again
_LABEL = 36  # columns of the window of 80 that a file's name may take
_MANY = 3  # files from which on the time left is worth saying


def run(plan: CutPlan, options: Options, language: str, *, as_json: bool) -> int:
    """Cut every file of the plan and tell how it went; returns the exit status."""
    outcomes: list[Outcome] = []
    stopped = False
    teller = _Teller(language, len(plan.tasks))
    model = LazyModel(options.model or DEFAULT, teller.fetching)
    with stopping(teller.stopping) as stop:
        try:
            for task in plan.tasks:
                _check(stop)
                outcomes.append(cut_file(task, plan, options, model, stop))
                teller.done(outcomes[-1])
        except KeyboardInterrupt:
            stopped = True
    if as_json:
        data = {"out": str(plan.out.resolve()), "files": [as_data(o, language) for o in outcomes]}
        output.as_json(data | ({"canceled": True} if stopped else {}))
    else:
        _report(plan, outcomes, language)
    return CANCELED if stopped else exit_status(outcomes)


def exit_status(outcomes: Sequence[Outcome]) -> int:
    """0 when one passed, 3 when something we depend on failed, 2 when nothing could be read."""
    if any(outcome.passed for outcome in outcomes):
        return PASSED
    failures = {o.status for o in outcomes if o.error and o.error.code != UNCUT}
    if BACKEND_FAILED in failures:
        return BACKEND_FAILED
    cut_or_refused = any(not o.error or o.error.code == UNCUT for o in outcomes)
    return NONE_PASSED if cut_or_refused else BAD_INPUT


def as_data(outcome: Outcome, language: str) -> dict[str, Any]:
    """One file as `--json` prints it; paths are absolute."""
    data: dict[str, Any] = {
        "input": str(outcome.input.absolute()),
        "output": str(outcome.output.absolute()) if outcome.output else None,
        "strategy": outcome.strategy,
        "confidence": outcome.confidence,
        "passed": outcome.passed,
        "checks": told.checks(outcome.checks, language),
        "tried": told.tried(outcome.tried, language),
        "remarks": told.remarks(outcome.remarks, language),
        "size": outcome.size,
        "frames": outcome.frames,
        "marks": str(outcome.marks.absolute()) if outcome.marks else None,
        "seconds": outcome.seconds,
        "reused": outcome.reused,
    }
    if outcome.error is None:
        return data
    said, hint = _why(outcome, language)
    context = outcome.error.context
    error = {"code": outcome.error.code, "message": said, "hint": hint, "context": context}
    return data | {"error": error}


class _Teller:
    """Lines on stderr, one a file, with the time left where there are many."""

    def __init__(self, language: str, total: int) -> None:
        self.language, self.total = language, total
        self.since, self.count, self.fetched = clock.seconds(), 0, False

    def done(self, outcome: Outcome) -> None:
        """How one file ended."""
        self.count += 1
        if self.total < _MANY:
            return
        spent = clock.seconds() - self.since
        left = spent / self.count * (self.total - self.count)
        mark = "✓" if outcome.passed else "✗"
        line = output.plain(f"[{self.count}/{self.total}] {mark} {outcome.input.name}")
        if left >= 1:
            line += "  " + self.say("cli-left", found=output.duration(left, self.language))
        output.tell(line)

    def fetching(self, _here: int, _whole: int) -> None:
        """Said once, when weights are fetched."""
        if not self.fetched:
            self.fetched = True
            output.tell(self.say("cli-cut-fetching"))

    def stopping(self) -> None:
        """Said at the first Ctrl-C."""
        output.tell(self.say("cli-canceling"))

    def say(self, code: str, **blanks: object) -> str:
        """A sentence in the person's language."""
        return i18n.text(code, self.language, **blanks)


def _report(plan: CutPlan, outcomes: Sequence[Outcome], language: str) -> None:
    def say(code: str, **blanks: object) -> str:
        return i18n.text(code, language, **blanks)

    done = [outcome for outcome in outcomes if outcome.error is None]
    if done:
        heads = ("file", "strategy", "confidence", "verdict", "time")
        rows = [_cells(outcome, language) for outcome in done]
        output.table([say(f"cli-cut-col-{head}") for head in heads], rows)
    for outcome in outcomes:
        for line in _lines(outcome, language):
            click.echo(output.plain(line))
    if plan.passed_over:
        click.echo(say("cli-cut-passed-over", count=plan.passed_over))
    passed = sum(outcome.passed for outcome in outcomes)
    click.echo(say("cli-cut-summary", passed=passed, total=len(plan.tasks)))
    if done:
        click.echo(say("cli-folder", path=plan.out))


def _cells(outcome: Outcome, language: str) -> list[str]:
    verdict = "✗ " + i18n.text("cli-failed", language)
    if outcome.passed:
        verdict = "✓ " + i18n.text("cli-passed", language)
    if outcome.reused:
        seconds = i18n.text("cli-cut-reused", language)
    else:
        seconds = output.duration(outcome.seconds, language)
    strategy = told.strategy(outcome.strategy, language)
    return [_label(outcome.input), strategy, f"{outcome.confidence:.2f}", verdict, seconds]


def _label(path: Path) -> str:
    """A path that leaves room for the other columns."""
    if columns(str(path)) <= _LABEL:
        return str(path)
    return f"…/{path.parent.name}/{path.name}" if path.parent.name else path.name


def _lines(outcome: Outcome, language: str) -> list[str]:
    """What else there is to know of a file, each in a line of its own."""
    name = outcome.input
    if outcome.error is not None:
        said, hint = _why(outcome, language)
        lines = [f"✗ {name}: {said}", *_walked(outcome, language)]
        return lines + ([f"  → {hint}"] if hint else [])
    lines = told.lines(name, outcome.remarks, language)
    lines += _walked(outcome, language)
    lines += told.failures(name, outcome.checks, language)
    if outcome.marks is not None:
        lines.append("  → " + i18n.text("cli-cut-marks", language, path=outcome.marks))
    return lines


def _why(outcome: Outcome, language: str) -> tuple[str, str]:
    """Sentence and advice; a picture that no strategy can cut has that of the last one's."""
    assert outcome.error is not None
    code, blanks = outcome.error.code, outcome.error.context
    if code != UNCUT:
        return i18n.text(code, language, **blanks), i18n.hint(code, language, **blanks)
    said, general = (ask("cut-impossible", language) for ask in (i18n.text, i18n.hint))
    tried = [Attempt(**each) for each in outcome.tried if each["reason"] != UNSURE]
    advice = [hint for attempt in tried if (hint := attempt.hint(language))]
    return said, advice[-1] if advice else general


def _walked(outcome: Outcome, language: str) -> list[str]:
    """Why each strategy gave up; a picture without alpha is no news."""
    return [
        f"  – {told.strategy(attempt.strategy_id, language)}: {attempt.message(language)}"
        for attempt in (Attempt(**each) for each in outcome.tried)
        if not attempt.accepted and attempt.reason not in router.EXPECTED
    ]


def _check(stop: threading.Event) -> None:
    if stop.is_set():
        raise KeyboardInterrupt
