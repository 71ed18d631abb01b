"""Every page in both languages, both themes and two widths: whole, accessible, and to be looked at.

What is seen is also written into build/screenshots.
"""

import json
import re
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from nukki.jobs.plan import Plan
from nukki.jobs.queue.line import Entry
from tests.catalog.artworks import encoded, logo
from tests.e2e.browsing import faults, overflows, wait_for_pictures
from tests.e2e.pictures import sampled
from tests.jobs.pencil import Pencil, planned
from tests.server.running import drawn, serving

pytestmark = pytest.mark.slow
PASSWORD = "correct horse battery"
LONG_MS = 60_000  # the first look at a brief reads all shapes
SHOTS = Path(__file__).parents[2] / "build/screenshots"
ADDED = {"brand-mark": (225, 60, 40), "summer-badge": (30, 110, 200)}


def waiting(server, concept):
    """A job in line that nobody draws."""
    job = server.app.state.history.create(Plan(planned(), f"object_concept: {concept}\n", {}))
    entry = Entry(who="local:local", engine="render", family="render", summary=job.id)
    server.app.state.line.enter(job.id, entry)
    return job


def at_work(server, concept):
    """A job in the middle of being drawn."""
    job = waiting(server, concept)
    server.app.state.line.claim("worker-1", {"render": "render@here"})
    job.enter("running")
    step = {"index": 1, "total": 3, "stage": "light", "step": 2, "steps": 5, "eta_s": 42.0}
    job.log("progress", progress=step)
    return job


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    """Three of them: behind a password, empty, and in use."""
    with ExitStack() as servers:
        gate, empty, full = (tmp_path_factory.mktemp(name) for name in ("gate", "empty", "full"))
        failed = drawn(full, Pencil(refuse="the pencil broke"), "object_concept: 우산\n")
        for name in ("sp-glass", "sp-balloon", "sp-chrome", "sp-papercraft"):
            sampled(full, f"{name}-2", f"{name}-1")
        job = sampled(full, "sp-3d-glossy-1", "sp-3d-clay-1", "sp-3d-clay-2", "sp-3d-glossy-2")
        server = servers.enter_context(serving(full))
        for name, colour in ADDED.items():
            body = encoded(logo((480, 320), colour))
            answer = server.get(f"/api/assets?id={name}", "POST", body, Content_Type="image/png")
            assert answer.status == 201
        yield SimpleNamespace(
            gate=servers.enter_context(serving(gate, password=PASSWORD)),
            empty=servers.enter_context(serving(empty)),
            full=server,
            job=f"/jobs/{job.id}",
            failed=f"/jobs/{failed.id}",
            running=f"/jobs/{at_work(server, '유리 종과 별').id}",
            queued=f"/jobs/{waiting(server, 'a lemon and two straws').id}",
        )


def go(page, address):
    """To another place of the studio that is open, as a link in it leads there."""
    page.evaluate("address => history.pushState(null, '', address)", address)


def opened(page, key):
    page.keyboard.press(key)
    return page.locator("dialog[open]")


def tour(page, studio):
    """From page to page; tells the name of each once it is there."""
    for part in (nothing_yet, lists, form, catalog, review, standing, over):
        yield from part(page, studio)


def nothing_yet(page, studio):
    """Where nobody has been before."""
    page.goto(studio.gate.url)
    expect(page.locator("input[type=password]")).to_be_focused()
    yield "login"
    page.goto(studio.empty.url)
    expect(page.locator("main a[href^='/make?sample']").first).to_be_visible()
    yield "history-empty"
    go(page, "/assets")
    expect(page.locator("main input[multiple]")).to_be_attached()
    yield "assets-empty"
    go(page, "/make")
    expect(page.locator("main img").first).to_be_visible()
    yield "make-empty"


def lists(page, studio):
    """The history, full, selected from, and with nothing that fits."""
    cards = page.get_by_role("gridcell").get_by_role("heading")
    page.goto(studio.full.url)
    expect(cards).to_have_count(8)
    yield "history"
    page.get_by_role("gridcell").get_by_role("checkbox").nth(2).click()
    page.get_by_role("gridcell").get_by_role("checkbox").nth(3).click()
    yield "history-selected"
    page.keyboard.press("Escape")
    go(page, "/?text=없는+말&starred=yes")
    expect(cards).to_have_count(0)
    yield "history-nothing"


def form(page, studio):
    """A brief, filled, and refused."""
    go(page, f"/make?from={studio.job[6:]}")
    words = page.locator("section[aria-labelledby=make-words] li")
    expect(words.first).to_be_visible(timeout=LONG_MS)
    yield "make-filled"
    page.locator("#make-concept").fill("쇼핑백과 뽀로롱")
    expect(words).to_have_count(2)
    with page.expect_response("**/api/jobs", timeout=LONG_MS) as refused:
        page.keyboard.press("Control+Enter")
    assert refused.value.status == 422
    expect(page.locator("button[aria-disabled]")).to_have_count(0)
    expect(page.locator("#make-concept")).to_have_attribute("aria-invalid", "true")
    yield "make-faults"


