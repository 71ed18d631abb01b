"""From a brief to an exported file in a real browser, drawn by the real engine at small size."""

import hashlib
import io
import json
import zipfile

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from nukki.core import png
from tests.e2e.asking import LONG_MS, PACK, ask, drop, ended, folder
from tests.e2e.browsing import wait_for_pictures
from tests.server.running import serving

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("storage"), works=True) as caller:
        yield caller


@pytest.fixture(scope="module")
def made(server):
    """A job that was drawn before: three candidates, the seeds 7, 8 and 9."""
    job_id = ask(server)
    assert ended(server, job_id)["passed"] == 3
    return job_id


@pytest.fixture
def page(browser, server):
    opened = browser()
    opened.goto(f"{server.url}make")
    yield opened
    opened.close()


def jobs_of(server):
    return json.loads(server.get("/api/jobs").body)["total"]


def concept(page, name="What should be drawn?"):
    return page.get_by_role("textbox", name=name)


def unfold(page, name="More"):
    page.locator("summary", has_text=name).click()


def make_small(page, count):
    """Choose the flat style, 256 pixels and a number of candidates."""
    page.get_by_role("checkbox", name="Flat illustration", exact=True).check()
    unfold(page)
    page.get_by_role("group", name="Size").get_by_role("radio", name="Own").check()
    page.get_by_label("Width").fill("256")
    page.get_by_label("Height").fill("256")
    page.get_by_role("group", name="Candidates").get_by_role("radio", name=str(count)).check()


COUNTED = """() => {
    globalThis.seen = [];
    const look = () => {
        const there = document.querySelectorAll('section li a[href*="?candidate="]').length;
        if (globalThis.seen.at(-1) !== there) globalThis.seen.push(there);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    look();
}"""


def test_from_a_brief_to_exported_files(page, server):
    concept(page).fill("선물상자와 풍선 2개")
    words = page.get_by_role("region", name="What your words become")
    expect(words.get_by_text("선물상자", exact=True)).to_be_visible(timeout=LONG_MS)
    expect(words.get_by_text("→ wrapped gift")).to_be_visible()
    expect(words.get_by_text("how many")).to_be_visible()
    expect(words.locator("img")).to_have_count(2)
    wait_for_pictures(page)
    drawn = "all => all.map(shape => shape.naturalWidth > 0)"
    assert words.locator("img").evaluate_all(drawn) == [True, True]
    make_small(page, 3)
    page.evaluate(COUNTED)
    page.get_by_role("button", name="Make 3").click()

    asked = page.get_by_role("region", name="선물상자와 풍선 2개")
    links = asked.get_by_role("link", name="Candidate ")
    expect(links).to_have_count(3, timeout=LONG_MS)
    seen = page.evaluate("seen")
    assert seen == sorted(set(seen))
    assert {1, 2} & set(seen), "they came all at once"
    expect(asked.get_by_text("3 of 3 passed")).to_be_visible()

    asked.get_by_role("link", name="Open").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("선물상자와 풍선 2개")
    job_id = page.url.partition("/jobs/")[2]
    for number in (1, 3):
        page.get_by_role("button", name=f"Choose candidate {number}").click()
    bar = page.get_by_role("region", name="Selection")
    expect(bar.get_by_text("2 selected")).to_be_visible()
    bar.get_by_role("button", name="Export").click()
    expect(page.get_by_text("Your selection: 2")).to_be_visible()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download ZIP").click()
    assert taken.value.suggested_filename == "선물상자와 풍선 2개.zip"
    job = ended(server, job_id)
    compare(taken.value.path(), folder(server, job_id), job, [0, 2], settings=False)

    page.get_by_role("checkbox", name="Keep seed and settings inside").check()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download ZIP").click()
    compare(taken.value.path(), folder(server, job_id), job, [0, 2], settings=True)


