"""The client of `paid_server`: an engine as Nukki knows them, and a handle on its process."""

import base64
import json
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from nukki.engines.engine import Parcel, Progress
from nukki.errors import EngineError
from tests.engines.paid_server import TOKEN

ROOT = Path(__file__).parents[2]
ANSWER_S = 2.0


class PaidEngine:
    """Obeys `nukki.engines.engine.Engine`, under the name that payloads of the pencil have."""

    name = "render"
    costs = True

    def __init__(self, url, token=TOKEN, cold_start_s=10.0):
        self.url, self.token, self.cold_start_s = url, token, cold_start_s
        self._taken = {}
        self._told = {}

    def pins(self):
        return {"pencil": "1"}

    def slot(self):
        return self.url

    def family(self, model):
        return model

    def submit(self, request, inputs, ticket=""):
        body = {"ticket": ticket, "request": request.model_dump(mode="json")}
        return self._ask("POST", "/submissions", body)["handle"]

    def attach(self, handle):
        try:
            self._ask("GET", f"/submissions/{handle}")
        except EngineError as error:
            if error.code == "engine-unknown-handle":
                return False
            raise
        self._taken.pop(handle, None)
        return True

    def poll(self, handle):
        said = self._ask("GET", f"/submissions/{handle}")
        failed = said.get("failed")
        if failed is not None and self._told.get(handle) != failed:
            self._told[handle] = failed
            return Progress("drawing", failed, 1, error="engine-failed", context={"reason": "oil"})
        keys = ("state", "index", "stage", "step", "steps", "error")
        return Progress(**{key: said[key] for key in keys if key in said})

    def fetch(self, handle):
        taken = self._taken.get(handle, 0)
        found = self._ask("GET", f"/submissions/{handle}/candidates/{taken}")["parcels"]
        self._taken[handle] = taken + len(found)
        return [Parcel(index, seed, base64.b64decode(data)) for index, seed, data in found]

    def cancel(self, handle):
        self._ask("POST", f"/submissions/{handle}/cancel", {})

    def _ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}"}
        asked = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=ANSWER_S) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                said = json.loads(error.read() or b"{}")
            raise self._refusal(error.code, said) from None
        except (OSError, ValueError) as error:
            raise EngineError("engine-unreachable", reason=type(error).__name__) from None

    def _refusal(self, status, said):
        if status in (401, 403):
            return EngineError("engine-refused")
        if status == 404:
            return EngineError("engine-unknown-handle", handle="")
        if said.get("code") == "starting":
            return EngineError("engine-starting")
        return EngineError("engine-overloaded", reason=str(status))


class PaidServer:
    """The server's process; it may be killed and started again on the same port."""

    def __init__(self, folder):
        self.folder, self.port = folder, "0"
        self.start()

    def start(self):
        command = [sys.executable, "-m", "tests.engines.paid_server", str(self.folder), self.port]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,  # it ends with whoever holds the other end
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
        )
        self.port = self.process.stdout.readline().strip()
        self.url = f"http://127.0.0.1:{self.port}"

    def kill(self):
        self.process.kill()
        self.gone()

    def gone(self):
        """Wait until it has ended."""
        self.process.wait(timeout=10)
        self.process.stdin.close()
        self.process.stdout.close()

    def faults(self, **changes):
        body = json.dumps(changes).encode()
        asked = urllib.request.Request(f"{self.url}/faults", body, method="PUT")
        urllib.request.urlopen(asked, timeout=5).close()

    def charges(self):
        """What was charged: one entry a submission, with its ticket, handle and request."""
        return self._books()["charges"]

    def states(self):
        """What becomes of each handle: its state, and whether it was asked to stop."""
        return self._books()["jobs"]

    def _books(self):
        with urllib.request.urlopen(f"{self.url}/ledger", timeout=5) as answer:
            return json.loads(answer.read())
