"""The list of jobs and one job, as the API tells them."""

import json
import shutil
from dataclasses import asdict

import pytest

from nukki.core import hashing
from nukki.core.storage import Folder
from nukki.jobs import store
from tests.jobs.pencil import BRIEF, Pencil, planned, request
from tests.server.running import drawn, serving


def answer(caller, path, **headers):
    found = caller.get(path, **headers)
    assert found.status == 200, found.body
    return json.loads(found.body)


def test_pages_of_the_list_hold_every_job_once_and_the_newest_first(tmp_path):
    made = [store.create(Folder(tmp_path), planned(), BRIEF, {}) for _ in range(5)]
    seen, cursor = [], ""
    with serving(tmp_path) as caller:
        while cursor is not None:
            page = answer(caller, f"/api/jobs?limit=2{cursor and f'&cursor={cursor}'}")
            assert len(page["jobs"]) <= 2
            assert page["total"] == 5
            seen += [card["id"] for card in page["jobs"]]
            cursor = page["next"]
    newest = sorted(made, key=lambda job: (job.status().created, job.id), reverse=True)
    assert seen == [job.id for job in newest]


def test_a_list_is_narrowed_by_seed_and_days_and_begins_at_any_place(tmp_path):
    made = [store.create(Folder(tmp_path), planned(), BRIEF, {}) for _ in range(3)]
    newest = sorted(made, key=lambda job: (job.status().created, job.id), reverse=True)
    ids = [job.id for job in newest]
    day = newest[0].status().created[:10]
    asked = {
        "seed=8": ids,
        "seed=88": [],
        "text=8": ids,
        "text=render": ids,
        "offset=1&limit=1": ids[1:2],
        "offset=3": [],
        f"since={day}": ids,
        "since=9999-12-31&until=9999-12-31&tz=-1440": [],
        "since=0001-01-01&until=0001-01-01&tz=1440": [],
        f"until={day}&tz=-1440": ids,
    }
    with serving(tmp_path) as caller:
        for query, expected in asked.items():
            page = answer(caller, f"/api/jobs?{query}")
            assert [card["id"] for card in page["jobs"]] == expected, query
        for query in ("seed=-1", f"seed={2**63}", "since=31.1.2026", "tz=9999", "offset=-1"):
            assert caller.get(f"/api/jobs?{query}").status == 422, query


@pytest.mark.parametrize(
    ("query", "total"),
    [
        ("since=2026-02-01&until=2026-02-01", 0),
        ("since=2026-02-01&until=2026-02-01&tz=540", 1),
        ("since=2026-01-31&until=2026-01-31", 1),
        ("until=2026-01-31&tz=540", 0),
    ],
)
def test_days_are_those_of_utc_or_of_the_clock_that_is_named(tmp_path, query, total):
    made = store.create(Folder(tmp_path), planned(), BRIEF, {}, job_id="20260131-160000-00000001")
    log = made.root / "events.jsonl"
    created = made.status().created
    log.write_text(log.read_text("utf-8").replace(created, "2026-01-31T16:00:00.000Z"), "utf-8")
    (made.root / "status.json").unlink(missing_ok=True)
    with serving(tmp_path) as caller:
        assert answer(caller, f"/api/jobs?{query}")["total"] == total


def test_an_empty_storage_has_an_empty_list(tmp_path):
    with serving(tmp_path / "not made yet") as caller:
        page = answer(caller, "/api/jobs")
    assert page == {"jobs": [], "next": None, "total": 0}


def test_a_card_says_what_was_asked_and_how_it_ended(server, job, failed):
    cards = {card["id"]: card for card in answer(server, "/api/jobs")["jobs"]}
    good, bad = cards[job.id], cards[failed.id]
    assert (good["concept"], good["state"]) == ("컵", "done")
    assert (good["total"], good["done"], len(good["thumbs"])) == (3, 3, 3)
    assert (good["width"], good["height"]) == (300, 280)
    assert (bad["state"], {thumb["url"] for thumb in bad["thumbs"]}) == ("failed", {None})
    assert "the pencil broke" in bad["error"]["message"]


