"""The process's part in the queue: claims jobs, has them worked on, beats, takes over, cancels.

One thread for each slot claims and works; one more keeps the process among the living, hears what
people cancel and buries the dead. What goes wrong with the database is tried again, for ever.
"""

from __future__ import annotations

import errno
import logging
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from nukki.core import clock
from nukki.engines import registry
from nukki.engines.engine import Engine
from nukki.errors import InputError, NukkiError, StorageError
from nukki.jobs.history import History
from nukki.jobs.queue.closing import Closing
from nukki.jobs.queue.heartbeat import BEAT_S, Heart, Watch
from nukki.jobs.queue.line import Claim, Entry, Fenced
from nukki.jobs.queue.work import Left, Work
from nukki.jobs.status import Failure
from nukki.jobs.store import JobFolder

if TYPE_CHECKING:
    from nukki.jobs.queue.workflows import Workflows

log = logging.getLogger(__name__)

LOOK_S = 0.25  # how often somebody's wish to cancel is looked for while jobs are worked on
IDLE_S = 1.0  # how often the line is looked at for what other processes have entered
SWEEP_S = 60.0
RETRY_S = 2.0
TRIES = 5  # with a storage that fails, before a job makes room for the others
BEHIND = 2  # jobs of a slot that may still be finished while it draws the next one
WHOLE = ("storage-gone", "storage-full", "storage-bucket-", "database-")
MAX_DEATHS = 3  # of workers, one after the other, before a job counts as what kills them

Hire = Callable[[Claim, JobFolder, Callable[[], None]], Work]


