"""Small jobs that the embedded engine really draws, and files as a person drops them on a page."""

import base64
import json
import time

PACK = "sp-flat-illust"  # drawn as vectors: a small candidate takes about a second
LONG_MS = 120_000  # the first drawing of a server reads all the art, on a busy machine for long


def ask(caller, concept="선물상자와 풍선", **changes):
    """The id of a new job: three small candidates with the seeds 7, 8 and 9."""
    brief = {
        "object_concept": concept,
        "candidate_count": 3,
        "seed": 7,
        "size_preset": {"width": 256, "height": 256},
        "style": {"style_packs": [PACK]},
    }
    answer = caller.send("POST", "/api/jobs", brief | changes)
    assert answer.status == 201, answer.body
    return json.loads(answer.body)["job_id"]


def ended(caller, job_id):
    """The job as the API tells it, once it has ended."""
    until = time.monotonic() + LONG_MS / 1000
    while time.monotonic() < until:
        job = json.loads(caller.get(f"/api/jobs/{job_id}").body)
        if job["state"] in ("done", "failed", "canceled"):
            return job
        time.sleep(0.1)
    raise AssertionError(f"{job_id} has not ended: {job['state']}")


def folder(caller, job_id):
    return caller.app.state.history.find(job_id).root


def drop(page, name, data, kind="image/png"):
    """Let a file go over the middle of the page, as one that was dragged in from a desktop."""
    held = page.evaluate_handle(
        """([name, kind, data]) => {
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            const carried = new DataTransfer();
            carried.items.add(new File([bytes], name, { type: kind }));
            return carried;
        }""",
        [name, kind, base64.b64encode(data).decode()],
    )
    for event in ("dragenter", "dragover", "drop"):
        page.dispatch_event("main h1", event, {"dataTransfer": held})
