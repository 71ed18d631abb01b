"""Brand artwork, dropped on the page: looked at, refused with a remedy, kept, hidden, restored."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from nukki.catalog import manifest
from nukki.core.storage import Folder
from tests.catalog.artworks import encoded, logo, p3_profile
from tests.e2e.asking import drop
from tests.server.running import serving

pytestmark = pytest.mark.slow

GOOD = encoded(logo((240, 160)))


@pytest.fixture(scope="module")
def storage(tmp_path_factory):
    return tmp_path_factory.mktemp("storage")


@pytest.fixture(scope="module")
def server(storage):
    with serving(storage) as caller:
        yield caller


@pytest.fixture
def page(browser, server):
    page = browser()
    page.goto(f"{server.url}assets")
    expect(page.get_by_role("button", name="Choose files")).to_be_attached()
    return page


def row(page, name):
    return page.get_by_role("region", name="To register").get_by_role("listitem", name=name)


def library(server):
    return {asset["id"]: asset for asset in json.loads(server.get("/api/assets?hidden=true").body)}


def kept(server, name):
    """The bytes that the library gives for `asset:variant`."""
    asset, variant = name.split(":")
    return server.get(f"/api/assets/{asset}/{variant}.png").body


def test_good_artwork_is_dropped_registered_and_kept_byte_for_byte(page, server):
    drop(page, "summer-logo.png", GOOD)
    told = row(page, "summer-logo.png")
    expect(told.get_by_text("Ready to register")).to_be_visible()
    expect(told.get_by_text("240 × 160 px")).to_be_visible()
    expect(told.get_by_role("textbox", name="Name in briefs")).to_have_value("summer-logo")
    expect(told.locator("img")).to_have_count(2)  # the artwork, and its opaque core
    assert library(server) == {}  # looking at it keeps nothing
    told.get_by_role("textbox", name="Name", exact=True).fill("여름 로고")
    told.get_by_role("textbox", name="Tags, separated by commas").fill("summer, 로고")
    told.get_by_role("button", name="Register summer-logo.png").click()
    card = page.get_by_role("listitem").filter(
        has=page.get_by_role("heading", name="여름 로고", exact=True)
    )
    expect(card.get_by_role("img", name="여름 로고, default")).to_be_visible()
    expect(told).to_be_hidden()
    assert library(server)["summer-logo"]["tags"] == ["summer", "로고"]
    assert kept(server, "summer-logo:default") == GOOD

    drop(page, "again.png", GOOD)
    told = row(page, "again.png")
    expect(told.get_by_text("Cannot be registered as it is")).to_be_visible()
    expect(told.get_by_text("summer-logo:default")).to_be_visible()  # the same is there already


BAD = {
    "no alpha": (encoded(logo().convert("RGB")), "no alpha channel", "PNG with transparency"),
    "no core": (encoded(logo(alpha=200)), "opaque", "opacity"),
    "no PNG": (encoded(logo().convert("RGB"), "JPEG"), "not a PNG but JPEG", "as PNG"),
    "nothing seen": (encoded(logo(alpha=0)), "transparent", "layer"),
}


@pytest.mark.parametrize("sort", BAD)
def test_artwork_that_cannot_be_kept_is_refused_with_what_to_change(page, server, sort):
    data, fault, remedy = BAD[sort]
    before = library(server)
    drop(page, "bad.png", data)
    told = row(page, "bad.png")
    expect(told.get_by_text("Cannot be registered as it is")).to_be_visible()
    message, hint = told.get_by_role("list").get_by_role("listitem").first.locator(
        "span > span"
    ).all_inner_texts()  # fmt: skip
    assert fault in message
    assert remedy in hint
    expect(told.get_by_role("button", name="Register bad.png")).to_have_count(0)
    told.get_by_role("button", name="Leave out bad.png").click()
    expect(told).to_be_hidden()
    assert library(server) == before


def test_a_name_that_cannot_be_is_told_at_its_field_with_one_that_can(page):
    drop(page, "badge.png", encoded(logo(colour=(10, 90, 200))))
    told = row(page, "badge.png")
    expect(told.get_by_text("Ready to register")).to_be_visible()
    name = told.get_by_role("textbox", name="Name in briefs")
    name.fill("Summer Badge")
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(told.get_by_role("button", name="Register badge.png")).to_be_disabled()
    told.get_by_role("button", name="Use summer-badge").click()
    expect(name).to_have_value("summer-badge")
    expect(told.get_by_role("button", name="Register badge.png")).to_be_enabled()


def test_a_file_is_chosen_without_dragging_and_joins_its_asset_as_a_variant(page, server, tmp_path):
    files = {"ticket.png": (200, 40, 40), "ticket-dark.png": (30, 30, 30)}
    for name, colour in files.items():
        (tmp_path / name).write_bytes(encoded(logo(colour=colour)))
    page.locator("main input[multiple]").set_input_files([tmp_path / name for name in files])
    page.get_by_role("button", name="Register all (2)").click()
    expect(page.get_by_role("region", name="To register")).to_be_hidden()
    assert [one["id"] for one in library(server)["ticket"]["variants"]] == ["default", "dark"]
    for name, variant in (("ticket.png", "default"), ("ticket-dark.png", "dark")):
        assert kept(server, f"ticket:{variant}") == (Path(tmp_path) / name).read_bytes()


def test_hidden_artwork_leaves_the_page_and_comes_back(page, server):
    body = encoded(logo(colour=(90, 160, 40)))
    assert server.get("/api/assets?id=leaf", "POST", body, Content_Type="image/png").status == 201
    page.reload()
    heading = page.get_by_role("heading", name="leaf", exact=True, level=3)
    page.get_by_role("button", name="Hide leaf").click()
    expect(heading).to_be_hidden()
    assert library(server)["leaf"]["hidden"]
    page.get_by_role("switch", name="Hidden (1)").check()
    expect(heading).to_be_visible()
    heading.get_by_role("link").click()
    sheet = page.get_by_role("dialog", name="leaf")
    expect(sheet.get_by_role("img", name="Opaque core of leaf, default")).to_be_visible()
    sheet.get_by_role("button", name="Restore leaf").click()
    expect(sheet.get_by_role("button", name="Hide leaf")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.reload()
    expect(heading).to_be_visible()
    assert not library(server)["leaf"]["hidden"]
    assert kept(server, "leaf:default") == body


def registered(server, asset, colour, **query):
    """Artwork that somebody else registers meanwhile."""
    asked = "&".join(f"{key}={value}" for key, value in {"id": asset, **query}.items())
    body = encoded(logo(colour=colour))
    answer = server.get(f"/api/assets?{asked}", "POST", body, Content_Type="image/png")
    assert answer.status == 201, answer.body
    return body


def test_other_colors_are_converted_only_when_asked_and_the_converted_file_is_kept(page, server):
    sent = encoded(logo(colour=(200, 20, 90)), icc_profile=p3_profile())
    drop(page, "vivid.png", sent)
    told = row(page, "vivid.png")
    expect(told.get_by_text("Cannot be registered as it is")).to_be_visible()
    expect(told.get_by_text("meant for Display P3")).to_be_visible()
    told.get_by_role("button", name="Convert to sRGB").click()
    expect(told.get_by_text("Ready to register")).to_be_visible()
    expect(told.get_by_text("converted from Display P3")).to_be_visible()
    told.get_by_role("button", name="Register vivid.png").click()
    expect(told).to_be_hidden()
    mine = kept(server, "vivid:default")
    assert mine != sent
    assert b"iCCP" not in mine
    entry = json.loads(server.get("/api/assets/log?asset=vivid").body)["entries"][0]
    assert "converted from Display P3" in entry["message"]


def test_the_past_of_an_asset_is_told_in_its_sheet_newest_first(page, server):
    registered(server, "past", (120, 10, 160), name="Past")
    registered(server, "past", (120, 10, 161), variant="dark")
    for hidden in (True, False):
        changed = {"variants": {"dark": {"hidden": hidden}}}
        assert server.send("PATCH", "/api/assets/past", changed).status == 200
    page.goto(f"{server.url}assets?asset=past")
    sheet = page.get_by_role("dialog", name="Past")
    sheet.get_by_text("Changes", exact=True).click()
    lines = sheet.locator("details ol").get_by_role("listitem")
    expect(lines).to_have_count(4)
    told = ["dark restored", "dark hidden", "registered dark", "registered default; named “Past”"]
    expect(lines.locator("p:first-of-type")).to_have_text(told)
    sheet.get_by_role("button", name="Hide past:dark").click()
    expect(lines.locator("p:first-of-type").first).to_have_text("dark hidden")
    expect(lines).to_have_count(5)
    assert library(server)["past"]["variants"][1]["hidden"]
    sheet.get_by_role("button", name="Restore past:dark").click()
    expect(lines.locator("p:first-of-type").first).to_have_text("dark restored")
    page.goto(f"{server.url}assets?log")
    drawer = page.get_by_role("dialog", name="Changes")
    expect(drawer.get_by_role("listitem").first).to_contain_text("dark restored")
    expect(drawer.get_by_role("link", name="past", exact=True).first).to_be_visible()


def test_what_somebody_else_changes_is_seen_without_loading_the_page_again(page, server):
    page.get_by_role("link", name="Assets").first.wait_for()
    registered(server, "meanwhile", (3, 140, 140))
    heading = page.get_by_role("heading", name="meanwhile", exact=True, level=3)
    expect(heading).to_be_visible()
    server.send("PATCH", "/api/assets/meanwhile", {"name": "Renamed meanwhile"})
    expect(page.get_by_role("heading", name="Renamed meanwhile", exact=True)).to_be_visible()


def test_a_library_that_lost_its_manifest_says_how_to_get_it_back(browser, tmp_path):
    with serving(tmp_path) as lost:
        registered(lost, "logo", (9, 9, 9))
        Folder(tmp_path).remove(manifest.MANIFEST)
        page = browser()
        page.goto(f"{lost.url}assets")
        expect(page.get_by_text("its pictures are still there")).to_be_visible()
        expect(page.get_by_text("nukki assets recover")).to_be_visible()
