"""Names of jobs: sortable by time, unguessable, safe in a path."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime

JOB_ID = re.compile(r"^\d{8}-\d{6}-[0-9a-f]{8}$")


def new_job_id() -> str:
    """For example `20260131-090000-1f3a9c07`."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"


def is_job_id(text: str) -> bool:
    """Whether `text` could be a job's id; anything else never reaches a path."""
    return bool(JOB_ID.fullmatch(text))
