"""The model of a run: nothing before its first question, and a failure is not repeated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nukki.errors import InputError
from nukki.jobs.cut_model import LazyModel
from nukki.settings import settings


def test_a_model_that_is_not_here_is_looked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUKKI_MODELS", str(tmp_path))
    settings.cache_clear()
    try:
        model = LazyModel("vitmatte-small")  # which finds no objects
        refused = []
        for _ in range(2):
            with pytest.raises(InputError) as caught:
                model(np.zeros((4, 4, 3), np.uint8))
            refused.append(caught.value)
    finally:
        settings.cache_clear()
    assert refused[0].code == "saliency-other-task"
    assert refused[0] is refused[1]
