"""Brand pictures in review, in a real browser: what a badge claims is what stands on the screen."""

import io
import json
import zipfile

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.catalog.artworks import encoded
from tests.e2e.asking import ask, ended
from tests.e2e.browsing import faults, wait_for_pictures
from tests.e2e.looking import calm, place, screen
from tests.server.running import serving

pytestmark = pytest.mark.slow
CONCEPT = "선물상자"
BLUE, RED = (20, 90, 230), (230, 40, 60)


def plate(colour, size):
    """A bar of one colour and a white stripe, every pixel opaque inside a clear frame of 2 px."""
    width, height = size
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    image.paste((*colour, 255), (2, 2, width - 2, height - 2))
    image.paste((255, 255, 255, 255), (8, height // 2 - 2, width - 8, height // 2 + 2))
    return image


ARTWORK = {"banner": plate(BLUE, (72, 32)), "seal": plate(RED, (40, 40))}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("storage"), works=True) as caller:
        for name, image in ARTWORK.items():
            path = f"/api/assets?id={name}&variant=default"
            answer = caller.get(path, "POST", encoded(image), Content_Type="image/png")
            assert answer.status == 201, answer.body
        yield caller


@pytest.fixture(scope="module")
def job(server):
    """One candidate with an exact picture beside the object, and one blended onto it."""
    wanted = ["banner", {"asset": "seal", "blend": "overlay", "stand": "on"}]
    size = {"width": 384, "height": 384}
    job_id = ask(server, CONCEPT, assets=wanted, candidate_count=1, size_preset=size)
    told = ended(server, job_id)
    assert told["state"] == "done", told["error"]
    return told


@pytest.fixture
def page(browser, server, job):
    opened = browser()
    opened.goto(f"{server.url}jobs/{job['id']}")
    expect(opened.get_by_role("heading", name="Brand pictures")).to_be_visible()
    wait_for_pictures(opened)
    yield opened
    opened.close()


def brand(job, name):
    return next(one for one in job["candidates"][0]["assets"] if one["asset"] == name)


def seen(page, job, name, image):
    """Levels of the screen where a brand picture stands; the picture is shown at 100 %."""
    page.mouse.move(2, 2)
    x, y = place(page.locator("[data-pane] img").first)
    found, (left, top) = brand(job, name), job["candidates"][0]["offset"]
    x, y = x + found["x"] - left, y + found["y"] - top
    return screen(page)[y : y + image.height, x : x + image.width]


def row(page, name):
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name))


def apart(levels, image):
    """How far the screen is from a file at most, but for edges: they may lie between two pixels."""
    pixels = np.asarray(image, np.float64)
    inside = calm(pixels) & (pixels[..., 3] == 255)
    assert inside.sum() > 300, "hardly anything to compare"
    return float(np.abs(levels - pixels[..., :3]).max(axis=2)[inside].max())


def test_what_is_called_exact_is_the_file_on_the_screen(page, job):
    expect(row(page, "banner")).to_contain_text("exact")
    assert brand(job, "banner")["given"] == "exact"
    page.get_by_role("button", name="100 %").click()
    assert apart(seen(page, job, "banner", ARTWORK["banner"]), ARTWORK["banner"]) == 0
    assert faults(page) == []


def test_x_shows_the_file_in_place_of_what_was_blended(page, job):
    expect(row(page, "seal")).to_contain_text("overlay")
    page.get_by_role("button", name="100 %").click()
    blended = seen(page, job, "seal", ARTWORK["seal"])
    page.keyboard.press("x")
    expect(page.get_by_role("radio", name="Unblended")).to_be_checked()
    page.wait_for_timeout(300)
    wait_for_pictures(page)
    assert apart(seen(page, job, "seal", ARTWORK["seal"]), ARTWORK["seal"]) == 0
    page.keyboard.press("x")
    expect(page.get_by_role("radio", name="Finished")).to_be_checked()
    assert np.array_equal(seen(page, job, "seal", ARTWORK["seal"]), blended)
    assert faults(page) == []


def test_find_it_outlines_the_very_place(page, job):
    page.get_by_role("button", name="100 %").click()
    row(page, "banner").get_by_role("button", name="Find it").click()
    box = page.get_by_test_id("brand-outline").bounding_box()
    shown = page.locator("[data-pane] img").first.bounding_box()
    found, (left, top) = brand(job, "banner"), job["candidates"][0]["offset"]
    assert box["x"] - shown["x"] == pytest.approx(found["x"] - left, abs=0.01)
    assert box["y"] - shown["y"] == pytest.approx(found["y"] - top, abs=0.01)
    assert (round(box["width"]), round(box["height"])) == ARTWORK["banner"].size


def test_the_export_says_what_it_keeps_and_can_be_had_unblended(page, job, server):
    page.get_by_role("button", name="Export").click()
    dialog = page.get_by_role("dialog", name="Export")
    dialog.get_by_label("AVIF").check()
    expect(dialog.get_by_text("AVIF: colors change a little")).to_be_visible()
    dialog.get_by_label("AVIF").uncheck()
    dialog.get_by_label("Unblended instead").check()
    assert faults(page) == []
    with page.expect_download() as coming:
        dialog.get_by_role("button", name="Download ZIP").click()
    with zipfile.ZipFile(coming.value.path()) as packed:
        names = [name for name in packed.namelist() if name.endswith(".png")]
        assert names, packed.namelist()
        assert not [name for name in names if "-blended" in name]
        picture = Image.open(io.BytesIO(packed.read(names[0]))).convert("RGBA")
    shown, (left, top) = brand(job, "seal"), job["candidates"][0]["offset"]
    x, y = shown["x"] - left, shown["y"] - top
    inside = picture.crop((x, y, x + shown["width"], y + shown["height"]))
    assert apart(np.asarray(inside.convert("RGB"), np.float64), ARTWORK["seal"]) == 0


def test_an_asset_leads_to_the_jobs_that_used_it(page, job):
    row(page, "seal").get_by_role("link", name="In the library").click()
    page.get_by_role("link", name="Used in 1 job").click()
    expect(page.get_by_role("link", name=CONCEPT, exact=True)).to_be_visible()
    listed = json.loads(page.request.get(page.url.split("/?")[0] + "/api/jobs?text=seal:").text())
    assert [one["id"] for one in listed["jobs"]] == [job["id"]]
