"""The index: one row a job, searched, filtered, sorted and paged without opening a folder."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from nukki.errors import InputError
from nukki.jobs.database import Database
from nukki.jobs.eta import LOOK_BACK, pace_of
from nukki.jobs.events import FINISHED, State
from nukki.jobs.pack_names import packs_named
from nukki.jobs.row import MAX_TEXT, Row, Thumb, card_of, clean, folded, of_card, standing
from nukki.jobs.status import Status
from nukki.jobs.tables import job as table

__all__ = ["Index", "Page", "Query", "Row", "Thumb"]

MAX_WORDS = 16  # of a search
MAX_CURSOR = 300
MAX_LIMIT = 200
MAX_OFFSET = 2**31 - 1

Sort = Literal["created", "updated"]

# What is asked with every event of every job; building a statement costs more than running it.
_THIS = table.c.id == sa.bindparam("job")
_GET = sa.select(table).where(_THIS)
_SIZE = sa.select(table.c.width, table.c.height).where(_THIS)
_FOLLOW = sa.update(table).where(_THIS)


@dataclass(frozen=True)
class Query:
    """Which jobs, in which order. What is empty or None does not matter.

    `text` finds jobs that hold every one of its words, as parts of words too: in what was asked,
    in notes, in the names of packs in every language; one of digits alone also finds seeds that
    begin so. Of `states` and `packs` a job needs one. `since` is the first instant at which a job
    may have been made, `before` the first at which it may not (ISO 8601, UTC). `cursor` is the
    `next` of the page before, of the same order; `offset` jobs from there are left out.
    """

    text: str = ""
    states: tuple[State, ...] = ()
    packs: tuple[str, ...] = ()
    engine: str | None = None
    model: str | None = None
    starred: bool | None = None
    seed: int | None = None
    since: str | None = None
    before: str | None = None
    sort: Sort = "created"
    descending: bool = True
    cursor: str | None = None
    offset: int = 0
    limit: int = 30


@dataclass(frozen=True)
class Page:
    """Rows in order, the cursor of the page after this one, and how many jobs match in all."""

    rows: tuple[Row, ...]
    next: str | None
    total: int


class Index:
    """The table of jobs. With a `connection` a change becomes part of that transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._insert: Any = sqlite.insert if database.is_sqlite else postgresql.insert
        added = self._insert(table)
        self._put = added.on_conflict_do_update(index_elements=["id"], set_=dict(added.excluded))

    def put(self, row: Row, connection: sa.Connection | None = None) -> None:
        """Add a job, or replace all that is known of it."""
        with self._writing(connection) as own:
            own.execute(self._put, _values(row))

    def exchange(self, seen: Row | None, row: Row, connection: sa.Connection) -> bool:
        """Put `row` in place of `seen`, unless somebody changed that since; whether it was put.

        Who rebuilds rows from folders must not undo what a running job writes meanwhile.
        """
        values = _values(row)
        change: Any = self._insert(table).values(values).on_conflict_do_nothing()
        if seen is not None:
            guarded = ("updated", "starred", "selected", "note")
            same = [table.c[name] == getattr(seen, name) for name in guarded]
            change = sa.update(table).where(table.c.id == seen.id, *same).values(values)
        return connection.execute(change.returning(table.c.id)).first() is not None

    def follow(self, job_id: str, status: Status, connection: sa.Connection | None = None) -> bool:
        """Bring a job's row to `status`; False when the job has no row.

        Only what a job's course decides is written, so that no decision of a person is lost.
        """
        moved = standing(status)
        told = {name: moved.pop(name) for name in ("progress", "error", "thumbs")}
        with self._writing(connection) as own:
            values = {**moved, "card": card_of(**told), "pace": None}
            if status.state == "done" and (size := own.execute(_SIZE, {"job": job_id}).first()):
                values["pace"] = pace_of(status, *size)
            return own.execute(_FOLLOW, {"job": job_id, **values}).rowcount > 0

    def decided(
        self,
        job_id: str,
        starred: bool,
        selected: int,
        note: str,
        connection: sa.Connection | None = None,
    ) -> bool:
        """Note what a person decided: a star, how many candidates are selected, a note.

        False when the job has no row.
        """
        with self._writing(connection) as own:
            asked = sa.select(table.c.search).where(table.c.id == job_id).with_for_update()
            words = own.scalar(asked)
            if words is None:
                return False
            said = {
                "starred": starred,
                "selected": selected,
                "note": clean(note, None),
                "search": _search(words.partition("\n")[0], note),
            }
            own.execute(sa.update(table).where(table.c.id == job_id).values(said))
            return True

    def remove(self, job_id: str, connection: sa.Connection | None = None) -> bool:
        """Forget a job; whether it was known."""
        with self._writing(connection) as own:
            return bool(own.execute(sa.delete(table).where(table.c.id == job_id)).rowcount)

    def get(self, job_id: str) -> Row | None:
        """The row of a job; None when it has none."""
        with self.database.reading() as connection:
            found = connection.execute(_GET, {"job": job_id}).one_or_none()
        return None if found is None else _row(found)

    def page(self, query: Query) -> Page:
        """One page of the jobs that match; raises InputError index-cursor."""
        matching = self._matching(query)
        order, key = _order(query), table.c[query.sort]
        asked = sa.select(table).where(*matching).order_by(*order)
        if query.cursor is not None:
            value, job_id = _from_cursor(query)
            here, there = sa.tuple_(key, table.c.id), sa.tuple_(sa.literal(value), job_id)
            asked = asked.where(here < there if query.descending else here > there)
        limit = min(max(query.limit, 1), MAX_LIMIT)
        with self.database.reading() as connection:
            total = connection.scalar(
                sa.select(sa.func.count()).where(*matching).select_from(table)
            )
            asked = asked.offset(min(max(query.offset, 0), MAX_OFFSET)).limit(limit + 1)
            found = connection.execute(asked).all() if total else []
        rows = tuple(_row(entry) for entry in found[:limit])
        more = len(found) > limit
        return Page(rows, _to_cursor(query, rows[-1]) if more else None, total or 0)

    def ids(self) -> set[str]:
        """The ids of all jobs that have a row."""
        with self.database.reading() as connection:
            return set(connection.scalars(sa.select(table.c.id)))

    def holds_any(self) -> bool:
        """Whether any job has a row."""
        with self.database.reading() as connection:
            return connection.scalar(sa.select(table.c.id).limit(1)) is not None

    def unfinished(self) -> list[str]:
        """The ids of jobs that have not ended, as far as their rows know."""
        asked = sa.select(table.c.id).where(table.c.state.not_in(sorted(FINISHED)))
        with self.database.reading() as connection:
            return list(connection.scalars(asked))

    def outdated(self) -> set[str]:
        """The ids of jobs whose rows an older version wrote: they lack what is searched now."""
        with self.database.reading() as connection:
            return set(connection.scalars(sa.select(table.c.id).where(table.c.seeds.is_(None))))

    def paces(self, kind: str) -> list[float]:
        """Seconds per candidate and megapixel of the last finished jobs of a kind."""
        of_kind = table.c.pace_kind == kind, table.c.pace.is_not(None)
        newest = sa.select(table.c.pace).where(*of_kind).order_by(table.c.id.desc())
        with self.database.reading() as connection:
            return [float(pace) for pace in connection.scalars(newest.limit(LOOK_BACK))]

    def _matching(self, query: Query) -> list[sa.ColumnElement[bool]]:
        """The conditions of a query. Text is compared as it is: no sign in it is a wildcard."""
        found = [self._holds(word) for word in _words(query.text)]
        if query.states:
            found.append(table.c.state.in_(query.states))
        if query.packs:
            found.append(self._of_packs(query.packs))
        if query.seed is not None:
            found.append(self._within(table.c.seeds, f" {query.seed} "))
        if query.since is not None:
            found.append(table.c.created >= query.since)
        if query.before is not None:
            found.append(table.c.created < query.before)
        for column, wanted in (("engine", query.engine), ("model", query.model)):
            if wanted is not None:
                found.append(table.c[column] == clean(wanted, MAX_TEXT))
        if query.starred is not None:
            found.append(table.c.starred == query.starred)
        return found

    def _holds(self, word: str) -> sa.ColumnElement[bool]:
        """That a job holds one word of a search, wherever it may stand."""
        places = [self._within(table.c.search, word)]
        if word.isascii() and word.isdecimal():
            places.append(self._within(table.c.seeds, f" {word}"))
        if named := packs_named(word):
            places.append(self._of_packs(named))
        return sa.or_(*places)

    def _of_packs(self, packs: Iterable[str]) -> sa.ColumnElement[bool]:
        """That a job has one of these packs."""
        wanted = (f" {clean(pack, MAX_TEXT)} " for pack in packs)
        return sa.or_(*(self._within(table.c.packs, pack) for pack in wanted))

    def _within(self, column: sa.Column[Any], text: str) -> sa.ColumnElement[bool]:
        """That a column holds a text just as it is."""
        within: Any = sa.func.instr if self.database.is_sqlite else sa.func.strpos
        holds: sa.ColumnElement[bool] = within(column, text) > 0
        return holds

    def _writing(self, connection: sa.Connection | None) -> AbstractContextManager[sa.Connection]:
        return self.database.writing() if connection is None else nullcontext(connection)