class Orchestrator:
    """Works through the line until it is stopped. `slots` are this process's, by pool; `engine`
    opens one to stop what nobody will follow any more."""

    def __init__(
        self,
        history: History,
        slots: Mapping[str, str],
        hire: Hire,
        engine: Callable[[str], Engine] = registry.open_engine,
    ) -> None:
        self.history, self.slots, self.hire = history, dict(slots), hire
        self.closing = Closing(history, engine)
        self.line = self.closing.line
        self.heart = Heart(history.database, "serve", slots)
        self._active: dict[str, Work] = {}
        self._strays: set[str] = set()
        self._unworked: dict[str, int] = {}  # claims of ours that no thread works on, as of late
        self._troubled = Counter[str]()
        self._stopping, self._ready = threading.Event(), threading.Event()
        self._woken = {pool: threading.Event() for pool in slots}
        self._thread = threading.Thread(target=self._run, name="orchestrator", daemon=True)

    def start(self) -> None:
        """Begin to work, in threads."""
        self._thread.start()

    def stop(self, timeout_s: float = 10.0) -> None:
        """Claim nothing more and leave what runs as it stands, next in line for whoever comes."""
        self._stopping.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def wake(self) -> None:
        """Look at the line now."""
        for woken in self._woken.values():
            woken.set()

    def ready(self) -> bool:
        """Whether jobs are being claimed."""
        return self._ready.is_set()

    def cancel(self, job_id: str) -> Literal["canceled", "asked", "unknown"]:
        """End a job: at once if it waits, within two seconds if it is worked on.

        `unknown`: it is not in the line, so it has ended or never was. Raises StorageError.
        """
        answer = self.line.cancel(job_id, self.heart.id or None)
        if answer == "gone":
            self.closing.end_for(Claim(job_id, self.line.epoch(job_id) or 0, canceled=True))
            return "canceled"
        if answer == "asked" and (job := self._active.get(job_id)) is not None:
            job.cancel()
        return answer

    def _run(self) -> None:
        """One life after another: who was given up for dead begins anew under another id."""
        while not self._stopping.is_set():
            try:
                self._live()
            except (OSError, NukkiError) as error:
                log.warning("the queue stands still: %s", error)
            except Exception:  # the boundary of the queue: it begins anew, and never just ends
                log.exception("the queue begins anew")
            self._stopping.wait(RETRY_S)

    def _live(self) -> None:
        from nukki.jobs.queue.workflows import Workflows  # DBOS takes a second to import

        me = self.heart.begin()
        flows = Workflows(self.history.database, me)
        over = threading.Event()
        threads = [threading.Thread(target=self._end_orphans, args=(over,), daemon=True)]
        threads += [
            threading.Thread(
                target=self._serve, args=(pool, flows, over), name=f"slot {pool}", daemon=True
            )
            for pool in self.slots
        ]
        try:
            self._sweep(flows)
            for thread in threads:
                thread.start()
            self._ready.set()
            given_up = self._pulse(flows, over)
        finally:
            self._ready.clear()
            over.set()
            self._leave_all(threads)
            flows.close()
        if not given_up:
            self.line.hand_back(me)
            self.heart.end()

    def _leave_all(self, threads: list[threading.Thread]) -> None:
        for job in list(self._active.values()):
            job.leave()
        self.wake()
        for thread in threads:
            if thread.ident is not None:
                thread.join()

    def _pulse(self, flows: Workflows, over: threading.Event) -> bool:
        """Until the process stops or a slot breaks, or others have given it up, which is True."""
        watch = Watch(lambda: self.heart.id)
        beaten, swept = 0.0, clock.seconds()
        while not (self._stopping.wait(LOOK_S if self._active else IDLE_S / 2) or over.is_set()):
            now = clock.seconds()
            try:
                for job_id in self.line.to_cancel(self.heart.id) if self._active else ():
                    if (job := self._active.get(job_id)) is not None:
                        job.cancel()
                if now - beaten >= BEAT_S:
                    beaten = now
                    if not self.heart.beat():
                        log.warning("others gave this process up; it begins anew")
                        return True
                    if self.closing.bury(watch):
                        self.wake()
                if now - swept >= SWEEP_S:
                    swept = now
                    self._sweep(flows)
            except (OSError, NukkiError) as error:
                log.warning("the queue cannot look around: %s", error)
        return False

    def _end_orphans(self, over: threading.Event) -> None:
        """End what nobody goes on with; apart from the pulse, for engines may be slow to answer."""
        while not over.wait(BEAT_S):
            try:
                self.closing.end_orphans(self.heart.id)
            except StorageError as error:
                log.warning("the queue cannot look around: %s", error)

    def _serve(self, pool: str, flows: Workflows, over: threading.Event) -> None:
        """The thread of one slot. What it cannot get over ends this life: a slot without a thread
        would leave its jobs waiting for ever."""
        try:
            self._take_turns(pool, flows, over)
        except Exception:  # the boundary of a slot
            log.exception("the slot %s broke", pool)
            over.set()

    def _take_turns(self, pool: str, flows: Workflows, over: threading.Event) -> None:
        """Take the jobs of one slot, one after the other; some may still be finished behind."""
        woken, behind = self._woken[pool], list[threading.Thread]()
        try:
            while not over.is_set():
                woken.clear()
                claim = self._claimed(pool)
                if claim is None:
                    woken.wait(IDLE_S)
                    continue
                free = threading.Event()
                work = (claim, flows, over, free)
                thread = threading.Thread(target=self._work_on, args=work, daemon=True)
                thread.start()
                free.wait()
                behind = [each for each in (*behind, thread) if each.is_alive()]
                if len(behind) > BEHIND:
                    behind[0].join()
        finally:
            for thread in behind:
                thread.join()

    def _claimed(self, pool: str) -> Claim | None:
        try:
            return self.line.claim(self.heart.id, {pool: self.slots[pool]})
        except StorageError as error:
            log.warning("the slot %s stands still: %s", pool, error)
            return None

    def _work_on(
        self, claim: Claim, flows: Workflows, over: threading.Event, free: threading.Event
    ) -> None:
        """One claimed job to its end, or until this process lets go of it; `free` is set when its
        slot is."""
        trouble: Exception | None = None
        try:
            if not over.is_set():
                self._follow(claim, flows, over, free)
                self._troubled.pop(claim.job_id, None)
                return
        except Fenced:
            return
        except Left:
            log.info("job %s is left as it stands", claim.job_id)
        except (OSError, StorageError) as error:
            log.warning("job %s waits for its storage: %s", claim.job_id, error)
            trouble = error
        except Exception as error:  # the boundary of a job: whatever it was, the line goes on
            log.exception("job %s", claim.job_id)
            trouble = error
        finally:
            free.set()
        self._let_go(claim, over, trouble)

    def _let_go(self, claim: Claim, over: threading.Event, trouble: Exception | None) -> None:
        """Let somebody else go on with a job, or this process later. One that has been in trouble
        of its own too often is out of the line until the next sweep but one, so that others get
        their turn; but not one that somebody wants to end."""
        if trouble is not None:
            self._troubled[claim.job_id] += not _is_everybodys(trouble)
            over.wait(RETRY_S)
        often = self._troubled[claim.job_id] >= TRIES
        while True:
            try:
                aside = often and claim.job_id not in self.line.to_cancel(self.heart.id)
                with suppress(Fenced):
                    (self.line.release if aside else self.line.put_back)(claim.job_id, claim.epoch)
            except StorageError:
                if not over.wait(RETRY_S):
                    continue
            break
        if often:
            del self._troubled[claim.job_id]

    def _follow(
        self, claim: Claim, flows: Workflows, over: threading.Event, free: threading.Event
    ) -> None:
        """Its steps; raises Left, Fenced, OSError, StorageError."""
        job_id, began = claim.job_id, clock.seconds()

        def drawn() -> None:
            self.line.free(job_id, claim.epoch, claim.slot, clock.seconds() - began)
            free.set()

        folder = self.closing.folder(claim)
        if folder is None:
            self.line.release(job_id, claim.epoch)
            return
        before = folder.logged()
        if before.finished:
            self.closing.leave(claim)
            flows.ended(job_id, before.total)
            return
        if claim.deaths >= MAX_DEATHS:
            self.closing.end(claim, "failed", Failure("job-poison", {"found": claim.deaths}))
            return
        work = self._active[job_id] = self.hire(claim, folder, drawn)
        if over.is_set():  # since the last look: whoever leaves all jobs has not seen this one
            work.leave()
        try:
            flows.run(job_id, work, begun=claim.epoch > 1)
        except Left:
            raise work.trouble or Left from None
        except (OSError, NukkiError):
            work.leave()
            raise
        except Exception:  # the boundary of a job: whatever it was, the line goes on
            log.exception("job %s", job_id)
        finally:
            del self._active[job_id]
        self.closing.end(claim, "failed", Failure("job-crashed"))
        flows.ended(job_id, work.total)

    def _sweep(self, flows: Workflows) -> None:
        """Forget what is over, and enter what should stand in the line and does not."""
        try:
            flows.forget()
            flows.forget_others(self.line.everyone)
            unfinished = set(self.history.index.unfinished())
            strays = unfinished - self.line.everyone()
            for job_id in strays & self._strays:  # a job that is new enters a moment later
                self._adopt(job_id)
            self._strays = strays
            self._put_back_unworked()
        except (OSError, NukkiError) as error:
            log.warning("what is over is kept a while longer: %s", error)

    def _put_back_unworked(self) -> None:
        """Let go of claims of ours that no thread knows of: a database that was lost in the middle
        of a change may have made it all the same."""
        held = self.line.held(self.heart.id)
        unworked = {job_id: held[job_id] for job_id in held.keys() - self._active.keys()}
        for job_id, epoch in unworked.items() & self._unworked.items():
            log.warning("job %s is held by no thread; it goes back into the line", job_id)
            with suppress(Fenced):
                self.line.put_back(job_id, epoch)
        self._unworked = unworked

    def _adopt(self, job_id: str) -> None:
        """A job that a lost database forgot stands in the line again, unless a command draws it."""
        try:
            status = self.history.find(job_id).settle()
        except InputError:
            return
        except StorageError as error:  # its own folder's: the others' can be read
            log.warning("job %s stays as it is: %s", job_id, error)
            return
        if status.finished:  # the process that wrote this was killed before it told the index
            self.history.mend(job_id)
        elif status.owner is None:
            log.warning("job %s was in no line; it enters again", job_id)
            self.line.enter(job_id, Entry(who="", engine=status.engine, family=status.model))


def _is_everybodys(trouble: BaseException | None) -> bool:
    """Whether no other job would fare better: then all keep their places."""
    while trouble is not None:
        if isinstance(trouble, StorageError) and trouble.code.startswith(WHOLE):
            return True
        if isinstance(trouble, OSError) and trouble.errno == errno.EHOSTUNREACH:  # a bucket's
            return True
        trouble = trouble.__cause__ or trouble.__context__
    return False
