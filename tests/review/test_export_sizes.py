"""Sizes: what was drawn is the largest; names are safe; archives hold nothing of time or place."""

import zipfile

import pytest

from nukki.errors import InputError
from nukki.review import export_names, export_zip
from nukki.review.export_sizes import Sizes, parse


@pytest.mark.parametrize(
    ("texts", "picture", "sizes"),
    [
        ([], (300, 200), {1: (300, 200)}),
        (["2x"], (300, 200), {2: (300, 200)}),
        (["1x,2x"], (301, 201), {1: (151, 101), 2: (301, 201)}),
        (["3x", "1x", "2x"], (300, 3), {1: (100, 1), 2: (200, 2), 3: (300, 3)}),
        (["512"], (300, 200), {1: (300, 200)}),
        (["150"], (300, 200), {1: (150, 100)}),
        (["1x,2x,100"], (200, 400), {1: (25, 50), 2: (50, 100)}),
        (["1x,4x"], (2, 1000), {1: (1, 250), 4: (2, 1000)}),
    ],
)
def test_the_largest_is_what_was_drawn_and_nothing_is_enlarged(texts, picture, sizes):
    assert parse(texts).of(*picture) == sizes


def test_a_picture_that_is_too_small_is_told():
    assert not Sizes(longest=512).reaches(300, 511)
    assert Sizes(longest=512).reaches(512, 3)
    assert Sizes().reaches(1, 1)


@pytest.mark.parametrize(
    "text", ["", "0x", "5x", "1.5x", "x", "15", "9000", "-512", "512,256", "²x"]
)
def test_other_sizes_are_refused(text):
    with pytest.raises(InputError) as refused:
        parse([text])
    assert refused.value.code == "export-size"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("3D 쇼핑백과 퍼센트 기호", "3D 쇼핑백과 퍼센트 기호"),
        ("가", "가"),
        ("a/b\\c:d*e?f", "a b c d e f"),
        ("../../etc/passwd", "etc passwd"),
        ("con", "nukki"),
        ("LPT1.txt", "nukki"),
        ("\x00\x1b\u202e", "nukki"),
        ("  . . ", "nukki"),
        ("👜" * 100, "👜" * 37),
    ],
)
def test_a_name_is_the_persons_own_as_far_as_files_can_have_it(words, name):
    assert export_names.stem(words) == name
    assert len(export_names.of_picture(name, 63, 2**63, 4, "avif").encode()) < 255


def test_an_archive_holds_no_time_and_refuses_twins(tmp_path):
    for name in ("one.zip", "two.zip"):
        with export_zip.writing(tmp_path / name) as archive:
            entry = archive.add("컵.png", b"pixels", packed=False)
            archive.add("manifest.json", b"{}" * 50, packed=True)
            with pytest.raises(ValueError, match="MANIFEST"):
                archive.add("MANIFEST.json", b"", packed=True)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as opened:
        assert opened.testzip() is None
        assert [info.date_time[0] for info in opened.infolist()] == [1980, 1980]
        assert opened.read("컵.png") == b"pixels"
    assert (entry.bytes, len(entry.sha256)) == (6, 64)


def test_an_archive_has_an_end(tmp_path, monkeypatch):
    monkeypatch.setattr(export_zip, "MAX_BYTES", 10)
    with export_zip.writing(tmp_path / "big.zip") as archive:
        archive.add("a", b"123456", packed=False)
        with pytest.raises(InputError) as refused:
            archive.add("b", b"123456", packed=False)
    assert refused.value.code == "export-too-large"
