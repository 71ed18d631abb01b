"""The studio in a real browser, against the real server with real jobs."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import wait_for_pictures
from tests.jobs.pencil import Pencil
from tests.server.running import drawn, serving

pytestmark = pytest.mark.slow

BRIEF = "object_concept: 빨간 컵과 접시\nseed: 7\n"


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


def test_a_person_finds_a_job_compares_on_colours_and_takes_the_picture(browser, url, jobs):
    page = browser()
    page.goto(url)
    expect(page.get_by_role("gridcell").get_by_role("heading")).to_have_count(2)
    page.get_by_role("link", name="빨간 컵과 접시", exact=True).click()
    page.get_by_role("img", name="빨간 컵과 접시, candidate 1").click()
    expect(page.get_by_role("heading", level=2, name="Candidate 1 of 3")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=2, name="Candidate 2 of 3")).to_be_visible()
    assert page.url.endswith("?candidate=2")
    page.get_by_role("radio", name="Palette color #ff5a5f").check()
    wait_for_pictures(page)
    painted = "e => getComputedStyle(e.closest('.board')).backgroundColor"
    assert (
        page.get_by_role("img", name="빨간 컵과 접시, candidate 2").evaluate(painted)
        == "rgb(255, 90, 95)"
    )
    with page.expect_download() as taken:
        page.get_by_role("link", name="Finished PNG").click()
    assert taken.value.suggested_filename == "빨간-컵과-접시_8.png"
    assert taken.value.path().read_bytes() == (jobs[0].root / "final/1_8.png").read_bytes()


def test_keys_alone_reach_every_candidate(browser, url, jobs):
    page = browser()
    page.goto(f"{url}jobs/{jobs[0].id}?candidate=1")
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
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="한국어").check()
    page.get_by_role("radio", name="어둡게").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", level=1)).to_have_text("작업 내역")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("작업 내역")
    expect(page.locator("html")).to_have_class("dark")


def test_a_failed_job_says_why(browser, url, jobs):
    page = browser("ko-KR")
    page.goto(f"{url}jobs/{jobs[1].id}")
    expect(page.get_by_text("the pencil broke").first).to_be_visible()
