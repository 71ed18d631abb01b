"""An engine behind HTTP that charges for every submission: a process with a ledger on disk.

`python -m tests.engines.paid_server FOLDER [PORT]` prints its port and serves until it is killed.
Started again on the same folder it goes on with its submissions. What shall go wrong is set by
`PUT /faults` with any of the fields of `Faults`, for everything that happens from then on.
"""

import base64
import json
import os
import sys
import threading
import time
from dataclasses import asdict, dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from nukki.engines import parcel
from nukki.engines.engine import Candidate, DrawRequest

TOKEN = "right"


@dataclass(frozen=True)
class Faults:
    """What goes wrong; candidates are numbered within a submission."""

    seconds: float = 0.0  # a candidate takes
    cold_s: float = 0.0  # until it takes anything, from the first try on
    unauthorized: bool = False
    unavailable: int = 0  # so many answers to come are 503
    slow_s: float = 0.0  # every answer takes
    dies_at: int | None = None  # the process ends as it begins this candidate
    fails: list[int] = field(default_factory=list)
    breaks_at: int | None = None  # the whole submission fails here
    wrong_size: list[int] = field(default_factory=list)
    twice: bool = False
    backwards: bool = False
    fewer: bool = False  # it says done without the last candidate
    silent: bool = False  # it never gets beyond the first step
    ignores_cancel: bool = False
    forgets: bool = False  # it knows no handle any more


