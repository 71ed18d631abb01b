"""What a file is, by its first bytes: a kind of picture that is read here, or why it is not."""

from __future__ import annotations

from typing import Literal

from nukki.errors import InputError

Kind = Literal["PNG", "JPEG", "WEBP", "AVIF", "TIFF", "GIF", "BMP", "HEIF"]

HEAD_BYTES = 1024
READABLE = "PNG, JPEG, WebP, AVIF, TIFF, GIF, BMP, HEIC"
ENDINGS = frozenset(
    ".png .apng .jpg .jpeg .jpe .jfif .webp .avif .tif .tiff .gif .bmp .heic .heif".split()
)
_STARTS: tuple[tuple[bytes, Kind], ...] = (
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"BM", "BMP"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"II+\0", "TIFF"),
    (b"MM\0+", "TIFF"),
)
# A picture's drawing instructions, or a picture that only its own program develops.
_OTHERS: tuple[tuple[bytes, str, str], ...] = (
    (b"%PDF", "picture-vector", "PDF"),
    (b"%!PS", "picture-vector", "PostScript"),
    (b"\xc5\xd0\xd3\xc6", "picture-vector", "EPS"),
    (b"8BPS", "picture-project", "Photoshop"),
    (b"gimp xcf", "picture-project", "GIMP"),
    (b"FUJIFILMCCD-RAW", "picture-raw", "RAF"),
    (b"IIRO", "picture-raw", "ORF"),
    (b"\xff\x0a", "picture-other", "JPEG XL"),
    (b"\0\0\0\x0cJXL ", "picture-other", "JPEG XL"),
    (b"\0\0\0\x0cjP  ", "picture-other", "JPEG 2000"),
    (b"\0\0\1\0", "picture-other", "ICO"),
    (b"v/1\1", "picture-other", "OpenEXR"),
    (b"#?RADIANCE", "picture-other", "Radiance HDR"),
    (b"qoif", "picture-other", "QOI"),
    (b"\x1a\x45\xdf\xa3", "picture-video", "WebM"),
    (b"PK\3\4", "picture-archive", "ZIP"),
)
_AVIF_BRANDS = (b"avif", b"avis")
_HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")


def kind_of(head: bytes) -> Kind:
    """The kind of a picture, from the first bytes (1 KiB is enough); its name plays no part.

    Raises InputError with a code that says what the file is instead.

    >>> kind_of(b"GIF89a")
    'GIF'
    """
    if not head:
        raise InputError("picture-empty")
    for start, kind in _STARTS:
        if head.startswith(start):
            if kind == "TIFF" and head[8:10] == b"CR":
                raise InputError("picture-raw", found="CR2")
            return kind
    if head[4:8] == b"ftyp":
        return _of_brands(head)
    if head[:4] == b"RIFF":
        return _of_riff(head)
    for start, code, found in _OTHERS:
        if head.startswith(start):
            raise InputError(code, found=found, allowed=READABLE)
    raise InputError(*_of_text(head))


def _of_brands(head: bytes) -> Kind:
    end = min(int.from_bytes(head[:4], "big"), len(head), 256)
    brands = [head[8:12], *(head[at : at + 4] for at in range(16, end - 3, 4))]
    if any(brand in _AVIF_BRANDS for brand in brands):
        return "AVIF"
    if any(brand in _HEIF_BRANDS for brand in brands):
        return "HEIF"
    if brands[0] == b"crx ":
        raise InputError("picture-raw", found="CR3")
    raise InputError("picture-video", found="MP4")


def _of_riff(head: bytes) -> Kind:
    if head[8:12] == b"WEBP":
        return "WEBP"
    if head[8:12] == b"AVI ":
        raise InputError("picture-video", found="AVI")
    raise InputError("picture-unknown", allowed=READABLE)


def _of_text(head: bytes) -> tuple[str]:
    """The code for what no picture begins with; `allowed` is in the sentence already."""
    try:
        # A character may be cut in two where the head ends.
        text = head[: len(head) - 4 if len(head) >= HEAD_BYTES else None].decode("utf-8")
    except UnicodeDecodeError:
        return ("picture-unknown",)
    if "<svg" in text.lower():
        return ("picture-svg",)
    return ("picture-text",) if text.isprintable() or "\n" in text else ("picture-unknown",)
