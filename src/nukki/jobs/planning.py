"""Planning for a process that loads no numeric library: these functions run in the workshop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from nukki.brief import Brief, fields
from nukki.brief.reading import WHOLE
from nukki.core.storage import Storage, open_storage
from nukki.engines import registry
from nukki.errors import BriefError, Fault, InputError
from nukki.jobs import inputs, uploads
from nukki.jobs.plan import Place, Plan, faults_of, plan

# Of all files of a request together: they travel through the memory of the server.
MAX_FILES_BYTES = 64 * 1024 * 1024

Entry = tuple[str, Brief]  # a brief, and what stands before its fields in a fault: `briefs[2]`


def plan_uploaded(
    entries: Sequence[Entry], engine: str, storage: str
) -> tuple[list[Plan], list[Fault]]:
    """A plan for each brief whose files were uploaded before, or every fault of them all."""
    return _plan(entries, place(engine, storage))


def faults_of_uploaded(entries: Sequence[Entry], engine: str, storage: str) -> list[Fault]:
    """What `plan_uploaded` would refuse of briefs that cannot be read as a whole."""
    here = place(engine, storage)
    faults: list[Fault] = []
    for prefix, brief in entries:
        faults += faults_of(brief, here, _dotted(prefix))
    return faults


def place(engine: str, storage: str) -> Place:
    """Where a brief is planned that names files by what was sent before, or by what a job holds."""
    opened = open_storage(storage)
    return _place(engine, opened, _sent(opened))


def plan_kept(brief: Brief, files: Mapping[str, Path], engine: str, storage: str) -> Plan:
    """A plan with today's catalog for a brief whose files lie in an older job; raises BriefError.

    `files` says where, by the names that the brief gives them.
    """

    def kept(name: str) -> Path:
        return files.get(name, Path(name).with_name("missing"))

    plans, faults = _plan([("", brief)], _place(engine, open_storage(storage), kept))
    if faults:
        raise BriefError(faults)
    return plans[0]


def pins(engine: str) -> dict[str, str]:
    """Versions and choices of this machine that can change a pixel of `engine`."""
    return dict(registry.open_engine(engine).pins())


def _plan(entries: Sequence[Entry], here: Place) -> tuple[list[Plan], list[Fault]]:
    plans: list[Plan] = []
    faults: list[Fault] = []
    files: dict[str, bytes] = {}  # one file for all briefs that name it
    for prefix, brief in entries:
        try:
            made = plan(brief, here, _dotted(prefix))
        except BriefError as error:
            faults += error.faults
            continue
        inputs = {name: files.setdefault(name, data) for name, data in made.inputs.items()}
        plans.append(replace(made, inputs=inputs))
        if sum(map(len, files.values())) > MAX_FILES_BYTES:
            return [], [*faults, _too_large(prefix)]
    return plans, faults


def _too_large(prefix: str) -> Fault:
    allowed = f"{MAX_FILES_BYTES // 2**20} MB"
    return Fault(prefix or WHOLE, "brief-files-too-large", allowed=allowed)


def _place(engine: str, storage: Storage, named: Callable[[str], Path]) -> Place:
    return Place(Path(), engine, lambda: pins(engine), storage, named)


def _sent(storage: Storage) -> Callable[[str], Path]:
    """Finds uploads, and files of jobs, by the names that a brief gives them, and nothing else."""

    def find(name: str) -> Path:
        if (kept := fields.KEPT.fullmatch(name)) is not None:
            return inputs.find(storage, kept[1], kept[2])
        if not fields.UPLOAD.fullmatch(name):
            raise InputError("brief-not-uploaded", found=name[:100])
        return uploads.resolve(storage, name.removeprefix("upload:"))

    return find


def _dotted(prefix: str) -> str:
    return f"{prefix}." if prefix else ""
