"""The brush over a candidate, in a real browser: what is drawn on the page is done to the file."""

import numpy as np
import pytest
from playwright.sync_api import expect

from nukki.core import png
from tests.jobs.pencil import request
from tests.server.running import drawn, serving

pytestmark = pytest.mark.slow

SIZE = (300, 280)
SEEDS = tuple(range(7, 14))
THEIRS = {"tool": "erase", "kind": "brush", "points": [150, 140, 1], "size": 24}


@pytest.fixture(scope="module")
def storage(tmp_path_factory):
    return tmp_path_factory.mktemp("storage")


@pytest.fixture(scope="module")
def job(storage):
    """Every test has a candidate of its own."""
    return drawn(storage, request=request(SEEDS, SIZE, shadow="none"))


@pytest.fixture(scope="module")
def server(storage, job):
    with serving(storage) as caller:
        yield caller


@pytest.fixture
def bench(browser, server, job):
    """Opens the brush over a candidate, counted from 0, in a window of its own."""

    def opened(index):
        page = browser()
        page.goto(f"{server.url}jobs/{job.id}?candidate={index + 1}&refine")
        expect(canvas(page)).to_be_focused()
        return page

    return opened


def canvas(page):
    return page.get_by_role("application")


def strokes(page):
    return page.get_by_role("dialog").locator("ol[reversed] li")


def scale(page):
    """Pixels of the screen for one of the picture."""
    return int(page.get_by_role("button", name="Actual size").inner_text().rstrip("%")) / 100


def drag(page, *places):
    """The mouse, pressed, from place to place of the picture; its middle is the canvas's."""
    box = canvas(page).bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ratio = scale(page)
    for at, place in enumerate(places):
        there = [m + (p - side / 2) * ratio for m, p, side in zip(middle, place, SIZE, strict=True)]
        page.mouse.move(*there, steps=1 if at == 0 else 8)
        if at == 0:
            page.mouse.down()
    page.mouse.up()


def save(page, key=None):
    """Saves, and waits until the server has finished and checked the picture anew."""
    if key:
        page.keyboard.press(key)
    else:
        page.get_by_role("button", name="Save and check").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    verdict = page.get_by_role("region", name="Checks")
    expect(verdict.get_by_text("checks passed")).to_be_visible()


def shown(job, index):
    """The picture that counts now."""
    return framed(job, index, job.status().candidates[index].final)


def first(job, index):
    return framed(job, index, f"final/{index}_{SEEDS[index]}.png")


def framed(job, index, name):
    """A picture, straight RGBA, where it lay as it was drawn: finishing cuts it close."""
    left, top = job.status().candidates[index].facts["offset"]
    picture = png.decode((job.root / name).read_bytes())
    frame = np.zeros((SIZE[1], SIZE[0], 4), np.uint8)
    height, width = picture.shape[:2]
    frame[top : top + height, left : left + width] = picture
    return frame


def test_what_the_mouse_erases_is_gone_from_the_file_and_nothing_else_is(bench, job):
    page = bench(0)
    before = shown(job, 0)
    drag(page, (110, 140), (190, 140))
    expect(strokes(page)).to_have_count(1)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    expect(page.get_by_text("As last saved")).to_be_visible()
    save(page)
    after = shown(job, 0)
    assert (before[138:143, 110:191, 3] == 255).all()
    assert (after[138:143, 110:191, 3] == 0).all()
    beside = np.ones(after.shape[:2], bool)
    beside[128:153, 98:203] = False
    assert (after[beside] == before[beside]).all()
    assert (first(job, 0) == before).all()  # the picture before is kept as it was