def test_a_job_tells_its_candidates_with_checks_pictures_and_brief(server, job):
    told = answer(server, f"/api/jobs/{job.id}")
    status = job.status()
    assert told["brief"] == BRIEF
    assert [c["seed"] for c in told["candidates"]] == [7, 8, 9]
    for shown, item in zip(told["candidates"], status.candidates, strict=True):
        assert shown["passed"] == item.passed
        assert [c["rule"] for c in shown["checks"]] == [c["rule"] for c in item.checks]
        assert {layer["name"] for layer in shown["layers"]} == {"object", "shadow"}
        for picture in (shown["final"], shown["drawing"], *shown["layers"], told["sheet"]):
            got = server.get(picture["url"])
            assert (got.status, len(got.body)) == (200, picture["bytes"])
        assert server.get(shown["thumb"]).getheader("content-type") == "image/webp"


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("ko", "화면 끝에 닿지 않음"),
        ("ko-KR,ko;q=0.9,en;q=0.8", "화면 끝에 닿지 않음"),
        ("en-GB", "Clear of the frame"),
        ("fr, en;q=0.2, ko;q=0.1", "Clear of the frame"),
        ("", "Clear of the frame"),
        (";;q=,ko;q=many", "Clear of the frame"),
    ],
)
def test_sentences_are_in_the_language_that_was_asked_for(server, job, header, name):
    told = answer(server, f"/api/jobs/{job.id}", Accept_Language=header)
    names = {check["rule"]: check["name"] for check in told["candidates"][0]["checks"]}
    assert names["edge_contact"] == name


def test_a_failed_check_comes_with_advice(tmp_path):
    job = drawn(tmp_path)
    item = asdict(job.status().candidates[1])
    touching = next(check for check in item["checks"] if check["rule"] == "edge_contact")
    touching |= {"measured": 12.0, "passed": False}
    job.log("candidate", candidate=item | {"passed": False})
    with serving(tmp_path) as caller:
        told = answer(caller, f"/api/jobs/{job.id}")
    candidate = told["candidates"][1]
    (bad,) = [check for check in candidate["checks"] if not check["passed"]]
    assert (bad["rule"], bad["figure"], bad["high"]) == ("edge_contact", "12", 0)
    assert "12" in bad["message"]
    assert bad["hint"]


def test_a_candidate_without_a_picture_says_why(tmp_path):
    job = drawn(tmp_path, Pencil(opaque_at=1))
    with serving(tmp_path) as caller:
        told = answer(caller, f"/api/jobs/{job.id}")["candidates"][1]
    assert (told["final"], told["passed"]) == (None, False)
    assert told["error"]["message"] != told["error"]["code"]
    assert [(t["strategy"], t["accepted"]) for t in told["tried"]] == [("native_alpha", False)]
    assert told["tried"][0]["message"] != told["tried"][0]["code"]


def test_what_is_to_know_of_a_cutout_is_told_in_the_language_asked_for(tmp_path):
    job = drawn(tmp_path)
    item = asdict(job.status().candidates[0])
    remark = {"code": "alpha-unsure", "context": {"found": "0.61", "allowed": "0.80"}}
    job.log("candidate", candidate=item | {"remarks": [remark]})
    with serving(tmp_path) as caller:
        told = answer(caller, f"/api/jobs/{job.id}", Accept_Language="ko")["candidates"][0]
    assert "0.61" in told["remarks"][0]["message"]
    assert "확신도" in told["remarks"][0]["message"]
    assert told["marks"] is None


def test_the_marks_of_a_failed_edge_are_served(tmp_path):
    job = drawn(tmp_path)
    item = asdict(job.status().candidates[0])
    marks = "marks/0_7.png"
    job.save(marks, (job.root / item["final"]).read_bytes())
    job.log("candidate", candidate=item | {"marks": marks})
    with serving(tmp_path) as caller:
        told = answer(caller, f"/api/jobs/{job.id}")["candidates"][0]
        got = caller.get(told["marks"]["url"])
    assert (got.status, got.body) == (200, (job.root / marks).read_bytes())