def catalog(page, studio):
    """Styles and artwork, closed and open."""
    go(page, "/styles")
    expect(page.locator("main img").first).to_be_visible()
    yield "styles"
    page.locator("main button[aria-expanded=false]").nth(1).click()
    yield "style-open"
    go(page, "/assets")
    expect(page.locator("main h3")).to_have_count(len(ADDED))
    yield "assets"
    go(page, "/assets?asset=brand-mark")
    expect(page.locator("dialog[open] img").first).to_be_visible()
    yield "asset"


def review(page, studio):
    """A job whose candidates are all there."""
    nothing = {"selected": []}  # what an earlier tour chose
    assert studio.full.send("PATCH", f"/api{studio.job}/decisions", nothing).status == 200
    go(page, studio.job)
    expect(page.locator("li[data-index]")).to_have_count(4)
    expect(page.locator("li[data-index] [aria-pressed=true]")).to_have_count(0)
    yield "job"
    page.keyboard.press("p")
    expect(page.locator("li[data-index] [aria-pressed=true]").first).to_be_visible()
    yield "job-selected"
    expect(opened(page, "e")).to_be_visible()
    yield "job-export"
    page.keyboard.press("Escape")
    go(page, f"{studio.job}?candidate=1")
    expect(page.locator("main canvas, main img").first).to_be_visible()
    yield "candidate"
    page.keyboard.press("c")
    expect(page.locator("main section select")).to_be_visible()
    yield "compare"
    go(page, f"{studio.job}?candidate=1&refine")
    expect(page.get_by_role("application")).to_be_focused()
    yield "refine"


def standing(page, studio):
    """Jobs that failed, wait and run."""
    heading = page.get_by_role("heading", level=1)
    go(page, studio.failed)
    expect(page.get_by_text("the pencil broke").first).to_be_visible()
    yield "job-failed"
    go(page, studio.queued)
    expect(heading).to_have_text("a lemon and two straws")
    yield "job-waiting"
    go(page, studio.running)
    expect(page.get_by_role("progressbar").first).to_be_visible()
    yield "job-running"


def over(page, _studio):
    """What opens over a place, and an address of none."""
    heading = page.get_by_role("heading", level=1)
    expect(opened(page, "q").get_by_role("listitem")).to_have_count(2)
    yield "queue"
    page.keyboard.press("Escape")
    expect(opened(page, "Control+k").get_by_role("option").first).to_be_visible()
    yield "palette"
    page.keyboard.press("Escape")
    expect(opened(page, "?").locator("dl").first).to_be_visible()
    yield "shortcuts"
    page.keyboard.press("Escape")
    expect(opened(page, ",").get_by_role("radio").first).to_be_visible()
    yield "settings"
    page.keyboard.press("Escape")
    go(page, "/nothing/here")
    expect(heading).to_be_visible()
    yield "missing"


# what a narrow window changes most; the others are built of the same parts
NARROW = {
    "login", "history", "history-selected", "make-filled", "make-faults", "styles", "assets",
    "asset", "job", "job-selected", "candidate", "compare", "refine", "queue", "settings",
}  # fmt: skip
NARROW_IN = (("ko-KR", "dark"), ("en-US", "light"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["ko-KR", "en-US"])
def test_every_page_is_whole(browser, studio, language, scheme):
    SHOTS.mkdir(parents=True, exist_ok=True)
    page = browser(language, scheme)
    page.emulate_media(reduced_motion="reduce")  # a colour on its way to another has no contrast
    wrong = {}
    for name in tour(page, studio):
        wait_for_pictures(page)
        for width, height in ((1440, 900), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            found = looked_at(page, language, scheme)
            if width == 1440 or (name in NARROW and (language, scheme) in NARROW_IN):
                shot = SHOTS / f"{name}-{language[:2]}-{scheme}-{width}.png"
                page.screenshot(path=shot, timeout=LONG_MS)
                # bars stay in sight: only at an end of the page do they lie over nothing else
                page.evaluate("end => scrollTo(0, end)", 1e5 if name.endswith("selected") else 0)
                found += faults(page)
                page.evaluate("scrollTo(0, 0)")
            if found:
                wrong[f"{name} at {width}"] = found
        page.set_viewport_size({"width": 1440, "height": 900})
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


def looked_at(page, language, scheme):
    """What a person would see at once that something is wrong with."""
    root = page.locator("html")
    heading = page.get_by_role("heading", level=1).first.inner_text()
    wrong = {
        "language": root.get_attribute("lang") != language[:2],
        "theme": ("dark" in (root.get_attribute("class") or "")) != (scheme == "dark"),
        "title": not re.search(r".+ · \S+", page.title()),
        "heading": not heading.strip() or heading not in page.title(),
        "too wide": overflows(page),
        "dialog too wide": page.evaluate(
            "[...document.querySelectorAll('dialog[open], dialog[open] *')].some(part =>"
            " getComputedStyle(part).overflowX === 'auto' && part.scrollWidth > part.clientWidth)"
        ),
        "a hole for a word": bool(re.search(r"\{\w+\}", page.locator("body").inner_text())),
    }
    return [name for name, is_so in wrong.items() if is_so]
