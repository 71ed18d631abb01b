"""Networks by ONNX Runtime, on one that is written by hand so that its answers are known."""

from __future__ import annotations

import subprocess
import sys
import threading

import numpy as np
import pytest

from nukki.alpha import saliency
from nukki.errors import BackendError, InputError
from tests.alpha.networks import mean_of_channels
from tests.catalog.stores import OWN, profile

SIDE = 8
INPUT = {"tensor": "in", "size": [SIDE, SIDE], "divide": 255, "mean": [0] * 3, "std": [1] * 3}


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    path = tmp_path_factory.mktemp("network") / "mean.onnx"
    path.write_bytes(mean_of_channels(SIDE))
    return path


def model(path, **changes):
    return saliency.Model(profile(OWN, **{"input": INPUT, **changes}), path)


def test_scores_come_back_at_the_size_of_the_picture(network):
    rgb = np.zeros((40, 60, 3), np.uint8)
    rgb[:, 30:] = 255
    score = model(network)(rgb)
    assert score.shape == (40, 60)
    assert score.dtype == np.float32
    assert score[:, :20].max() == 0
    assert score[:, 40:].min() == 1


@pytest.mark.parametrize("form", [(1, 1), (1, 300), (300, 1), (3, 5), (700, 900)])
def test_any_size_is_answered(network, form):
    score = model(network)(np.full((*form, 3), 51, np.uint8))
    assert score.shape == form
    assert np.allclose(score, 0.2, atol=1e-6)


def test_scores_are_never_stretched(network):
    faint = np.zeros((20, 20, 3), np.uint8)
    faint[5:15, 5:15] = 10
    assert model(network)(faint).max() < 0.05


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"divide": "max"}, 1.0),
        ({"divide": 510}, 0.2),
        ({"mean": [0.1] * 3}, 0.3),
        ({"std": [2] * 3}, 0.2),
        ({"mean": [0.9] * 3}, 0.0),
    ],
    ids=["by the largest", "by a number", "mean", "std", "below 0 is 0"],
)
def test_the_profile_says_how_a_picture_is_fed(network, changes, expected):
    score = model(network, input={**INPUT, **changes})(np.full((8, 8, 3), 102, np.uint8))
    assert score == pytest.approx(np.full((8, 8), expected), abs=1e-6)


def test_logits_become_shares(network):
    score = model(network, output={"tensor": "out", "post": "sigmoid"})(
        np.zeros((8, 8, 3), np.uint8)
    )
    assert score == pytest.approx(np.full((8, 8), 0.5))


def test_black_is_no_division_by_zero(network):
    black = np.zeros((8, 8, 3), np.uint8)
    assert not model(network, input={**INPUT, "divide": "max"})(black).any()


def test_several_threads_get_their_own_answers(network):
    shared, found = model(network), {}

    def ask(level):
        found[level] = shared(np.full((64, 64, 3), level, np.uint8))

    threads = [threading.Thread(target=ask, args=(level,)) for level in range(0, 250, 25)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for level, score in found.items():
        assert score == pytest.approx(np.full((64, 64), level / 255), abs=1e-6)


@pytest.mark.parametrize("data", [b"", b"no network" * 50, mean_of_channels(SIDE)[:60]])
def test_a_file_that_is_no_network_is_one_sentence(tmp_path, data):
    (tmp_path / "bad.onnx").write_bytes(data)
    with pytest.raises(BackendError) as caught:
        model(tmp_path / "bad.onnx")
    assert caught.value.code == "network-failed"


@pytest.mark.parametrize("changes", [{"tensor": "other"}, {"size": [9, 9]}])
def test_a_network_of_another_form_is_one_sentence(network, changes):
    with pytest.raises(BackendError) as caught:
        model(network, input={**INPUT, **changes})(np.zeros((8, 8, 3), np.uint8))
    assert caught.value.code == "network-failed"


def test_a_network_for_something_else_is_refused():
    with pytest.raises(InputError) as caught:
        saliency.open_model("vitmatte-small")
    assert "u2netp" in caught.value.hint()


def test_the_runtime_is_not_imported_before_a_network_is_opened():
    code = (
        "import sys, nukki.alpha.saliency, nukki.alpha.salient; print('onnxruntime' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
