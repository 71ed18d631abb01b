"""The library over HTTP: checked, registered, shown, hidden and restored; nothing else gets in."""

import base64
import errno
import io
import json
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import pytest
from PIL import Image

from nukki.catalog import manifest
from nukki.catalog.artwork_png import MAX_BYTES
from nukki.core.storage import Folder
from nukki.jobs import shelving
from nukki.server.app import ASKING
from tests.catalog.artworks import encoded, good, head, logo, p3_profile
from tests.server.listening import stream
from tests.server.running import serving

PATH = "/api/assets"
COLOURS = iter(range(1, 250))


@pytest.fixture(scope="module")
def storage(tmp_path_factory):
    return tmp_path_factory.mktemp("에셋 one")


@pytest.fixture(scope="module")
def server(storage):
    with serving(storage) as caller:
        yield caller


def another():
    """A picture that no test has sent yet."""
    return encoded(logo(colour=(next(COLOURS), 9, 99)))


def sent(server, body, path=PATH, headers=(), **query):
    found = server.get(
        f"{path}?{urlencode(query, doseq=True)}", "POST", body, Content_Type="image/png",
        **dict(headers),
    )  # fmt: skip
    return found.status, json.loads(found.body)


def check(server, body, headers=(), **query):
    return sent(server, body, f"{PATH}/check", headers, **query)


def listed(server, hidden=False):
    found = server.get(f"{PATH}?hidden={str(hidden).lower()}")
    return {asset["id"]: asset for asset in json.loads(found.body)}


def codes(told):
    return [(fault["field"], fault["code"]) for fault in told["faults"]]


def test_a_check_tells_all_and_keeps_nothing(server, storage):
    before = Folder(storage).names("assets")
    status, told = check(server, good(), file="여름 로고.png")
    assert (status, told["ok"], told["faults"], told["remarks"]) == (200, True, [], [])
    assert (told["width"], told["height"], told["bytes"]) == (120, 80, len(good()))
    assert 0.9 < told["core_share"] < 1
    assert (told["suggested_id"], told["suggested_variant"]) == ("yeoreum-logo", "default")
    kind, _, core = told["core"].partition(",")
    assert kind == "data:image/webp;base64"
    assert Image.open(io.BytesIO(base64.b64decode(core))).size == (120, 80)
    assert Folder(storage).names("assets") == before


def test_what_is_wrong_is_told_in_the_language_of_the_person(server):
    body = encoded(logo(alpha=250), icc_profile=p3_profile())
    _, english = check(server, body, id="Logo", variant="a b")
    assert english["ok"] is False
    assert codes(english) == [
        ("file", "artwork-profile"), ("file", "artwork-no-core"), ("id", "asset-id-form"),
        ("variant", "asset-id-form")]  # fmt: skip
    assert english["faults"][2]["nearest"] == "logo"
    _, korean = check(server, body, {"Accept_Language": "ko"}.items(), id="Logo", variant="a b")
    assert "불투명" in korean["faults"][1]["message"]


def test_only_who_asks_for_it_gets_other_colours_converted(server, storage):
    colour = (next(COLOURS), 9, 99)
    body = encoded(logo(colour=colour), icc_profile=p3_profile())
    _, told = check(server, body, id="p3")
    assert (told["ok"], told["convertible"]) == (False, True)
    assert codes(told) == [("file", "artwork-profile")]
    _, told = check(server, body, id="p3", convert="true")
    assert (told["ok"], told["convertible"], codes(told)) == (True, False, [])
    assert [remark["code"] for remark in told["remarks"]] == ["artwork-converted"]
    assert sent(server, body, id="p3")[0] == 422
    status, made = sent(server, body, id="p3", convert="true")
    kept = Folder(storage).read("assets/p3/default.png")
    assert (status, made["variants"][0]["bytes"]) == (201, len(kept))
    assert b"iCCP" not in kept
    shown = json.loads(server.get(f"{PATH}/log?asset=p3").body)["entries"][0]["message"]
    assert shown.startswith("registered default, converted from ")
    plain = another()
    assert sent(server, plain, id="plain", convert="true")[0] == 201
    assert Folder(storage).read("assets/plain/default.png") == plain


