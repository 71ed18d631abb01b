"""Uploads over HTTP: real pictures and hostile ones; nothing is kept as it came."""

import io
import json
import zipfile

import numpy as np
import pytest
from PIL import Image, ImageCms

from nukki.brief import fields
from nukki.core import png
from nukki.core.storage import Folder
from nukki.jobs import uploads
from nukki.server import uploads as routes
from tests.server.running import serving

PATH = "/api/uploads"
SVG = (
    b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
    b'<rect width="20" height="20" fill="#ff0000"/>'
    b'<circle cx="30" cy="10" r="9" fill="#00f" fill-opacity=".5"/></svg>'
)


def picture(kind="JPEG", size=(60, 40), mode="RGB", colour=(200, 60, 30), **options):
    buffer = io.BytesIO()
    Image.new(mode, size, colour).save(buffer, kind, **options)
    return buffer.getvalue()


def sent(server, body, **headers):
    found = server.get(
        PATH, "POST", body, **({"Content_Type": "application/octet-stream"} | headers)
    )
    return found.status, json.loads(found.body)


def form(*parts, boundary=b"----x"):
    """A form of (name, file name or None, content)."""
    body = b""
    for name, file, content in parts:
        about = f'form-data; name="{name}"' + (f'; filename="{file}"' if file else "")
        body += b"--%s\r\nContent-Disposition: %s\r\n\r\n" % (boundary, about.encode())
        body += content + b"\r\n"
    return body + b"--%s--\r\n" % boundary


FORM = {"Content_Type": "multipart/form-data; boundary=----x"}


def kept(storage, told):
    return Folder(storage).read(f"uploads/{told['upload_id']}.{told['kind']}")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "AVIF", "TIFF", "GIF", "BMP"])
def test_a_picture_of_every_kind_becomes_a_plain_png(server, storage, kind):
    status, told = sent(server, picture(kind))
    assert status == 201
    assert (told["kind"], told["width"], told["height"]) == ("png", 60, 40)
    data = kept(storage, told)
    assert [name for name, _ in png.chunks(data)] == [b"IHDR", b"sRGB", b"IDAT", b"IEND"]
    assert np.abs(png.decode(data)[20, 30].astype(int) - (200, 60, 30, 255)).max() <= 4
    assert fields.UPLOAD.fullmatch(told["name"])


def test_a_server_that_stops_says_so_instead_of_breaking(tmp_path):
    with serving(tmp_path) as stopping:
        stopping.app.state.workshop.close()
        status, told = sent(stopping, picture())
    assert (status, told["code"]) == (503, "server-stopping")


def test_metadata_is_dropped_and_the_picture_stands_upright(server, storage):
    exif = Image.Exif()
    exif[0x0112], exif[0x010E], exif[0x8825] = 6, "my secret place", {2: (1.0, 2.0, 3.0)}
    half = Image.new("RGB", (60, 40), (255, 0, 0))
    half.paste((0, 0, 255), (0, 0, 30, 40))
    buffer = io.BytesIO()
    half.save(buffer, "JPEG", exif=exif, comment=b"my secret words", quality=95)
    status, told = sent(server, buffer.getvalue())
    data = kept(storage, told)
    assert (status, told["width"], told["height"]) == (201, 40, 60)
    assert b"secret" not in data
    assert png.decode(data)[10, 20, :3].argmax() == 2
    assert png.decode(data)[50, 20, :3].argmax() == 0


def test_the_mark_of_synthetic_media_outlives_it(server, storage):
    xmp = png.xmp("trainedAlgorithmicMedia")
    _, told = sent(server, picture("WEBP", xmp=xmp))
    assert png.source_type_of(kept(storage, told)) == "trainedAlgorithmicMedia"


def test_colours_of_another_profile_become_srgb(server, storage):
    lab = ImageCms.createProfile("sRGB")
    profile = ImageCms.ImageCmsProfile(lab).tobytes()
    _, told = sent(server, picture("PNG", icc_profile=profile))
    data = kept(storage, told)
    assert b"iCCP" not in dict(png.chunks(data))
    assert np.abs(png.decode(data)[0, 0, :3].astype(int) - (200, 60, 30)).max() <= 2


def test_a_large_picture_is_reduced_and_alpha_stays(server, storage):
    body = picture("PNG", (4000, 1000), "RGBA", (9, 8, 7, 100))
    status, told = sent(server, body)
    assert (status, told["width"], told["height"]) == (201, 2048, 512)
    assert png.decode(kept(storage, told))[100, 100].tolist() == [9, 8, 7, 100]


def test_the_same_file_is_the_same_upload(server):
    body = picture()
    assert sent(server, body) == sent(server, body)


def test_a_form_is_the_same_as_a_body(server):
    body = picture()
    raw = sent(server, body)
    formed = sent(server, form(("note", None, b"x"), ("file", "내 사진.jpg", body)), **FORM)
    assert formed == raw


