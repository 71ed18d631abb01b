"""Brand artwork through the real program: registered, drawn with, told, refined and exported."""

import json
import zipfile

import pytest

from nukki.core import png
from tests.cli.program import nukki, write
from tests.jobs.by_hand import ARTWORK
from tests.review.pictures import badge

pytestmark = pytest.mark.slow

BRIEF = """\
object_concept: "화분"
size_preset: {width: 256, height: 256}
style: {style_packs: [sp-flat-illust]}
candidate_count: 1
seed: 11
assets: [badge]
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("브랜드")
    (folder / "badge.png").write_bytes(ARTWORK)
    added = nukki("assets", "add", "badge.png", cwd=folder)
    assert added.returncode == 0, added.stderr
    return folder


@pytest.fixture(scope="module")
def ran(home):
    done = nukki("run", write(home, "브리프.yaml", BRIEF), "--json", cwd=home)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_json_tells_of_each_brand_picture(ran):
    (candidate,) = ran["candidates"]
    (told,) = candidate["assets"]
    assert (told["asset"], told["given"], told["state"], told["matched"]) == (
        "badge", "exact", "exact", True,
    )  # fmt: skip
    assert told["visible_px"] == told["core_px"] == int((badge()[..., 3] == 255).sum())
    assert told["downgrade"] is None
    assert "bytes" in told["message"]


@pytest.mark.parametrize(("language", "word"), [("en", "is exact"), ("ko", "원본 그대로")])
def test_people_are_told_in_their_language(home, language, word):
    file = write(home, f"{language}.yaml", BRIEF)
    done = nukki("run", file, "--lang", language, cwd=home)
    (line,) = [line for line in done.stdout.splitlines() if "badge" in line]
    assert word in line


def test_a_refined_and_an_exported_picture_hold_the_artwork(home, ran):
    place = {name: ran["candidates"][0]["assets"][0][name] for name in ("x", "y")}
    stroke = {"tool": "erase", "kind": "brush", "points": [128, 128, 1], "size": 20}
    write(home, "strokes.json", json.dumps([stroke]))
    refined = nukki("refine", ran["job_id"], "0", "strokes.json", "--json", cwd=home)
    (told,) = json.loads(refined.stdout)["candidate"]["assets"]
    assert {name: told[name] for name in ("x", "y")} == place
    assert told["matched"]
    done = nukki("export", ran["job_id"], "--untrimmed", "--out", "made.zip", cwd=home)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(home / "made.zip") as opened:
        manifest = json.loads(opened.read("manifest.json"))
        (file,) = manifest["pictures"][0]["files"]
        rgba = png.decode(opened.read(file["file"]))
    assert (file["flat"], file["assets"][0]["exact_in_this_file"]) == ("exact", True)
    x, y = place["x"], place["y"]
    core = badge()[..., 3] == 255
    assert (rgba[y : y + 30, x : x + 46][core] == badge()[core]).all()