def test_a_name_without_latin_letters_is_asked_for(server):
    _, told = check(server, another(), file="ロゴ.png")
    assert (told["suggested_id"], codes(told)) == (None, [("id", "asset-id-missing")])


def test_what_was_sent_comes_back_byte_for_byte(server, storage):
    body = another()
    status, made = sent(
        server, body, id="bytes", name="로고", tags=["a", "b"], min_scale=0.5, clear_space=9
    )
    assert status == 201
    assert (made["name"], made["tags"], made["min_scale"], made["clear_space"]) == (
        "로고", ["a", "b"], 0.5, 9)  # fmt: skip
    (variant,) = made["variants"]
    shown = server.get(variant["picture"])
    assert shown.body == body == Folder(storage).read("assets/bytes/default.png")
    assert shown.getheader("content-type") == "image/png"
    assert shown.getheader("x-content-type-options") == "nosniff"
    assert "default-src 'none'" in shown.getheader("content-security-policy")
    again = server.get(variant["picture"], If_None_Match=shown.getheader("etag"))
    assert (again.status, again.body) == (304, b"")
    assert server.get(variant["picture"], "HEAD").status == 200


def test_small_pictures_are_made_again_where_a_folder_came_without_them(server, storage):
    sent(server, another(), id="small")
    for kind in ("core", "thumb"):
        address = f"{PATH}/small/default.{kind}.webp"
        first = server.get(address)
        Folder(storage).remove(f"assets/small/default.{kind}.webp")
        second = server.get(address)
        assert (second.status, second.getheader("content-type")) == (200, "image/webp")
        assert second.body == first.body
        assert Image.open(io.BytesIO(second.body)).size == (120, 80)


def test_many_who_miss_one_small_picture_hold_up_nobody(server, storage):
    """Each held one of the forty threads that answer everybody until it was made for all."""
    sent(server, another(), id="missed")
    Folder(storage).remove("assets/missed/default.core.webp")
    before = server.app.state.workshop.counts().calls
    address = f"{PATH}/missed/default.core.webp"
    with ThreadPoolExecutor(24) as pool:
        found = list(pool.map(lambda _: server.get(address).status, range(24)))
    assert set(found) == {200}
    assert server.app.state.workshop.counts().calls - before <= ASKING


def test_a_small_picture_is_shown_though_it_cannot_be_kept(server, storage, monkeypatch):
    sent(server, another(), id="full")
    Folder(storage).remove("assets/full/default.core.webp")

    def refuse(*_arguments, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Folder, "write", refuse)
    found = server.get(f"{PATH}/full/default.core.webp")
    assert (found.status, found.getheader("content-type")) == (200, "image/webp")


def test_a_file_that_begins_with_a_known_id_is_its_variant(server):
    sent(server, another(), id="brand")
    _, told = check(server, another(), file="brand-dark.png")
    assert (told["suggested_id"], told["suggested_variant"]) == ("brand", "dark")
    status, made = sent(server, another(), id="brand", variant="dark")
    assert (status, [one["id"] for one in made["variants"]]) == (201, ["default", "dark"])


def test_a_refusal_names_every_field_at_once(server, storage):
    body = another()
    sent(server, body, id="once")
    status, told = sent(server, body, id="twice")
    assert (status, told["code"], codes(told)) == (422, "asset-refused", [("file", "asset-twin")])
    status, told = sent(server, another(), id="once", min_scale=7)
    assert codes(told) == [("variant", "asset-exists"), ("min_scale", "asset-min-scale")]
    assert set(manifest.read(Folder(storage)).assets["once"].variants) == {"default"}


def test_hidden_assets_and_variants_are_shown_only_if_asked_for(server):
    sent(server, another(), id="away")
    sent(server, another(), id="away", variant="dark")
    status = server.send("PATCH", f"{PATH}/away", {"variants": {"dark": {"hidden": True}}})
    assert json.loads(status.body)["variants"][1]["hidden"] is True
    assert [one["id"] for one in listed(server)["away"]["variants"]] == ["default"]
    server.send("PATCH", f"{PATH}/away", {"hidden": True})
    assert "away" not in listed(server)
    assert len(listed(server, hidden=True)["away"]["variants"]) == 2
    assert server.get(f"{PATH}/away/default.png").status == 200
    restored = server.send(
        "PATCH", f"{PATH}/away", {"hidden": False, "variants": {"dark": {"hidden": False}}}
    )
    assert json.loads(restored.body)["hidden"] is False
    assert len(listed(server)["away"]["variants"]) == 2


