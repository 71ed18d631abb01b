"""The OpenAPI document: what FastAPI derives from the routes, and what it cannot know."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from nukki.server import body

TAGS = [
    {"name": "jobs", "description": "Make jobs, look at them, end them, draw them again"},
    {"name": "queue", "description": "Who is drawn now and who waits"},
    {"name": "events", "description": "What happens, as it happens"},
    {"name": "review", "description": "What people decided about candidates"},
    {"name": "files", "description": "Pictures of jobs, exports and uploads"},
    {"name": "catalog", "description": "What a brief may refer to, and this installation"},
    {"name": "session", "description": "Signing in and out"},
]
DESCRIPTION = (
    "Graphics whose alpha is true, over HTTP. Every refusal is problem+json (RFC 9457) with a code,"
    " a sentence and a hint in the language of Accept-Language (en, ko)."
)
PROBLEM = "application/problem+json"
SECURITY = {
    "session": {"type": "apiKey", "in": "cookie", "name": "nukki_session"},
    "token": {"type": "http", "scheme": "bearer"},
}


OPEN = ("/api/session", "/readyz")  # to everybody


def install(app: FastAPI) -> None:
    """Give `app` the whole document; it is made when it is first asked for."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]  # the way FastAPI documents


def methods_of(app: FastAPI, path: str) -> set[str]:
    """The methods that an address of the document has; empty for one that it does not hold."""
    paths: dict[str, dict[str, Any]] = app.openapi()["paths"]
    fitting = (
        [path] if path in paths else [known for known in paths if _pattern(known).fullmatch(path)]
    )
    return {method.upper() for known in fitting for method in paths[known]}


def _document(app: FastAPI) -> dict[str, Any]:
    made = get_openapi(
        title=app.title,
        version=app.version,
        description=DESCRIPTION,
        routes=app.routes,
        tags=TAGS,
        separate_input_output_schemas=False,
    )
    parts = made["components"]
    parts["schemas"].update(body.SCHEMAS)
    # FastAPI describes refusals of its own form wherever a route takes parameters; ours are
    # problems, and documented with the routes.
    for name in ("HTTPValidationError", "ValidationError"):
        parts["schemas"].pop(name, None)
    parts["securitySchemes"] = SECURITY
    _name_briefs(parts["schemas"])
    made["security"] = [{"session": []}, {"token": []}]
    for path, methods in made["paths"].items():
        for operation in methods.values():
            _mend(operation, is_open=path in OPEN)
    return made


def _name_briefs(value: Any) -> None:
    """Put the schema of a brief wherever an answer holds one."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inner:
        if isinstance(part, dict) and body.IN_PLACE.items() <= part.items():
            part.clear()
            part["$ref"] = "#/components/schemas/Brief"
        else:
            _name_briefs(part)


def _mend(operation: dict[str, Any], *, is_open: bool) -> None:
    """A refusal has one form, whatever the route answers else; what is open needs no key."""
    for answer in operation["responses"].values():
        content = answer.get("content", {})
        if PROBLEM in content:
            answer["content"] = {PROBLEM: content[PROBLEM]}
    if is_open:
        operation["security"] = []


@lru_cache(maxsize=256)
def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{[a-z_]+\\}", "[^/]+", re.escape(path)))
