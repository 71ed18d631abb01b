"""Our tables: what may be lost and made again from the folders, or is gone with the moment."""

from __future__ import annotations

import sqlalchemy as sa

VERSION = 2  # raised when a table changes, with a step from the version before

metadata = sa.MetaData()

# What brings tables of an older version to the next. A new column of `nukki_job` is NULL there: the
# rows are made again from their folders (Index.outdated).
STEPS = {1: ("ALTER TABLE nukki_job ADD COLUMN seeds TEXT",)}

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # SQLite numbers INTEGER keys by itself

# The index: one row a job, everything that a list shows, filters, sorts or searches (jobs/row).
job = sa.Table(
    "nukki_job",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("created", sa.Text, nullable=False),
    sa.Column("updated", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("engine", sa.Text, nullable=False),
    sa.Column("model", sa.Text, nullable=False),
    sa.Column("origin", sa.Text),
    sa.Column("concept", sa.Text, nullable=False),
    sa.Column("packs", sa.Text, nullable=False),  # ids, each between blanks: " 3d-clay neon "
    sa.Column("search", sa.Text, nullable=False),  # casefolded NFC: the job's words, then the note
    sa.Column("seeds", sa.Text),  # each between blanks: " 7 8 "; NULL in a row of an older version
    sa.Column("width", sa.Integer, nullable=False),
    sa.Column("height", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("passed", sa.Integer, nullable=False),
    sa.Column("starred", sa.Boolean, nullable=False, default=False),
    sa.Column("selected", sa.Integer, nullable=False, default=0),
    sa.Column("note", sa.Text, nullable=False, default=""),
    sa.Column("pace_kind", sa.Text, nullable=False),  # what decides the time (jobs/eta)
    sa.Column("pace", sa.Float),  # seconds per candidate and megapixel of a finished job
    sa.Column("card", sa.Text, nullable=False),  # JSON: progress, error and thumbnails
    sa.Index("nukki_job_created", "created", "id"),
    sa.Index("nukki_job_updated", "updated", "id"),
    sa.Index("nukki_job_state", "state", "created", "id"),
    sa.Index("nukki_job_pace", "pace_kind", "id"),
)

# The line: one row a job that waits or is worked on.
line = sa.Table(
    "nukki_line",
    metadata,
    sa.Column("job_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False, unique=True),  # order of arrival
    sa.Column("priority", sa.Integer, nullable=False),  # 0 first, 9 last, 5 usual
    sa.Column("who", sa.Text, nullable=False),  # whose turn it is is shared fairly between these
    sa.Column("engine", sa.Text, nullable=False),
    sa.Column("family", sa.Text, nullable=False),  # the weights that the engine must hold
    sa.Column("pool", sa.Text, nullable=False),  # the kind of slot that it waits for
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("expected_s", sa.Float),
    sa.Column("only", sa.Text),  # the one worker that may claim it (a command that waits for it)
    sa.Column("owner", sa.Text),  # worker.id while it is worked on
    sa.Column("slot", sa.Text),  # what only one job at a time may use, while it is worked on
    sa.Column("epoch", sa.Integer, nullable=False, default=0),  # raised with every claim
    sa.Column("deaths", sa.Integer, nullable=False, default=0),  # workers that died of it
    sa.Column("claimed", sa.Text),
    sa.Column("cancel", sa.Boolean, nullable=False, default=False),
    sa.Index("nukki_line_next", "pool", "priority", "who", "family", "seq"),
)

# What a slot remembers of the jobs that it took, so that turns are shared fairly.
slot = sa.Table(
    "nukki_slot",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("memory", sa.Text, nullable=False),  # JSON of queue/policy's Slot
)

# Processes that work on jobs. `beat` only ever grows; peers watch it against their own clock.
worker = sa.Table(
    "nukki_worker",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("started", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),  # `serve`, or `run` for a command
    sa.Column("slots", sa.Text, nullable=False),  # JSON: its slot in each pool
    sa.Column("beat", sa.BigInteger, nullable=False, default=0),
)

# Events of the last day in the order in which they were written.
feed = sa.Table(
    "nukki_feed",
    metadata,
    sa.Column("id", _ID, primary_key=True, autoincrement=True),
    sa.Column("job_id", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("data", sa.Text, nullable=False),  # JSON
    sqlite_autoincrement=True,  # an id is never used twice, even when the newest rows are gone
)

# What a program already asked for under a key of its own, so that asking again makes no second.
request = sa.Table(
    "nukki_request",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),  # sha256 of who and their key
    sa.Column("body_sha256", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("job_ids", sa.Text, nullable=False),  # JSON of jobs/requests, known before they are
)

# Bearer tokens of programs: only their hashes.
token = sa.Table(
    "nukki_token",
    metadata,
    sa.Column("sha256", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created", sa.Text, nullable=False),
    sa.Column("used", sa.Text),
)

# Sessions that were ended before their time.
logout = sa.Table(
    "nukki_logout",
    metadata,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("at", sa.Text, nullable=False),
)

about = sa.Table(
    "nukki_about",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
