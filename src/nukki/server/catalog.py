"""Routes of the catalog: style packs with real samples, and what this installation is."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel

from nukki.brief import load_file
from nukki.catalog import packs
from nukki.catalog.materials import Material
from nukki.catalog.packs import Bilingual, Shadow
from nukki.errors import InputError, NukkiError
from nukki.jobs import describe
from nukki.server import sending
from nukki.server.body import BriefJson
from nukki.server.problems import documented

router = APIRouter(prefix="/api", tags=["catalog"])


class Sample(BaseModel):
    """A picture that the engine made with a pack, and the brief, words and seed that made it."""

    name: str
    url: str
    concept: str
    seed: int
    brief: BriefJson


class Pack(BaseModel):
    """A style pack as people choose it."""

    id: str
    version: int
    name: Bilingual
    description: Bilingual
    palette: list[str]
    material_class: Material
    shadow_policy: Shadow
    renderer: str
    built_in: bool
    samples: list[Sample]


@router.get("/style-packs")
def list_packs() -> list[Pack]:
    """Every style pack that can be used, the built-in ones first."""
    return [shown for pack_id in packs.pack_ids() if (shown := _pack(pack_id))]


@router.get(
    "/samples/{name}",
    response_class=FileResponse,
    responses={**documented(401, 404, 422), 200: {"content": {"image/webp": {}}}},
)
def get_sample(name: str, request: Request) -> Response:
    """A sample picture of a style pack, a WebP with alpha."""
    path = _pictures().get(name)
    if path is None:
        raise InputError("server-picture-unknown", found=name[:100])
    return sending.file(request, path, "image/webp", forever=False)


@router.get("/manifest")
def get_manifest() -> dict[str, Any]:
    """What this installation is and can do; where it lies on this machine is not told."""
    return {key: value for key, value in describe.manifest().items() if key != "storage"}


def _pack(pack_id: str) -> Pack | None:
    try:
        pack = packs.load(pack_id)
    except NukkiError:
        return None  # `nukki packs list` names the broken ones
    return Pack(
        **pack.model_dump(
            include={"id", "version", "name", "description", "material_class", "shadow_policy"}
        ),
        palette=list(pack.palette),
        renderer=pack.look.renderer,
        built_in=packs.is_built_in(pack_id),
        samples=[_sample(name) for name in _pictures() if name.rpartition("-")[0] == pack_id],
    )


@lru_cache(maxsize=1)
def _pictures() -> dict[str, Path]:
    """The sample pictures by name; each has the brief that made it beside it."""
    folder = Path(str(resources.files("nukki") / "catalog" / "samples"))
    return {file.name: file for file in sorted(folder.glob("*.webp"))}


@lru_cache(maxsize=64)
def _sample(name: str) -> Sample:
    (brief,) = load_file(_pictures()[name].with_suffix(".yaml"))
    seed = brief.seed if isinstance(brief.seed, int) else 0
    return Sample(
        name=name.removesuffix(".webp"),
        url=f"/api/samples/{name}",
        concept=brief.object_concept,
        seed=seed,
        brief=brief.as_json(),
    )
