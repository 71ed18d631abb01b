"""Where jobs are asked for: briefs planned all or none, folders made, then the line entered."""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from nukki.brief import Brief, load_document
from nukki.brief.reading import Document
from nukki.core import clock, hashing, ids
from nukki.engines import registry
from nukki.errors import (
    BackendError,
    BriefError,
    Fault,
    InputError,
    PayloadError,
    StorageError,
    plain_context,
)
from nukki.jobs import again, tables
from nukki.jobs.history import History
from nukki.jobs.payload import Payload
from nukki.jobs.plan import Plan
from nukki.jobs.queue.line import Entry, Line
from nukki.jobs.requests import Request, Requests, key_of
from nukki.jobs.status import Failure
from nukki.jobs.store import JobFolder
from nukki.jobs.workshop import Workshop

log = logging.getLogger(__name__)

PLAN_S = 90.0  # what the child may take; the first plan also tests the renderer
WAIT_S = 30.0  # for another request with the same key
LOOK_S = 0.05
MOST_WAITING = 10_000  # jobs in the line; whoever asks for more has made a mistake
USUAL = 5  # of the priorities 0 (first) to 9 (last)


@dataclass(frozen=True)
class Terms:
    """Whose turn a job uses and how urgent it is; `key` is the program's own name for the request,
    so that asking twice makes one job."""

    who: str
    priority: int = USUAL
    key: str | None = None


@dataclass(frozen=True)
class Taken:
    """The jobs of a request, in its order; `replayed` when they were made by an earlier one."""

    job_ids: tuple[str, ...]
    replayed: bool = False


