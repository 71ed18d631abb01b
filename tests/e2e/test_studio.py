"""The studio in a real browser, against the real server with real jobs."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from nukki.server import studio
from tests.jobs.pencil import Pencil
from tests.server.running import drawn, serving

pytestmark = pytest.mark.slow

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BRIEF = "object_concept: 빨간 컵과 접시\nseed: 7\n"

if CHROMIUM is None:
    pytest.skip("there is no chromium here", allow_module_level=True)
if not studio.is_built():
    pytest.skip("the studio is not built: tools/web.sh build", allow_module_level=True)


@pytest.fixture(scope="module")
def storage(tmp_path_factory):
    return tmp_path_factory.mktemp("storage")


@pytest.fixture(scope="module")
def jobs(storage):
    """One that ended well, and one that failed."""
    return drawn(storage, brief=BRIEF), drawn(storage, Pencil(refuse="the pencil broke"))


@pytest.fixture(scope="module")
def url(storage, jobs):
    with serving(storage) as caller:
        yield caller.url


@pytest.fixture(scope="module")
def chromium():
    """The system's browser with a profile of its own."""
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def browser(chromium):
    """Opens a window that remembers nothing; a word on its console is a failure."""
    opened, complaints = [], []

    def window(language="en-US", scheme="light", width=1440):
        context = chromium.new_context(
            locale=language, color_scheme=scheme, viewport={"width": width, "height": 900}
        )
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield window
    for context in opened:
        context.close()
    assert complaints == []


def faults(page):
    """What axe finds: rules of WCAG 2.2 A and AA, contrast among them."""
    page.evaluate(AXE.read_text("utf-8"))
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    found = page.evaluate("tags => axe.run({ runOnly: tags })", tags)
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def overflows(page):
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


PLACES = {
    "ko-KR": {"": "갤러리", "styles": "스타일", "job": "빨간 컵과 접시"},
    "en-US": {"": "Gallery", "styles": "Styles", "job": "빨간 컵과 접시"},
}


def wait_for_pictures(page):
    """Asked again and again from here: the page's own policy forbids a predicate to be
    evaluated inside it a second time."""
    loaded = "[...document.images].every(picture => picture.loading === 'lazy' || picture.complete)"
    for _ in range(100):
        if page.evaluate(loaded):
            return
        page.wait_for_timeout(100)
    pytest.fail("pictures are still loading after ten seconds")


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["ko-KR", "en-US"])
def test_every_page_is_whole_in_both_languages_and_themes(
    browser, url, jobs, language, scheme, width
):
    page = browser(language, scheme, width)
    for place, title in PLACES[language].items():
        page.goto(url + (f"jobs/{jobs[0].id}" if place == "job" else place))
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        wait_for_pictures(page)
        assert page.locator("html").get_attribute("lang") == language[:2]
        assert ("dark" in (page.locator("html").get_attribute("class") or "")) == (scheme == "dark")
        assert page.title().startswith(title)
        assert faults(page) == []
        assert not overflows(page)


def test_a_person_finds_a_job_compares_on_colours_and_takes_the_picture(browser, url, jobs):
    page = browser()
    page.goto(url)
    expect(page.get_by_role("listitem")).to_have_count(2)
    page.get_by_role("link", name="빨간 컵과 접시").click()
    expect(page.get_by_role("heading", level=2, name="Candidate 1 of 3")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=2, name="Candidate 2 of 3")).to_be_visible()
    assert page.url.endswith("?candidate=2")
    page.get_by_role("radio", name="Palette colour #ff5a5f").check()
    painted = "e => getComputedStyle(e.closest('.board')).backgroundColor"
    assert page.get_by_role("img", name="candidate 2").evaluate(painted) == "rgb(255, 90, 95)"
    with page.expect_download() as taken:
        page.get_by_role("link", name="Finished PNG").click()
    assert taken.value.suggested_filename == "빨간-컵과-접시_8.png"
    assert taken.value.path().read_bytes() == (jobs[0].root / "final/1_8.png").read_bytes()


def test_keys_alone_reach_every_candidate(browser, url, jobs):
    page = browser()
    page.goto(f"{url}jobs/{jobs[0].id}")
    chosen = page.get_by_role("group", name="Candidates").get_by_role("radio", checked=True)
    expect(chosen).to_have_count(1)
    for _ in range(40):
        page.keyboard.press("Tab")
        if chosen.evaluate("e => e === document.activeElement"):
            break
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=2, name="Candidate 3 of 3")).to_be_visible()
    outline = "e => getComputedStyle(e.closest('label')).outlineStyle"
    assert chosen.evaluate(outline) == "solid"


def test_language_and_theme_are_remembered(browser, url):
    page = browser()
    page.goto(url)
    page.get_by_role("radio", name="한국어").check()
    page.get_by_role("radio", name="어둡게").check()
    expect(page.get_by_role("heading", level=1)).to_have_text("갤러리")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("갤러리")
    expect(page.locator("html")).to_have_class("dark")


def test_a_failed_job_says_why(browser, url, jobs):
    page = browser("ko-KR")
    page.goto(f"{url}jobs/{jobs[1].id}")
    expect(page.get_by_text("the pencil broke").first).to_be_visible()


def test_the_first_job_appears_when_a_person_comes_back(browser, tmp_path):
    with serving(tmp_path / "empty") as caller:
        page = browser(width=390)
        page.goto(caller.url)
        expect(page.get_by_role("button", name="nukki run")).to_be_visible()
        assert not overflows(page)
        assert faults(page) == []
        drawn(tmp_path / "empty", brief=BRIEF)
        page.evaluate("dispatchEvent(new Event('focus'))")
        expect(page.get_by_role("link", name="빨간 컵과 접시")).to_be_visible()
        page.close()  # before the server, or its last pictures would be refused
