"""A job as one row of the index: all that a list shows, filters, sorts or searches.

A folder may come from anywhere, so nothing that it tells is taken over without a limit.
"""

from __future__ import annotations

import json
import unicodedata
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from nukki.brief.load import load_written
from nukki.core.storage_faults import unread
from nukki.errors import BriefError, InputError, NukkiError, StorageError, plain_context
from nukki.jobs import naming
from nukki.jobs import payload as payloads
from nukki.jobs.eta import kind_of, pace_of
from nukki.jobs.events import State
from nukki.jobs.payload import Payload
from nukki.jobs.status import Failure, Progress, Status
from nukki.jobs.store import JobFolder
from nukki.review import decisions
from nukki.review.decisions import Decisions

NOTHING = Decisions()
MOST = 2**31 - 1  # what an integer column holds
MAX_TEXT = 500  # of a concept, a model's name or a blank of an error
MAX_SEARCH = 4000
MAX_CANDIDATES = 64
# What a folder of any shape may raise when it is read as a job.
STRANGE = (NukkiError, ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError)


@dataclass(frozen=True)
class Thumb:
    """A candidate on a card; `file` is its thumbnail in the job folder, None if unfinished."""

    index: int
    file: str | None
    passed: bool


@dataclass(frozen=True)
class Row:
    """One job. Times are UTC as ISO 8601 with milliseconds.

    `words` is the text that a search looks in besides the note. `pace_kind` says what decides the
    job's time, `pace` is its seconds per candidate and megapixel once it is done.
    """

    id: str
    created: str
    updated: str
    state: State
    engine: str
    model: str
    origin: str | None
    concept: str
    packs: tuple[str, ...]
    words: str
    seeds: tuple[int, ...]
    width: int
    height: int
    total: int
    done: int
    passed: int
    pace_kind: str
    pace: float | None = None
    progress: Progress | None = None
    error: Failure | None = None
    thumbs: tuple[Thumb, ...] = ()
    starred: bool = False
    selected: int = 0
    note: str = ""

    @classmethod
    def of(
        cls,
        job_id: str,
        status: Status,
        payload: Payload,
        brief_text: str,
        decided: Decisions = NOTHING,
    ) -> Row:
        """The row of a job; raises one of `STRANGE` for a status of the wrong shape."""
        request = payload.request
        concept, more = _asked(brief_text)
        subjects = ", ".join(subject.word for subject in request.subjects)
        packs = tuple(pack.id for pack in payload.packs)
        brands = (f"{placed.asset}:{placed.variant}" for placed in request.assets)
        words = (job_id, concept, subjects, *packs, payload.model, *brands, *more)
        fresh = cls(
            id=job_id,
            created=_utc(status.created) if status.created else _time_in(job_id),
            updated="",
            state=status.state,
            engine=clean(payload.engine, MAX_TEXT),
            model=clean(payload.model, MAX_TEXT),
            origin=clean(status.origin, MAX_TEXT) if status.origin else None,
            concept=clean(concept or subjects, MAX_TEXT),
            packs=packs,
            words=folded(" ".join(words))[:MAX_SEARCH],
            seeds=request.seeds[:MAX_CANDIDATES],
            width=request.width,
            height=request.height,
            total=_count(status.total),
            done=0,
            passed=0,
            pace_kind=kind_of(payload),
            starred=decided.starred,
            selected=len(decided.selected),
            note=clean(decided.note, decisions.MAX_NOTE),
        )
        return fresh.at(status)

    @classmethod
    def of_folder(cls, job: JobFolder, status: Status) -> Row:
        """The row of a job as its folder tells it.

        Raises InputError index-damaged, and StorageError where it cannot be read now.
        """
        try:
            payload = payloads.load(job.files)
            return cls.of(job.id, status, payload, _brief_text(job), _decided(job))
        except StorageError:  # it may be readable again tomorrow
            raise
        except STRANGE as error:
            reason = error.message() if isinstance(error, NukkiError) else type(error).__name__
            raise InputError("index-damaged", found=job.id, reason=reason) from None

    def at(self, status: Status) -> Row:
        """The row once the job stands at `status`."""
        pace = pace_of(status, self.width, self.height) if status.state == "done" else None
        return replace(self, **{"updated": self.created, **standing(status)}, pace=pace)

    def card(self) -> str:
        """What only a card shows, as JSON in ASCII."""
        return card_of(self.progress, self.error, self.thumbs)