class Desk:
    """Takes requests; threads share it. `storage` is the place of the history, as settings name it;
    `wake` is called when new jobs stand in the line."""

    def __init__(
        self,
        history: History,
        line: Line,
        workshop: Workshop,
        storage: str,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self.history, self.line, self.workshop = history, line, workshop
        self.storage, self.wake = storage, wake
        self._requests = Requests(history.database)

    def submit(self, document: Document, engine: str, terms: Terms) -> Taken:
        """Jobs for a brief, or for all of a batch, or for none.

        Raises BriefError with every fault of every brief, InputError engine-not-here, request-…,
        BackendError queue-full, StorageError, and what the workshop raises.
        """
        if engine not in registry.NAMES:
            allowed = ", ".join(registry.NAMES)
            raise InputError("engine-not-here", found=engine, allowed=allowed)
        body = _sum(["briefs", document.value, engine, terms.priority])
        return self._once(terms, body, lambda: self._planned(document, engine))

    def again(self, job: JobFolder, terms: Terms, *, new_seed: bool, fresh: bool) -> Taken:
        """The job once more: from its payload's pins, or `fresh` with today's catalog.

        Raises PayloadError, BriefError (fresh), InputError request-…, StorageError.
        """
        body = _sum(["again", job.id, new_seed, fresh, terms.priority])
        return self._once(terms, body, lambda: [self._replanned(job, new_seed, fresh)], job.id)

    def settle(self) -> None:
        """Finish or undo what processes that are gone were asked for; raises StorageError when
        the database cannot be reached."""
        for request in self._requests.abandoned():
            try:
                self._settle(request)
            except StorageError as error:  # it is tried again with the next request
                log.warning("jobs %s cannot be settled yet: %s", request.job_ids, error)

    def _planned(self, document: Document, engine: str) -> list[Plan]:
        try:
            briefs = load_document(document)
        except BriefError as error:
            more = self._ask("faults_of_uploaded", list(error.rest), engine, self.storage)
            raise BriefError([*error.faults, *more]) from None
        batch = isinstance(document.value, dict) and "briefs" in document.value
        entries = [(f"briefs[{n}]" if batch else "", brief) for n, brief in enumerate(briefs)]
        plans: list[Plan]
        faults: list[Fault]
        plans, faults = self._ask("plan_uploaded", entries, engine, self.storage)
        if faults:
            raise BriefError(faults)
        return plans

    def _replanned(self, job: JobFolder, new_seed: bool, fresh: bool) -> Plan:
        old = again.require_engine(job.payload())
        if not fresh:
            pins = self._ask("pins", old.engine)
            return again.plan(job, pins, new_seed=new_seed)
        brief = again.brief_of(job)
        seed = "random" if new_seed else old.request.seeds[0]
        files = {item.name: job.inputs / item.file for item in old.inputs}
        wanted: Brief = brief.model_copy(update={"seed": seed})
        plan: Plan = self._ask("plan_kept", wanted, files, old.engine, self.storage)
        return plan

    def _ask(self, function: str, *arguments: Any) -> Any:
        name = f"nukki.jobs.planning:{function}"
        return self.workshop.run(name, *arguments, timeout_s=PLAN_S, lane="ask")

    def _once(
        self,
        terms: Terms,
        body: str,
        plan: Callable[[], Sequence[Plan]],
        origin: str | None = None,
    ) -> Taken:
        """Plan and make, unless that was done already under the same key."""
        self.settle()
        key = key_of(terms.who, terms.key or secrets.token_hex(16))
        if terms.key is not None and (made := self._answered(key, body)):
            return Taken(made, replayed=True)
        self._require_room()
        plans = plan()
        job_ids = tuple(ids.new_job_id() for _ in plans)
        kept = terms.key is not None
        request = Request(key, body, job_ids, terms.who, terms.priority, kept)
        while not self._requests.begin(request):
            if made := self._answered(key, body):
                return Taken(made, replayed=True)
        self._make(request, plans, origin)
        return Taken(job_ids)

    def _require_room(self) -> None:
        with self.history.database.reading() as connection:
            standing = connection.scalar(sa.select(sa.func.count()).select_from(tables.line)) or 0
        if standing >= MOST_WAITING:
            raise BackendError("queue-full", found=standing, allowed=MOST_WAITING)

    def _answered(self, key: str, body: str) -> tuple[str, ...] | None:
        """The jobs of an earlier request with this key, waited for; None when it made none."""
        until = clock.seconds() + WAIT_S
        while (request := self._requests.find(key)) is not None:
            if request.body_sha256 != body:
                raise InputError("request-key-reused")
            if request.owner is None:
                return request.job_ids
            if self._requests.is_abandoned(request):
                self._settle(request)
            elif clock.seconds() > until:
                raise InputError("request-in-progress")
            else:
                time.sleep(LOOK_S)
        return None

    def _make(self, request: Request, plans: Sequence[Plan], origin: str | None) -> None:
        """All folders or none, then the line: whoever waits there can be drawn."""
        try:
            for job_id, plan in zip(request.job_ids, plans, strict=True):
                self.history.create(plan, origin=origin, job_id=job_id)
        except BaseException:
            self._undo_or_leave(request)
            raise
        if not self._requests.is_mine(request):
            self._require_made(request)
            return
        try:
            for job_id, plan in zip(request.job_ids, plans, strict=True):
                self._enter(job_id, plan.payload, request)
            self._requests.finish(request)
        except StorageError:
            # The folders are whole; the next request, or the next server, enters the rest.
            self._requests.abandon(request)
            raise
        self.wake()

    def _settle(self, abandoned: Request) -> None:
        """Finish the request of a dead process if all its folders are there, else undo it."""
        request = self._requests.take_over(abandoned)
        if request is None:
            return
        try:
            jobs = [job for job_id in request.job_ids if (job := self._found(job_id))]
            if len(jobs) < len(request.job_ids):
                self._undo(request)
                return
            for job in jobs:
                if job.status().state == "queued":
                    self._enter_again(job, request)
            self._requests.finish(request)
        except StorageError:
            self._requests.abandon(request)
            raise
        self.wake()

    def _require_made(self, request: Request) -> None:
        """This process slept until another one took the request over: wait for what comes of it.

        Raises InputError request-given-up when it was undone.
        """
        if self._answered(request.key, request.body_sha256) != request.job_ids:
            self._undo(request)
            raise InputError("request-given-up")

    def _enter_again(self, job: JobFolder, request: Request) -> None:
        try:
            self._enter(job.id, job.payload(), request)
        except PayloadError as error:  # somebody touched it meanwhile: no reason to refuse others
            job.enter("failed", Failure(error.code, dict(plain_context(error.context))))

    def _undo_or_leave(self, request: Request) -> None:
        """Undo what this process has begun; what it cannot, the next request may."""
        try:
            self._undo(request)
        except StorageError as error:
            log.warning("jobs %s cannot be undone yet: %s", request.job_ids, error)
            self._requests.abandon(request)

    def _undo(self, request: Request) -> None:
        for job_id in request.job_ids:
            with suppress(InputError):  # it was never made, or somebody else undoes it, too
                self.history.delete(job_id)
        self._requests.forget(request)

    def _found(self, job_id: str) -> JobFolder | None:
        with suppress(InputError):
            return self.history.find(job_id)
        return None

    def _enter(self, job_id: str, payload: Payload, request: Request) -> None:
        self.line.enter(
            job_id,
            Entry(
                who=request.who,
                engine=payload.engine,
                family=payload.model,
                summary=summary(payload),
                priority=request.priority,
                expected_s=round(self.history.estimate(payload).seconds, 1),
            ),
        )


def summary(payload: Payload) -> str:
    """What a job is, in a few words.

    For example `shopping bag, percent sign · sp-glass · 4`.
    """
    words = ", ".join(subject.word for subject in payload.request.subjects)
    packs = " + ".join(pack.id for pack in payload.packs)
    return " · ".join(part for part in (words, packs, str(len(payload.request.seeds))) if part)


def _sum(asked: list[Any]) -> str:
    """What tells one request from another. It is of any text, half a surrogate pair included."""
    return hashing.of_bytes(json.dumps(asked, sort_keys=True).encode("ascii"))
