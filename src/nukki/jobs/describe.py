"""What this installation is and can do, as plain values for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import nukki
from nukki import i18n
from nukki.brief import asset_use, sizes
from nukki.brief.brief import BRIEF_KEYS, STYLE_KEYS
from nukki.brief.load import MAX_BRIEFS
from nukki.catalog import artwork_png, concept, mood, packs, profiles, svg_safe
from nukki.engines import registry
from nukki.errors import NukkiError
from nukki.jobs import payload
from nukki.settings import settings


def manifest() -> dict[str, Any]:
    """The self-report: versions, engines, models, packs, sizes and limits."""
    configured = settings()
    return {
        "name": "nukki",
        "version": nukki.__version__,
        "payload_format": payload.FORMAT,
        "languages": list(i18n.LANGUAGES),
        "engine": configured.engine,
        "engines": list(registry.NAMES),
        "models": [profile.model_dump(mode="json") for profile in profiles.all_profiles()],
        "packs": _packs(),
        "sizes": {name: [size.width, size.height] for name, size in sizes.PRESETS.items()},
        "brief": {
            "fields": list(BRIEF_KEYS),
            "style_fields": list(STYLE_KEYS),
            "asset_fields": list(asset_use.KEYS),
        },
        "brand_pictures": {
            "positions": list(get_args(asset_use.Position)),
            "tilts": list(get_args(asset_use.Tilt)),
            "stands": list(get_args(asset_use.Stand)),
            "blends": list(get_args(asset_use.Blend)),
            "scale": [asset_use.MIN_SCALE, 1],
            "rotate": [-asset_use.MAX_ROTATE, asset_use.MAX_ROTATE],
        },
        "limits": {
            "side_px": [sizes.SMALLEST, sizes.LARGEST],
            "candidates": [1, 8],
            "briefs_per_file": MAX_BRIEFS,
            "reference_bytes": mood.MAX_BYTES,
            "svg_bytes": svg_safe.MAX_BYTES,
            "things": concept.MAX_THINGS,
            "objects": concept.MAX_OBJECTS,
            "brand_pictures": asset_use.MAX_USES,
            "brand_picture_bytes": artwork_png.MAX_BYTES,
        },
        "storage": _place(configured.storage),
    }


def _place(storage: str) -> str:
    return storage if "://" in storage else str(Path(storage).resolve())


def _packs() -> list[dict[str, Any]]:
    return [found for pack_id in packs.pack_ids() if (found := _pack(pack_id))]


def _pack(pack_id: str) -> dict[str, Any] | None:
    try:
        pack = packs.load(pack_id)
    except NukkiError:
        return None  # `nukki packs list` and `nukki doctor` name the broken ones
    return {
        "id": pack.id,
        "version": pack.version,
        "name": pack.name.model_dump(),
        "material_class": pack.material_class,
        "shadow_policy": pack.shadow_policy,
        "renderer": pack.look.renderer,
        "built_in": packs.is_built_in(pack_id),
        "sha256": pack.fingerprint(),
    }