def compare(path, root, job, indices, *, settings):
    """The ZIP holds exactly the chosen candidates, pixel by pixel as they lie on the disk."""
    with zipfile.ZipFile(path) as packed:
        assert packed.testzip() is None
        held = {name: packed.read(name) for name in packed.namelist()}
    manifest = json.loads(held.pop("manifest.json"))
    told = manifest["pictures"]
    assert (manifest["job"], manifest["concept"]) == (job["id"], job["concept"])
    assert [pack["id"] for pack in manifest["packs"]] == [PACK]
    assert manifest["canvas"] == {"width": 256, "height": 256}
    assert [one["index"] for one in told] == indices
    assert sorted(held) == sorted(file["file"] for one in told for file in one["files"])
    for one in told:
        candidate = job["candidates"][one["index"]]
        (file,) = one["files"]
        data = held[file["file"]]
        final = (root / f"final/{one['index']}_{one['seed']}.png").read_bytes()
        assert (one["seed"], one["passed"]) == (candidate["seed"], True)
        assert one["offset"] == candidate["offset"]
        assert (file["bytes"], file["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
        assert (file["width"], file["height"]) == Image.open(io.BytesIO(final)).size
        assert np.array_equal(pixels(data), pixels(final))
        assert packed_pixels(data) == packed_pixels(final)
        assert (png.settings_of(data) is not None) == settings
        if settings:
            assert png.settings_of(data) == png.settings_of(final)
        alpha = pixels(data)[..., 3]
        assert (alpha.min(), alpha.max()) == (0, 255)
        assert len(np.unique(alpha)) > 16, "alpha is continuous"


def pixels(data):
    """Decoded by another library than the one that wrote it."""
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.mode == "RGBA"
        return np.asarray(picture)


def packed_pixels(data):
    return b"".join(body for kind, body in png.chunks(data) if kind == b"IDAT")


WORDS = {
    "en-US": {
        "concept": "What should be drawn?",
        "more": "More",
        "own": "Own",
        "width": "Width",
        "pick": "Drop, paste or choose a picture",
        "verb": "Make 4",
        "seed": "Seed",
        "fixed": "Fixed",
        "number": "Seed number",
        "unmatched": "nothing is known that looks like “즐퍼릅”",
        "remedy": "Pick another shape beside the word",
        "size": "9999 is out of range",
        "allowed": "allowed: 256–2048; nearest: 2048",
        "bad seed": "12x is not one of the allowed values",
        "reference": "This is text, not a picture.",
    },
    "ko-KR": {
        "concept": "무엇을 그릴까요?",
        "more": "더 보기",
        "own": "직접",
        "width": "너비",
        "pick": "이미지를 놓거나 붙여넣거나 고르세요",
        "verb": "4개 만들기",
        "seed": "시드",
        "fixed": "고정",
        "number": "시드 번호",
        "unmatched": "“즐퍼릅” 모양을 찾지 못했습니다",
        "remedy": "단어 옆에서 다른 도형을 고르거나",
        "size": "9999은(는) 범위를 벗어났습니다",
        "allowed": "허용 범위: 256–2048",
        "bad seed": "12x은(는) 쓸 수 없는 값입니다",
        "reference": "그림이 아니라 글입니다.",
    },
}


def told_at(page, box):
    """What is told of a field to somebody who is in it and cannot see the page."""
    expect(box).to_have_attribute("aria-invalid", "true", timeout=LONG_MS)
    ids = (box.get_attribute("aria-describedby") or "").split()
    return page.locator(", ".join(f"#{name}" for name in ids if name.endswith("-faults")))


@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_each_refusal_stands_at_its_field_in_the_persons_language(browser, server, language):
    say, before = WORDS[language], jobs_of(server)
    page = browser(language)
    page.goto(f"{server.url}make")
    concept(page, say["concept"]).fill("선물상자와 즐퍼릅")
    unfold(page, say["more"])
    page.get_by_role("radio", name=say["own"], exact=True).check()
    page.get_by_label(say["width"]).fill("9999")
    page.get_by_role("radio", name=say["fixed"], exact=True).check()
    page.get_by_role("textbox", name=say["number"]).fill("12x")
    upload = {"name": "note.png", "mimeType": "image/png", "buffer": b"hello, I am no picture"}
    page.get_by_label(say["pick"]).set_input_files(upload)
    expect(page.get_by_role("alert").filter(has_text=say["reference"])).to_be_visible(
        timeout=LONG_MS
    )

    def all_told():
        at_concept = told_at(page, concept(page, say["concept"]))
        expect(at_concept).to_contain_text(say["unmatched"])
        expect(at_concept).to_contain_text(say["remedy"])
        at_width = told_at(page, page.get_by_label(say["width"]))
        expect(at_width).to_contain_text(say["size"])
        expect(at_width).to_contain_text(say["allowed"])
        at_seed = told_at(page, page.get_by_role("textbox", name=say["number"]))
        expect(at_seed).to_contain_text(say["bad seed"])

    all_told()
    page.get_by_role("button", name=say["verb"]).click()
    expect(concept(page, say["concept"])).to_be_focused(timeout=LONG_MS)
    all_told()
    assert jobs_of(server) == before
    page.close()


def test_what_was_refused_is_told_once_and_in_the_language_that_is_read_now(page):
    concept(page).fill("즐퍼릅")
    page.get_by_role("button", name="Make 4").click()
    expect(told_at(page, concept(page)).get_by_role("listitem")).to_contain_text(
        WORDS["en-US"]["unmatched"]
    )
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="한국어").check()
    page.keyboard.press("Escape")
    told = told_at(page, concept(page, "무엇을 그릴까요?")).get_by_role("listitem")
    expect(told).to_have_count(1)
    expect(told).to_contain_text(WORDS["ko-KR"]["unmatched"])


def test_a_fifth_style_cannot_be_taken(page):
    boxes = page.get_by_role("group", name="Style").get_by_role("checkbox")
    expect(boxes.nth(4)).to_be_enabled()
    for place in range(4):
        boxes.nth(place).check()
    expect(page.get_by_role("group", name="Style").get_by_text("4 / 4")).to_be_visible()
    expect(boxes.nth(4)).to_be_disabled()
    boxes.nth(3).uncheck()
    expect(boxes.nth(4)).to_be_enabled()


def test_a_double_click_makes_one_job(page, server, made):
    concept(page).fill("컵")
    make_small(page, 1)
    before = jobs_of(server)
    page.get_by_role("button", name="Make 1").dblclick()
    asked = page.get_by_role("region", name="컵", exact=True)
    expect(asked.get_by_role("link", name="Candidate 1")).to_be_visible(timeout=LONG_MS)
    assert jobs_of(server) == before + 1
    page.reload()
    expect(asked.get_by_role("link", name="Candidate 1")).to_have_count(1)
    expect(concept(page)).to_have_value("컵")


def test_asked_again_after_a_lost_answer_it_is_one_job(page, server, made):
    concept(page).fill("화분")
    make_small(page, 1)
    before = jobs_of(server)

    def lost(route):
        assert route.fetch().status == 201  # the server has made it, and nobody hears of it
        route.abort("connectionrefused")

    page.route("**/api/jobs", lost, times=1)
    make = page.get_by_role("button", name="Make 1")
    make.click()
    told = page.get_by_role("alert").filter(has_text="The server did not answer.")
    expect(told).to_contain_text("the same request never makes a second job")
    make.click()
    asked = page.get_by_role("region", name="화분", exact=True)
    expect(asked.get_by_role("link", name="Candidate 1")).to_be_visible(timeout=LONG_MS)
    expect(told).to_have_count(0)
    assert jobs_of(server) == before + 1


def test_a_draft_survives_a_reload_and_another_language(page, server):
    concept(page).fill("빨간 컵과 접시")
    page.get_by_role("textbox", name="What is it for?").fill("여름 세일 50%")
    page.get_by_role("checkbox", name="Flat illustration", exact=True).check()
    unfold(page)
    page.get_by_label("In your own words").fill("soft light")
    page.get_by_role("radio", name="16:9").check()
    page.get_by_role("radio", name="Fixed").check()
    page.get_by_role("textbox", name="Seed number").fill("9223372036854775807")

    page.reload()
    expect(concept(page)).to_have_value("빨간 컵과 접시")
    unfold(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="한국어").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", level=1)).to_have_text("만들기")

    def kept():
        expect(concept(page, "무엇을 그릴까요?")).to_have_value("빨간 컵과 접시")
        expect(page.get_by_role("textbox", name="어디에 쓰나요?")).to_have_value("여름 세일 50%")
        expect(page.get_by_role("checkbox", name="플랫 일러스트", exact=True)).to_be_checked()
        expect(page.get_by_label("직접 설명")).to_have_value("soft light")
        expect(page.get_by_role("radio", name="16:9")).to_be_checked()
        expect(page.get_by_role("textbox", name="시드 번호")).to_have_value("9223372036854775807")

    kept()
    page.reload()
    unfold(page, "더 보기")
    kept()


def test_a_kept_seed_draws_the_same_until_something_is_changed(page, server, made):
    page.goto(f"{server.url}jobs/{made}?candidate=2")
    page.get_by_role("link", name="Keep this seed, change something").click()
    expect(page.get_by_text("Filled with the brief of an earlier job.")).to_be_visible()
    expect(concept(page)).to_have_value("선물상자와 풍선")
    expect(page.get_by_role("textbox", name="Seed number")).to_have_value("8")
    expect(page.get_by_role("checkbox", name="Flat illustration", exact=True)).to_be_checked()

    def drawn(words):
        """What is asked for now, once it is drawn: one candidate with the seed that was kept."""
        page.get_by_role("button", name="Make 1").click()
        asked = page.get_by_role("region", name=words, exact=True)
        expect(asked.get_by_role("button", name="Seed 8")).to_be_visible(timeout=LONG_MS)
        expect(asked.get_by_role("link", name="Candidate ")).to_have_count(1)
        address = asked.get_by_role("link", name="Open").get_attribute("href")
        job = ended(server, address.removeprefix("/jobs/"))
        return pixels((folder(server, job["id"]) / "final/0_8.png").read_bytes())

    before = pixels((folder(server, made) / "final/1_8.png").read_bytes())
    assert np.array_equal(drawn("선물상자와 풍선"), before)
    concept(page).fill("선물상자")
    changed = drawn("선물상자")
    assert changed.shape != before.shape or not np.array_equal(changed, before)


def test_a_dropped_picture_of_ours_fills_the_form_and_tells_what_differs(page, server, made):
    path = folder(server, made) / "final/1_8.png"
    elsewhere = {"payload": "a" * 64, "nukki": "0.0.1"}  # no job here has drawn it
    settings = png.read_settings(path) | elsewhere
    of_then = png.relabelled(path.read_bytes(), settings, png.Tags())
    page.goto(server.url)
    expect(page.get_by_role("heading", level=1)).to_have_text("History")
    drop(page, "선물.png", of_then)
    expect(page.get_by_text("Filled with the settings inside a picture.")).to_be_visible(
        timeout=LONG_MS
    )
    expect(page.get_by_text("What would be different today")).to_be_visible()
    expect(page.get_by_text("made with Nukki 0.0.1")).to_be_visible()
    expect(concept(page)).to_have_value("선물상자와 풍선")
    expect(page.get_by_role("checkbox", name="Flat illustration", exact=True)).to_be_checked()
    unfold(page)
    expect(page.get_by_label("Width")).to_have_value("256")
    page.get_by_role("button", name="Back to what was there").click()
    expect(concept(page)).to_have_value("")


@pytest.mark.parametrize(
    ("language", "none", "kind"),
    [
        ("en-US", "This picture holds no Nukki settings", "notes.txt is not a PNG"),
        ("ko-KR", "이 그림에는 Nukki 설정이 없습니다", "PNG 파일이 아닙니다: notes.txt"),
    ],
)
def test_a_foreign_picture_is_refused_in_words(browser, server, language, none, kind):
    page = browser(language)
    page.goto(server.url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    foreign = io.BytesIO()
    Image.new("RGBA", (8, 8), (255, 0, 0, 128)).save(foreign, "PNG")
    drop(page, "foreign.png", foreign.getvalue())
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(none, ignore_case=True, timeout=LONG_MS)
    drop(page, "notes.txt", b"hello", "text/plain")
    expect(alert).to_contain_text(kind)
    assert page.url == server.url
    page.close()