def test_what_was_undone_is_not_saved_and_what_was_done_again_is(bench, job):
    page = bench(1)
    drag(page, (120, 120), (180, 120))
    drag(page, (120, 160), (180, 160))
    expect(strokes(page)).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    page.keyboard.press("Control+z")
    expect(strokes(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Save and check")).to_be_disabled()
    page.keyboard.press("Control+Shift+z")
    expect(strokes(page)).to_have_count(1)
    save(page)
    after = shown(job, 1)
    assert after[120, 150, 3] == 0
    assert after[160, 150, 3] == 255
    page.get_by_role("button", name="Redo").click()
    expect(strokes(page)).to_have_count(2)


def test_strokes_that_were_not_saved_are_there_after_a_reload(bench, job):
    page = bench(2)
    page.on("dialog", lambda asked: asked.accept())  # the browser asks before it lets them go
    drag(page, (130, 130), (170, 150))
    expect(strokes(page)).to_have_count(1)
    page.reload()
    expect(canvas(page)).to_be_visible()
    expect(strokes(page)).to_have_count(1)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    assert job.status().candidates[2].refined == 0
    save(page)
    assert shown(job, 2)[140, 150, 3] == 0
    page.reload()
    expect(strokes(page)).to_have_count(1)
    expect(page.get_by_role("button", name="Save and check")).to_be_disabled()


def test_of_two_people_neither_overwrites_the_other_unasked(bench, server, job):
    page = bench(3)
    drag(page, (120, 120), (180, 120))
    path = f"/api/jobs/{job.id}/candidates/3/refine"
    assert server.send("PUT", path, {"strokes": [THEIRS], "revision": 0}).status == 200
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Somebody else refined this candidate")
    expect(page.get_by_role("button", name="Save and check")).to_be_disabled()
    told.get_by_role("button", name="Show theirs").click()
    expect(told).to_be_hidden()
    expect(strokes(page)).to_contain_text(["24 px"])

    page.keyboard.press("Control+z")  # what was drawn here is only a step away
    drag(page, (120, 170), (180, 170))
    assert server.send("PUT", path, {"strokes": [], "revision": 1}).status == 200
    told.get_by_role("button", name="Save mine over it").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    after = shown(job, 3)
    assert [after[y, 150, 3] for y in (120, 140, 170)] == [0, 255, 0]


def test_without_strokes_the_picture_is_the_first_one_again(bench, job):
    page = bench(4)
    drag(page, (130, 140), (170, 140))
    save(page)
    assert shown(job, 4)[140, 150, 3] == 0
    page.get_by_role("button", name="Remove all strokes").click()
    keep = page.get_by_role("button", name="Keep them")
    expect(keep).to_be_focused()
    keep.click()
    expect(strokes(page)).to_have_count(1)
    page.get_by_role("button", name="Remove all strokes").click()
    page.get_by_role("dialog", name="Remove all strokes?").get_by_role(
        "button", name="Remove all strokes"
    ).click()
    expect(strokes(page)).to_have_count(0)
    save(page)
    assert job.status().candidates[4].final == f"final/4_{SEEDS[4]}.png"
    assert (shown(job, 4) == first(job, 4)).all()


def test_a_dab_needs_no_mouse_and_leaving_asks_for_what_is_not_saved(bench, job):
    page = bench(5)
    for key in ("]", "Shift+ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(strokes(page)).to_have_count(1)
    save(page, "Control+s")
    after = shown(job, 5)
    assert after[141, 160, 3] == 0
    assert after[141, 175, 3] == 255
    page.keyboard.press("x")
    expect(page.get_by_role("radio", name="Restore")).to_be_checked()
    page.keyboard.press("Enter")
    save(page, "Control+s")
    again, before = shown(job, 5), first(job, 5)
    assert (again[138:145, 157:164] == before[138:145, 157:164]).all()
    assert (again[..., 3] <= before[..., 3]).all()  # restoring gives back what was drawn, no more

    page.keyboard.press("Enter")
    expect(strokes(page)).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Go on drawing")).to_be_focused()
    page.keyboard.press("Enter")
    expect(canvas(page)).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(canvas(page)).to_be_hidden()
    expect(page.get_by_role("heading", name="Candidate 6 of 7")).to_be_visible()
    assert job.status().candidates[5].refined == 2


def test_a_lasso_takes_out_what_it_goes_round(bench, job):
    page = bench(6)
    page.keyboard.press("l")
    drag(page, (120, 110), (180, 110), (180, 170), (120, 170), (120, 112))
    expect(strokes(page)).to_contain_text(["Lasso"])
    save(page)
    after, before = shown(job, 6), first(job, 6)
    assert (after[113:168, 123:178, 3] == 0).all()
    assert after[100, 150, 3] == before[100, 150, 3] == 255
