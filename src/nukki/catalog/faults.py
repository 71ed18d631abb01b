"""A pydantic refusal as our faults: the field as typed, what was found, allowed, nearest, line."""

from __future__ import annotations

import difflib
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from nukki.core.marked import Marked, Where
from nukki.errors import Fault

MIN_BEGUN = 5  # "sp-fl" may be the beginning of a pack's name, "sp-" is that of all
TAGS = ("renderer", "kind")  # the discriminators of looks and materials
_CODES = {
    "extra_forbidden": "pack-field-unknown",
    "missing": "pack-field-missing",
    "literal_error": "pack-value-not-allowed",
    "union_tag_invalid": "pack-value-not-allowed",
    "union_tag_not_found": "pack-field-missing",
    "string_pattern_mismatch": "pack-value-pattern",
    "greater_than": "pack-value-range",
    "greater_than_equal": "pack-value-range",
    "less_than": "pack-value-range",
    "less_than_equal": "pack-value-range",
    "finite_number": "pack-value-range",
    "too_long": "pack-value-length",
    "too_short": "pack-value-length",
    "string_too_long": "pack-value-length",
    "string_too_short": "pack-value-length",
}
_SIGNS = {"gt": ">", "ge": "≥", "lt": "<", "le": "≤", "min_length": "≥", "max_length": "≤"}
_KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "tuple_type": "a list",
    "model_type": "a group of fields",
    "model_attributes_type": "a group of fields",
    "dict_type": "a group of fields",
}


class FieldFault(ValueError):
    """Raised by a model's own validator; `field` is added to where the validator stands."""

    def __init__(
        self, code: str, found: object = None, allowed: str | None = None, field: str = ""
    ) -> None:
        super().__init__(code)
        self.code, self.found, self.allowed, self.field = code, found, allowed, field


def of(error: ValidationError, model: type[BaseModel], marked: Marked) -> list[Fault]:
    """Each pydantic error as a Fault whose field is the dotted path in the file."""
    return [_fault(dict(entry), model, marked) for entry in error.errors(include_url=False)]


def nearest(found: object, known: list[str]) -> str | None:
    """The known name closest to `found`, if any is close; first those that it begins."""
    typed = str(found)[:80]
    begun = [name for name in known if len(typed) >= MIN_BEGUN and name.startswith(typed)]
    if begun:
        return min(begun, key=len)
    close = difflib.get_close_matches(typed, known, n=1, cutoff=0.5)
    return close[0] if close else None


def shown(value: object) -> object:
    """`value` short enough for a sentence."""
    text = value if isinstance(value, str) else repr(value)
    return value if len(text) <= 80 else text[:77] + "…"


def dotted(where: Where) -> str:
    """`("palette", 1)` as `palette[1]`, `("look", "colour")` as `look.colour`."""
    steps = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in where)
    return "".join(steps).removeprefix(".")


def _fault(entry: dict[str, Any], model: type[BaseModel], marked: Marked) -> Fault:
    where = _as_typed(entry["loc"], marked.value)
    kind, context = entry["type"], entry.get("ctx", {})
    if kind == "value_error" and isinstance(context["error"], FieldFault):
        own = context["error"]
        where = (*where, *own.field.split(".")) if own.field else where
        return Fault(
            dotted(where), own.code, shown(own.found), own.allowed, None, marked.line(where)
        )
    code = _CODES.get(kind, "pack-value-type")
    found: object = entry["input"]
    choices: list[str] = []
    if code == "pack-field-unknown":
        found = where[-1]
        choices = _fields_at(model, where[:-1], marked.value)
    elif kind.startswith("union_tag"):
        where = (*where, context["discriminator"].strip("'"))
        found = context.get("tag")
        choices = _quoted(context.get("expected_tags", ""))
    elif code == "pack-value-not-allowed":
        choices = _quoted(context["expected"])
    if code == "pack-field-missing":
        found = None
    allowed = ", ".join(choices) if choices else _allowed(kind, context)
    near = nearest(found, choices) if found is not None else None
    return Fault(dotted(where), code, shown(found), allowed, near, marked.line(where))


def _allowed(kind: str, context: dict[str, Any]) -> str | None:
    if "pattern" in context:
        return str(context["pattern"])
    for name, sign in _SIGNS.items():
        if name in context:
            return f"{sign} {context[name]}"
    return _KINDS.get(kind)


def _quoted(expected: str) -> list[str]:
    """The names in pydantic's "'a', 'b' or 'c'"."""
    return [part for index, part in enumerate(expected.split("'")) if index % 2]


def _as_typed(location: tuple[str | int, ...], raw: Any) -> Where:
    """Pydantic's location without the discriminator steps, which nobody typed."""
    where: list[str | int] = []
    for part in location:
        if isinstance(raw, dict) and part not in raw and part in [raw.get(tag) for tag in TAGS]:
            continue
        where.append(part)
        raw = _inside(raw, part)
    return tuple(where)


def _inside(raw: Any, part: str | int) -> Any:
    if isinstance(raw, dict):
        return raw.get(part)
    if isinstance(raw, list) and isinstance(part, int) and part < len(raw):
        return raw[part]
    return None


def _fields_at(model: type[BaseModel], where: Where, raw: Any) -> list[str]:
    """The field names of the model that stands at `where`."""
    current: type[BaseModel] | None = model
    for part in where:
        raw = _inside(raw, part)
        if isinstance(part, int) or current is None:
            continue
        current = _chosen(_models(current.model_fields[part].annotation), raw)
    return list(current.model_fields) if current else []


def _models(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for argument in get_args(annotation) for model in _models(argument)]


def _chosen(models: list[type[BaseModel]], raw: Any) -> type[BaseModel] | None:
    for model in models:
        tags = [tag for tag in TAGS if tag in model.model_fields]
        if all(model.model_fields[tag].default == _inside(raw, tag) for tag in tags):
            return model
    return models[0] if models else None
