"""Review in a real browser: while it is drawn, in two tabs, and what each view really shows."""

import base64
import io
import json
import re

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.e2e.asking import LONG_MS, ask, ended, folder
from tests.e2e.browsing import wait_for_pictures
from tests.e2e.looking import alike, calm, on, place, rgba, screen
from tests.server.running import serving

pytestmark = pytest.mark.slow
CONCEPT = "선물상자와 풍선"
WHITE, BLACK = 255, 0


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("storage"), works=True) as caller:
        yield caller


@pytest.fixture(scope="module")
def made(server):
    """A job of three candidates that is done."""
    job_id = ask(server, CONCEPT)
    assert ended(server, job_id)["passed"] == 3
    return job_id


@pytest.fixture
def page(browser, server):
    """A window that may use the clipboard."""
    opened = browser()
    opened.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    yield opened
    opened.close()


def decided(server, job_id):
    return json.loads(server.get(f"/api/jobs/{job_id}/decisions").body)


def cards(page):
    return page.locator("li[data-index]")


def numbers(page):
    return page.eval_on_selector_all("li[data-index]", "all => all.map(e => +e.dataset.index)")


def picture(page, number):
    return page.get_by_role("img", name=f"{CONCEPT}, candidate {number}", exact=True)


def running(server, page, count):
    """A job that is drawn for some seconds, on the page, with a candidate that is finished."""
    job_id = ask(server, CONCEPT, candidate_count=count, size_preset={"width": 512, "height": 512})
    page.goto(f"{server.url}jobs/{job_id}")
    expect(cards(page).first).to_be_visible(timeout=LONG_MS)
    return job_id


def test_a_reload_in_the_middle_finds_everything_again(page, server):
    job_id = running(server, page, 6)
    before = len(numbers(page))
    page.reload()
    expect(cards(page).nth(before - 1)).to_be_visible()
    expect(page.get_by_role("progressbar", name="How far it has come").first).to_be_visible()
    expect(page.get_by_text(re.compile("^(Drawing|Cutting out) · ")).first).to_be_visible()
    places = page.get_by_role("region", name="Candidates").get_by_role("list").first
    expect(places.locator(":scope > li")).to_have_count(6)
    expect(cards(page)).to_have_count(6, timeout=LONG_MS)
    expect(page.get_by_text("6 of 6 passed").first).to_be_visible(timeout=LONG_MS)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    wait_for_pictures(page)
    assert numbers(page) == list(range(6))
    sources = page.eval_on_selector_all("li[data-index] img", "all => all.map(e => e.src)")
    assert len(set(sources)) == 6
    assert len(list((folder(server, job_id) / "final").glob("*.png"))) == 6


def test_what_is_canceled_in_one_tab_ends_in_the_other_and_keeps_its_candidates(
    browser, page, server
):
    job_id = running(server, page, 8)
    other = browser(beside=page)
    other.goto(page.url)
    expect(cards(other).first).to_be_visible()
    other.get_by_role("button", name="Cancel job").click()
    asked = other.get_by_role("dialog", name="Cancel this job?")
    expect(asked).to_contain_text("Candidates that are finished are kept.")
    there = len(numbers(page))
    asked.get_by_role("button", name="Cancel job").click()
    job = ended(server, job_id)
    assert job["state"] == "canceled"
    kept = [item["index"] for item in job["candidates"] if item["final"]]
    assert there <= len(kept) < 8
    for tab in (page, other):
        expect(tab.get_by_text("Canceled", exact=True).first).to_be_visible()
        expect(tab.get_by_role("progressbar")).to_have_count(0)
        expect(tab.get_by_role("button", name="Cancel job")).to_have_count(0)
        expect(cards(tab)).to_have_count(len(job["candidates"]))
        expect(picture(tab, 1)).to_be_visible()
    wait_for_pictures(page)
    wide = picture(page, 1).evaluate("e => e.naturalWidth")
    assert wide > 100
    finals = sorted(path.name for path in (folder(server, job_id) / "final").glob("*.png"))
    assert len(finals) == len(kept)
    other.close()


def test_a_star_and_a_selection_are_seen_in_the_other_tab(browser, page, server, made):
    page.goto(f"{server.url}jobs/{made}")
    other = browser(beside=page)
    other.goto(f"{server.url}jobs/{made}?candidate=2")
    expect(other.get_by_role("heading", name="Candidate 2 of 3")).to_be_visible()

    star = page.get_by_role("button", name="Star candidate 2")
    expect(star).to_have_attribute("aria-pressed", "false")
    star.click()
    there = other.get_by_role("button", name="Star candidate 2")
    expect(there).to_have_attribute("aria-pressed", "true")
    other.get_by_role("button", name="Select", exact=True).click()
    chosen = page.get_by_role("button", name="Choose candidate 2")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("region", name="Selection").get_by_text("1 selected")).to_be_visible()
    found = decided(server, made)
    assert (found["selected"], found["candidates"]["1"]["starred"]) == ([1], True)

    there.click()
    expect(star).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Clear the selection").click()
    expect(other.get_by_role("button", name="Select", exact=True)).to_be_visible()
    other.close()


