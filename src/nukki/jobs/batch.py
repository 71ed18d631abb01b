"""Files of briefs to plans: all faults of all files before anything is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from nukki.brief import Brief, load_file
from nukki.core.storage import Storage
from nukki.errors import BriefError, Fault
from nukki.jobs.plan import Place, Plan, faults_of, plan


def plan_files(
    files: Sequence[Path], engine: str, pins: Callable[[], Mapping[str, str]], storage: Storage
) -> list[Plan]:
    """A plan for every brief of every file, in order; raises BriefError with every fault."""
    plans: list[Plan] = []
    faulty: dict[Path, list[Fault]] = {}
    for file in files:
        try:
            plans += _plan_file(file, Place(file.parent, engine, pins, storage))
        except BriefError as error:
            faulty[file] = error.faults
    if faulty:
        raise _together(faulty, several=len(files) > 1)
    return plans


def _plan_file(file: Path, place: Place) -> list[Plan]:
    briefs = _load(file, place)
    plans, faults = [], []
    for index, brief in enumerate(briefs):
        prefix = f"briefs[{index}]." if len(briefs) > 1 else ""
        try:
            plans.append(plan(brief, place, prefix))
        except BriefError as error:
            faults += error.faults
    if faults:
        raise BriefError(faults, file.name)
    return plans


def _load(file: Path, place: Place) -> list[Brief]:
    """The file's briefs; when some cannot be read, what is left of them is looked up as well."""
    try:
        return load_file(file)
    except BriefError as error:
        more = [
            fault
            for prefix, brief in error.rest
            for fault in faults_of(brief, place, f"{prefix}." if prefix else "")
        ]
        raise BriefError(error.faults + more, file.name) from error


def _together(faulty: dict[Path, list[Fault]], *, several: bool) -> BriefError:
    """The faults of all files; where there are several, each field names its file."""
    faults = [
        replace(fault, field=f"{file.name}: {fault.field}") if several else fault
        for file, found in faulty.items()
        for fault in found
    ]
    return BriefError(faults, ", ".join(file.name for file in faulty))
