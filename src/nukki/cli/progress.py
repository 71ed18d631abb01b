"""Progress on stderr: a bar with stage, step and time left in a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

from nukki import i18n
from nukki.cli import output
from nukki.core import clock
from nukki.jobs.contact import checks_of
from nukki.jobs.eta import Estimate
from nukki.jobs.queue.places import Place
from nukki.jobs.status import CandidateStatus, Status

if TYPE_CHECKING:
    from rich.progress import Progress as Bar


class Watcher:
    """Called with every status of one job; says each thing once."""

    def __init__(self, job_id: str, language: str, total: int, estimate: Estimate) -> None:
        self.job_id, self.language, self.total, self.estimate = job_id, language, total, estimate
        self.before = ""
        self.since = clock.seconds()
        self.told: set[int] = set()
        self.place = ""
        self.bar: Bar | None = _bar() if sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        code = "cli-estimate" if self.estimate.basis == "past" else "cli-estimate-default"
        found = output.duration(self.estimate.seconds, self.language)
        self.line(self.say(code, found=found, count=self.total))
        if self.bar is not None:
            self.task = self.bar.add_task("", total=1.0, left="")
            self.bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.stop()

    def __call__(self, status: Status) -> None:
        """Show what is new in `status`."""
        for item in status.candidates:
            if item.index not in self.told:
                self.told.add(item.index)
                self.line(self.candidate(item))
        if status.progress is None or status.state not in ("running", "postprocess"):
            return
        if self.bar is not None:
            where = self.where(status) + self.step(status)
            share, left = self.share(status), self.left(status)
            self.bar.update(self.task, completed=share, description=where, left=left)
        elif status.progress.stage and self.place != (place := self.where(status)):
            self.place = place
            self.line(f"{place}  {self.left(status)}".rstrip())

    def waiting(self, places: list[Place]) -> None:
        """Show what is before the job in the line, whenever that changes."""
        mine = next((place for place in places if place.job_id == self.job_id), None)
        if mine is None:
            return
        drawn = [p.job_id for p in places if p.position == 0 and p.pool == mine.pool]
        if self.bar is not None:  # the line below is said once; what is left goes on changing
            left = "" if mine.starts_s is None else self.remaining(mine.starts_s)
            self.bar.update(self.task, description=self.say("cli-in-line-now"), left=left)
        before = drawn[0] if drawn else str(mine.position - 1)
        if before == self.before or before == "0":
            return
        self.before = before
        text = self.say("cli-in-line-behind" if drawn else "cli-in-line", found=before)
        if mine.starts_s is not None:
            found = output.duration(mine.starts_s, self.language)
            text += self.say("cli-in-line-left", found=found)
        self.line(text)

    def begin(self) -> None:
        """The job's turn has come."""
        self.since = clock.seconds()
        if self.bar is not None:
            self.bar.update(self.task, description="", left="")

    def canceling(self) -> None:
        """Said at the first Ctrl-C."""
        self.line(self.say("cli-canceling"))

    def line(self, text: str) -> None:
        """A line that stays."""
        if self.bar is not None:
            self.bar.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            output.tell(text)

    def say(self, code: str, **blanks: object) -> str:
        """A sentence in the person's language."""
        return i18n.text(code, self.language, **blanks)

    def candidate(self, item: CandidateStatus) -> str:
        """How one candidate ended, in a line."""
        blanks = {"index": item.index, "seed": item.seed}
        if item.error is not None:
            found = self.say(item.error.code, **item.error.context)
            return "✗ " + self.say("cli-candidate-broken", found=found, **blanks)
        if item.passed:
            return "✓ " + self.say("cli-candidate-passed", **blanks)
        failed = ", ".join(c.name(self.language) for c in checks_of(item) if not c.passed)
        return "✗ " + self.say("cli-candidate-failed", found=failed, **blanks)

    def where(self, status: Status) -> str:
        """Which candidate of how many, and the stage."""
        progress = status.progress
        assert progress is not None
        stage, number = progress.stage or "start", progress.index + 1
        if status.state == "postprocess":
            stage, number = "finish", len(status.candidates) + 1
        code = f"stage-{stage}"
        shown = self.say(code) if i18n.has(code, self.language) else stage
        return f"[{min(number, self.total)}/{self.total}] {shown}"

    def step(self, status: Status) -> str:
        """Where in the stage, where the engine counts more than one step."""
        progress = status.progress
        counted = progress is not None and progress.steps > 1 and status.state == "running"
        return f" {progress.step}/{progress.steps}" if progress and counted else ""

    def seconds_left(self, status: Status) -> float:
        """The engine's own figure, else what earlier jobs took."""
        assert status.progress is not None
        left = status.progress.eta_s
        if left is None:
            left = self.estimate.seconds - (clock.seconds() - self.since)
        return max(left, 0.0)

    def left(self, status: Status) -> str:
        """The time left, while there is some."""
        return self.remaining(self.seconds_left(status))

    def remaining(self, seconds: float) -> str:
        """`seconds` as the words beside the bar; nothing where there is next to none."""
        if seconds < 1:
            return ""
        return self.say("cli-left", found=output.duration(seconds, self.language))

    def share(self, status: Status) -> float:
        """How much of the job's time is behind, never going back."""
        assert self.bar is not None
        spent = clock.seconds() - self.since
        found = spent / (spent + self.seconds_left(status))
        return max(self.bar.tasks[0].completed, min(found, 1.0))


def _bar() -> Bar:
    from rich.progress import TextColumn

    return output.bar(TextColumn("{task.fields[left]}", markup=False))