def test_a_note_and_a_star_of_a_candidate_stay(page, server, made):
    page.goto(f"{server.url}jobs/{made}?candidate=3")
    box = page.get_by_role("textbox", name="Note on candidate 3")
    box.fill("배너 오른쪽에")
    page.get_by_role("button", name="Star candidate 3").click()
    expect(page.get_by_text("Saved", exact=True).first).to_be_visible()
    page.reload()
    expect(box).to_have_value("배너 오른쪽에")
    expect(page.get_by_role("button", name="Star candidate 3")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("link", name="All 3").click()
    expect(cards(page).nth(2).get_by_text("배너 오른쪽에").first).to_be_visible()
    said = decided(server, made)["candidates"]["2"]
    assert (said["note"], said["starred"]) == ("배너 오른쪽에", True)


@pytest.fixture
def large(page, server, made):
    """The first candidate large on white, pixel by pixel, and the files of the first two."""
    page.goto(f"{server.url}jobs/{made}?candidate=1")
    page.get_by_role("radio", name="White", exact=True).check()
    expect(page.get_by_role("button", name="100 %, to 100 %")).to_be_visible()
    wait_for_pictures(page)
    finals = folder(server, made) / "final"
    return page, rgba(finals / "0_7.png"), rgba(finals / "1_8.png")


def compare(page, how):
    """The first candidate against the second; gives where both lie."""
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("combobox", name="With").select_option(label="Candidate 2")
    page.get_by_role("radio", name=how).check()
    wait_for_pictures(page)
    other = page.get_by_role("img", name=f"{CONCEPT}, Candidate 2", exact=True)
    expect(other).to_be_visible()
    return place(picture(page, 1)), place(other)


def test_the_slider_shows_one_picture_on_each_side_of_the_line(large):
    page, one, two = large
    at_one, at_two = compare(page, "Slider")
    line = page.get_by_role("slider", name="Where the line between both pictures is")
    box = line.bounding_box()
    middle = round(box["x"] + box["width"] / 2)
    thumb = 20

    def seen(picture, at, **part):
        return alike(screen(page), on(picture, WHITE), at, **part)

    assert seen(one, at_one, right=middle - thumb) > 0.98
    assert seen(two, at_two, left=middle + thumb) > 0.98
    assert seen(two, at_two, right=middle - thumb) < 0.9
    assert seen(one, at_one, left=middle + thumb) < 0.9
    line.press("End")
    assert seen(one, at_one) > 0.98
    line.press("Home")
    assert seen(two, at_two) > 0.98
    assert seen(one, at_one) < 0.9


def test_the_difference_is_that_of_the_files_eight_times_as_bright(large):
    page, one, two = large
    at_one, at_two = compare(page, "Difference")
    told = page.get_by_text(re.compile(r"Largest difference: \d+ of 255 levels"))
    expect(told).to_be_visible()
    first, second, corner = together(one, at_one, two, at_two)
    apart = np.abs(on(first, BLACK) - on(second, BLACK))
    where = calm(on(first, BLACK), 1) & calm(on(second, BLACK), 1)
    shot = screen(page)
    expected = np.minimum(apart * 8, 255)
    assert alike(shot, expected, corner, within=20, where=where) > 0.97
    assert (expected[where].max(axis=1) > 200).any()
    assert (expected[where].max(axis=1) == 0).any()
    most = max(np.abs(on(first, level) - on(second, level)).max() for level in (WHITE, BLACK))
    assert abs(int(re.findall(r"\d+", told.inner_text())[0]) - most) <= 2


def together(one, at_one, two, at_two):
    """Both pictures in one frame, where they lie on the page, and where the frame begins."""
    x, y = min(at_one[0], at_two[0]), min(at_one[1], at_two[1])
    places = [(one, at_one), (two, at_two)]
    wide = max(at[0] - x + picture.shape[1] for picture, at in places)
    high = max(at[1] - y + picture.shape[0] for picture, at in places)
    framed = []
    for picture, (left, top) in places:
        frame = np.zeros((high, wide, 4))
        height, width = picture.shape[:2]
        frame[top - y : top - y + height, left - x : left - x + width] = picture
        framed.append(frame)
    return *framed, (x, y)


def test_alpha_is_shown_as_grey_and_colour_comes_back(large):
    page, one, _ = large
    at = place(picture(page, 1))
    assert alike(screen(page), on(one, WHITE), at) > 0.98
    toggle = page.get_by_role("button", name="Alpha as gray")
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    grey = np.repeat(one[..., 3:], 3, axis=2)
    assert alike(screen(page), grey, at) > 0.98
    page.keyboard.press("Shift+B")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    assert alike(screen(page), on(one, WHITE), at) > 0.98


COPIED = """async () => {
    const [item] = await navigator.clipboard.read();
    const bytes = new Uint8Array(await (await item.getType("image/png")).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


def copied(page):
    data = base64.b64decode(page.evaluate(COPIED))
    assert data.startswith(b"\x89PNG")
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA"), np.float64)


def test_what_is_copied_has_the_alpha_of_the_file(large):
    page, one, _ = large
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_text("Copied: Finished PNG").first).to_be_visible()
    found = copied(page)
    assert np.array_equal(found[..., 3], one[..., 3])
    solid = one[..., 3] == 255
    assert np.array_equal(found[solid], one[solid])

    page.get_by_role("button", name="Copy on white").click()
    expect(page.get_by_text("Copied: the picture on white").first).to_be_visible()
    found = copied(page)
    assert (found[..., 3] == 255).all()
    assert np.abs(found[..., :3] - on(one, WHITE)).max() <= 2

    page.get_by_role("button", name=re.compile(r"^7\s*Copy$")).click()
    expect(page.get_by_text("Copied: 7", exact=True)).to_have_count(1)
    assert page.evaluate("navigator.clipboard.readText()") == "7"
