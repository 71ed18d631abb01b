"""A candidate as it travels: whole, the same bytes every time, and refused when damaged."""

import io
import zipfile

import numpy as np
import pytest

from nukki.engines import parcel
from nukki.engines.engine import Candidate
from nukki.errors import EngineError

RNG = np.random.default_rng(5)
WHOLE = Candidate(
    3,
    41,
    RNG.integers(0, 256, (20, 30, 4), np.uint8),
    {"shadow": RNG.integers(0, 256, (20, 30, 4), np.uint8)},
    {"light": 1.25},
    {"spp": 64, "재료": "유리", "peak": np.float32(0.1)},
    (0.1, 0.69, 0.25),
    RNG.random((20, 30), np.float32),
)


@pytest.mark.parametrize("drawn", [WHOLE, Candidate(0, 1, WHOLE.rgba)], ids=["whole", "bare"])
def test_a_candidate_comes_out_as_it_went_in(drawn):
    packed = parcel.pack(drawn)
    found = parcel.unpack(packed.data)
    assert (packed.index, packed.seed) == (found.index, found.seed) == (drawn.index, drawn.seed)
    assert np.array_equal(found.rgba, drawn.rgba)
    assert (found.timings, found.background) == (drawn.timings, drawn.background)
    assert dict(found.facts) == {name: drawn.facts[name] for name in drawn.facts}
    assert found.layers.keys() == drawn.layers.keys()
    assert all(np.array_equal(found.layers[name], drawn.layers[name]) for name in drawn.layers)
    if drawn.mask is None:
        assert found.mask is None
    else:
        assert found.mask.dtype == np.float32
        assert np.array_equal(found.mask, drawn.mask)


def test_equal_candidates_give_equal_bytes():
    assert parcel.pack(WHOLE).data == parcel.pack(WHOLE).data


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: len(data) // 2],
        lambda data: b"",
        lambda data: b"no archive at all",
        lambda data: data.replace(b"rgba.npy", b"rgbx.npy"),
        lambda data: data[:200] + bytes(50) + data[250:],
    ],
    ids=["cut off", "empty", "another file", "without a picture", "overwritten"],
)
def test_a_damaged_parcel_is_refused_with_a_sentence(spoil):
    with pytest.raises(EngineError) as caught:
        parcel.unpack(spoil(parcel.pack(WHOLE).data))
    assert caught.value.code == "parcel-damaged"
    assert caught.value.hint()


def test_carrying_a_parcel_needs_no_numeric_library():
    import subprocess
    import sys

    code = (
        "import sys; from nukki.engines.render.engine import RenderEngine;"
        "from nukki.jobs import drawing, steps, workshop;"
        "sys.exit(sum(name in sys.modules for name in ('numpy', 'cv2', 'scipy', 'PIL')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def _archive(about, method=zipfile.ZIP_DEFLATED):
    buffer, picture = io.BytesIO(), io.BytesIO()
    np.save(picture, WHOLE.rgba)
    lines = io.BytesIO()
    np.save(lines, np.frombuffer(about, np.uint8))
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("about.npy", lines.getvalue())
        archive.writestr("rgba.npy", picture.getvalue())
    return buffer.getvalue()


def test_bytes_that_only_begin_as_a_parcel_are_refused_in_the_same_way():
    whole = _archive(b"{}")
    places = range(40, len(whole), 7)
    turned = [whole[:n] + bytes([whole[n] ^ 0xFF]) + whole[n + 1 :] for n in places]
    for data in (_archive(b"[" * 200_000), *turned):
        with pytest.raises(EngineError) as caught:
            parcel.unpack(data)
        assert caught.value.code == "parcel-damaged"