def test_a_drawing_is_rebuilt_and_shown_as_it_was_understood(server, storage):
    status, told = sent(server, b"<!-- a secret -->" + SVG.partition(b"?>")[2])
    assert (status, told["kind"], told["width"], told["height"]) == (201, "svg", 40, 20)
    assert b"secret" not in kept(storage, told)
    shown = server.get(told["thumb"])
    drawn = np.asarray(Image.open(io.BytesIO(shown.body)).convert("RGBA"))
    assert shown.getheader("content-type") == "image/webp"
    assert drawn.shape[:2] == (160, 320)
    assert drawn[80, 80, 0] > 200 > 100 > drawn[80, 80, 2]
    assert 110 < drawn[80, 240, 3] < 145


def test_an_upload_can_be_looked_at_again(server):
    _, told = sent(server, picture())
    again = server.get(f"{PATH}/{told['upload_id']}")
    assert json.loads(again.body) == told
    shown = server.get(told["thumb"])
    assert "immutable" in shown.getheader("cache-control")
    assert server.get(told["thumb"], If_None_Match=shown.getheader("etag")).status == 304
    assert server.get(told["thumb"], method="HEAD").status == 200


def zipped():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a", "b")
    return buffer.getvalue()


REFUSED = {
    "empty": (b"", 422, "upload-empty"),
    "text": (b"hello there\n", 415, "picture-text"),
    "archive": (zipped(), 415, "picture-archive"),
    "pdf": (b"%PDF-1.7\n", 415, "picture-vector"),
    "psd": (b"8BPS" + bytes(40), 415, "picture-project"),
    "video": (b"\0\0\0\x18ftypisom" + bytes(40), 415, "picture-video"),
    "noise": (bytes(range(255, 0, -1)) * 5, 415, "picture-unknown"),
    "half a jpeg": (picture()[:200], 422, "picture-damaged"),
    "head of a png": (b"\x89PNG\r\n\x1a\n", 422, "picture-damaged"),
    "bomb": (picture("PNG", (20_000, 20_000), "1", 0), 422, "picture-bomb"),
    "too large": (b"\xff\xd8\xff" + bytes(uploads.MAX_BYTES), 413, "upload-too-large"),
    "script": (SVG.replace(b"<rect", b"<script/><rect"), 422, "svg-script"),
    "outside": (
        SVG.replace(b"<rect", b'<use href="http://10.0.0.1/x"/><rect'), 422, "svg-external"),
    "entity": (
        b'<!DOCTYPE svg [<!ENTITY a SYSTEM "hosts">]>' + SVG.partition(b"?>")[2],
        422, "svg-entity"),
    "broken": (b"<svg><g></svg>", 422, "svg-malformed"),
    "nothing drawn": (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', 422,
                      "svg-empty"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "status", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_used_is_refused_by_name(server, storage, body, status, code):
    before = Folder(storage).names("uploads")
    found, told = sent(server, body)
    assert (found, told["code"]) == (status, code)
    assert Folder(storage).names("uploads") == before


MALFORMED = {
    "no boundary": (b"x", {"Content_Type": "multipart/form-data"}, 422),
    "no file": (form(("note", None, b"x")), FORM, 422),
    "text as file": (form(("file", None, b"x")), FORM, 422),
    "two files": (form(("file", "a", b"x"), ("file", "b", b"y")), FORM, 422),
    "garbage": (b"--nothing of the kind", FORM, 422),
    "cut off": (form(("file", "a", picture()))[:-40], FORM, 422),
    "too many fields": (form(*[(f"f{n}", None, b"x") for n in range(40)]), FORM, 422),
    "too large": (form(("file", "a", bytes(uploads.MAX_BYTES + 1))), FORM, 413),
    "empty file": (form(("file", "a.png", b"")), FORM, 422),
}


@pytest.mark.parametrize(("body", "headers", "status"), MALFORMED.values(), ids=MALFORMED)
def test_a_form_that_is_none_is_refused(server, body, headers, status):
    found, told = sent(server, body, **headers)
    assert found == status
    assert told["code"].startswith("upload-")


def test_a_file_that_takes_too_long_is_given_up(server, monkeypatch):
    monkeypatch.setattr(routes, "TIMEOUT_S", 0.0)
    found, told = sent(server, picture("JPEG", (6000, 5000)))
    assert (found, told["code"]) == (422, "upload-slow")


@pytest.mark.parametrize("name", ["0" * 64, "x", "..%2f..%2fpayload", "0" * 63, "0" * 64 + "%0a"])
def test_an_upload_that_is_not_there_is_told(server, name):
    for rest in ("", "/thumb.webp"):
        assert server.get(f"{PATH}/{name}{rest}").status in (404, 422)


def test_when_too_many_wait_the_next_is_told_to_come_back(server):
    taken = 0
    while routes._places.acquire(timeout=0.1):
        taken += 1
    try:
        found, told = sent(server, picture())
    finally:
        routes._places.release(taken)
    assert (found, told["code"]) == (503, "upload-busy")
