"""The body of a request as JSON with its faults, read with a cap and never guessed at."""

from __future__ import annotations

from typing import Annotated, Any, get_args

from fastapi import Depends, Request
from pydantic import WithJsonSchema

from nukki.brief import asset_use, parse_json
from nukki.brief.fields import PATH_LENGTH, SHAPES, WORD_LENGTH
from nukki.brief.load import MAX_BRIEFS
from nukki.brief.reading import MAX_BYTES, Document
from nukki.brief.seeds import SEED_LIMIT
from nukki.brief.sizes import LARGEST, PRESETS, SMALLEST
from nukki.errors import InputError

JSON = "application/json"


async def read(request: Request) -> Document:
    """The JSON of a request.

    Raises InputError server-media-type or body-large, BriefError for what is no JSON.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise InputError("server-media-type", found=kind[:80] or None, allowed=JSON)
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > MAX_BYTES:
            raise InputError("body-large", allowed=f"{MAX_BYTES // 1024} kB")
    return parse_json(bytes(data))


Sent = Annotated[Document, Depends(read)]

# A brief in an answer: the document of the API puts the schema of briefs in the place of this one.
IN_PLACE = {"type": "object", "format": "brief"}
BriefJson = Annotated[dict[str, Any], WithJsonSchema(IN_PLACE)]


def _text(most: int, least: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": "string", "minLength": least, "maxLength": most, **more}


def _list(item: dict[str, Any], most: int) -> dict[str, Any]:
    return {"type": "array", "items": item, "maxItems": most, "uniqueItems": True}


def _word(choices: Any) -> dict[str, Any]:
    words = get_args(choices)
    return {"type": "string", "enum": list(words), "default": words[0]}


def _group(properties: dict[str, Any], description: str, *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


_KEBAB = "^[a-z0-9]+(-[a-z0-9]+)*$"
_FILE = r"upload:[a-z0-9][a-z0-9._-]*|job:[0-9]{8}-[0-9]{6}-[0-9a-f]{8}:[0-9a-f]{64}"
_PICTURE = rf"^({_FILE})$"
_SHAPE = rf"^({_FILE}|[a-z0-9]+(-[a-z0-9]+)*)$"
_STYLE = {
    "style_packs": _list(_text(128, pattern=_KEBAB), 4),
    "free_text": _text(500),
    "reference_images": _list(_text(PATH_LENGTH, pattern=_PICTURE), 2),
    "negative": _text(500),
}
_SIZE = {
    "oneOf": [
        {"type": "string", "enum": list(PRESETS)},
        _group(
            {
                side: {"type": "integer", "minimum": SMALLEST, "maximum": LARGEST}
                for side in ("width", "height")
            },
            "Pixels of the picture before it is cropped",
            "width",
            "height",
        ),
    ]
}
_ASSET = _text(128, pattern="^[a-z0-9]+(-[a-z0-9]+)*(:[a-z0-9]+(-[a-z0-9]+)*)?$")
_SCALE = {"type": "number", "minimum": asset_use.MIN_SCALE, "maximum": 1}
_TURN = {"type": "number", "minimum": -asset_use.MAX_ROTATE, "maximum": asset_use.MAX_ROTATE}
_USE = _group(
    {
        "asset": {**_ASSET, "description": "One of `GET /api/assets`"},
        "position": _word(asset_use.Position),
        "scale": {"oneOf": [_SCALE, {"type": "string", "const": "auto"}]},
        "rotate": {**_TURN, "default": 0, "description": "Degrees clockwise"},
        "tilt": _word(asset_use.Tilt),
        "stand": _word(asset_use.Stand),
        "blend": _word(asset_use.Blend),
    },
    "A brand picture, and how it should stand; its name alone leaves that open",
    "asset",
)
_BRIEF = {
    "campaign_text": _text(500, description="Context; never drawn"),
    "object_concept": _text(300, 1, description="What to draw, in Korean or English"),
    "model": {**_text(128, pattern=_KEBAB), "description": "One of `GET /api/models`"},
    "assets": _list({"oneOf": [_ASSET, _USE]}, asset_use.MAX_USES),
    "size_preset": _SIZE,
    "style": _group(_STYLE, "How it should look"),
    "candidate_count": {"type": "integer", "minimum": 1, "maximum": 8, "default": 4},
    "seed": {
        "oneOf": [
            {"type": "integer", "minimum": 0, "maximum": SEED_LIMIT},
            {"type": "string", "const": "random"},
        ]
    },
    "shapes": {
        "type": "object",
        "description": "Own SVGs, uploaded before, or names of icons (`GET /api/shapes`), by the"
        " word of the concept that each stands for",
        "additionalProperties": _text(PATH_LENGTH, pattern=_SHAPE),
        "propertyNames": _text(WORD_LENGTH, 1),
        "maxProperties": SHAPES,
    },
    "unmatched": {"type": "string", "enum": ["refuse", "skip"], "default": "refuse"},
}
BRIEF = _group(_BRIEF, "A brief; docs/01-brief.md describes every field", "object_concept")
BATCH = _group(
    {
        "briefs": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Brief"},
            "minItems": 1,
            "maxItems": MAX_BRIEFS,
        }
    },
    "Several briefs, all of which are taken or none",
    "briefs",
)
DRAFT = _group(_BRIEF, "A brief as far as it is written")
SCHEMAS = {"Brief": BRIEF, "Briefs": BATCH}
DRAFT_BODY = {
    "requestBody": {
        "required": True,
        "content": {JSON: {"schema": DRAFT, "example": {"object_concept": "컵과 작은 화분"}}},
    }
}
BODY = {
    "requestBody": {
        "required": True,
        "content": {
            JSON: {
                "schema": {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in SCHEMAS]},
                "examples": {
                    "brief": {
                        "summary": "One brief",
                        "value": {
                            "object_concept": "3D 쇼핑백과 퍼센트 기호, 작은 화분",
                            "style": {"style_packs": ["sp-3d-glossy"]},
                            "candidate_count": 2,
                        },
                    },
                    "batch": {
                        "summary": "Two briefs at once",
                        "value": {
                            "briefs": [
                                {"object_concept": "gift box", "seed": 7},
                                {"object_concept": "balloon", "size_preset": "4:3"},
                            ]
                        },
                    },
                },
            }
        },
    }
}