class Studio:
    """Submissions, drawn one after the other, and the ledger of what was charged."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.faults = self._read("faults.json", Faults, Faults())
        self.jobs = {}
        self.lock = threading.RLock()
        self.work = threading.Condition(self.lock)
        self.cold_since = None
        for entry in self.ledger():
            made = [self._kept(path) for path in sorted(self.folder.glob(f"{entry['handle']}.*"))]
            self.jobs[entry["handle"]] = {**entry, "state": "queued", "made": made}
        for entry in self._lines("ends.jsonl"):
            self.jobs[entry["handle"]].update(entry)
        threading.Thread(target=self._draw_all, daemon=True).start()

    def _read(self, name, kind, default):
        path = self.folder / name
        return kind(**json.loads(path.read_text("utf-8"))) if path.exists() else default

    def set_faults(self, changes):
        with self.lock:
            self.faults = replace(self.faults, **changes)
            (self.folder / "faults.json").write_text(json.dumps(asdict(self.faults)), "utf-8")

    def ledger(self):
        return self._lines("ledger.jsonl")

    def _lines(self, name):
        path = self.folder / name
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        return [json.loads(line) for line in lines]

    def _append(self, name, entry):
        with (self.folder / name).open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _end(self, job, state, **more):
        with self.lock:
            if job["state"] in ("queued", "drawing"):
                job.update(state=state, **more)
                self._append("ends.jsonl", {"handle": job["handle"], "state": state, **more})

    def _keep(self, job, made):
        path = self.folder / f"{job['handle']}.{len(job['made'])}.{made.index}.{made.seed}"
        (self.folder / "part").write_bytes(made.data)
        (self.folder / "part").rename(path)
        job["made"].append(made)

    def _kept(self, path):
        _, _, index, seed = path.name.split(".")
        return parcel.Parcel(int(index), int(seed), path.read_bytes())

    def submit(self, ticket, request):
        """(status, answer): 201 for a new submission, 200 for one that this ticket began."""
        with self.work:
            known = [h for h, job in self.jobs.items() if ticket and job["ticket"] == ticket]
            if known:
                return 200, {"handle": known[0]}
            self.cold_since = self.cold_since or time.monotonic()
            if time.monotonic() - self.cold_since < self.faults.cold_s:
                return 503, {"code": "starting"}
            handle = f"paid-{len(self.jobs)}"
            entry = {"handle": handle, "ticket": ticket, "request": request}
            self._append("ledger.jsonl", entry)
            self.jobs[handle] = {**entry, "state": "queued", "made": []}
            self.work.notify_all()
            return 201, {"handle": handle}

    def progress(self, handle):
        with self.lock:
            job = self.jobs[handle]
            keys = ("state", "index", "stage", "step", "steps", "error", "failed")
            return {key: job[key] for key in keys if key in job} | {"made": len(job["made"])}

    def cancel(self, handle):
        with self.lock:
            job = self.jobs[handle]
            job["canceled"] = True
            if not self.faults.ignores_cancel:
                self._end(job, "cancelled", canceled=True)

    def _draw_all(self):
        while True:
            with self.work:
                waiting = [job for job in self.jobs.values() if job["state"] == "queued"]
                if not waiting:
                    self.work.wait()
                    continue
                job = waiting[0]
                job["state"] = "drawing"
            self._draw(job)

    def _draw(self, job):
        request = DrawRequest.model_validate(job["request"])
        order = list(range(len(request.seeds)))
        if self.faults.backwards:
            order.reverse()
        if self.faults.fewer:
            order.pop()
        before = {made.index for made in job["made"]}
        for index in (index for index in order if index not in before):
            if self.faults.dies_at == index:
                self.set_faults({"dies_at": None})
                os._exit(9)
            if not self._wait_for(job, index):
                return
            if self.faults.breaks_at == index:
                self._end(job, "failed", error="the lamp broke")
                return
            if index in self.faults.fails:
                job["failed"] = index
                continue
            for _ in range(2 if self.faults.twice else 1):
                self._keep(job, self._candidate(request, index))
        self._end(job, "done")

    def _wait_for(self, job, index):
        for step in range(10):
            job.update(index=index, stage="paint", step=step, steps=10)
            while self.faults.silent and job["state"] == "drawing":
                time.sleep(0.02)
            time.sleep(self.faults.seconds / 10)
            if job["state"] != "drawing":
                return False
        return True

    def _candidate(self, request, index):
        from tests.jobs import pencil  # Pillow and numpy, when they are needed

        rgba, shadow = pencil.draw(request, index)
        if index in self.faults.wrong_size:
            rgba = rgba[:-1]
        drawn = Candidate(index, request.seeds[index], rgba, {"shadow": shadow}, {"paint": 1.0})
        return parcel.pack(drawn)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    studio: Studio

    def do_PUT(self):
        self.studio.set_faults(self._body())
        self._answer(200, {})

    def do_POST(self):
        if self._refused():
            return
        body, parts = self._body(), self.path.strip("/").split("/")
        if parts == ["submissions"]:
            self._answer(*self.studio.submit(body["ticket"], body["request"]))
        elif self._knows(parts):
            self.studio.cancel(parts[1])
            self._answer(200, {})

    def do_GET(self):
        if self.path == "/ledger":
            return self._answer(200, {"charges": self.studio.ledger(), "jobs": self._states()})
        parts = self.path.strip("/").split("/")
        if self._refused() or not self._knows(parts):
            return None
        if len(parts) == 2:
            return self._answer(200, self.studio.progress(parts[1]))
        made = self.studio.jobs[parts[1]]["made"][int(parts[3]) :]
        packed = [[p.index, p.seed, base64.b64encode(p.data).decode()] for p in made]
        return self._answer(200, {"parcels": packed})

    def _states(self):
        jobs = self.studio.jobs.items()
        return {
            h: {"state": job["state"], "canceled": job.get("canceled", False)} for h, job in jobs
        }

    def _refused(self):
        faults = self.studio.faults
        time.sleep(faults.slow_s)
        if faults.unauthorized or self.headers["Authorization"] != f"Bearer {TOKEN}":
            self._body()
            self._answer(401, {})
        elif faults.unavailable:
            self._body()
            self.studio.set_faults({"unavailable": faults.unavailable - 1})
            self._answer(503, {"code": "busy"})
        else:
            return False
        return True

    def _knows(self, parts):
        if self.studio.faults.forgets or parts[1] not in self.studio.jobs:
            self._answer(404, {})
            return False
        return True

    def _body(self):
        return json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or "{}")

    def _answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        return


def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)


def main(folder, port="0"):
    Handler.studio = Studio(folder)
    server = ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
    server.daemon_threads = True
    threading.Thread(target=end_with_parent, daemon=True).start()
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
