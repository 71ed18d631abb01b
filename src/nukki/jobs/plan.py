"""A brief to a payload: everything it names is looked up, and all that is wrong is told at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from nukki.brief import Brief, fields, resolve_seeds
from nukki.catalog import concept, materials, mood, packs, profiles, shapes
from nukki.catalog import style as styles
from nukki.catalog.concept import Reading
from nukki.catalog.look import Mood
from nukki.catalog.packs import StylePack
from nukki.catalog.profiles import Profile
from nukki.catalog.style import MAX_PALETTE, Style, with_lent_palette
from nukki.core import hashing
from nukki.core.storage import Storage
from nukki.engines.engine import DrawRequest
from nukki.errors import BriefError, Fault, InputError
from nukki.jobs import payload as payloads
from nukki.jobs import placing, references
from nukki.jobs.gathering import Gathering
from nukki.jobs.payload import Note, Payload
from nukki.jobs.placing import Placed
from nukki.jobs.references import Kept


@dataclass(frozen=True)
class Plan:
    """A job that can be created: its payload, its brief as text, its input files by name."""

    payload: Payload
    brief_text: str
    inputs: Mapping[str, bytes]


@dataclass(frozen=True)
class Place:
    """Where a brief is planned: the folder its paths start from, the engine, the storage.

    `pins` is asked last: finding them may take a self-test, which a faulty brief need not wait for.
    `named`, where the names in a brief are no paths, says which file each stands for, or raises
    InputError.
    """

    folder: Path
    engine: str
    pins: Callable[[], Mapping[str, str]]
    storage: Storage
    named: Callable[[str], Path] | None = None

    def path(self, name: str) -> Path:
        """The file that a brief calls `name`; raises InputError."""
        return self.folder / name if self.named is None else self.named(name)


@dataclass(frozen=True)
class Named:
    """All that a brief names, as far as it can be had; `faults` say why the rest cannot."""

    profile: Profile | None
    style: Style | None
    pictures: list[Kept]
    drawings: Mapping[str, Kept]
    reading: Reading
    brand: Placed
    faults: list[Fault]


def plan(brief: Brief, place: Place, prefix: str = "") -> Plan:
    """The payload of one brief; raises BriefError with every fault.

    `prefix` is put before each field, for example `briefs[2].` in a batch.
    """
    named = look_up(brief, place, prefix)
    profile, combined = named.profile, named.style
    if named.faults or profile is None or combined is None:
        raise BriefError(named.faults)
    artwork = _artwork(named.brand, place.storage, prefix)
    request = _request(brief, place, combined, named)
    brief_text = as_text(brief)
    files = (*named.drawings.values(), *named.pictures, *artwork)
    planned = Payload(
        engine=profile.engine,
        model=profile.id,
        request=request,
        material_class=combined.material_class,
        matting=materials.chain_for(combined.material_class, combined.strategy),
        packs=combined.packs,
        workflow=payloads.workflow(profile.engine, request.pins),
        inputs=tuple(dict.fromkeys(item.entry for item in files)),  # one file may have two names
        brief_sha256=hashing.of_bytes(brief_text.encode("utf-8")),
        versions=payloads.versions(),
        notes=notes(brief, named, request.mood),
    )
    return Plan(planned, brief_text, {item.entry.file: item.data for item in files})


def faults_of(brief: Brief, place: Place, prefix: str = "") -> list[Fault]:
    """What `plan` would refuse of what is left of a brief, without asking the engine anything."""
    return look_up(brief, place, prefix, whole=False).faults


def as_text(brief: Brief) -> str:
    """What brief.yaml holds: the brief as a person could have typed it."""
    return yaml.safe_dump(brief.as_typed(), allow_unicode=True, sort_keys=False, width=100)


def look_up(brief: Brief, place: Place, prefix: str = "", *, whole: bool = True) -> Named:
    """All that the brief names, or why it cannot be had; the engine is not asked.

    Of one that is not `whole` nobody knows where its brand pictures would stand.
    """
    faults = Gathering(prefix)
    profile = faults.attempt("model", profiles.resolve, brief.model, place.engine)
    brand = placing.place(brief, profile, place.storage, faults, whole=whole)
    combined = _style(brief, faults)
    pictures = _pictures(brief, profile, place, faults)
    chosen = _chosen(brief, faults)
    drawings = _drawings(brief, place, faults)
    reading = _reading(brief, drawings, chosen, faults)
    return Named(profile, combined, pictures, drawings, reading, brand, faults.found)


def _style(brief: Brief, faults: Gathering) -> Style | None:
    loaded: list[StylePack] = []
    for index, name in enumerate(brief.style.style_packs):
        pack = faults.attempt(f"style.style_packs[{index}]", packs.load, name)
        if pack is not None:
            loaded.append(pack)
    if len(loaded) < len(brief.style.style_packs):
        return None
    return faults.attempt("style.style_packs", styles.combine, loaded)


def _pictures(brief: Brief, profile: Profile | None, place: Place, faults: Gathering) -> list[Kept]:
    names = brief.style.reference_images
    if profile is not None and len(names) > profile.max_references:
        allowed = f"≤ {profile.max_references}"
        refusal = InputError("references-too-many", found=len(names), allowed=allowed)
        faults.add("style.reference_images", refusal)

    def read_one(name: str) -> Kept:
        return references.picture(place.path(name), name)

    read = [
        faults.attempt(f"style.reference_images[{index}]", read_one, name)
        for index, name in enumerate(names)
    ]
    return [picture for picture in read if picture is not None]


def _drawings(brief: Brief, place: Place, faults: Gathering) -> dict[str, Kept]:
    """The user's own drawings by the word that each stands for."""

    def read_one(name: str) -> Kept:
        return references.drawing(place.path(name), name)

    read = {
        word: faults.attempt(f"shapes.{word}", read_one, name)
        for word, name in brief.shapes.items()
        if not fields.is_shape(name)
    }
    return {word: drawing for word, drawing in read.items() if drawing is not None}


