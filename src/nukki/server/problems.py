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

from nukki.errors import InputError, NukkiError
from nukki.server import speech
from nukki.server.guard import HEADERS

LOG = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"

# Where the class of an error does not say it all.
STATUS = {
    "server-job-unknown": 404,
    "server-picture-unknown": 404,
    "server-route-unknown": 404,
    "server-studio-missing": 404,
    "server-method": 405,
    "server-job-damaged": 409,
    "server-host": 421,
    "server-request-invalid": 422,
    "server-crashed": 500,
}


class Problem(BaseModel):
    """A refusal: `detail` and `hint` are sentences in the language of the request."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    hint: str
    context: dict[str, str | int | float | bool | None]


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
    status = STATUS.get(error.code) or (400 if isinstance(error, InputError) else 503)
    told = type(error).__new__(type(error))
    NukkiError.__init__(told, error.code, **_without_places(error.context))
    problem = Problem(
        title=HTTPStatus(status).phrase,
        status=status,
        detail=told.message(language),
        code=error.code,
        hint=told.hint(language),
        context=told.context,
    )
    headers = {**HEADERS, "Content-Language": language, "Cache-Control": "no-store"}
    return JSONResponse(problem.model_dump(), status, headers, MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Answer every error of `app` with a problem."""
    app.add_exception_handler(NukkiError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _crashed)


def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, NukkiError)
    return response(error, speech.of(request))


def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    refused = InputError(
        "server-request-invalid", field=str(first["loc"][-1]), reason=str(first["msg"])
    )
    return response(refused, speech.of(request))


def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        refused = InputError("server-method", found=request.method)
    else:
        refused = InputError("server-route-unknown", found=request.url.path[:200])
    return response(refused, speech.of(request))


def _crashed(request: Request, error: Exception) -> JSONResponse:
    LOG.error("a request failed", exc_info=error)
    return response(NukkiError("server-crashed"), speech.of(request))


def _without_places(context: dict[str, Any]) -> dict[str, Any]:
    """The context as JSON scalars; of a path only its last name is told."""
    return {key: _plain(key, value) for key, value in context.items()}


def _plain(key: str, value: Any) -> str | int | float | bool | None:
    if isinstance(value, Path) or key == "path":
        return Path(value).name
    return value if isinstance(value, str | int | float | bool | None) else str(value)
