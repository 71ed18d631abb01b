"""What a person sees happen by itself, and what they do about it, in a real browser."""

import threading
import zipfile

import pytest
from playwright.sync_api import expect

from nukki.jobs import pipeline
from nukki.jobs.plan import Plan
from nukki.jobs.queue.line import Entry
from tests.e2e.browsing import Asked
from tests.jobs.pencil import Pencil, planned
from tests.server.running import serving

pytestmark = pytest.mark.slow
PASSWORD = "correct horse battery"


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path) as caller:
        yield caller


def new_job(caller, concept="빨간 컵"):
    brief = f"object_concept: {concept}\nseed: 7\n"
    return caller.app.state.history.create(Plan(planned(), brief, {}))


def nothing_made(page):
    return page.get_by_role("heading", name="Nothing made yet")


def in_line(caller, job):
    """As a person's request would stand in the line."""
    entry = Entry(
        who="local:local", engine="render", family="render", summary=job.id, expected_s=40.0
    )
    caller.app.state.line.enter(job.id, entry)


def drawing(job, seconds):
    """The pencil at work on the job, in a thread."""
    thread = threading.Thread(target=pipeline.run, args=(job, Pencil(seconds=seconds)))
    thread.start()
    return thread


def test_a_job_is_seen_from_its_birth_to_its_end_without_asking_again(browser, server):
    page = browser()
    page.goto(server.url)
    expect(nothing_made(page)).to_be_visible()
    job = new_job(server)
    expect(page.get_by_role("link", name="빨간 컵", exact=True)).to_be_visible()
    page.wait_for_load_state("networkidle")  # places and styles that are loaded ahead
    asked = Asked(page)
    page.get_by_role("link", name="빨간 컵", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("빨간 컵")
    expect(page.get_by_text("Waiting").first).to_be_visible()
    expect(page.get_by_role("textbox", name="Note on the job")).to_be_visible()
    page.wait_for_timeout(300)
    assert sorted(asked.since()) == [f"jobs/{job.id}", f"jobs/{job.id}/decisions"]

    work = drawing(job, seconds=1.0)
    expect(page.get_by_role("img", name="빨간 컵, candidate 1")).to_be_visible()
    expect(page.get_by_text("Drawing").first).to_be_visible()
    expect(page.locator("li[data-index]")).to_have_count(3)
    expect(page.get_by_text("3 of 3 passed").first).to_be_visible()
    work.join()
    page.get_by_role("img", name="빨간 컵, candidate 1").click()
    expect(page.get_by_role("link", name="Contact sheet")).to_be_visible()
    assert asked.since() == [f"jobs/{job.id}"]  # once, for the sheet, when it was over
    page.get_by_role("link", name="History").first.click()
    expect(page.get_by_role("gridcell").get_by_text("3 of 3 passed")).to_be_visible()
    page.wait_for_timeout(2000)
    assert asked.since() == []
    page.close()


def test_two_tabs_share_one_stream_and_the_second_goes_on_alone(browser, server):
    first = browser()
    first.goto(server.url)
    expect(nothing_made(first)).to_be_visible()
    second = browser(beside=first)
    second.goto(server.url)
    expect(nothing_made(second)).to_be_visible()
    new_job(server, "컵 하나")
    for page in (first, second):
        expect(page.get_by_role("link", name="컵 하나", exact=True)).to_be_visible()
    assert len(server.app.state.live._listeners) == 1
    first.close()
    second.wait_for_timeout(200)
    new_job(server, "컵 둘")
    expect(second.get_by_role("link", name="컵 둘", exact=True)).to_be_visible()
    second.close()


def test_what_happened_while_the_server_was_away_is_caught_up(browser, tmp_path):
    with serving(tmp_path) as caller:
        page, port = browser(), caller.port
        page.goto(caller.url)
        new_job(caller, "먼저")
        expect(page.get_by_role("link", name="먼저", exact=True)).to_be_visible()
    expect(page.get_by_title("Connection lost")).to_be_visible()
    asked = Asked(page)
    with serving(tmp_path, port=port) as caller:
        new_job(caller, "나중")
        expect(page.get_by_role("link", name="나중", exact=True)).to_be_visible()
        expect(page.get_by_title("Connection lost")).to_be_hidden()
        assert set(asked.since()) <= {"events", "session", "jobs"}
        page.close()


def test_a_waiting_job_is_canceled_at_once_and_a_running_one_after_a_question(browser, server):
    waits, runs = new_job(server, "기다리는 컵"), new_job(server, "그리는 컵")
    for job in (runs, waits):
        in_line(server, job)
    worker = "worker-1"
    claim = server.app.state.line.claim(worker, {"render": "render@here"})
    assert claim.job_id == runs.id
    runs.enter("running")
    page = browser()
    page.goto(f"{server.url}jobs/{waits.id}")
    expect(page.get_by_text("next in line").first).to_be_visible()
    page.get_by_role("button", name="Cancel job").click()
    expect(page.get_by_text("Canceled").first).to_be_visible()
    assert waits.status().state == "canceled"

    page.goto(f"{server.url}jobs/{runs.id}")
    page.get_by_role("button", name="Cancel job").click()
    page.get_by_role("button", name="Let it go on").click()
    assert not server.app.state.line.to_cancel(worker)
    page.get_by_role("button", name="Cancel job").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel job").click()
    expect(page.get_by_role("button", name="Stopping")).to_be_disabled()
    assert server.app.state.line.to_cancel(worker) == {runs.id}
    runs.enter("canceled")
    expect(page.get_by_text("Canceled").first).to_be_visible()
    page.close()


def test_stars_words_and_states_find_a_job(browser, server):
    jobs = [new_job(server, concept) for concept in ("빨간 컵", "파란 컵", "노란 꽃병")]
    jobs[2].enter("canceled")
    page = browser()
    page.goto(server.url)
    cards = page.get_by_role("gridcell").get_by_role("heading")
    expect(cards).to_have_count(3)
    star = page.get_by_role("button", name="Star 파란 컵")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    starred = page.get_by_role("search").get_by_role("button", name="Starred", exact=True)
    starred.click()
    expect(cards).to_have_text(["파란 컵"])
    starred.click()
    expect(cards).to_have_count(3)
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("꽃병")
    expect(cards).to_have_text(["노란 꽃병"])
    assert "text=" in page.url
    page.get_by_role("searchbox").fill("")
    expect(cards).to_have_count(3)
    page.locator("summary", has_text="State").click()
    page.get_by_role("search").get_by_text("Canceled", exact=True).click()
    expect(cards).to_have_text(["노란 꽃병"])
    jobs[0].enter("canceled")
    expect(cards).to_have_count(2)
    page.close()


def test_a_job_is_noted_and_deleted_after_a_question(browser, server):
    job = new_job(server)
    pipeline.run(job, Pencil())
    page = browser()
    page.goto(f"{server.url}jobs/{job.id}")
    page.get_by_role("textbox", name="Note on the job").fill("배너에 쓸 것")
    page.get_by_role("heading", level=1).click()
    expect(page.get_by_text("Saved", exact=True).first).to_be_visible()
    assert server.app.state.history.index.get(job.id).note == "배너에 쓸 것"
    page.get_by_role("button", name="Delete job").click()
    asked = page.get_by_role("dialog", name="Delete this job?")
    asked.get_by_role("button", name="Keep it").click()
    expect(asked).to_be_hidden()
    page.get_by_role("button", name="Delete job").click()
    asked.get_by_role("button", name="Delete job").click()
    expect(nothing_made(page)).to_be_visible()
    assert not job.root.exists()
    page.close()


def test_an_export_takes_the_formats_and_sizes_that_were_wished(browser, server):
    job = new_job(server)
    pipeline.run(job, Pencil())
    page = browser()
    page.goto(f"{server.url}jobs/{job.id}?candidate=2")
    page.get_by_role("button", name="Select", exact=True).click()
    expect(page.get_by_role("button", name="Selected")).to_be_visible()
    page.keyboard.press("e")
    dialog = page.get_by_role("dialog", name="Export")
    expect(dialog.get_by_text("Your selection: 1")).to_be_visible()
    dialog.get_by_role("checkbox", name="WEBP").check()
    dialog.get_by_role("combobox", name="Size").select_option("2x")
    with page.expect_download() as taken:
        dialog.get_by_role("button", name="Download ZIP").click()
    with zipfile.ZipFile(taken.value.path()) as packed:
        names = packed.namelist()
    scales = [f"빨간 컵 1_8{scale}.{kind}" for scale in ("", "@2x") for kind in ("png", "webp")]
    assert sorted(names) == sorted([*scales, "manifest.json"])
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.close()


def test_the_gate_asks_waits_lets_in_where_one_wanted_to_be_and_closes(browser, tmp_path):
    with serving(tmp_path, password=PASSWORD) as caller:
        job = new_job(caller)
        page = browser()
        page.goto(f"{caller.url}jobs/{job.id}")
        box = page.get_by_label("Password")
        for _ in range(8):
            box.fill("wrong")
            box.press("Enter")
            expect(box).to_have_value("")
            if page.get_by_role("button", name="Again in").is_visible():
                break
            expect(page.get_by_text("not the password")).to_be_visible()
        expect(page.get_by_role("button", name="Again in")).to_be_disabled()
        expect(page.get_by_role("button", name="Log in")).to_be_enabled()
        box.fill(PASSWORD)
        box.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("빨간 컵")
        assert page.url.endswith(job.id)

        caller.app.state.gate.keys.end_all()  # from another browser
        page.get_by_role("button", name="Star 빨간 컵").click()
        expect(box).to_be_visible()
        box.fill(PASSWORD)
        box.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("빨간 컵")
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Log out").click()
        expect(box).to_be_visible()
        page.close()
