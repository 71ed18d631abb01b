"""What a process does for one job that it has claimed, step by step."""

from __future__ import annotations

from typing import Any, Protocol

Memo = dict[str, Any]  # what a step remembers: small, plain JSON


class Left(BaseException):
    """The job is left as it stands, for whoever goes on with it.

    No Exception, so that DBOS does not remember it as the outcome of a step.
    """


class Work(Protocol):
    """What a process does for a job that it has claimed: one method a step, Left to stop there.

    A step returns `{}`, or why there is no use in going on: `{"failed": …}`, `{"canceled": true}`.
    """

    trouble: Exception | None  # why the job was left, if not because it should be

    @property
    def total(self) -> int:
        """How many candidates there are to be; 0 as long as nobody needed to know."""
        ...

    def prepare(self) -> Memo:
        """Verify payload and inputs; `candidates` is how many there are to be."""
        ...

    def submit(self) -> Memo:
        """Give the job to its engine, once."""
        ...

    def draw(self, index: int) -> Memo:
        """Wait for a drawing and keep it."""
        ...

    def alpha(self, index: int) -> Memo:
        """Cut it out."""
        ...

    def finish(self, index: int) -> Memo:
        """Make it what is delivered."""
        ...

    def check(self, index: int, before: Memo) -> Memo:
        """Judge it and write it down, or why there is none."""
        ...

    def gather(self) -> Memo:
        """Wait until every candidate is written down."""
        ...

    def close(self, before: Memo) -> Memo:
        """Write the last state."""
        ...

    def cancel(self) -> None:
        """Somebody wants it to end: stop everything, and let the last step say so."""
        ...

    def leave(self) -> None:
        """Let go of it at once, as it stands: what costs goes on and is taken up again."""
        ...

    def give_up(self, trouble: Exception) -> None:
        """Leave it because of something that is not the job's fault."""
        ...

    def is_left(self) -> bool:
        """Whether this process has let go of it."""
        ...
