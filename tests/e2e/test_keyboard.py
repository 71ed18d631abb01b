"""Without a mouse: from the log-in to an exported file, with the focus always in sight."""

import zipfile

import pytest
from playwright.sync_api import expect

from nukki.jobs import pipeline
from tests.e2e.pictures import sampled
from tests.jobs.pencil import Pencil
from tests.server.running import serving

pytestmark = pytest.mark.slow
PASSWORD = "correct horse battery"
LONG_MS = 60_000  # the first look at a brief reads all shapes
MOST = 200  # more stops than any page has

# what is wrong with how the focus is shown; nothing when all is well
SHOWN = """() => {
    const focused = document.activeElement;
    const named = focused.outerHTML.slice(0, 160);
    const around = [focused];
    for (let up = focused.parentElement; up && around.length < 5; up = up.parentElement)
        around.push(up);
    const drawn = ({ outlineStyle, outlineWidth }) =>
        outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
    const styles = [...around.map((part) => getComputedStyle(part)),
                    getComputedStyle(focused, '::after')];
    if (!styles.some(drawn)) return `no outline round ${named}`;
    const shown = focused.matches('.unseen') ? focused.closest('label') ?? focused : focused;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
        return `out of sight: ${named}`;
    const within = (low, high, room) => [0.1, 0.5, 0.9].map((share) =>
        Math.min(room - 1, Math.max(0, low + (high - low) * share)));
    const uncovered = within(left, right, innerWidth).some((x) =>
        within(top, bottom, innerHeight).some((y) => {
            const there = document.elementFromPoint(x, y);
            return there && (around.includes(there) || shown.contains(there)
                || there.contains(shown));
        }));
    return uncovered ? '' : `covered: ${named}`;
}"""

WHICH = """() => {
    globalThis.stops ??= new Map();
    const { activeElement } = document;
    if (activeElement === document.body) return null;
    if (!stops.has(activeElement)) stops.set(activeElement, stops.size);
    return stops.get(activeElement);
}"""


def tab_to(page, wanted, key="Tab"):
    """As often as it takes; the focus must be seen wherever it is on the way."""
    expect(wanted).to_be_attached()
    for _ in range(MOST):
        page.keyboard.press(key)
        if page.evaluate(WHICH) is None:
            continue  # between the last and the first
        assert page.evaluate(SHOWN) == ""
        if wanted.evaluate("wanted => wanted === document.activeElement"):
            return
    pytest.fail(f"{wanted} cannot be reached by {key}")


def stops(page):
    """How many stops there are from the first to the last, walked through all of them."""
    seen = []
    for _ in range(MOST):
        page.keyboard.press("Tab")
        stop = page.evaluate(WHICH)
        if stop is None:
            continue
        if seen and stop == seen[0]:
            return len(seen)
        assert stop not in seen, "caught in a part of the page"
        seen.append(stop)
        assert page.evaluate(SHOWN) == ""
    return pytest.fail(f"no end after {len(seen)} stops")


def test_from_the_log_in_to_an_exported_file(browser, tmp_path):
    with serving(tmp_path, password=PASSWORD) as server:
        page = browser()
        page.goto(server.url)
        expect(page.get_by_label("Password")).to_be_focused()
        page.keyboard.type(PASSWORD)
        page.keyboard.press("Enter")
        tab_to(page, page.get_by_role("link", name="Make the first picture"))
        page.keyboard.press("Enter")
        ask(page)
        job = draw(server)

        tab_to(page, page.get_by_role("link", name="Open", exact=True))
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("풍선 2개와 선물상자")
        tab_to(page, page.get_by_role("button", name="Choose candidate 2"))
        page.keyboard.press("Space")
        bar = page.get_by_role("region", name="Selection")
        expect(bar.get_by_text("1 selected")).to_be_visible()
        export = bar.get_by_role("button", name="Export")
        tab_to(page, export)
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name="Export")
        expect(dialog).to_be_visible()
        tab_to(page, dialog.get_by_role("checkbox", name="WEBP"))
        page.keyboard.press("Space")
        tab_to(page, dialog.get_by_role("button", name="Download ZIP"))
        with page.expect_download() as taken:
            page.keyboard.press("Enter")
        with zipfile.ZipFile(taken.value.path()) as packed:
            held = packed.namelist()
            (png,) = [packed.read(name) for name in held if name.endswith(".png")]
        assert sorted(name.rpartition(".")[2] for name in held) == ["json", "png", "webp"]
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        assert job.status().candidates[1].final is not None
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(export).to_be_focused()


def ask(page):
    """Fills the form and sends it."""
    expect(page.get_by_role("textbox", name="What should be drawn?")).to_be_focused()
    page.keyboard.type("풍선 2개와 선물상자")
    expect(page.get_by_role("region", name="What your words become")).to_be_visible(timeout=LONG_MS)
    tab_to(page, page.get_by_role("checkbox", name="Flat illustration", exact=True))
    page.keyboard.press("Space")
    tab_to(page, page.locator("summary", has_text="More"))
    page.keyboard.press("Enter")
    size = page.get_by_role("group", name="Size")
    tab_to(page, size.get_by_role("radio", checked=True))
    page.keyboard.press("ArrowLeft")  # round to the last one
    expect(size.get_by_role("radio", name="Own")).to_be_focused()
    for side in ("Width", "Height"):
        page.keyboard.press("Tab")
        expect(page.get_by_label(side)).to_be_focused()
        page.keyboard.press("Control+a")
        page.keyboard.type("256")
    count = page.get_by_role("group", name="Candidates")
    tab_to(page, count.get_by_role("radio", checked=True))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(count.get_by_role("radio", name="2")).to_be_checked()
    tab_to(page, page.get_by_role("button", name="Make 2"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Waiting").first).to_be_visible(timeout=LONG_MS)


def draw(server):
    """The job that waits, drawn by the pencil."""
    claim = server.app.state.line.claim("worker-1", {"render": "render@here"})
    job = server.app.state.history.find(claim.job_id)
    pipeline.run(job, Pencil())
    return job


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    storage = tmp_path_factory.mktemp("storage")
    jobs = [sampled(storage, "sp-glass-1", "sp-glass-2") for _ in range(2)]
    with serving(storage) as server:
        yield server.url, jobs[0].id


def test_no_page_holds_the_focus(browser, studio):
    url, job = studio
    page = browser()
    found = {}
    for place in ("", "make", "styles", "assets", f"jobs/{job}", f"jobs/{job}?candidate=1"):
        page.goto(f"{url}{place}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("main").locator("a, button, input").nth(5)).to_be_attached()
        found[place] = stops(page)
    assert min(found.values()) > 8, found


@pytest.mark.parametrize("key", ["q", ",", "?", "Control+k", "refine"])
def test_what_opens_over_a_page_is_left_by_escape_and_gives_the_focus_back(browser, studio, key):
    url, job = studio
    page = browser()
    page.goto(f"{url}jobs/{job}?candidate=1")
    begun = page.get_by_role("link", name="Refine")
    tab_to(page, begun)
    page.keyboard.press("Enter" if key == "refine" else key)
    over = page.locator("dialog[open]")
    expect(over).to_be_visible()
    if key == "refine":
        expect(page.get_by_role("application")).to_be_focused()
    if key != "Control+k":  # its list is walked by arrows
        assert stops(page) > 0
    page.keyboard.press("Escape")
    expect(over).to_be_hidden()
    expect(begun).to_be_focused()
    assert page.evaluate(SHOWN) == ""
