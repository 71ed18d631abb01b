"""`nukki doctor --reindex`: the list of jobs made again from their folders."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

from nukki import i18n
from nukki.cli import output
from nukki.core import clock
from nukki.jobs.history import Step, open_history
from nukki.settings import settings

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SAY_EVERY_S = 2.0  # where there is no terminal


def reindex(language: str, *, as_json: bool) -> int:
    """Rebuild the index with progress on stderr; returns the exit status.

    A damaged folder is told and is no failure: it is the others that this is about.
    """
    history = open_history(settings())
    began = clock.seconds()
    try:
        with _Watcher(language) as watch:
            written = history.reindex(watch)
    finally:
        history.close()
    spent = clock.seconds() - began
    if as_json:
        damaged = [
            {"job_id": step.job_id, "code": step.damaged.code, "message": step.damaged.message()}
            for step in watch.damaged
            if step.damaged is not None
        ]
        output.as_json({"jobs": written, "damaged": damaged, "seconds": round(spent, 3)})
    else:
        found = {"count": written, "damaged": len(watch.damaged)}
        took = output.duration(spent, language)
        click.echo(i18n.text("cli-reindex-done", language, seconds=took, **found))
    return 0


class _Watcher:
    """Called with every folder; shows how many are done, how fast, and how long it will take."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.damaged: list[Step] = []
        self.began = self.said = clock.seconds()
        self.bar: Bar | None = output.bar() if sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        if self.bar is not None:
            self.task = self.bar.add_task("", total=None)
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

    def __call__(self, step: Step) -> None:
        if step.damaged is not None:
            self.damaged.append(step)
            self.line(f"✗ {step.damaged.message(self.language)}")
            if advice := step.damaged.hint(self.language):
                self.line(f"  → {advice}")
        if self.bar is not None:
            where = self.where(step)
            self.bar.update(self.task, completed=step.done, total=step.total, description=where)
        elif clock.seconds() - self.said >= SAY_EVERY_S:
            self.said = clock.seconds()
            self.line(self.where(step))

    def line(self, text: str) -> None:
        """A line that stays."""
        if self.bar is not None:
            self.bar.console.print(output.plain(text), markup=False, highlight=False)
        else:
            output.tell(text)

    def where(self, step: Step) -> str:
        """For example `1,200 of 10,000 folders, 400/s, 22 s left`."""
        rate = step.done / max(clock.seconds() - self.began, 1e-3)
        return i18n.text(
            "cli-reindex-step",
            self.language,
            done=f"{step.done:,}",
            total=f"{step.total:,}",
            rate=f"{rate:.0f}",
            left=output.duration((step.total - step.done) / rate, self.language),
        )