def test_a_job_whose_process_was_killed_reads_as_failed(tmp_path):
    job = store.create(Folder(tmp_path), planned(), BRIEF, {})
    dead = {"pid": 2**22 - 3, "started": "long ago", "host": _host()}
    job.log("state", state="running", owner=dead)
    with serving(tmp_path) as caller:
        told = answer(caller, f"/api/jobs/{job.id}")
    assert (told["state"], told["error"]["code"]) == ("failed", "job-interrupted")


def _sum(concept):
    return hashing.of_bytes(BRIEF.replace("컵", concept).encode())


def _host():
    from nukki.core import process

    return process.myself().host


def _no_payload(job):
    (job.root / "payload.json").unlink()


def _changed_payload(job):
    text = (job.root / "payload.json").read_text("utf-8")
    (job.root / "payload.json").write_text(text.replace("a cup", "a mug"), "utf-8")


def _no_brief(job):
    (job.root / "brief.yaml").unlink()


def _strange_checks(job):
    job.log("candidate", candidate={"index": 0, "seed": 7, "checks": [7, None]})


def _strange_index(job):
    job.log("candidate", candidate={"index": 0, "seed": {"a": []}, "final": 8})


@pytest.mark.parametrize("damage", [_no_payload, _changed_payload, _no_brief])
def test_a_damaged_folder_is_told_and_costs_no_sibling(tmp_path, damage):
    whole, broken = (store.create(Folder(tmp_path), planned(), BRIEF, {}) for _ in range(2))
    damage(broken)
    with serving(tmp_path) as caller:
        page = answer(caller, "/api/jobs")
        alone = caller.get(f"/api/jobs/{broken.id}")
    assert whole.id in {card["id"] for card in page["jobs"]}
    assert alone.status == 409
    assert json.loads(alone.body)["code"] == "server-job-damaged"
    assert str(tmp_path) not in alone.body.decode()


def test_a_log_that_nobody_could_send_crashes_nothing(tmp_path):
    nested = ['{"a":' * depth + "1" + "}" * depth for depth in (300, 450, 900, 5000)]
    job = drawn(tmp_path)
    with serving(tmp_path) as caller:
        for strange in [*nested, "NaN", "1e999"]:
            with (job.root / "events.jsonl").open("a") as log:
                event = '{"at":"2026-01-31T09:00:00Z","event":"note","code":"x","a":'
                log.write(f"{event}{strange}}}\n")
            found = caller.get(f"/api/jobs/{job.id}/events")
            told = json.loads(found.body)
            assert found.status == 200 or (found.status, told["code"]) == (
                409,
                "server-job-damaged",
            )


@pytest.mark.parametrize("damage", [_strange_checks, _strange_index])
def test_an_event_that_makes_no_sense_hides_nothing_else(tmp_path, damage):
    job = drawn(tmp_path)
    damage(job)
    with serving(tmp_path) as caller:
        found = caller.get(f"/api/jobs/{job.id}")
        page = answer(caller, "/api/jobs")
    assert found.status in (200, 409)
    assert {card["id"] for card in page["jobs"]} <= {job.id}


def test_a_folder_that_was_copied_in_is_listed_and_one_that_was_deleted_is_not(tmp_path):
    kept, gone = (store.create(Folder(tmp_path), planned(), BRIEF, {}) for _ in range(2))
    with serving(tmp_path) as caller:
        assert answer(caller, "/api/jobs")["total"] == 2
        shutil.rmtree(gone.root)
        assert caller.get(f"/api/jobs/{gone.id}").status == 404
        assert [card["id"] for card in answer(caller, "/api/jobs")["jobs"]] == [kept.id]


def test_the_list_reads_no_folder(tmp_path):
    job = store.create(Folder(tmp_path), planned(), BRIEF, {})
    with serving(tmp_path) as caller:
        before = answer(caller, "/api/jobs")
        shutil.rmtree(job.root)
        assert answer(caller, "/api/jobs") == before


