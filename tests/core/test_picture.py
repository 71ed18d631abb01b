"""Reading any picture: the same pixels from every kind of file, one clear refusal for the rest."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
import tifffile
from PIL import Image, ImageCms

from nukki.core import picture, png
from nukki.core.picture import Frame, open_picture
from nukki.errors import InputError
from tests.core.hostile import HEIC

ORIENTATIONS = range(1, 9)
EXACT = {"PNG": {}, "TIFF": {}, "BMP": {}, "WEBP": {"lossless": True}}


def some(height: int = 5, width: int = 7, channels: int = 3, depth: type = np.uint8) -> np.ndarray:
    top = 1 if depth == np.float32 else np.iinfo(depth).max + 1
    return np.random.default_rng(7).integers(0, top, (height, width, channels)).astype(depth)


def saved(pixels: np.ndarray | Image.Image, kind: str = "PNG", **options) -> bytes:
    buffer = io.BytesIO()
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def tiff(pixels: np.ndarray, **options) -> bytes:
    buffer = io.BytesIO()
    tifffile.imwrite(buffer, pixels, **{"photometric": "rgb", **options})
    return buffer.getvalue()


def only(data: bytes) -> Frame:
    (frame,) = open_picture(data).frames()
    return frame


def chunk_png(depth: int, colour: int, rows: bytes, size: tuple[int, int], *chunks) -> bytes:
    head = struct.pack(">IIBBBBB", *size, depth, colour, 0, 0, 0)
    parts = [(b"IHDR", head), *chunks, (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return png.SIGNATURE + b"".join(png.chunk(kind, body) for kind, body in parts)


def profile(name: str = "sRGB") -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile(name)).tobytes()


def grey_profile(gamma: float = 1.0) -> bytes:
    """The smallest grey profile: D50 white and a gamma curve."""
    white = b"XYZ \0\0\0\0" + struct.pack(">iii", 63190, 65536, 54061)
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"
    table = struct.pack(">I4sII4sII", 2, b"wtpt", 156, 20, b"kTRC", 176, 14)
    head = struct.pack(">I4sI4s4s4s", 192, b"lcms", 0x02400000, b"mntr", b"GRAY", b"XYZ ")
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + b"\0" * 24
    head += b"\0" * 4 + struct.pack(">iii", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + table + white + curve


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("kind", EXACT)
def test_pixels_are_the_same_in_every_file_and_orientation(kind: str, orientation: int) -> None:
    upright = some()
    exif = Image.Exif()
    exif[274] = orientation
    # The stored rows are those that the viewer turns back.
    back = {6: 8, 8: 6}.get(orientation, orientation)
    flip = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_270,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_90,
    }.get(back)
    if kind == "BMP":  # knows no orientation
        stored, options = Image.fromarray(upright), {}
    else:
        stored = Image.fromarray(upright)
        stored = stored if flip is None else stored.transpose(flip)
        options = {"exif": exif} if kind != "TIFF" else {"tiffinfo": {274: orientation}}
    frame = only(saved(stored, kind, **EXACT[kind], **options))
    assert np.array_equal(frame.rgb, upright)
    assert frame.alpha is None


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_sixteen_bit_is_turned_as_well(orientation: int) -> None:
    stored = some(depth=np.uint16)
    buffer = io.BytesIO()
    tag = [(274, "H", 1, orientation, False)]
    tifffile.imwrite(buffer, stored, photometric="rgb", extratags=tag)
    eight = (stored >> 8).astype(np.uint8)
    exif = Image.Exif()
    exif[274] = orientation
    wanted = only(saved(eight, "PNG", exif=exif)).rgb
    found = only(buffer.getvalue()).rgb
    assert found.dtype == np.uint16
    assert np.array_equal(found >> 8, wanted)


@pytest.mark.parametrize(
    ("options", "channels"),
    [
        ({"photometric": "rgb"}, 3),
        ({"photometric": "rgb", "compression": "zlib"}, 3),
        ({"photometric": "rgb", "extrasamples": ["unassalpha"]}, 4),
        ({"photometric": "rgb", "byteorder": ">"}, 3),
        ({"photometric": "minisblack"}, 1),
        ({"photometric": "minisblack", "byteorder": ">"}, 1),
        ({"photometric": "miniswhite"}, 1),
    ],
    ids=["rgb", "zlib", "rgba", "big-endian", "grey", "grey big-endian", "white is zero"],
)
def test_a_tiff_of_16_bit_keeps_every_bit(options: dict, channels: int) -> None:
    pixels = some(channels=channels, depth=np.uint16)
    buffer = io.BytesIO()
    tifffile.imwrite(buffer, pixels[..., 0] if channels == 1 else pixels, **options)
    frame = only(buffer.getvalue())
    wanted = 65535 - pixels if options["photometric"] == "miniswhite" else pixels
    assert np.array_equal(frame.rgb, np.broadcast_to(wanted[..., :3], frame.rgb.shape))
    assert (frame.alpha is None) == (channels < 4)
    if channels == 4:
        assert np.array_equal(frame.alpha, pixels[..., 3])


@pytest.mark.parametrize("colour", [0, 2, 4, 6], ids=["grey", "rgb", "grey alpha", "rgba"])
def test_a_png_of_16_bit_keeps_every_bit(colour: int) -> None:
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    pixels = some(4, 6, channels, np.uint16)
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in pixels)
    frame = only(chunk_png(16, colour, rows, (6, 4)))
    wanted = pixels[..., :3] if channels > 2 else pixels[..., :1]
    assert np.array_equal(frame.rgb, np.broadcast_to(wanted, frame.rgb.shape))
    if channels in (2, 4):
        assert np.array_equal(frame.alpha, pixels[..., -1])


@pytest.mark.parametrize(
    "options",
    [
        {"photometric": "rgb", "planarconfig": "separate", "compression": "zlib"},
        {"photometric": "separated"},
    ],
    ids=["planes", "CMYK"],
)
def test_16_bit_that_is_read_with_8_is_told(options: dict) -> None:
    channels = 4 if options["photometric"] == "separated" else 3
    pixels = some(channels=channels, depth=np.uint16)
    buffer = io.BytesIO()
    tifffile.imwrite(buffer, np.moveaxis(pixels, 2, 0) if channels == 3 else pixels, **options)
    opened = open_picture(buffer.getvalue())
    assert "picture-rounded" in opened.remarks
    found = next(opened.frames()).rgb
    assert found.dtype == np.uint8
    if channels == 3:
        assert np.abs(found.astype(int) - (pixels >> 8)).max() <= 1


def test_premultiplied_16_bit_becomes_straight() -> None:
    straight = some(8, 8, 4, np.uint16)
    straight[..., 3] |= 0x8000
    alpha = straight[..., 3:].astype(np.uint64)
    stored = straight.copy()
    stored[..., :3] = (straight[..., :3] * alpha + 32767) // 65535
    buffer = io.BytesIO()
    tifffile.imwrite(buffer, stored, photometric="rgb", extrasamples=["assocalpha"])
    frame = only(buffer.getvalue())
    assert np.abs(frame.rgb.astype(int) - straight[..., :3]).max() <= 2


def test_one_level_of_a_png_may_stand_for_nothing() -> None:
    rows = b"\0" + np.array([1000, 65535], ">u2").tobytes()
    deep = only(chunk_png(16, 0, rows, (2, 1), (b"tRNS", struct.pack(">H", 1000))))
    assert deep.alpha.tolist() == [[0, 65535]]
    shallow = only(chunk_png(8, 2, b"\0\1\2\3\4\5\6", (2, 1), (b"tRNS", b"\0\1\0\2\0\3")))
    assert shallow.alpha.tolist() == [[0, 255]]
    rgb = b"\0" + np.array([1, 2, 3, 40000, 5, 6], ">u2").tobytes()
    colour = only(chunk_png(16, 2, rgb, (2, 1), (b"tRNS", struct.pack(">HHH", 1, 2, 3))))
    assert colour.alpha.tolist() == [[0, 65535]]


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "LAB"])
def test_every_mode_becomes_colour(mode: str) -> None:
    image = Image.fromarray(some(channels=4)[..., :3])
    if mode == "LAB":
        image = ImageCms.profileToProfile(
            image, ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), outputMode="LAB"
        )
    elif mode == "PA":
        image = image.convert("P").convert(mode)
    else:
        image = image.convert(mode)
    kind = "TIFF" if mode in ("CMYK", "LAB") else "PNG"
    if mode == "PA":
        image = image.convert("RGBA")
    frame = only(saved(image, kind))
    assert frame.rgb.shape == (5, 7, 3)
    assert frame.rgb.dtype == np.uint8
    if mode in ("RGB", "RGBA"):
        assert np.array_equal(frame.rgb, some(channels=4)[..., :3])


def test_a_palette_keeps_its_transparency() -> None:
    image = Image.fromarray(np.array([[0, 1, 2]], np.uint8), "P")
    image.putpalette([10, 20, 30, 40, 50, 60, 70, 80, 90])
    frame = only(saved(image, "PNG", transparency=bytes([0, 128, 255])))
    assert frame.rgb.tolist() == [[[10, 20, 30], [40, 50, 60], [70, 80, 90]]]
    assert frame.alpha.tolist() == [[0, 128, 255]]


def test_alpha_is_kept_and_full_alpha_says_nothing() -> None:
    pixels = some(channels=4)
    frame = only(saved(pixels))
    assert np.array_equal(frame.rgb, pixels[..., :3])
    assert np.array_equal(frame.alpha, pixels[..., 3])
    pixels[..., 3] = 255
    assert only(saved(pixels)).alpha is None


def test_a_profile_of_an_rgb_space_is_kept_with_its_pixels() -> None:
    for kind, options in EXACT.items():
        if kind == "BMP":
            continue
        data = saved(some(), kind, icc_profile=profile(), **options)
        opened = open_picture(data)
        assert opened.tags.profile == profile()
        assert np.array_equal(next(opened.frames()).rgb, some())


def test_a_profile_outranks_the_mark_of_srgb() -> None:
    plain = saved(some(), icc_profile=profile())
    marked = (
        plain[:33] + png.chunk(b"sRGB", b"\0") + png.chunk(b"gAMA", b"\0\0\xb1\x8f") + plain[33:]
    )
    assert open_picture(marked).tags.colour == ((b"gAMA", b"\0\0\xb1\x8f"),)


@pytest.mark.parametrize(
    "broken", [b"no profile at all", profile()[:200], profile("LAB")], ids=["noise", "cut", "Lab"]
)
def test_a_profile_that_does_not_fit_is_dropped_and_told(broken: bytes) -> None:
    opened = open_picture(saved(some(), "TIFF", icc_profile=broken))
    assert opened.tags.profile is None
    assert opened.remarks == ("picture-profile-dropped",)


@pytest.mark.parametrize("depth", [np.uint8, np.uint16])
def test_a_grey_profile_is_carried_out(depth: type) -> None:
    full = int(np.iinfo(depth).max)
    grey = np.array([[0, full // 4, full // 2, full]], depth)
    buffer = io.BytesIO()
    tifffile.imwrite(buffer, grey, photometric="minisblack", iccprofile=grey_profile(1.0))
    opened = open_picture(buffer.getvalue())
    frame = next(opened.frames())
    # Linear light: a quarter of it is shown as 137/255 in sRGB, half as 188/255.
    assert np.allclose(frame.rgb[0, :, 1] / (full / 255), [0, 137, 188, 255], atol=1.5)
    assert opened.tags.profile is None


def test_cmyk_is_converted_and_told_when_it_was_guessed() -> None:
    image = Image.new("CMYK", (2, 2), (255, 0, 0, 0))
    opened = open_picture(saved(image, "JPEG"))
    assert opened.remarks == ("picture-cmyk-guessed",)
    red, green, blue = next(opened.frames()).rgb[0, 0].tolist()
    assert red < 20
    assert green > 200
    assert blue > 200


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "BMP"])
def test_resolution_is_kept(kind: str) -> None:
    opened = open_picture(saved(some(), kind, dpi=(300, 300)))
    assert opened.tags.per_metre == (11811, 11811)


def test_colours_that_a_png_names_without_a_profile_are_kept() -> None:
    rows = b"\0" + bytes(3)
    data = chunk_png(8, 2, rows, (1, 1), (b"gAMA", struct.pack(">I", 100000)))
    assert open_picture(data).tags.colour == ((b"gAMA", struct.pack(">I", 100000)),)


def test_the_mark_of_synthetic_media_is_read() -> None:
    xmp = b"<x>http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia</x>"
    assert open_picture(saved(some(), "JPEG", xmp=xmp)).tags.source_type == (
        "trainedAlgorithmicMedia"
    )
    assert open_picture(saved(some())).tags.source_type is None
    own = png.encode(some(channels=4))
    assert open_picture(own).tags.source_type == "algorithmicMedia"


def test_a_heic_is_read_upright_in_a_process_of_its_own() -> None:
    opened = open_picture(HEIC)
    frame = next(opened.frames())
    assert (opened.kind, opened.count, frame.rgb.shape) == ("HEIF", 1, (64, 48, 3))
    assert np.abs(frame.rgb[5, 5].astype(int) - (0, 160, 60)).max() < 6
    # A type of metadata that is no UTF-8 ends the decoder itself.
    crash = HEIC.replace(b"\0Exif\0", b"\0E\x80if\0")
    for damaged in (crash, HEIC[:300], HEIC[:640]):
        with pytest.raises(InputError) as refused:
            open_picture(damaged)
        assert refused.value.code == "picture-damaged"


def moving(kind: str, **options) -> tuple[bytes, list[np.ndarray]]:
    frames = []
    for step in range(4):
        pixels = np.zeros((8, 8, 4), np.uint8)
        pixels[2:5, step : step + 3] = (200, 60 * step, 20, 255)
        frames.append(pixels)
    images = [Image.fromarray(pixels) for pixels in frames]
    buffer = io.BytesIO()
    images[0].save(
        buffer, kind, save_all=True, append_images=images[1:], duration=[50, 60, 70, 80], **options
    )
    return buffer.getvalue(), frames


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("PNG", {}),
        ("PNG", {"disposal": 1, "blend": 1}),
        ("WEBP", {"lossless": True, "exact": True}),
        ("GIF", {"disposal": 2}),
    ],
    ids=["APNG", "APNG over", "WebP", "GIF"],
)
def test_every_frame_of_an_animation_is_composed(kind: str, options: dict) -> None:
    data, frames = moving(kind, **options)
    opened = open_picture(data)
    assert (opened.animated, opened.count) == (True, 4)
    found = list(opened.frames())
    assert [frame.duration_ms for frame in found] == [50, 60, 70, 80]
    for frame, wanted in zip(found, frames, strict=True):
        assert np.array_equal(frame.alpha, wanted[..., 3])
        seen = wanted[..., 3] > 0
        assert np.array_equal(frame.rgb[seen], wanted[..., :3][seen])


def test_frames_of_avif_are_read() -> None:
    data, frames = moving("AVIF", quality=100)
    found = list(open_picture(data).frames())
    assert len(found) == len(frames)
    assert abs(int(found[2].rgb[3, 3, 0]) - 200) < 24


def test_a_still_beside_the_animation_is_no_frame() -> None:
    data, frames = moving("PNG", default_image=True)
    opened = open_picture(data)
    assert opened.count == 3
    assert np.array_equal(next(opened.frames()).alpha, frames[1][..., 3])


def test_pages_are_frames_that_do_not_move() -> None:
    pages = [some(), some(3, 9)]
    images = [Image.fromarray(page) for page in pages]
    data = saved(images[0], "TIFF", save_all=True, append_images=images[1:])
    opened = open_picture(data)
    assert not opened.animated
    for frame, page in zip(opened.frames(), pages, strict=True):
        assert np.array_equal(frame.rgb, page)


def test_every_page_is_turned_by_its_own_tag() -> None:
    for depth in (np.uint8, np.uint16):
        buffer = io.BytesIO()
        with tifffile.TiffWriter(buffer) as writer:
            for orientation in (6, 1, 8):
                tag = [(274, "H", 1, orientation, False)]
                writer.write(some(depth=depth), photometric="rgb", extratags=tag)
        found = [frame.rgb for frame in open_picture(buffer.getvalue()).frames()]
        assert np.array_equal(found[0], np.rot90(some(depth=depth), -1))
        assert np.array_equal(found[1], some(depth=depth))
        assert np.array_equal(found[2], np.rot90(some(depth=depth)))


def test_a_smaller_copy_in_a_tiff_is_no_page() -> None:
    buffer = io.BytesIO()
    with tifffile.TiffWriter(buffer) as writer:
        writer.write(some(), photometric="rgb")
        writer.write(some(2, 3), photometric="rgb", subfiletype=1)
    assert open_picture(buffer.getvalue()).count == 1


def test_a_depth_map_beside_a_photo_is_no_frame() -> None:
    images = [Image.fromarray(some()), Image.fromarray(some(3, 3))]
    data = saved(images[0], "MPO", save_all=True, append_images=images[1:])
    assert open_picture(data).count == 1


TEXT = b"not a picture at all, whatever its name says\n"
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "picture-empty"),
        (TEXT, "picture-text"),
        ("한글로 쓴 메모".encode(), "picture-text"),
        (SVG, "picture-svg"),
        (b"%PDF-1.7", "picture-vector"),
        (b"8BPS\0\1", "picture-project"),
        (b"PK\3\4zip", "picture-archive"),
        (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "picture-video"),
        (b"\0\0\0\x18ftypcrx \0\0\0\0crx isom", "picture-raw"),
        (b"\xff\x0a\xfa", "picture-other"),
        (bytes(range(256)), "picture-unknown"),
        (b"\x89PNG\r\n\x1a\n", "picture-damaged"),
        (b"GIF89a", "picture-damaged"),
        (b"RIFF\x10\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\xff" * 6, "picture-too-many-pixels"),
        (saved(np.zeros((1, 70_000, 3), np.uint8)), "picture-too-many-pixels"),
        (saved(Image.new("F", (2, 2)), "TIFF"), "picture-samples"),
        (tiff(some(depth=np.float32), photometric="rgb"), "picture-unidentified"),
        (tiff(some(3, 5, 7, np.uint16), planarconfig="separate"), "picture-planes"),
    ],
)
def test_what_is_no_picture_is_told_apart(data: bytes, code: str) -> None:
    with pytest.raises(InputError) as refused:
        open_picture(data)
    assert refused.value.code == code
    for language in ("en", "ko"):
        assert "\n" not in refused.value.message(language)
        assert "{" not in refused.value.message(language) + refused.value.hint(language)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "AVIF", "TIFF", "GIF", "BMP"])
def test_a_file_that_is_cut_short_is_damaged(kind: str) -> None:
    data = saved(some(64, 64), kind)
    with pytest.raises(InputError) as refused:
        open_picture(data[: len(data) // 2])
    assert refused.value.code == "picture-damaged"


def test_16_bit_that_is_cut_short_is_damaged() -> None:
    pixels = some(64, 64, 3, np.uint16)
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in pixels)
    data = chunk_png(16, 2, rows, (64, 64))
    with pytest.raises(InputError):
        open_picture(data[: len(data) // 2])


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = chunk_png(8, 2, b"", (40_000, 40_000))
    with pytest.raises(InputError) as refused:
        open_picture(bomb)
    assert refused.value.code == "picture-bomb"


@pytest.mark.parametrize("kind", ["GIF", "TIFF"])
def test_more_frames_than_the_cap_are_refused(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = moving(kind)[0]
    monkeypatch.setattr(picture, "MAX_FRAMES", 4)
    assert open_picture(data).count == 4
    monkeypatch.setattr(picture, "MAX_FRAMES", 3)
    with pytest.raises(InputError) as refused:
        open_picture(data)
    assert refused.value.code == "picture-too-many-frames"


def test_files_that_are_none_are_told_apart(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe.png")
    cases = {
        tmp_path: "picture-folder",
        tmp_path / "none.png": "picture-missing",
        tmp_path / "pipe.png": "picture-unreadable",
        Path("/dev/zero"): "picture-unreadable",
        Path("a" * 300): "picture-unreadable",
    }
    for path, code in cases.items():
        with pytest.raises(InputError) as refused:
            open_picture(path)
        assert refused.value.code == code


def test_a_name_does_not_make_the_kind(tmp_path: Path) -> None:
    path = tmp_path / "사진.png"
    path.write_bytes(saved(some(), "JPEG"))
    assert open_picture(path).kind == "JPEG"


def test_one_pixel_is_a_picture() -> None:
    for kind, options in EXACT.items():
        assert only(saved(some(1, 1), kind, **options)).rgb.shape == (1, 1, 3)
