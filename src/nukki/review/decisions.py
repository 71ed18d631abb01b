"""What a person decided about a job: stars, the selection and notes; decisions.json as values.

The file lies in the job folder, which may come from anywhere, so all of it is checked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from nukki.errors import InputError

NAME = "decisions.json"
MAX_BYTES = 256 * 1024  # nine notes of four-byte characters take a quarter of it
MAX_NOTE = 2000
MAX_INDEX = 999
MAX_CANDIDATES = 64
MAX_VERSION = 2**53 - 1  # what a browser counts exactly


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a person said of one candidate."""

    starred: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Decisions:
    """All that was decided about a job. `version` is raised by every change.

    `selected` are indices of candidates in ascending order, `candidates` what was said of single
    ones, by index.
    """

    version: int = 0
    selected: tuple[int, ...] = ()
    starred: bool = False
    note: str = ""
    candidates: Mapping[int, Verdict] = field(default_factory=dict)

    def to_file(self) -> dict[str, Any]:
        """What decisions.json holds."""
        said = sorted(self.candidates.items())
        return {
            "version": self.version,
            "selected": list(self.selected),
            "starred": self.starred,
            "note": self.note,
            "candidates": {
                str(index): {"starred": one.starred, "note": one.note} for index, one in said
            },
        }


@dataclass(frozen=True, slots=True)
class Change:
    """What to change; None leaves a thing as it is. `candidates` holds (starred, note) by index."""

    selected: tuple[int, ...] | None = None
    starred: bool | None = None
    note: str | None = None
    candidates: Mapping[int, tuple[bool | None, str | None]] = field(default_factory=dict)


def parse(data: bytes) -> Decisions:
    """The content of decisions.json; raises InputError decisions-damaged."""
    if len(data) > MAX_BYTES:
        raise InputError("decisions-damaged", reason=f"> {MAX_BYTES} B")
    try:
        return _decisions(json.loads(data))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise InputError("decisions-damaged", reason=str(error)[:100]) from None


def changed(old: Decisions, change: Change, total: int) -> Decisions:
    """`old` with `change`, one version later; the same object when nothing is different.

    `total` is how many candidates the job has. Raises InputError decisions-index,
    decisions-note.
    """
    selected = old.selected if change.selected is None else _indices(change.selected, total)
    said = dict(old.candidates)
    for index in _indices(tuple(change.candidates), total):
        starred, note = change.candidates[index]
        before = said.get(index, Verdict())
        said[index] = Verdict(
            before.starred if starred is None else starred,
            before.note if note is None else _note(note),
        )
    new = replace(
        old,
        selected=selected,
        starred=old.starred if change.starred is None else change.starred,
        note=old.note if change.note is None else _note(change.note),
        candidates={index: one for index, one in sorted(said.items()) if one != Verdict()},
    )
    return old if new == old else replace(new, version=old.version + 1)


def whole(change: Change) -> Change:
    """`change` with everything that it leaves out at its beginning: nothing selected or said."""
    return Change(
        selected=change.selected or (),
        starred=bool(change.starred),
        note=change.note or "",
        candidates={index: (bool(s), n or "") for index, (s, n) in change.candidates.items()},
    )


def replaced(old: Decisions, change: Change, total: int) -> Decisions:
    """The decisions that `change` says alone, one version after `old`."""
    fresh = changed(Decisions(version=old.version), whole(change), total)
    same = replace(fresh, version=old.version) == old
    return old if same else replace(fresh, version=old.version + 1)


def _indices(found: tuple[int, ...], total: int) -> tuple[int, ...]:
    for index in found:
        if not 0 <= index < total:
            raise InputError("decisions-index", found=index, allowed=f"0–{total - 1}")
    return tuple(sorted(set(found)))


def _note(text: str) -> str:
    """The note without what no terminal or page should obey."""
    kept = "".join(c for c in text if c in "\n\t" or c.isprintable() or c in "\u200d\u200c")
    if len(kept) > MAX_NOTE:
        raise InputError("decisions-note", found=len(kept), allowed=MAX_NOTE)
    return kept


def _decisions(found: Any) -> Decisions:
    candidates = found["candidates"]
    selected = found["selected"]
    if not isinstance(selected, list) or not isinstance(candidates, dict):
        raise TypeError("selected, candidates")
    if max(len(selected), len(candidates)) > MAX_CANDIDATES:
        raise ValueError(f"> {MAX_CANDIDATES}")
    return Decisions(
        version=_whole(found["version"], MAX_VERSION),
        selected=tuple(sorted({_whole(index, MAX_INDEX) for index in selected})),
        starred=_flag(found["starred"]),
        note=_text(found["note"]),
        candidates={
            _whole(int(index), MAX_INDEX): Verdict(_flag(one["starred"]), _text(one["note"]))
            for index, one in candidates.items()
        },
    )


def _whole(found: Any, most: int) -> int:
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= most:
        raise ValueError(str(found)[:40])
    return found


def _flag(found: Any) -> bool:
    if not isinstance(found, bool):
        raise TypeError(str(found)[:40])
    return found


def _text(found: Any) -> str:
    if not isinstance(found, str) or len(found) > MAX_NOTE:
        raise ValueError("note")
    return _note(found)
