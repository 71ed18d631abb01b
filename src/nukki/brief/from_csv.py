"""CSV as a spreadsheet saves it: a header of field names, one brief a row.

Style fields may be dotted (`style.free_text`); lists are separated by `;` or `|`; an empty
cell means the default.
"""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from nukki.brief.brief import BRIEF_KEYS, STYLE_KEYS
from nukki.brief.faults import closest, path, shown
from nukki.brief.reading import Document, refuse
from nukki.errors import Fault

LISTS = ("assets", "style_packs", "reference_images")
NUMBERS = ("candidate_count", "seed", "width", "height")
MAX_COLUMNS = 64
_NESTED = ("style", "size_preset", "shapes")
_COLUMNS = (
    *(key for key in BRIEF_KEYS if key not in ("style", "shapes")),
    *(f"style.{key}" for key in STYLE_KEYS),
    *STYLE_KEYS,
    "size_preset.width",
    "size_preset.height",
)


def read_csv(text: str, source: str) -> Document:
    """The rows as `briefs:`; a bad column is told once, and its cells are left out."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    briefs: list[dict[str, Any]] = []
    lines: dict[str, int] = {}
    header: list[str] = []
    faults: list[Fault] = []
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if not header:
                header, faults = _header(cells, reader.line_num)
                continue
            if any(cells[len(header) :]):
                faults.append(_too_wide(len(briefs), cells, header, reader.line_num))
            lines[path("briefs", (len(briefs),))] = reader.line_num
            briefs.append(_brief(header, cells))
    except csv.Error as error:
        raise refuse("brief-csv", source, line=reader.line_num, column=1) from error
    if not briefs and not faults:
        raise refuse("brief-empty", source)
    return Document({"briefs": briefs}, faults, lines)


def _header(cells: list[str], line: int) -> tuple[list[str], list[Fault]]:
    """Column names, empty where the column is refused, and why."""
    names: list[str] = []
    faults: list[Fault] = []
    for column, cell in enumerate(cells[:MAX_COLUMNS], start=1):
        name = str(shown(cell))
        if cell in names:
            faults.append(Fault(name, "brief-duplicate-key", name, line=line, column=column))
        elif cell and cell not in _COLUMNS and not cell.startswith("shapes."):
            faults.append(
                Fault(
                    name,
                    "brief-unknown-key",
                    name,
                    ", ".join(_COLUMNS),
                    closest(name, _COLUMNS),
                    line,
                    column,
                )
            )
        else:
            names.append(cell)
            continue
        names.append("")
    return names, faults


def _too_wide(index: int, cells: list[str], header: list[str], line: int) -> Fault:
    return Fault(
        path("briefs", (index,)),
        "brief-csv-columns",
        len(cells),
        str(len(header)),
        line=line,
        column=1,
    )


def _brief(header: list[str], cells: list[str]) -> dict[str, Any]:
    brief: dict[str, Any] = {}
    for column, cell in zip(header, cells, strict=False):
        if not column or not cell:
            continue
        group, dot, name = column.partition(".")
        if dot and group in _NESTED:
            inner = brief.setdefault(group, {})
            if isinstance(inner, dict):
                inner[name] = _value(name, cell)
        else:
            brief[column] = _value(column, cell)
    return brief


def _value(name: str, cell: str) -> Any:
    if name in LISTS:
        return [item.strip() for item in re.split(r"[;|]", cell) if item.strip()]
    if name in NUMBERS and re.fullmatch(r"[-+]?[0-9]{1,40}", cell):
        return int(cell)
    return cell
