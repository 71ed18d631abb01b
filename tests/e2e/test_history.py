"""Two thousand jobs in a real browser: found, filtered, walked through, starred and deleted."""

import json
from datetime import UTC, datetime, timedelta
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from tests.e2e.pictures import copied, sampled
from tests.jobs.pencil import Pencil
from tests.server.running import drawn, serving

pytestmark = pytest.mark.slow

MANY = 2000
THINGS = "쇼핑백 화분 선물상자 커피잔".split()
GONE = ["낡은 우산 하나", "낡은 우산 둘", "낡은 우산 셋"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    storage = tmp_path_factory.mktemp("storage")
    drawn(storage, Pencil(refuse="the pencil broke"), "object_concept: 부러진 연필\n")
    names = [f"{THINGS[number % len(THINGS)]} {number}" for number in range(MANY - len(GONE))]
    model = sampled(tmp_path_factory.mktemp("model"), "sp-glass-2")
    copied(model, storage / "jobs", names + GONE)
    with serving(storage) as caller:
        yield caller


def cards(page):
    return page.get_by_role("grid", name="Jobs").get_by_role("gridcell")


def links(page):
    return page.locator("[data-at]")


def listed(server, **query):
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    return json.loads(server.get(f"/api/jobs?{asked}").body)


def at(page, place):
    return page.locator(f'[data-at="{place}"]')


def test_words_find_jobs_and_the_address_keeps_what_was_looked_for(browser, server):
    page = browser()
    page.goto(server.url)
    expect(page.get_by_text(f"{MANY + 1:,} jobs")).to_be_visible()
    page.keyboard.press("/")
    box = page.get_by_role("searchbox")
    expect(box).to_be_focused()
    page.keyboard.type("커피잔 1979")
    expect(cards(page)).to_have_count(1)
    expect(page.get_by_text("1 job", exact=True)).to_be_visible()
    page.reload()
    expect(box).to_have_value("커피잔 1979")
    expect(cards(page)).to_have_count(1)
    page.get_by_role("button", name="Remove filter: “커피잔 1979”").click()
    expect(page.get_by_text(f"{MANY + 1:,} jobs")).to_be_visible()
    assert "text" not in page.url
    box.fill("2028")  # the seed of every copy
    expect(page.get_by_text(f"{MANY:,} jobs")).to_be_visible()
    box.fill("없는 물건")
    expect(cards(page)).to_have_count(0)
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_text(f"{MANY + 1:,} jobs")).to_be_visible()


