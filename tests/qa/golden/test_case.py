"""Golden cases are read strictly, and written so that they read the same."""

import pytest
import yaml

from nukki.errors import FaultyInputError, InputError
from nukki.qa.golden import case, pictures
from tests.qa.golden import folders


def edited(folder, **changes):
    data = yaml.safe_load((folder / case.FILE).read_text("utf-8"))
    folders.write(folder, data | changes)
    return folder


def test_a_case_is_the_same_after_writing_and_reading(tmp_path):
    stored = case.load(folders.make(tmp_path, faults=[{"kind": "noise", "sigma": 2.0, "seed": 3}]))
    case.save(stored)
    assert case.load(stored.folder) == stored


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"colour": "red"}, "pack-field-unknown", "colour"),
        ({"material": "wood"}, "pack-value-not-allowed", "material"),
        ({"faults": [{"kind": "rain"}]}, "pack-value-not-allowed", "faults[0].kind"),
        ({"faults": [{"kind": "noise", "sigma": 2}]}, "pack-field-missing", "faults[0].seed"),
        ({"thresholds": {}}, "pack-field-missing", "thresholds.ssim_min"),
        ({"id": "other"}, "golden-folder-name", "id"),
        ({"picture": {}}, "golden-one-picture", "picture"),
        ({"expected": {"file": "../x.webp", "offset": [0, 0]}}, None, "expected.file"),
        ({"expected": {"file": "x.webp", "offset": [0, 10**9]}}, None, "expected.offset[1]"),
    ],
)
def test_a_faulty_case_is_refused_with_its_field(tmp_path, changes, code, field):
    with pytest.raises(FaultyInputError) as caught:
        case.load(edited(folders.make(tmp_path), **changes))
    fault = caught.value.faults[0]
    assert fault.field == field
    assert fault.code == code or code is None
    assert "red-disc" in caught.value.message()


@pytest.mark.parametrize("text", ["", "- 1\n", "id: [", "a: &a [*a]\n", "x: !!python/none 1\n"])
def test_a_file_that_is_no_case_is_refused(tmp_path, text):
    folder = folders.make(tmp_path)
    (folder / case.FILE).write_text(text, "utf-8")
    with pytest.raises(FaultyInputError):
        case.load(folder)


def test_no_cases_and_an_unknown_case_are_told_apart(tmp_path):
    with pytest.raises(InputError) as caught:
        case.load_all(tmp_path)
    assert caught.value.code == "golden-no-cases"
    folders.make(tmp_path)
    with pytest.raises(InputError) as caught:
        case.load_all(tmp_path, ("red-dics",))
    assert caught.value.context["nearest"] == "red-disc"
    assert [stored.case.id for stored in case.load_all(tmp_path)] == ["red-disc"]


@pytest.mark.parametrize("broken", [b"", b"RIFF....WEBP", b"\x89PNG\r\n\x1a\n"])
def test_a_damaged_picture_is_told_with_its_case(tmp_path, broken):
    stored = case.load(folders.make(tmp_path))
    (stored.folder / "input.webp").write_bytes(broken)
    with pytest.raises(InputError) as caught:
        pictures.given(stored)
    assert "red-disc" in caught.value.message()


def test_a_missing_photo_is_told_with_the_package(tmp_path):
    wanted = case.Photo(file="no-such.png", sha256="0" * 64, left=0, top=0)
    with pytest.raises(InputError) as caught:
        pictures.photo(wanted, 10, 10)
    assert "scikit-image" in caught.value.hint()


def test_a_photo_that_changed_is_refused():
    wanted = case.Photo(file="coffee.png", sha256="0" * 64, left=0, top=0)
    with pytest.raises(InputError, match=r"coffee\.png"):
        pictures.photo(wanted, 10, 10)


def test_deep_inside_the_expected_colour_is_the_pictures_own(tmp_path):
    noisy = [{"kind": "noise", "sigma": 8.0, "seed": 3}]
    stored = case.load(folders.make(tmp_path, faults=noisy))
    picture = pictures.given(stored).rgb
    expected = pictures.expected(stored, picture).on(96, 96)
    assert (expected[48, 30:60, :3] == picture[48, 30:60]).all()
    edge = (expected[..., 3] > 0) & (expected[..., 3] < 255)
    assert edge.any()
    assert (expected[edge][:, :3] == (200, 40, 60)).all()
