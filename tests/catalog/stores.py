"""Weights for tests: small files, profiles that pin them, and a store in a temporary folder."""

from __future__ import annotations

import hashlib
from typing import Any

from nukki.catalog.weights import Weights

DATA = bytes(range(256)) * 40


def profile(source: dict[str, Any], data: bytes | None = DATA, **changes: Any) -> Weights:
    """A profile that pins `data`, or, with None, takes whatever a person brings."""
    pins: dict[str, Any] = {"at_most": 100_000}
    if data is not None:
        pins = {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    given = {
        "id": "little",
        "name": {"en": "Little", "ko": "작은 것"},
        "task": "saliency",
        "licence": "MIT",
        "commercial": "yes",
        "training_data_note": {"en": "None.", "ko": "없음."},
        "source": source,
        "input": {
            "tensor": "in",
            "size": [8, 8],
            "divide": 255,
            "mean": [0, 0, 0],
            "std": [1, 1, 1],
        },
        "output": {"tensor": "out", "post": "none"},
        **pins,
        **changes,
    }
    return Weights.model_validate(given)


OWN = {"kind": "file", "names": ["little-file.onnx"]}