def test_a_brief_may_name_only_what_is_there_and_shown(server):
    sent(server, another(), id="named")
    server.send("PATCH", f"{PATH}/named", {"hidden": True})
    brief = {"object_concept": "컵", "assets": ["named", "name"]}
    told = json.loads(server.send("POST", "/api/jobs", brief).body)
    assert [fault["code"] for fault in told["faults"]] == ["asset-hidden", "asset-missing"]


def test_who_changed_it_is_in_the_log(server, storage):
    sent(server, another(), id="logged")
    server.send("PATCH", f"{PATH}/logged", {"name": "다른 이름", "tags": ["a"]})
    lines = Folder(storage).read("assets/log.jsonl").splitlines()
    told = [line for line in map(json.loads, lines) if line["asset"] == "logged"]
    assert [(line["by"], line["did"]) for line in told] == [
        ("local:local", "add"), ("local:local", "change")]  # fmt: skip


def test_the_past_is_told_newest_first_in_the_language_of_the_person(server):
    sent(server, another(), id="past", name="옛것")
    sent(server, another(), id="past", variant="dark")
    server.send("PATCH", f"{PATH}/past", {"variants": {"dark": {"hidden": True}}})
    told = json.loads(server.get(f"{PATH}/log?asset=past&limit=2").body)
    newest, added = told["entries"]
    assert (newest["message"], newest["by"], newest["did"]) == (
        "dark hidden", "local:local", "change")  # fmt: skip
    assert newest["changes"] == [
        {"field": "variants.dark.hidden", "before": False, "after": True}]  # fmt: skip
    assert (added["message"], added["variant"], told["next"]) == (
        "registered dark", "dark", added["revision"])  # fmt: skip
    older = server.get(
        f"{PATH}/log?asset=past&before={told['next']}", Accept_Language="ko"
    )  # fmt: skip
    (first,) = json.loads(older.body)["entries"]
    assert first["message"] == "등록: default; 이름: “옛것”"
    everything = json.loads(server.get(f"{PATH}/log").body)
    assert everything["entries"][0] == newest
    assert everything["damaged"] == 0


@pytest.mark.parametrize(
    ("query", "status"),
    [("limit=0", 422), ("limit=201", 422), ("before=0", 422), ("before=x", 422),
     ("asset=../x", 422), ("asset=nobody", 404)],
)  # fmt: skip
def test_a_question_for_the_past_that_is_none_is_refused(server, query, status):
    assert server.get(f"{PATH}/log?{query}").status == status


def test_others_hear_that_the_library_was_changed(server):
    with stream(server.port) as heard:
        heard.until("ready")
        sent(server, another(), id="heard")
        assert heard.until("assets")[-1] == ("assets", {}, None)
        server.send("PATCH", f"{PATH}/heard", {"hidden": True})
        assert heard.until("assets")


REFUSED = {
    "unknown": ("nobody", {"hidden": True}, 404, "asset-unknown"),
    "unknown variant": (
        "kept", {"variants": {"x": {"hidden": True}}}, 404, "asset-variant-unknown"),
    "a name without end": ("kept", {"name": "x" * 5000}, 422, "server-request-invalid"),
    "a long name": ("kept", {"name": "x" * 81}, 422, "asset-refused"),
    "a field that is none": ("kept", {"nmae": "x"}, 422, "server-request-invalid"),
    "a number for a word": ("kept", {"hidden": 1}, 422, "server-request-invalid"),
    "not a number": ("kept", {"min_scale": "big"}, 422, "server-request-invalid"),
    "too large a scale": ("kept", {"min_scale": 1.5}, 422, "asset-refused"),
    "no number": ("kept", {"min_scale": float("nan")}, 422, "asset-refused"),
    "no end": ("kept", {"min_scale": float("inf")}, 422, "asset-refused"),
    "a thousand tags": ("kept", {"tags": ["x"] * 1000}, 422, "server-request-invalid"),
    "many tags": ("kept", {"tags": [str(n) for n in range(13)]}, 422, "asset-refused"),
}  # fmt: skip