def _chosen(brief: Brief, faults: Gathering) -> dict[str, str]:
    """The icons that were picked by the word that each stands for."""
    named = {word: name for word, name in brief.shapes.items() if fields.is_shape(name)}
    known = {
        word: faults.attempt(f"shapes.{word}", shapes.require, name) for word, name in named.items()
    }
    return {word: name for word, name in known.items() if name is not None}


def _reading(
    brief: Brief, drawings: Mapping[str, Kept], chosen: Mapping[str, str], faults: Gathering
) -> Reading:
    """What the concept names; a shape that was refused still stands for its word."""
    own = dict.fromkeys(brief.shapes.keys() - chosen.keys(), "0" * 64)
    own |= {word: drawing.entry.sha256 for word, drawing in drawings.items()}
    negative = brief.style.negative or None
    reading = concept.read(brief.object_concept, own, negative, brief.unmatched, chosen)
    faults.gather(list(reading.faults))
    return reading


def _artwork(brand: Placed, storage: Storage, prefix: str) -> list[Kept]:
    """The files of the library; raises BriefError where one is no longer what was registered."""
    faults = Gathering(prefix)
    files = [
        faults.attempt(f"assets[{index}]", placing.file_of, asset, storage)
        for index, asset in zip(brand.order, brand.assets, strict=True)
    ]
    if faults.found:
        raise BriefError(faults.found)
    return [file for file in files if file is not None]


def _request(brief: Brief, place: Place, combined: Style, named: Named) -> DrawRequest:
    style, brand = brief.style, named.brand
    seen = [colour for picture in named.pictures for colour in picture.colours]
    return DrawRequest(
        width=brief.size_preset.width,
        height=brief.size_preset.height,
        seeds=resolve_seeds(brief.seed, brief.candidate_count),
        prompt=combined.prompt(brief.object_concept, style.free_text),
        negative=", ".join(part for part in (combined.negative, style.negative) if part),
        subjects=named.reading.subjects,
        look=with_lent_palette(combined.look) if seen else combined.look,
        palette=tuple(dict.fromkeys((*seen, *combined.palette)))[:MAX_PALETTE],
        mood=mood.read_mood(brief.campaign_text, style.free_text, seen),
        shadow=combined.shadow,
        pins=dict(place.pins()),
        assets=brand.assets,
        room=brand.room if brand.divided else None,
        blend=combined.blend if brand.assets else None,
    )


def notes(brief: Brief, named: Named, asked: Mood) -> tuple[Note, ...]:
    """What a person should know about how the brief is read and drawn."""
    notes = [Note(code=note.code, context={"word": note.word}) for note in named.reading.notes]
    if named.reading.skipped:
        words = ", ".join(skipped.word for skipped in named.reading.skipped)
        notes.append(Note(code="note-words-skipped", context={"words": words}))
    profile = named.profile
    if profile is not None and asked.ignored and not profile.uses_prompt:
        notes.append(Note(code="note-words-ignored", context={"words": ", ".join(asked.ignored)}))
    if profile is not None and brief.style.negative and not profile.supports_negative:
        notes.append(Note(code="note-negative-unused"))
    if named.style is not None:
        notes += placing.notes(named.brand, named.style.look)
    return tuple(notes)
