"""Every refusal as RFC 9457 problem+json: code, sentence, hint, and a context without paths."""

from __future__ import annotations

import logging
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from nukki import i18n
from nukki.errors import BackendError, Fault, InputError, NukkiError, PayloadError, plain
from nukki.jobs.workshop import Canceled
from nukki.server import openapi, speech
from nukki.server.guard import HEADERS
from nukki.server.limits import CutOffError
from nukki.server.logs import discreet

LOG = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
LONGEST_FIELD = 100

# Where the class of an error does not say it all.
STATUS = {
    "artwork-slow": 422,
    "artwork-too-many-bytes": 413,
    "asset-refused": 422,
    "asset-unknown": 404,
    "asset-variant-unknown": 404,
    "assets-behind": 409,
    "assets-lost": 409,
    "assets-manifest": 409,
    "brief-invalid": 422,
    "brief-not-kept": 404,
    "png-damaged": 422,
    "png-not-png": 415,
    "png-settings-invalid": 422,
    "recall-cut-out": 422,
    "recall-no-settings": 422,
    "recall-slow": 422,
    "recall-too-large": 413,
    "shape-unknown": 404,
    "index-cursor": 422,
    "job-folder-gone": 404,
    "job-in-line": 409,
    "job-nobody-draws": 409,
    "job-not-ended": 409,
    "job-not-waiting": 409,
    "job-unknown": 404,
    "request-given-up": 409,
    "request-in-progress": 409,
    "request-key-reused": 422,
    "server-media-type": 415,
    "server-job-unknown": 404,
    "server-picture-unknown": 404,
    "server-route-unknown": 404,
    "server-studio-missing": 404,
    "server-method": 405,
    "server-job-damaged": 409,
    "server-host": 421,
    "server-request-invalid": 422,
    "server-crashed": 500,
    "gate-closed": 401,
    "password-wrong": 401,
    "token-unknown": 401,
    "origin-foreign": 403,
    "body-slow": 408,
    "body-large": 413,
    "attempts-too-many": 429,
    "thumb-damaged": 409,
    "picture-too-large": 409,
    "decisions-version": 412,
    "decisions-match": 422,
    "decisions-index": 422,
    "decisions-note": 422,
    "decisions-unconditional": 428,
    "strokes-invalid": 422,
    "refine-damaged": 409,
    "refine-elsewhere": 409,
    "refine-full": 409,
    "refine-revision": 412,
    "refine-unfinished": 404,
    "export-nothing": 409,
    "export-damaged": 409,
    "export-layer-size": 409,
    "export-candidate": 422,
    "export-size": 422,
    "export-too-large": 422,
    "upload-unknown": 404,
    "upload-too-many": 409,
    "upload-too-large": 413,
    "upload-empty": 422,
    "upload-malformed": 422,
    "upload-slow": 422,
    "picture-too-many-bytes": 413,
    "picture-unknown": 415,
    "picture-text": 415,
    "picture-vector": 415,
    "picture-project": 415,
    "picture-raw": 415,
    "picture-video": 415,
    "picture-archive": 415,
    "picture-other": 415,
}
FAMILIES = ("picture-", "svg-")  # of a file that was sent: 422 where nothing else is said


class FieldFault(BaseModel):
    """One thing wrong with one field of what was sent, its `message` and `hint` as sentences.

    `line` and `column` are known only where the text itself could not be read.
    """

    field: str
    code: str
    message: str
    hint: str
    found: str | int | float | bool | None
    allowed: str | None
    nearest: str | int | float | bool | None
    line: int | None
    column: int | None


# What the gate, the limits and a busy server answer before any route is asked.
EVERYWHERE = (401, 403, 408, 413, 421, 503)


class Problem(BaseModel):
    """A refusal: `detail` and `hint` are sentences in the language of the request.

    `faults` is empty unless the fields of a brief are refused; then all of them are told.
    """

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    hint: str
    context: dict[str, str | int | float | bool | None]
    faults: list[FieldFault] = []


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for the OpenAPI document."""
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {
        status: {
            "model": Problem,
            "content": {MEDIA_TYPE: schema},
            "description": HTTPStatus(status).phrase,
        }
        for status in statuses
    }


def response(error: NukkiError, language: str) -> JSONResponse:
    """The error as an answer; what names a place on this machine is left out."""
    status = _status(error)
    told = type(error).__new__(type(error))
    NukkiError.__init__(told, error.code, **_without_places(error.context))
    problem = Problem(
        title=HTTPStatus(status).phrase,
        status=status,
        detail=told.message(language),
        code=error.code,
        hint=told.hint(language),
        context=told.context,
        faults=[field_fault(fault, language) for fault in getattr(error, "faults", [])],
    )
    headers = {**HEADERS, "Content-Language": language, "Cache-Control": "no-store"}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if wait := error.context.get("retry_after_s"):
        headers["Retry-After"] = str(wait)
    return JSONResponse(problem.model_dump(), status, headers, MEDIA_TYPE)


async def refuse(scope: Scope, receive: Receive, send: Send, error: NukkiError) -> None:
    """Answer a request that never comes to a route."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
    else:
        await response(error, speech.of(Request(scope)))(scope, receive, send)