@pytest.mark.parametrize(("asset", "body", "status", "code"), REFUSED.values(), ids=REFUSED)
def test_a_change_that_is_none_is_refused(server, asset, body, status, code):
    if "kept" not in listed(server):
        sent(server, another(), id="kept")
    found = server.send("PATCH", f"{PATH}/{asset}", body)
    assert (found.status, json.loads(found.body)["code"]) == (status, code)


@pytest.mark.parametrize(
    "address",
    [
        "nobody/default.png", "kept/none.png", "kept/none.core.webp", "..%2fjobs/default.png",
        "kept/..%2fdefault.png", "kept/default.thumb.png", "%2e%2e/%2e%2e/nukki.db",
        "kept/log.jsonl",
        "manifest.yaml", "log.jsonl", "a" * 200 + "/default.png", "kept/default.png%00", "kept%0a",
    ],
)  # fmt: skip
def test_nothing_is_given_out_that_the_library_does_not_list(server, address):
    found = server.get(f"{PATH}/{address}")
    assert found.status in (404, 405, 422)
    assert found.getheader("content-type") == "application/problem+json"


@pytest.mark.parametrize("asset", ["../x", "..", "a/b", "a\0b", "A", "check", "", "a" * 300])
def test_no_id_leads_anywhere_else(server, storage, asset):
    before = Folder(storage).names(), Folder(storage).names("assets")
    status, told = sent(server, another(), id=asset)
    assert status == 422
    assert told["code"] in ("asset-refused", "server-request-invalid")
    assert (Folder(storage).names(), Folder(storage).names("assets")) == before


def test_a_body_that_is_too_large_is_refused_in_time(server):
    body = good() + bytes(MAX_BYTES)
    for path in (PATH, f"{PATH}/check"):
        status, told = sent(server, body, path, id="large")
        assert (status, told["code"]) == (413, "artwork-too-many-bytes")
    announced = server.get(PATH + "?id=x", "POST", Content_Length=str(2**40))
    assert announced.status == 413


def test_a_form_is_told_to_send_the_bytes_themselves(server):
    found = server.get(
        f"{PATH}/check", "POST", b"--x--", Content_Type="multipart/form-data; boundary=x"
    )
    assert (found.status, json.loads(found.body)["code"]) == (415, "server-media-type")


def test_a_bomb_is_refused_before_it_is_decoded(server):
    status, told = check(server, head(65_535, 65_535), id="bomb")
    assert (status, codes(told)) == (200, [("file", "artwork-large")])
    assert (told["width"], told["core"]) == (0, "")


def test_a_file_that_takes_too_long_is_given_up(server, monkeypatch):
    monkeypatch.setattr(shelving, "EXAMINE_S", 0.0)
    status, told = check(server, encoded(logo((3000, 2000))), id="slow")
    assert (status, told["code"]) in ((422, "artwork-slow"), (503, "workshop-busy"))


def test_a_damaged_manifest_is_told_and_not_written_over(tmp_path):
    Folder(tmp_path).write(manifest.MANIFEST, b"assets: [")
    with serving(tmp_path) as damaged:
        found = damaged.get(PATH)
        assert (found.status, json.loads(found.body)["code"]) == (409, "assets-manifest")
        assert sent(damaged, another(), id="x")[0] == 409
    assert Folder(tmp_path).read(manifest.MANIFEST) == b"assets: ["


def test_a_lost_manifest_is_told_and_the_pictures_stay(tmp_path):
    with serving(tmp_path) as lost:
        body = another()
        assert sent(lost, body, id="logo")[0] == 201
        Folder(tmp_path).remove(manifest.MANIFEST)
        found = lost.get(PATH)
        assert (found.status, json.loads(found.body)["code"]) == (409, "assets-lost")
        status, told = sent(lost, another(), id="logo")
        assert (status, told["code"]) == (409, "assets-lost")
        assert "nukki assets recover" in told["hint"]
        assert check(lost, another(), id="other")[0] == 409
    assert Folder(tmp_path).read("assets/logo/default.png") == body


def test_the_word_of_an_address_is_no_asset(server):
    found = server.get(f"{PATH}/check")
    assert (found.status, found.getheader("allow")) == (405, "POST")
