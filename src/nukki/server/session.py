"""Routes of the session: log in, log out, and whether that is needed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from nukki.errors import InputError
from nukki.server.gate import SESSION, Gate
from nukki.server.password import LONGEST
from nukki.server.problems import documented
from nukki.server.seal import COOKIE, LIFE_S

router = APIRouter(tags=["session"])


class Attempt(BaseModel):
    """The password as somebody typed it."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    password: str = Field(max_length=LONGEST, repr=False)


class Session(BaseModel):
    """`gate`: a password is asked for. `through`: this request needs to log in no more.

    `ends_s`: seconds until that ends by itself; null where nothing ends, as with a token.
    """

    gate: bool
    through: bool
    ends_s: float | None


@router.get(SESSION)
async def get_session(request: Request) -> Session:
    """Whether there is a gate, and whether this browser or program is through."""
    gate = _gate(request)
    try:
        through = await gate.caller(request) is not None
    except InputError:
        through = False  # a token that is not known
    return Session(gate=gate.has_password, through=through, ends_s=await gate.left_s(request))


@router.post(SESSION, status_code=204, response_class=Response, responses=documented(401, 422, 429))
async def log_in(attempt: Attempt, request: Request) -> Response:
    """Log in for 12 hours: the answer sets a cookie. Without a gate there is nothing to pass.

    Every wrong password makes the next attempt wait longer, which 429 says with Retry-After.
    """
    gate = _gate(request)
    answer = Response(status_code=204, headers={"Cache-Control": "no-store"})
    if not gate.has_password:
        return answer
    address = request.client.host if request.client else ""
    gate.backoff.begin(address)
    if not await run_in_threadpool(gate.fits, attempt.password):
        raise InputError("password-wrong")
    gate.backoff.succeed(address)
    _set(answer, request, await gate.begin(), LIFE_S)
    return answer


@router.delete(SESSION, status_code=204, response_class=Response, responses=documented(422))
async def log_out(
    request: Request,
    everywhere: Annotated[bool, Query(description="End the sessions of all browsers")] = False,
) -> Response:
    """Log out: the session ends on the server too, so that a copy of its cookie opens nothing."""
    gate = _gate(request)
    session = await gate.session(request)
    if session is not None:
        await run_in_threadpool(gate.keys.end_all if everywhere else lambda: gate.keys.end(session))
    answer = Response(status_code=204, headers={"Cache-Control": "no-store"})
    _set(answer, request, "", 0)
    return answer


def _gate(request: Request) -> Gate:
    gate: Gate = request.app.state.gate
    return gate


def _set(answer: Response, request: Request, cookie: str, life_s: int) -> None:
    answer.set_cookie(
        COOKIE,
        cookie,
        max_age=life_s,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