def install(app: FastAPI) -> None:
    """Answer every error of `app` with a problem."""
    app.add_exception_handler(NukkiError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _left)
    app.add_exception_handler(Canceled, _canceled)
    app.add_exception_handler(Exception, _crashed)


def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, NukkiError)
    return response(error, speech.of(request))


def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first, language = error.errors()[0], speech.of(request)
    if first["loc"] == ("path", "job_id"):  # half of a link, as messengers cut them
        return response(
            InputError("server-job-unknown", found=str(first["input"])[:LONGEST_FIELD]), language
        )
    words = [part for part in first["loc"] if isinstance(part, str)]  # not the place in a list
    field = words[-1][:LONGEST_FIELD]  # of one that is not known, the caller's words
    refused = InputError("server-request-invalid", field=field, reason=_reason(first, language))
    return response(refused, language)


def _reason(found: dict[str, Any], language: str) -> str:
    """Why a value cannot be used: our own sentence for what a caller meets, else pydantic's."""
    kind = found["type"].replace("_", "-")
    codes = (f"server-reason-{kind}", kind)  # pydantic's own faults, and those of our own models
    code = next((code for code in codes if i18n.has(code, language)), None)
    if code is None:
        return str(found["msg"])
    blanks = {
        key: str(value).replace("'", "").replace(" or ", ", ")
        for key, value in found.get("ctx", {}).items()
    }
    return i18n.text(code, language, **blanks)


def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    refused: NukkiError
    if isinstance(error, CutOffError):
        refused = error.error
    elif error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        refused = InputError("server-method", found=request.method[:20])
    elif error.status_code == HTTPStatus.NOT_FOUND:
        refused = InputError("server-route-unknown", found=request.url.path[:200])
    else:  # a body that FastAPI cannot read
        refused = InputError("server-request-invalid", field="body", reason=str(error.detail))
    answer = response(refused, speech.of(request))
    answer.headers.update(error.headers or {})
    methods = openapi.methods_of(request.app, request.url.path)
    if methods and error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        answer.headers["Allow"] = ", ".join(sorted(methods))
    return answer


def _left(request: Request, _error: Exception) -> JSONResponse:
    """Who goes away before a body has come, as a page does that asks anew, is no fault of ours."""
    return response(InputError("body-slow"), speech.of(request))


def _canceled(request: Request, _error: Exception) -> JSONResponse:
    """The workshop has closed, or nobody is there any more to read this."""
    return response(BackendError("server-stopping", retry_after_s=5), speech.of(request))


def _crashed(request: Request, error: Exception) -> JSONResponse:
    LOG.error("a request failed", exc_info=error)
    return response(NukkiError("server-crashed"), speech.of(request))


def _status(error: NukkiError) -> int:
    if error.code in STATUS:
        return STATUS[error.code]
    if error.code.startswith(FAMILIES):
        return 422
    if isinstance(error, PayloadError):
        return 409  # the job on disk, not the request, is what cannot be used
    return 400 if isinstance(error, InputError) else 503


def field_fault(fault: Fault, language: str) -> FieldFault:
    """One fault as the API tells it."""
    return FieldFault(
        field=fault.field,
        code=fault.code,
        message=fault.message(language),
        hint=fault.hint(language),
        found=plain(fault.found),
        allowed=None if fault.allowed is None else str(fault.allowed),
        nearest=plain(fault.nearest),
        line=fault.line,
        column=fault.column,
    )


def _without_places(context: dict[str, Any]) -> dict[str, Any]:
    """The context as JSON scalars; of a path only its last name is told."""
    return {key: _plain(key, value) for key, value in context.items()}


def _plain(key: str, value: Any) -> str | int | float | bool | None:
    if isinstance(value, Path) or key == "path":
        return Path(value).name
    if key == "reason" and isinstance(value, str):
        return discreet(value)  # the words of a library, which may name anything
    return plain(value)
