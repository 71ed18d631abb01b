"""Thumbnails over HTTP: made once, small, with alpha, kept for ever, of listed pictures only."""

import io
import json
import shutil
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from PIL import Image

from nukki.core import png
from nukki.server.thumbs import Side
from tests.server.running import drawn, serving


def address(job, side, picture="final/0_7"):
    return f"/api/jobs/{job.id}/thumbs/{side}/{picture}.webp"


def opened(found):
    return Image.open(io.BytesIO(found.body))


@pytest.mark.parametrize("picture", ["final/0_7", "candidates/0_7"])
@pytest.mark.parametrize("side", list(Side))
def test_a_thumbnail_fits_and_is_never_enlarged(server, job, side, picture):
    found = server.get(address(job, side, picture))
    width, height = png.size(job.root / f"{picture}.png")
    shown = opened(found)
    assert found.status == 200
    assert found.getheader("content-type") == "image/webp"
    assert max(shown.size) == min(side, max(width, height))
    assert abs(shown.width / shown.height - width / height) < 0.02


def test_alpha_and_colour_survive(server, job):
    small = np.asarray(opened(server.get(address(job, 160))).convert("RGBA")).astype(float)
    final = Image.open(job.root / "final/0_7.png").resize(small.shape[1::-1], Image.Resampling.BOX)
    wanted = np.asarray(final.convert("RGBA")).astype(float)
    for backdrop in (0, 255):
        over = [p[..., :3] * p[..., 3:] / 255 + backdrop * (1 - p[..., 3:] / 255)
                for p in (small, wanted)]  # fmt: skip
        assert np.abs(over[0] - over[1]).mean() < 4


def test_a_browser_keeps_it_for_ever_and_is_told_that_it_has_it(server, job):
    first = server.get(address(job, 640))
    tag = first.getheader("etag")
    assert first.getheader("cache-control") == "private, max-age=31536000, immutable"
    assert tag.startswith('"')
    again = server.get(address(job, 640), If_None_Match=tag)
    assert (again.status, again.body, again.getheader("etag")) == (304, b"", tag)


def test_head_tells_what_get_would_send(server, job):
    whole, head = server.get(address(job, 160)), server.get(address(job, 160), method="HEAD")
    assert (head.status, head.body) == (200, b"")
    assert head.getheader("content-length") == str(len(whole.body))


def test_it_is_made_once_and_kept_with_the_job(server, storage):
    job = drawn(storage)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: server.get(address(job, 1280)), range(8)))
    assert {one.status for one in found} == {200}
    assert len({(one.body, one.getheader("etag")) for one in found}) == 1
    assert (job.root / "thumbs/0_7_1280.webp").read_bytes() == found[0].body


def test_the_one_that_the_job_made_is_used(server, storage):
    job = drawn(storage)
    assert server.get(address(job, 320)).body == (job.root / "thumbs/0_7.webp").read_bytes()


def test_one_that_cannot_be_kept_is_shown_all_the_same(server, storage):
    job = drawn(storage)
    shutil.rmtree(job.root / "thumbs")
    (job.root / "thumbs").write_bytes(b"no folder")
    found = server.get(address(job, 640))
    assert found.status == 200
    assert opened(found).format == "WEBP"


ATTACKS = [
    "160/final/9_99.webp",
    "160/final/0_7.png",
    "160/final/..%2f0_7.webp",
    "160/final/0_7%00.webp",
    "160/layers/0_7_shadow.webp",
    "160/inputs/0_7.webp",
    "159/final/0_7.webp",
    "0/final/0_7.webp",
    "160/final/unlisted.webp",
    "160/final/../../payload.webp",
]


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_else_is_shown(server, job, name):
    found = server.get(f"/api/jobs/{job.id}/thumbs/{name}")
    assert found.status in (404, 422)
    assert json.loads(found.body)["code"].startswith("server-")


def test_a_link_out_of_the_folder_is_not_followed(server, storage, job):
    other = drawn(storage)
    (other.root / "final/0_7.png").unlink()
    (other.root / "final/0_7.png").symlink_to(job.root / "final/0_7.png")
    assert server.get(address(other, 640)).status == 404


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a" * 50])
def test_a_damaged_picture_is_told(server, storage, content):
    job = drawn(storage)
    (job.root / "final/0_7.png").write_bytes(content)
    found = server.get(address(job, 640))
    assert (found.status, json.loads(found.body)["code"]) == (409, "thumb-damaged")


def test_a_picture_of_too_many_pixels_is_not_decoded(tmp_path):
    job = drawn(tmp_path)
    bomb = Image.new("L", (5000, 5000))
    bomb.save(job.root / "final/0_7.png", compress_level=1)
    with serving(tmp_path) as caller:
        found = caller.get(address(job, 640))
    assert (found.status, json.loads(found.body)["code"]) == (409, "picture-too-large")
