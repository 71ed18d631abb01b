"""Rows of the line as the policy sees them."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from nukki.jobs.queue.policy import Slot, Waiting


def waiting_of(row: sa.Row[Any]) -> Waiting:
    """A row of `nukki_line`."""
    return Waiting(
        row.job_id,
        row.seq,
        row.priority,
        row.who,
        row.family,
        row.expected_s,
        row.epoch > 0,
        row.only,
    )


def memory_of(text: str | None) -> Slot:
    """What a slot remembers, from the JSON of `nukki_slot`.

    A new slot remembers nothing; nor does one that another version wrote in a way of its own.
    """
    try:
        return Slot(**json.loads(text)) if text else Slot()
    except (TypeError, ValueError):
        return Slot()