def standing(status: Status) -> dict[str, Any]:
    """The fields of a row that say where the job stands, but for its pace."""
    updated = {"updated": _utc(status.updated)} if status.updated else {}
    return {
        **updated,
        "state": status.state,
        "done": _count(len(status.candidates)),
        "passed": _count(status.passed),
        "progress": _progress(status.progress) if status.progress else None,
        "error": _failure(status.error) if status.error else None,
        "thumbs": tuple(
            Thumb(_count(item.index), naming.thumb_of(item.final), bool(item.passed))
            for item in status.candidates[:MAX_CANDIDATES]
        ),
    }


def card_of(progress: Progress | None, error: Failure | None, thumbs: tuple[Thumb, ...]) -> str:
    """What only a card shows, as JSON in ASCII."""
    shown = {
        "progress": asdict(progress) if progress else None,
        "error": asdict(error) if error else None,
        "thumbs": [[thumb.index, thumb.file, thumb.passed] for thumb in thumbs],
    }
    return json.dumps(shown, separators=(",", ":"))


def of_card(card: str) -> dict[str, Any]:
    """The fields of a row that `card_of` wrote."""
    shown = json.loads(card)
    return {
        "progress": Progress(**shown["progress"]) if shown["progress"] else None,
        "error": Failure(**shown["error"]) if shown["error"] else None,
        "thumbs": tuple(Thumb(*thumb) for thumb in shown["thumbs"]),
    }


def folded(text: str) -> str:
    """Text as it is searched: composed (NFC, as Hangul is typed), without case, single blanks."""
    composed = unicodedata.normalize("NFC", clean(text, None)).casefold()
    return " ".join(unicodedata.normalize("NFC", composed).split())


def clean(text: str, most: int | None) -> str:
    """`text` as a database takes it: no NUL, no half of a surrogate pair, at most `most`."""
    return str(text)[:most].encode("utf-8", "replace").decode("utf-8").replace("\0", "")


def _asked(brief_text: str) -> tuple[str, list[str]]:
    """The concept in the person's words, and what else of the brief is searched."""
    try:
        brief = load_written(brief_text)
    except BriefError:
        return "", []
    return brief.object_concept, [brief.campaign_text, brief.style.free_text]


def _brief_text(job: JobFolder) -> str:
    """brief.yaml, or nothing: without it the plan still says what was understood."""
    try:
        return job.brief_text()
    except InputError:
        return ""


def _decided(job: JobFolder) -> Decisions:
    try:
        return decisions.parse(job.files.read(decisions.NAME, decisions.MAX_BYTES + 1))
    except (FileNotFoundError, InputError):
        return Decisions()
    except OSError as error:
        raise unread(decisions.NAME, error) from error


def _utc(at: str) -> str:
    found = datetime.fromisoformat(at).astimezone(UTC)
    return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _time_in(job_id: str) -> str:
    found = datetime.strptime(job_id[:15], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
    return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _count(found: Any) -> int:
    return min(max(int(found), 0), MOST)


def _progress(found: Progress) -> Progress:
    eta = float(found.eta_s) if found.eta_s is not None else None
    return Progress(
        index=_count(found.index),
        total=_count(found.total),
        stage=clean(found.stage, 40),
        step=_count(found.step),
        steps=_count(found.steps),
        eta_s=eta if eta is not None and isfinite(eta) else None,
    )


def _failure(found: Failure) -> Failure:
    context = plain_context(found.context)
    short = {
        clean(key, 40): clean(value, MAX_TEXT) if isinstance(value, str) else value
        for key, value in list(context.items())[:20]
    }
    return Failure(clean(found.code, 80), short)
