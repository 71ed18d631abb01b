"""Routes of what people decide about a job: its star, its selection, its notes."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from nukki.errors import InputError
from nukki.jobs import deciding
from nukki.review import decisions
from nukki.review.decisions import MAX_CANDIDATES, MAX_INDEX, MAX_NOTE, MAX_VERSION, Change
from nukki.server import sending
from nukki.server.deps import Found, HistoryOf
from nukki.server.problems import documented

router = APIRouter(prefix="/api/jobs/{job_id}/decisions", tags=["review"])
_ETAG = re.compile(r'"(\d{1,16})"')

Note = Annotated[str, Field(max_length=MAX_NOTE)]
Index = Annotated[int, Field(ge=0, le=MAX_INDEX)]
IndexText = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,2})$")]
IfMatch = Annotated[str | None, Header(examples=['"3"'])]


class Sent(BaseModel):
    """What a program sends: nothing is guessed from other types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class VerdictSent(Sent):
    """What to say of one candidate; what is left out stays as it is (PATCH) or begins afresh."""

    starred: bool | None = None
    note: Note | None = None


class DecisionsSent(Sent):
    """Decisions to make. `version` is the one that they start from, in place of If-Match."""

    version: Annotated[int, Field(ge=0, le=MAX_VERSION)] | None = None
    selected: Annotated[list[Index], Field(max_length=MAX_CANDIDATES)] | None = None
    starred: bool | None = None
    note: Note | None = None
    candidates: Annotated[dict[IndexText, VerdictSent], Field(max_length=MAX_CANDIDATES)] = {}


class Verdict(BaseModel):
    """What was said of one candidate."""

    starred: bool
    note: str


class Decided(BaseModel):
    """All that was decided; `candidates` by index. Every change raises `version`."""

    version: int
    selected: list[int]
    starred: bool
    note: str
    candidates: dict[str, Verdict]


_TAGGED = {"headers": {"ETag": {"schema": {"type": "string"}, "description": "The version"}}}


@router.get(
    "",
    response_model=Decided,
    responses={**documented(404, 422), 200: _TAGGED, 304: {"description": "As known"}},
)
def get_decisions(job: Found, request: Request, response: Response) -> Decided | Response:
    """What people decided about a job; its ETag is what a change is sent with as If-Match."""
    found = deciding.read(job)
    headers = _headers(found)
    if sending.is_known(request, headers):
        return Response(status_code=304, headers=headers)
    return _answer(found, response)


@router.patch("", responses={**documented(404, 412, 422, 503), 200: _TAGGED})
def change_decisions(
    job: Found,
    history: HistoryOf,
    sent: DecisionsSent,
    response: Response,
    if_match: IfMatch = None,
) -> Decided:
    """Change some decisions and leave the others as they are, whoever made them.

    With a version only if nobody changed anything since.
    """
    version = _version(sent, if_match)
    return _answer(deciding.change(history, job.id, _change(sent), version=version), response)


@router.put("", responses={**documented(404, 412, 422, 428, 503), 200: _TAGGED})
def replace_decisions(
    job: Found,
    history: HistoryOf,
    sent: DecisionsSent,
    response: Response,
    if_match: IfMatch = None,
) -> Decided:
    """Replace all decisions by those that were sent; needs the version that they start from."""
    version = _version(sent, if_match)
    if version is None and if_match != "*":
        raise InputError("decisions-unconditional")
    made = deciding.change(
        history, job.id, _change(sent), version=version, apply=decisions.replaced
    )
    return _answer(made, response)


def of(found: decisions.Decisions) -> Decided:
    """Decisions as the API shows them."""
    return Decided.model_validate(found.to_file())


def _change(sent: DecisionsSent) -> Change:
    return Change(
        selected=None if sent.selected is None else tuple(sent.selected),
        starred=sent.starred,
        note=sent.note,
        candidates={int(i): (one.starred, one.note) for i, one in sent.candidates.items()},
    )


def _version(sent: DecisionsSent, if_match: str | None) -> int | None:
    """The version that the caller knows; raises InputError decisions-match."""
    if if_match is None or if_match == "*":
        return sent.version
    tag = _ETAG.fullmatch(if_match.strip())
    if tag is None or (sent.version is not None and sent.version != int(tag[1])):
        raise InputError("decisions-match", found=if_match[:40])
    return int(tag[1])


def _answer(found: decisions.Decisions, response: Response) -> Decided:
    response.headers.update(_headers(found))
    return of(found)


def _headers(found: decisions.Decisions) -> dict[str, str]:
    return {"ETag": f'"{found.version}"', "Cache-Control": sending.ASK_AGAIN}
