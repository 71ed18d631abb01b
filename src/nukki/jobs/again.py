"""A job again: from its payload's pins, on this machine, with the same seeds or new ones.

Art and engine must be those of the payload, or the job is refused. Any other difference of this
machine (library versions, the renderer's variant) is written into the new payload and noted: the
picture is the same to the eye, but its bytes may differ.
"""

from __future__ import annotations

from collections.abc import Mapping

from nukki.brief import Brief, load_file, resolve_seeds
from nukki.core import hashing
from nukki.core.storage import Storage
from nukki.engines import registry
from nukki.errors import PayloadError
from nukki.jobs import payload as payloads
from nukki.jobs import store
from nukki.jobs.payload import Note, Payload
from nukki.jobs.plan import Plan, as_text
from nukki.jobs.store import JobFolder


def make(
    source: JobFolder, pins: Mapping[str, str], storage: Storage, *, new_seed: bool = False
) -> JobFolder:
    """A new queued job with the settings of `source`; raises as `plan` does, and StorageError."""
    planned = plan(source, pins, new_seed=new_seed)
    return store.create(
        storage, planned.payload, planned.brief_text, planned.inputs, origin=source.id
    )


def plan(source: JobFolder, pins: Mapping[str, str], *, new_seed: bool = False) -> Plan:
    """The plan of `source` once more; `pins` are the engine's on this machine.

    Raises PayloadError when the payload, its inputs or its brief were changed or are missing, and
    when this machine has other art.
    """
    old = require_engine(source.payload())
    brief_text = source.brief_text()
    if hashing.of_bytes(brief_text.encode("utf-8")) != old.brief_sha256:
        raise PayloadError("payload-brief-changed")
    contents = {item.file: (source.inputs / item.file).read_bytes() for item in old.inputs}
    new = on_this_machine(old, pins)
    if new_seed:
        seeds = resolve_seeds("random", len(old.request.seeds))
        brief_text = as_text(brief_of(source).model_copy(update={"seed": seeds[0]}))
        request = new.request.model_copy(update={"seeds": seeds})
        sha256 = hashing.of_bytes(brief_text.encode("utf-8"))
        new = new.model_copy(update={"request": request, "brief_sha256": sha256})
    return Plan(new, brief_text, contents)


def brief_of(source: JobFolder) -> Brief:
    """The job's brief; raises BriefError when it is none."""
    return load_file(source.files.local("brief.yaml"))[0]


def require_engine(old: Payload) -> Payload:
    """The payload, if an engine of this installation drew it; raises PayloadError."""
    if old.engine not in registry.NAMES:
        allowed = ", ".join(registry.NAMES)
        raise PayloadError("payload-engine", found=old.engine, allowed=allowed)
    return old


def on_this_machine(old: Payload, pins: Mapping[str, str]) -> Payload:
    """`old` with this machine's pins and versions, and a note of every difference.

    Raises PayloadError when the art differs. Without any difference the payload is equal.
    """
    pins = {**pins, **_honoured(old.request.pins, pins)}
    now = payloads.versions()
    changes = {**_differing(old.request.pins, pins), **_differing(old.versions, now)}
    if art := [key for key in changes if key.startswith(payloads.ART)]:
        raise PayloadError("payload-art", found=", ".join(art))
    if not changes:
        return old
    told = ", ".join(f"{key} {before} → {after}" for key, (before, after) in changes.items())
    note = Note(code="note-versions-differ", context={"changes": told})
    kept = [other for other in old.notes if other.code != note.code]
    update = {
        "request": old.request.model_copy(update={"pins": pins}),
        "workflow": payloads.workflow(old.engine, pins),
        "versions": now,
        "notes": (*kept, note),
    }
    return old.model_copy(update=update)


def _honoured(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Choices of the payload that this machine can follow although it would choose otherwise."""
    every_machine_has = "scalar_rgb"
    wanted = old.get("variant") == every_machine_has and "variant" in new
    return {"variant": every_machine_has} if wanted else {}


def _differing(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    keys = dict.fromkeys((*old, *new))
    pairs = {key: (old.get(key, "–"), new.get(key, "–")) for key in keys}
    return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}
