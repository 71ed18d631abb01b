"""Routes of what a brief may refer to besides packs: models, engines and shapes."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel

from nukki.catalog import profiles
from nukki.catalog.packs import Bilingual
from nukki.catalog.profiles import Profile
from nukki.core import hashing
from nukki.engines import registry
from nukki.errors import InputError
from nukki.jobs.queue import places
from nukki.server import sending
from nukki.server.cards import Told
from nukki.server.deps import HistoryOf, SettingsOf, Turn, WorkshopOf
from nukki.server.problems import documented
from nukki.server.speech import Language

router = APIRouter(prefix="/api", tags=["catalog"])

SEARCH_S = 30.0  # the first search reads the vocabulary
SVG = "image/svg+xml"
ALONE = "default-src 'none'; sandbox"  # opened as a page, it does nothing
A_DAY = "private, max-age=86400"  # art changes with an update only
# How an icon was found, from the surest to the loosest.
Why = Literal["synonym", "label", "tag", "mention", "near"]


class Capabilities(BaseModel):
    """What an engine makes use of when it draws a model.

    `prompt`: all words, not only those that name things; `negative`: words to leave out;
    `references`: how many mood pictures; `assets`: brand pictures.
    """

    prompt: bool
    negative: bool
    references: int
    assets: bool


class Model(BaseModel):
    """A model as it can be drawn with the present engine.

    `default` is taken when a brief names none. A model that is not `available` says why, and has
    no capabilities here.
    """

    id: str
    name: Bilingual | None
    engine: str | None
    available: bool
    default: bool
    capabilities: Capabilities | None
    reason: Told | None


class Engine(BaseModel):
    """Who draws. `here`: part of this installation; `configured`: taken unless another is named.

    `running` and `waiting` are its jobs; the engine itself is not asked, so nothing that sleeps is
    woken by looking.
    """

    name: str
    here: bool
    configured: bool
    state: Literal["idle", "busy", "absent"]
    running: int
    waiting: int


class Shape(BaseModel):
    """An icon that words stand for; `score` is 1 for the best kind of match."""

    name: str
    label: Bilingual
    score: float
    why: Why


@router.get("/models", responses=documented(401))
def list_models(settings: SettingsOf, language: Language) -> list[Model]:
    """Every model that is known, with what the configured engine can do with it."""
    known = profiles.all_profiles()
    default = next((item.id for item in known if item.engine == settings.engine), None)
    shown = [_model(profile, settings.engine, default, language) for profile in known]
    return [*shown, *(_absent(name, default, language) for name in profiles.elsewhere())]


@router.get("/engines", responses=documented(401, 503))
def list_engines(settings: SettingsOf, history: HistoryOf) -> list[Engine]:
    """The engines and how busy they are."""
    names = dict.fromkeys([*registry.NAMES, settings.engine])
    standing = places.places(history.database)
    found = []
    for name in names:
        mine = [place for place in standing if place.engine == name]
        running = sum(place.state == "running" for place in mine)
        here = name in registry.NAMES
        found.append(
            Engine(
                name=name,
                here=here,
                configured=name == settings.engine,
                state=("busy" if running else "idle") if here else "absent",
                running=running,
                waiting=len(mine) - running,
            )
        )
    return found


@router.get("/shapes", responses=documented(401, 422, 503))
def search_shapes(
    text: Annotated[str, Query(min_length=1, max_length=60, examples=["화분"])],
    _turn: Turn,
    workshop: WorkshopOf,
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
) -> list[Shape]:
    """The icons that match a word in Korean or English, best first; empty when none does."""
    function = "nukki.catalog.shapes:search"
    matches = workshop.run(function, text, limit, timeout_s=SEARCH_S, lane="ask")
    return [
        Shape(
            name=match.name,
            label=Bilingual(en=match.label_en, ko=match.label_ko or match.label_en),
            score=match.score,
            why=match.why,
        )
        for match in matches
    ]


@router.get(
    "/shapes/{name}.svg",
    response_class=Response,
    responses={
        **documented(401, 404, 422, 503),
        304: {"description": "The picture is the one that the caller has"},
        200: {"content": {SVG: {}}},
    },
)
def get_shape(
    name: Annotated[str, Path(max_length=64, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")],
    request: Request,
    _turn: Turn,
    workshop: WorkshopOf,
) -> Response:
    """The art of an icon, as it is before a style is put on it; harmless wherever it is shown."""
    function = "nukki.catalog.shapes:picture"
    drawn: bytes = workshop.run(function, name, timeout_s=SEARCH_S, lane="ask")
    headers = {
        "ETag": f'"{hashing.of_bytes(drawn)[:32]}"',
        "Cache-Control": A_DAY,
        "Content-Security-Policy": ALONE,
    }
    if sending.is_known(request, headers):
        return Response(status_code=304, headers=headers)
    return Response(drawn, media_type=SVG, headers=headers)


def _model(profile: Profile, engine: str, default: str | None, language: str) -> Model:
    available = profile.engine == engine
    can = Capabilities(
        prompt=profile.uses_prompt,
        negative=profile.supports_negative,
        references=profile.max_references,
        assets=profile.supports_assets,
    )
    return Model(
        id=profile.id,
        name=profile.name,
        engine=profile.engine,
        available=available,
        default=profile.id == default,
        capabilities=can if available else None,
        reason=None if available else _why(profile.id, default, language),
    )


def _absent(name: str, default: str | None, language: str) -> Model:
    return Model(
        id=name,
        name=None,
        engine=None,
        available=False,
        default=False,
        capabilities=None,
        reason=_why(name, default, language),
    )


def _why(name: str, default: str | None, language: str) -> Told:
    error = InputError("model-needs-engine", found=name, allowed=default, nearest=default)
    return Told(code=error.code, message=error.message(language), hint=error.hint(language))
