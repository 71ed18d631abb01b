"""Jobs of a paid engine, workers that are killed over them, and what must be true at last."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa

from nukki.core import process
from nukki.core.storage import Folder
from nukki.jobs import events, pipeline, tables
from nukki.jobs.database import open_database
from nukki.jobs.history import History
from nukki.jobs.plan import Plan
from nukki.jobs.queue.line import Entry, Line
from tests.engines.paid import ROOT, PaidServer
from tests.jobs.pencil import BRIEF, Pencil, planned, request

SEEDS = ((1, 2), (3,), (4, 5, 6))  # of three kinds of jobs
STATES = ["preparing", "running", "postprocess", "done"]


@dataclass
class Worker:
    """A process of the zygote's, told from any later one with its number."""

    pid: int
    started: str

    def is_alive(self):
        return process.started(self.pid) == self.started

    def kill(self, how=signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.kill(self.pid, how)
        while how == signal.SIGKILL and self.is_alive():
            time.sleep(0.001)  # or it would count as one who still works


@dataclass
class Batch:
    """A storage, its database, the engine and whoever works for it."""

    folder: Path
    database: str
    workers: list = field(default_factory=list)
    jobs: dict = field(default_factory=dict)

    def __enter__(self):
        self.paid = PaidServer(self.folder / "paid")
        storage = self.folder / "storage"
        storage.mkdir()
        self.history = History(Folder(storage), open_database(self.database))
        self.line = Line(self.history.database)
        command = [sys.executable, "-m", "tests.jobs.queue.zygote"]
        self.zygote = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        return self

    def __exit__(self, *_):
        for worker in self.workers:
            worker.kill()
        self.zygote.stdin.close()
        self.zygote.wait()
        self.zygote.stdout.close()
        self.paid.kill()
        self.history.close()

    def enter(self, count=1):
        """More jobs in the line; returns the last one's id."""
        for _ in range(count):
            kind = len(self.jobs) % len(SEEDS)
            plan = Plan(planned(request=_asked(kind)), BRIEF, {})
            job_id = self.history.create(plan).id
            self.jobs[job_id] = kind
            self.line.enter(job_id, Entry("ann", "render", expected_s=1.0))
        return job_id

    def hire(self, **more):
        """One more worker."""
        order = {
            "folder": str(self.folder / "storage"),
            "database": self.database,
            "engine": self.paid.url,
        }
        self.zygote.stdin.write(json.dumps(order | more) + "\n")
        self.zygote.stdin.flush()
        pid = int(self.zygote.stdout.readline())
        self.workers.append(Worker(pid, process.started(pid) or ""))
        return self.workers[-1]

    def worker_of(self, job_id):
        """The worker that works on a job, waited for."""
        owned = sa.select(tables.worker.c.pid).join(
            tables.line, tables.line.c.owner == tables.worker.c.id
        )
        until = time.monotonic() + 30
        while time.monotonic() < until:
            with self.history.database.reading() as connection:
                pid = connection.scalar(owned.where(tables.line.c.job_id == job_id))
            if pid is not None:
                return next(worker for worker in self.workers if worker.pid == pid)
            time.sleep(0.01)
        raise AssertionError(self.tell())

    def put_to_sleep(self, worker):
        """Stop a process, but not while it holds the only lock of an SQLite file: nobody at all
        could go on then."""
        while True:
            worker.kill(signal.SIGSTOP)
            time.sleep(0.05)
            if not self.database.startswith("sqlite"):
                return
            probe = sqlite3.connect(self.history.database.engine.url.database, timeout=0.2)
            with closing(probe), suppress(sqlite3.OperationalError):
                probe.execute("BEGIN IMMEDIATE")
                return
            worker.kill(signal.SIGCONT)
            time.sleep(0.05)

    def staff(self, count):
        """See to it that so many workers live."""
        self.workers = [worker for worker in self.workers if worker.is_alive()]
        while len(self.workers) < count:
            self.hire()

    def point(self, where):
        """Where whoever claims a job for the first time is killed; None for nowhere."""
        file = self.folder / "storage" / "point"
        file.unlink(missing_ok=True)
        if where:
            file.with_name("point.new").write_text(where)
            file.with_name("point.new").replace(file)

    def wait_for_death(self, seconds=30):
        """Until one of the workers is dead."""
        until = time.monotonic() + seconds
        while all(worker.is_alive() for worker in self.workers):
            assert time.monotonic() < until, self.tell()
            time.sleep(0.01)

    def wait_for_end(self, seconds=60):
        """Until nobody stands in the line."""
        until = time.monotonic() + seconds
        while self.line.everyone():
            assert time.monotonic() < until, self.tell()
            time.sleep(0.02)

    def stop(self):
        """End all workers in order."""
        for worker in self.workers:
            worker.kill(signal.SIGTERM)
        until = time.monotonic() + 20
        while any(worker.is_alive() for worker in self.workers):
            assert time.monotonic() < until, "a worker does not stop"
            time.sleep(0.02)

    def tell(self):
        """What stands in the line, for whoever must find out why."""
        stuck = [place.job_id for place in self.line.places()]
        return {job_id: self.events(job_id)[-3:] for job_id in stuck}

    def events(self, job_id):
        return events.read(self.history.find(job_id).files)

    def audit(self):
        """Every job ended once, in the right state, with the right files, charged once."""
        expected = _reference(self.folder / "reference")
        for job_id, kind in self.jobs.items():
            job, said = self.history.find(job_id), self.events(job_id)
            kinds = [event["state"] for event in said if event["event"] == "state"]
            assert [s for s in kinds if s in ("done", "failed", "canceled")] == ["done"], said
            made = [e["candidate"]["index"] for e in said if e["event"] == "candidate"]
            assert sorted(made) == list(range(len(SEEDS[kind]))), said
            assert set(kinds) <= set(STATES), kinds
            assert _files(job.files.root) == expected[kind]
            assert self.history.index.get(job_id).state == "done"
            status = json.loads(job.files.read("status.json"))
            assert (status["state"], status["done"]) == ("done", len(SEEDS[kind]))
        assert self.charged() == {job_id: sorted(SEEDS[kind]) for job_id, kind in self.jobs.items()}
        assert not self.line.everyone()
        assert _rows(self.history.database) == 0

    def charged(self):
        """The seeds that each job was charged for."""
        found = {}
        for entry in self.paid.charges():
            job_id = entry["ticket"].partition(".")[0]
            found.setdefault(job_id, []).extend(entry["request"]["seeds"])
        return {job_id: sorted(seeds) for job_id, seeds in found.items()}


def dice(seed):
    """The same chances in every run."""
    return random.Random(seed)


def _asked(kind):
    return request(seeds=SEEDS[kind], size=(64, 64))


def _reference(folder):
    """What each kind of job leaves when nothing happens to it."""
    if not folder.exists():
        history = History(Folder(folder), open_database(folder / "nukki.db"))
        for kind in range(len(SEEDS)):
            job = history.create(Plan(planned(request=_asked(kind)), BRIEF, {}))
            pipeline.run(job, Pencil())
            job.files.write("kind", str(kind).encode())
        history.close()
    found = {}
    for job in (folder / "jobs").iterdir():
        files = _files(job)
        found[int((job / "kind").read_text())] = {k: v for k, v in files.items() if k != "kind"}
    return found


def _files(root):
    """Every file; the finished pictures with their bytes, which say nothing of time or place."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_file():
            same = name.startswith(("final/", "candidates/", "layers/"))
            found[name] = path.read_bytes() if same else None
        elif name == "work":
            found[name] = None
    return found


def _rows(database):
    """How many workflows DBOS still remembers."""
    name = "workflow_status" if database.is_sqlite else "dbos.workflow_status"
    with database.reading() as connection:
        return connection.scalar(sa.text(f"SELECT count(*) FROM {name}"))
