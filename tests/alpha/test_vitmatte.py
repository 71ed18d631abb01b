"""ViTMatte's tensors and what becomes of its answer, with a real network of one node in its place.

No package ships the weights, so that their quality is proved by nothing here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nukki.alpha import vitmatte
from nukki.catalog import pull, weights
from nukki.errors import BackendError, InputError
from nukki.settings import settings
from tests.alpha import networks

PROFILE = weights.find("vitmatte-small")
RED, TRIMAP = 0, 3


def network(folder: Path, channel: int) -> vitmatte.ViTMatte:
    data = networks.picks_channel(channel, PROFILE.input.tensor, PROFILE.output.tensor)
    (folder / "tiny.onnx").write_bytes(data)
    return vitmatte.ViTMatte(PROFILE, folder / "tiny.onnx")


def scene(height: int, width: int) -> tuple[Any, Any]:
    rgb = np.random.default_rng(8).integers(0, 256, (height, width, 3), np.uint8)
    trimap = np.full((height, width), 128, np.uint8)
    trimap[: height // 3], trimap[-height // 3 :] = 0, 255
    return rgb, trimap


@pytest.mark.parametrize("size", [(32, 64), (33, 1), (50, 70), (95, 97)])
def test_the_tensor_holds_picture_and_trimap_and_is_padded_with_zeros(size: Any) -> None:
    rgb, trimap = scene(*size)
    found = vitmatte.tensor(rgb, trimap, PROFILE)
    assert found.dtype == np.float32
    assert found.shape[:2] == (1, 4)
    assert [side % 32 for side in found.shape[2:]] == [0, 0]
    assert all(0 <= padded - side < 32 for padded, side in zip(found.shape[2:], size, strict=True))
    inside = found[0, :, : size[0], : size[1]]
    assert np.allclose(inside[:3].transpose(1, 2, 0), rgb / 127.5 - 1, atol=1e-6)
    assert set(np.unique(inside[3])) <= {np.float32(0), np.float32(128 / 255), np.float32(1)}
    assert not found[0, :, size[0] :].any()
    assert not found[0, :, :, size[1] :].any()


@pytest.mark.parametrize("size", [(32, 64), (50, 70), (97, 95)])
def test_the_answer_comes_back_in_place_at_the_size_of_the_picture(
    size: Any, tmp_path: Path
) -> None:
    rgb, trimap = scene(*size)
    found = network(tmp_path, RED)(rgb, trimap)
    unknown = trimap == 128
    assert found.shape == size
    wanted = np.clip(rgb[..., 0] / 127.5 - 1, 0, 1)
    assert np.allclose(found[unknown], wanted[unknown], atol=1e-6)
    assert (found[trimap == 255] == 1).all()
    assert (found[trimap == 0] == 0).all()


def test_any_number_between_stands_for_unknown(tmp_path: Path) -> None:
    rgb, trimap = scene(40, 40)
    trimap[20, 5], trimap[20, 6] = 1, 254
    found = network(tmp_path, TRIMAP)(rgb, trimap)
    assert np.allclose(found[20], 128 / 255)


def test_a_trimap_without_doubt_asks_nobody(tmp_path: Path) -> None:
    known = np.uint8([[0, 255]])
    assert network(tmp_path, RED)(np.zeros((1, 2, 3), np.uint8), known).tolist() == [[0, 1]]


def test_a_large_picture_is_answered_small(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(vitmatte, "MOST_PIXELS", 2000)
    ramp = np.linspace(128, 255, 128)[None, :, None] * np.ones((96, 1, 3))
    trimap = np.full((96, 128), 128, np.uint8)
    trimap[:2], trimap[-2:] = 0, 255
    found = network(tmp_path, RED)(ramp.astype(np.uint8), trimap)
    wanted = np.clip(ramp[..., 0] / 127.5 - 1, 0, 1)
    assert np.abs(found - wanted)[10:-10, 4:-4].max() < 0.05


def test_a_file_that_is_no_network_is_an_error_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "bad.onnx").write_bytes(b"no network")
    with pytest.raises(BackendError) as caught:
        vitmatte.ViTMatte(PROFILE, tmp_path / "bad.onnx")
    assert "vitmatte-small" in caught.value.message()


def test_nobody_is_asked_while_no_weights_are_pulled(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("NUKKI_MODELS", str(tmp_path))
    settings.cache_clear()
    assert vitmatte.if_pulled() is None
    settings.cache_clear()


def test_pulled_weights_are_opened_at_the_first_trimap(tmp_path: Path, monkeypatch: Any) -> None:
    given, output = PROFILE.input.tensor, PROFILE.output.tensor
    brought = tmp_path / "vitmatte-small.onnx"
    brought.write_bytes(networks.picks_channel(TRIMAP, given, output))
    monkeypatch.setenv("NUKKI_MODELS", str(tmp_path / "store"))
    monkeypatch.setenv("NUKKI_MODELS_FROM", str(tmp_path))
    settings.cache_clear()
    pull.pull(PROFILE)
    model = vitmatte.if_pulled()
    assert model is not None
    rgb, trimap = scene(40, 40)
    assert np.allclose(model(rgb, trimap)[trimap == 128], 128 / 255)
    settings.cache_clear()


def test_a_network_for_another_task_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        vitmatte.open_matting("u2netp")
    assert "vitmatte-small" in caught.value.message() + caught.value.hint()
