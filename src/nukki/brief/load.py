"""A file or a mapping to Briefs, or to all of its faults at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from nukki.brief import asset_use
from nukki.brief.brief import BRIEF_KEYS, STYLE_KEYS, Brief
from nukki.brief.faults import A_LIST, A_MAPPING, Known, Loc, path, shown, translate
from nukki.brief.from_csv import read_csv
from nukki.brief.from_json import read_json
from nukki.brief.from_yaml import read_yaml
from nukki.brief.reading import MAX_BYTES, WHOLE, Document, decode, read_bytes, refuse
from nukki.errors import BriefError, Fault

_FASTEST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # PyYAML can be built without libyaml

MAX_BRIEFS = 64
MAX_KEYS = 64  # of one mapping; a brief has 14
MAX_FAULTS = 200  # told at once; nobody reads more

_IN_PLACE = "?"  # a concept that says nothing

_READERS: dict[str, Callable[[str, str], Document]] = {
    ".yaml": read_yaml,
    ".yml": read_yaml,
    ".json": read_json,
    ".csv": read_csv,
}
# Korean spreadsheets save CSV in the system's code page.
_OTHER_ENCODINGS = {".csv": ("cp949",)}
_KNOWN: Known = {
    (): (*BRIEF_KEYS, *STYLE_KEYS),
    ("style",): STYLE_KEYS,
    ("assets",): asset_use.KEYS,
}


def load_file(file: Path) -> list[Brief]:
    """The briefs of a YAML, JSON or CSV file; raises BriefError with every fault."""
    source, suffix = str(shown(file.name)), file.suffix.lower()
    if suffix not in _READERS:
        allowed = " ".join(_READERS)
        raise refuse("brief-unknown-format", source, found=shown(suffix), allowed=allowed)
    text = decode(read_bytes(file, source), source, *_OTHER_ENCODINGS.get(suffix, ()))
    return load_document(_READERS[suffix](text, source), source)


def load_yaml(text: str, source: str = "brief.yaml") -> list[Brief]:
    """The briefs of a YAML text; raises BriefError with every fault."""
    data = text.encode("utf-8", "replace")
    if len(data) > MAX_BYTES:
        raise refuse("brief-too-large", source, allowed=f"{MAX_BYTES // 1024} kB")
    return load_document(read_yaml(decode(data, source), source), source)


def load_written(text: str) -> Brief:
    """The brief of a brief.yaml, which was most likely written here; raises BriefError.

    What has no anchors is no bomb and may be read by libyaml, in a tenth of the time and without
    places. Only what that makes no brief of is read as `load_yaml` does.
    """
    if "&" not in text and len(text) <= MAX_BYTES:
        with suppress(yaml.YAMLError, BriefError, ValueError, RecursionError):
            return load_mapping(yaml.load(text, _FASTEST))[0]  # noqa: S506 safe, both of them
    return load_yaml(text)[0]


def load_mapping(value: object, source: str = "") -> list[Brief]:
    """The briefs of plain values, for example a form's JSON; raises BriefError."""
    if not isinstance(value, dict):
        raise refuse("brief-top-level", source, found=shown(value), line=1, column=1)
    return load_document(Document(value), source)


@dataclass(frozen=True)
class Draft:
    """One brief as far as it is written: what can be read of it, and all that is wrong with it.

    `concept` is what was typed as the concept, usable or not; where it is not, the brief holds
    another one in its place, for its other fields to be read.
    """

    brief: Brief | None
    concept: str
    faults: list[Fault]


def load_draft(document: Document) -> Draft:
    """What can be read of one brief that a person has not finished; never raises."""
    raw = document.value
    brief, faults = _brief(raw, "")
    typed = raw.get("object_concept")
    if brief is None:
        brief, _ = _brief({**raw, "object_concept": _IN_PLACE}, "")
    return Draft(
        brief, typed if isinstance(typed, str) else "", [*document.faults, *faults][:MAX_FAULTS]
    )


def parse_json(data: bytes, source: str = "") -> Document:
    """What a program sent: plain values, and the faults of its writing; raises BriefError."""
    if len(data) > MAX_BYTES:
        raise refuse("brief-too-large", source, allowed=f"{MAX_BYTES // 1024} kB")
    return read_json(decode(data, source), source)


def load_document(document: Document, source: str = "") -> list[Brief]:
    """The briefs of parsed values; raises BriefError with every fault.

    A fault has a line only where the document knows it; values that came as JSON have none.
    """
    entries, faults = _entries(document.value)
    readable: list[tuple[str, Brief]] = []
    for prefix, raw in entries:
        brief, found = _brief(raw, prefix)
        faults += found
        if brief is not None:
            readable.append((prefix, brief))
    faults = document.faults + [
        replace(fault, line=_line(fault.field, document.lines)) for fault in faults
    ]
    if faults:
        raise BriefError(faults[:MAX_FAULTS], source, readable)
    return [brief for _, brief in readable]