def test_filters_add_up_and_each_can_be_taken_away(browser, server):
    page = browser()
    page.goto(server.url)
    page.locator("summary", has_text="State").click()
    page.get_by_role("checkbox", name="Failed").check()
    expect(cards(page)).to_have_count(1)
    page.get_by_role("checkbox", name="Done").check()
    expect(page.get_by_text(f"{MANY + 1:,} jobs")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("summary", has_text="Style").click()
    page.get_by_role("checkbox", name="Glass").check()
    expect(page.get_by_text(f"{MANY:,} jobs")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("summary", has_text="Seed").click()
    page.get_by_role("textbox", name="The exact seed of any candidate").fill("2028")
    page.get_by_role("button", name="Find", exact=True).click()
    page.keyboard.press("Escape")
    page.locator("summary", has_text="Date").click()
    page.get_by_role("textbox", name="From").fill(str(datetime.now(UTC).date() + timedelta(days=2)))
    expect(cards(page)).to_have_count(0)
    page.get_by_role("radio", name="Last 7 days").check()
    expect(page.get_by_text(f"{MANY:,} jobs")).to_be_visible()
    for part in ("state=done,failed", "packs=sp-glass", "seed=2028", "when=week"):
        assert part in unquote(page.url)
    page.reload()
    active = page.get_by_role("list", name="Active filters").get_by_role("button")
    expect(active).to_have_text(["Done", "Failed", "Glass", "Last 7 days", "Seed 2028"])
    active.nth(2).click()
    expect(active).to_have_text(["Done", "Failed", "Last 7 days", "Seed 2028"])
    expect(active.nth(2)).to_be_focused()
    page.get_by_role("button", name="Remove all").click()
    expect(page.get_by_text(f"{MANY + 1:,} jobs")).to_be_visible()


def test_a_filter_is_kept_under_a_name_and_given_up(browser, server):
    page = browser()
    page.goto(f"{server.url}?state=failed")
    page.get_by_role("button", name="Save filter").click()
    name = page.get_by_role("textbox", name="Name")
    expect(name).to_have_value("Failed")
    name.fill("What went wrong")
    name.press("Enter")
    kept = page.get_by_role("navigation", name="Saved filters")
    expect(kept.get_by_role("link")).to_have_attribute("aria-current", "true")
    page.goto(server.url)
    kept.get_by_role("link", name="What went wrong").click()
    expect(cards(page)).to_have_count(1)
    assert page.url.endswith("?state=failed")
    page.get_by_role("button", name="Change saved filter: What went wrong").click()
    page.get_by_role("button", name="Delete filter").click()
    expect(kept).to_be_hidden()
    page.reload()
    expect(cards(page)).to_have_count(1)
    expect(kept).to_be_hidden()


def test_several_are_starred_and_deleted_together_and_only_after_a_question(browser, server):
    page = browser()
    page.goto(f"{server.url}?text=낡은 우산")
    expect(cards(page)).to_have_count(3)
    bulk = page.get_by_role("region", name="With the selected jobs")
    boxes = cards(page).get_by_role("checkbox")
    boxes.nth(0).click()
    boxes.nth(2).click(modifiers=["Shift"])
    expect(bulk.get_by_text("3 selected")).to_be_visible()
    bulk.get_by_role("button", name="Star").click()
    expect(bulk).to_be_hidden()
    page.get_by_role("button", name="Starred", exact=True).click()
    expect(cards(page)).to_have_count(3)
    assert listed(server, starred="true")["total"] == 3

    boxes.nth(1).click()
    boxes.nth(2).click()
    names = cards(page).get_by_role("heading").all_inner_texts()
    bulk.get_by_role("button", name="Delete").click()
    asked = page.get_by_role("dialog", name="Delete 2 jobs?")
    expect(asked.get_by_role("button", name="Keep them")).to_be_focused()
    page.keyboard.press("Escape")
    expect(cards(page)).to_have_count(3)
    bulk.get_by_role("button", name="Delete").click()
    asked.get_by_role("button", name="Delete").click()
    expect(cards(page).get_by_role("heading")).to_have_text(names[:1])
    expect(bulk).to_be_hidden()
    found = listed(server, starred="true")
    assert [job["concept"] for job in found["jobs"]] == names[:1]
    page.get_by_role("button", name=f"Star {names[0]}").click()
    expect(cards(page)).to_have_count(0)


def test_arrows_walk_through_the_grid_and_keys_act_on_the_card(browser, server):
    page = browser()
    page.goto(server.url)
    expect(links(page).first).to_be_visible()
    columns = int(page.get_by_role("grid").get_attribute("aria-colcount"))
    for key, place in (
        ("ArrowRight", 0), ("ArrowRight", 1), ("ArrowDown", 1 + columns),
        ("ArrowLeft", columns), ("ArrowUp", 0), ("ArrowUp", 0), ("ArrowLeft", 0),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect(at(page, place)).to_be_focused()
    for _ in range(12):  # far below what was shown at first
        page.keyboard.press("ArrowDown")
    expect(at(page, 12 * columns)).to_be_focused()
    expect(at(page, 12 * columns)).to_be_in_viewport()
    page.keyboard.press("End")
    last = int(page.get_by_role("grid").get_attribute("aria-rowcount")) * columns
    expect(page.locator("[data-at]:focus")).to_be_in_viewport()
    assert last - columns <= int(page.locator("[data-at]:focus").get_attribute("data-at")) < last
    page.keyboard.press("Home")
    expect(at(page, 0)).to_be_focused()
    page.keyboard.press(" ")
    expect(cards(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(cards(page).first).to_have_attribute("aria-selected", "false")
    name = at(page, 0).inner_text()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def settled_at(page, place):
    """The places of all cards that are whole in the window, once those around `place` are there.

    Asked from here: the page's own policy forbids a predicate to be evaluated inside it.
    """
    for _ in range(150):
        seen = page.evaluate(
            "[...document.querySelectorAll('[data-at]')].filter(link => {"
            " const { top, bottom } = link.getBoundingClientRect();"
            " return top > 100 && bottom < innerHeight; }).map(link => Number(link.dataset.at))"
        )
        waiting = page.locator("[role=gridcell][aria-busy=true]").count()
        if len(seen) >= 5 and not waiting and min(seen) - 60 < place < max(seen) + 60:
            return seen
        page.wait_for_timeout(100)
    raise AssertionError(seen)


def test_the_middle_of_a_long_list_is_there_and_back_finds_it_again(browser, server):
    page = browser()
    page.goto(server.url)
    expect(links(page).first).to_be_visible()
    for share in (0.9, 0.25, 0.5):
        page.evaluate("share => scrollTo(0, document.body.scrollHeight * share)", share)
    seen = settled_at(page, MANY // 2)
    assert MANY * 0.45 < min(seen) <= max(seen) < MANY * 0.55
    assert page.locator("[data-at]").count() < 60  # the others do not exist
    chosen = at(page, seen[0])
    name, there = chosen.inner_text(), page.evaluate("scrollY")
    chosen.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.go_back()
    expect(chosen).to_be_in_viewport()
    expect(chosen).to_be_focused()
    expect(chosen).to_have_text(name)
    assert abs(page.evaluate("scrollY") - there) < 5
