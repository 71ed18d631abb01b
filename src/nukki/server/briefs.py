"""Routes of the form: a brief looked up while somebody writes it, and nothing is made."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel

from nukki import i18n
from nukki.catalog.concept import Kind
from nukki.catalog.materials import Material
from nukki.catalog.packs import Bilingual, Shadow
from nukki.catalog.shapes import Match
from nukki.jobs import eta, preview
from nukki.jobs.history import History
from nukki.jobs.preview import Preview
from nukki.jobs.queue import places
from nukki.jobs.status import Failure
from nukki.jobs.submit import USUAL
from nukki.server import body, cards, placing
from nukki.server.cards import Told
from nukki.server.deps import CallerOf, HistoryOf, SettingsOf, Turn, WorkshopOf, who
from nukki.server.placing import Layout
from nukki.server.problems import FieldFault, documented, field_fault
from nukki.server.speech import Language

router = APIRouter(prefix="/api/briefs", tags=["jobs"])

LOOK_S = 30.0  # the first look reads the vocabulary; the next ones take milliseconds
CURRENCY = "USD"  # of the prices of all who let machines


class Picked(BaseModel):
    """An icon: its `name` is what `shapes` of a brief takes for a word, `picture` shows it."""

    name: str
    label: Bilingual
    picture: str


class Word(BaseModel):
    """A run of the concept and what it became.

    `start` and `end` are places in the text as it was typed, in **code points** (in JavaScript,
    of `Array.from(text)`, not of `text` itself). `kind`: `shape` is an icon, `drawing` a file of
    yours, `lettering` is set in type; `left_out` was ruled out, `unmatched` nothing is known for;
    `count`, `size`, `colour` and `negation` say something of a thing, `ignored` draws nothing.
    `near` are icons that may stand in its place: a brief with `shapes: {text: name}` gets one.
    """

    text: str
    start: int
    end: int
    kind: Kind
    shape: Picked | None
    picture: str | None
    why: str
    near: list[Picked]


class Between(BaseModel):
    """Seconds, between which it most likely is."""

    low: float
    high: float


class Cost(BaseModel):
    """What a job costs in money."""

    amount: float
    currency: str
    per: Literal["job"]


class Estimate(BaseModel):
    """How long it takes and what it costs; null where nobody can say.

    `seconds` is for the whole job once it has begun, `waits_s` until then. `jobs_measured` earlier
    jobs of its kind say so; with 0 the seconds are a rule of thumb, and `basis` says that.
    `cold_start_s`: how long a machine that sleeps may take to wake.
    """

    seconds: Between | None
    per_candidate_s: float | None
    waits_s: float | None
    jobs_measured: int
    cost: Cost | None
    cold_start_s: float | None
    basis: Told


class Checked(BaseModel):
    """What a brief would become. `ok`: it could be drawn as it stands; else `faults` say why not.

    What a fault hides is null: the size while the size is wrong, the material while a pack is.
    `understood` are words of the free and the campaign text that change light and colour.
    `layout` is null without brand pictures, and while the size or one of them cannot be used.
    """

    ok: bool
    faults: list[FieldFault]
    notes: list[Told]
    words: list[Word]
    understood: list[str]
    material_class: Material | None
    shadow: Shadow | None
    packs: list[str]
    width: int | None
    height: int | None
    layout: Layout | None
    candidates: int | None
    engine: str
    model: str | None
    estimate: Estimate


@router.post(
    "/check",
    responses=documented(400, 401, 403, 408, 413, 415, 422, 503),
    openapi_extra=body.DRAFT_BODY,
)
def check_brief(
    sent: body.Sent,
    _turn: Turn,
    workshop: WorkshopOf,
    history: HistoryOf,
    caller: CallerOf,
    settings: SettingsOf,
    language: Language,
    engine: Annotated[str | None, Query(max_length=40)] = None,
) -> Checked:
    """Look a brief up without making anything, finished or not: what each word became, everything
    that would be refused, and what it would take.

    `ok` is exactly what `POST /api/jobs` would say. It answers within milliseconds, to be asked
    while somebody types.
    """
    drawn_by = engine or settings.engine
    function = "nukki.jobs.preview:look"
    found: Preview = workshop.run(
        function, sent, drawn_by, settings.storage, timeout_s=LOOK_S, lane="ask"
    )
    width, height = found.size or (None, None)
    return Checked(
        ok=not found.faults,
        faults=[field_fault(fault, language) for fault in found.faults],
        notes=[cards.told(note, language) for note in found.notes],
        words=[_word(word, language) for word in found.words],
        understood=list(found.understood),
        material_class=found.material_class,
        shadow=found.shadow,
        packs=list(found.packs),
        width=width,
        height=height,
        layout=placing.shown(found.layout) if found.layout else None,
        candidates=found.candidates,
        engine=drawn_by,
        model=found.model,
        estimate=_estimate(found, drawn_by, who(caller), history, language),
    )


def shown_at(name: str) -> str | None:
    """Where a file is shown, by the name that a brief gives it."""
    kind, _, where = name.partition(":")
    if kind == "upload":
        return f"/api/uploads/{where}/thumb.webp"
    job_id, _, sha256 = where.partition(":")
    return f"/api/jobs/{job_id}/inputs/{sha256}.webp" if kind == "job" else None


def _word(word: preview.Word, language: str) -> Word:
    why, blanks = word.why, dict(word.context)
    if word.shape is not None:
        label = _label(word.shape).text(language)
        blanks["shape"] = label
        if why == "word-synonym" and label.casefold() == word.text.casefold():
            why = "word-label"  # a name that was written down, and happens to be its own
    shape = _picked(word.shape) if word.shape else None
    return Word(
        text=word.text,
        start=word.start,
        end=word.end,
        kind=word.kind,
        shape=shape,
        picture=shape.picture if shape else shown_at(word.drawing or ""),
        why=i18n.text(why, language, **blanks),
        near=[_picked(match) for match in word.near],
    )


def _picked(match: Match) -> Picked:
    return Picked(name=match.name, label=_label(match), picture=f"/api/shapes/{match.name}.svg")


def _label(match: Match) -> Bilingual:
    return Bilingual(en=match.label_en, ko=match.label_ko or match.label_en)


def _estimate(
    found: Preview, engine: str, caller: str, history: History, language: str
) -> Estimate:
    cost = None if found.costs else Cost(amount=0.0, currency=CURRENCY, per="job")
    taken = _range(found, history)
    waits = places.wait(history.database, engine, caller, found.model or engine, USUAL)
    return Estimate(
        seconds=Between(low=_round(taken.low), high=_round(taken.high)) if taken else None,
        per_candidate_s=_round(taken.per_candidate) if taken else None,
        waits_s=waits,
        jobs_measured=taken.measured if taken else 0,
        cost=cost,
        cold_start_s=found.cold_start_s,
        basis=_basis(taken, language),
    )


def _range(found: Preview, history: History) -> eta.Range | None:
    """None while size, count or style are not known, on which it all depends."""
    style = found.renderer, found.material_class
    if found.size is None or found.candidates is None or None in style:
        return None
    kind = eta.kind(str(found.renderer), str(found.material_class))
    return eta.between(history.index.paces(kind), kind, found.size, found.candidates)


def _basis(taken: eta.Range | None, language: str) -> Told:
    if taken is None:
        code, blanks = "estimate-unknown", {}
    elif taken.measured:
        code, blanks = "estimate-measured", {"jobs": taken.measured}
    else:
        code, blanks = "estimate-none-yet", {}
    return cards.told(Failure(code, blanks), language)


def _round(seconds: float) -> float:
    return round(seconds, 1)