def _line(field: str, lines: Mapping[str, int]) -> int | None:
    """The line of a field or, where it is missing, of what it is missing from."""
    flat = field.replace("style.", "", 1)
    if flat in lines:
        return lines[flat]
    while field and field not in lines:
        field = field[: max(field.rfind("."), field.rfind("["), 0)]
    return lines.get(field)


def _entries(value: dict[Any, Any]) -> tuple[list[tuple[str, Any]], list[Fault]]:
    """Each brief of the document with its prefix, and the faults of the batch itself."""
    if "briefs" not in value:
        return [("", value)], []
    batch = value["briefs"]
    others = [str(shown(key)) for key in list(value)[:MAX_KEYS] if key != "briefs"]
    faults = [Fault(key, "brief-beside-batch", key, "briefs") for key in others]
    if not isinstance(batch, list):
        return [], [*faults, Fault("briefs", "brief-wrong-type", shown(batch), A_LIST)]
    if not 1 <= len(batch) <= MAX_BRIEFS:
        code = "brief-too-many" if batch else "brief-missing"
        allowed = f"1–{MAX_BRIEFS}" if batch else A_LIST
        return [], [*faults, Fault("briefs", code, len(batch), allowed)]
    return [(path("briefs", (index,)), raw) for index, raw in enumerate(batch)], faults


def _brief(raw: object, prefix: str) -> tuple[Brief | None, list[Fault]]:
    """The brief, or what can be read of it, and its faults."""
    if not isinstance(raw, dict):
        return None, [Fault(prefix or WHOLE, "brief-wrong-type", shown(raw), A_MAPPING)]
    typed, faults = _keys(raw, prefix)
    typed, twice = _with_style(typed, prefix)
    faults += twice
    try:
        return Brief.model_validate(typed), faults
    except ValidationError as error:
        return _without(typed, error), faults + translate(error, prefix, _KNOWN)


def _without(typed: dict[str, Any], error: ValidationError) -> Brief | None:
    """The brief as it is without its faulty fields, if enough is left."""
    found = [line["loc"] for line in error.errors(include_url=False, include_input=False)]
    places = {loc[:2] for loc in found}
    left = {key: value for key, value in typed.items() if (key,) not in {p[:1] for p in places}}
    style = typed.get("style")
    if isinstance(style, dict):
        kept = {key: value for key, value in style.items() if ("style", key) not in places}
        left["style"] = {} if ("style",) in places else kept
    if (named := _named(typed.get("assets"), found)) is not None:
        left["assets"] = named
    try:
        return Brief.model_validate(left)
    except ValidationError:
        return None


def _named(uses: object, found: list[Loc]) -> list[object] | None:
    """The brand pictures, those with faulty details by their names alone, so that all can be looked
    up; None where one has no name, or where there is no list."""
    faulty = [loc[1:] for loc in found if loc[0] == "assets"]
    if not isinstance(uses, list) or any(loc[1:] in ((), ("asset",)) for loc in faulty):
        return None
    indices = {loc[0] for loc in faulty}
    return [use["asset"] if index in indices else use for index, use in enumerate(uses)]


def _keys(raw: Mapping[Any, Any], prefix: str) -> tuple[dict[str, Any], list[Fault]]:
    """The mapping with printable keys; one with absurdly many is cut after `MAX_KEYS`."""
    typed = {str(shown(key)): raw[key] for key in list(raw)[:MAX_KEYS]}
    if len(raw) <= MAX_KEYS:
        return typed, []
    field = prefix or WHOLE
    return typed, [Fault(field, "brief-too-many", len(raw), f"1–{MAX_KEYS}", MAX_KEYS)]


def _with_style(typed: dict[str, Any], prefix: str) -> tuple[dict[str, Any], list[Fault]]:
    """Style keys may stand at the top level when `style` is absent or empty: pages that
    lose indentation make that form of a brief. Both forms at once are refused."""
    flat = {key: typed[key] for key in STYLE_KEYS if key in typed}
    rest = {key: value for key, value in typed.items() if key not in flat}
    style = typed.get("style")
    if style is None:
        return rest | {"style": flat}, []
    twice = [Fault(path(prefix, (key,)), "brief-style-twice", key, f"style.{key}") for key in flat]
    if not isinstance(style, dict):
        return rest, twice
    inner, faults = _keys(style, path(prefix, ("style",)))
    return rest | {"style": inner}, twice + faults