def test_jobs_are_searched_filtered_and_sorted(tmp_path):
    cup = store.create(Folder(tmp_path), planned(), BRIEF, {})
    pot = drawn(tmp_path, brief=BRIEF.replace("컵", "화분"), brief_sha256=_sum("화분"))
    with serving(tmp_path) as caller:

        def found(query):
            return [card["id"] for card in answer(caller, f"/api/jobs?{query}")["jobs"]]

        assert found("text=%ED%99%94%EB%B6%84") == [pot.id]  # 화분
        assert found("text=%25") == []
        assert found("state=queued") == [cup.id]
        assert set(found("state=queued&state=done&order=oldest")) == {cup.id, pot.id}
        assert found("engine=render&model=render&starred=false&sort=updated")[0] == pot.id
        assert found("starred=true") == found("pack=sp-glass") == []


def test_payload_and_log_are_told_without_the_machine(tmp_path):
    job = drawn(tmp_path)
    context = {"path": "/secret/place", "reason": "why"}
    failed = {"index": 2, "seed": 9, "error": {"code": "storage-full", "context": context}}
    job.log("candidate", candidate=failed)
    with serving(tmp_path) as caller:
        payload = answer(caller, f"/api/jobs/{job.id}/payload")
        log = answer(caller, f"/api/jobs/{job.id}/events")
    assert payload["identity"] == job.payload().identity()
    kinds = [event["event"] for event in log]
    assert (kinds[0], log[-2]["state"]) == ("created", "done")
    assert kinds.count("candidate") == 4
    assert log[-1]["candidate"]["error"]["context"] == {"reason": "why"}
    assert _host() not in json.dumps(log)
    assert '"owner"' not in json.dumps(log)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/jobs/20260131-090000-1f3a9c07", 404, "server-job-unknown"),
        ("/api/jobs/nonsense", 404, "server-job-unknown"),
        ("/api/jobs/..", 404, "server-job-unknown"),
        ("/api/jobs/%2e%2e", 404, "server-job-unknown"),
        ("/api/jobs/20260131-090000-1f3a9c07%0a", 404, "server-job-unknown"),
        ("/api/jobs/20260131-090000-1f3a9c07%00", 404, "server-job-unknown"),
        ("/api/jobs/..%2f..%2fetc", 404, "server-route-unknown"),
        ("/api/jobs?limit=0", 422, "server-request-invalid"),
        ("/api/jobs?limit=101", 422, "server-request-invalid"),
        ("/api/jobs?limit=many", 422, "server-request-invalid"),
        ("/api/jobs?cursor=../..", 422, "index-cursor"),
        ("/api/jobs?state=gone", 422, "server-request-invalid"),
        ("/api/jobs?pack=A%20B", 422, "server-request-invalid"),
        ("/api/jobs?sort=size", 422, "server-request-invalid"),
        ("/api/nothing", 404, "server-route-unknown"),
        ("/api", 404, "server-route-unknown"),
    ],
)
def test_what_cannot_be_answered_is_a_problem_in_both_languages(server, path, status, code):
    for language in ("en", "ko"):
        found = server.get(path, Accept_Language=language)
        problem = json.loads(found.body)
        assert (found.status, problem["status"], problem["code"]) == (status, status, code)
        assert found.getheader("content-type") == "application/problem+json"
        assert found.getheader("content-language") == language
        assert ("다" in problem["detail"]) == (language == "ko")


def test_other_methods_are_refused(server):
    found = server.get("/api/jobs", method="PUT")
    assert (found.status, json.loads(found.body)["code"]) == (405, "server-method")


def test_a_palette_names_each_colour_once(tmp_path):
    colours = ("#ff5a5f", "#ffb400", "#ff5a5f")
    job = store.create(Folder(tmp_path), planned(request=request(palette=colours)), BRIEF, {})
    with serving(tmp_path) as caller:
        assert answer(caller, f"/api/jobs/{job.id}")["palette"] == ["#ff5a5f", "#ffb400"]