def _words(text: str) -> list[str]:
    return list(dict.fromkeys(folded(text[:1000]).split()))[:MAX_WORDS]


def _search(words: str, note: str) -> str:
    """What is searched: the job's own words in the first line, the note in the second."""
    return f"{words}\n{folded(note)}"


def _values(row: Row) -> dict[str, Any]:
    names = (
        "id", "created", "updated", "state", "engine", "model", "origin", "concept", "width",
        "height", "total", "done", "passed", "pace_kind", "pace", "starred", "selected", "note",
    )  # fmt: skip
    return {
        **{name: getattr(row, name) for name in names},
        "packs": f" {' '.join(row.packs)} ",
        "seeds": f" {' '.join(map(str, row.seeds))} ",
        "search": _search(row.words, row.note),
        "card": row.card(),
    }


def _row(found: sa.Row[Any]) -> Row:
    fields = dict(found._mapping)
    packs, search, card, seeds = (fields.pop(name) for name in ("packs", "search", "card", "seeds"))
    return Row(
        **fields,
        **of_card(card),
        packs=tuple(packs.split()),
        words=search.partition("\n")[0],
        seeds=tuple(int(seed) for seed in (seeds or "").split()),
    )


def _order(query: Query) -> Iterable[sa.ColumnElement[Any]]:
    columns = (table.c[query.sort], table.c.id)
    return [column.desc() if query.descending else column.asc() for column in columns]


def _to_cursor(query: Query, last: Row) -> str:
    place = [query.sort, query.descending, getattr(last, query.sort), last.id]
    return base64.urlsafe_b64encode(json.dumps(place).encode("ascii")).decode("ascii").rstrip("=")


def _from_cursor(query: Query) -> tuple[str, str]:
    """The place after which the page begins; raises InputError index-cursor."""
    text = query.cursor or ""
    try:
        place = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), "-_", validate=True))
        sort, descending, value, job_id = place
        known = len(text) <= MAX_CURSOR and (sort, descending) == (query.sort, query.descending)
    except (TypeError, ValueError, RecursionError):
        known = False
    if not known or not isinstance(value, str) or not isinstance(job_id, str):
        raise InputError("index-cursor", found=text[:40])
    return clean(value, MAX_CURSOR), clean(job_id, MAX_CURSOR)
