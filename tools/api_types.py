"""Writes the web's API types from the OpenAPI document of the server itself.

`tools/api_types.py` writes web/src/shared/schema.ts; `--check` exits 1 when it is stale.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from nukki.server.app import create_app
from nukki.settings import Settings

WEB = Path(__file__).resolve().parent.parent / "web"
TYPES = WEB / "src" / "shared" / "schema.ts"
MAKER = WEB / "node_modules" / ".bin" / "openapi-typescript"


def made() -> str:
    """The types as the server of this working tree asks for them."""
    with tempfile.TemporaryDirectory() as folder:
        document, types = Path(folder, "openapi.json"), Path(folder, "schema.ts")
        document.write_text(json.dumps(create_app(Settings()).openapi()), "utf-8")
        subprocess.run([MAKER, document, "-o", types], check=True, capture_output=True, cwd=WEB)
        return types.read_text("utf-8")


def main(arguments: list[str]) -> int:
    """Write or check; the exit status."""
    types = made()
    if "--check" not in arguments:
        TYPES.write_text(types, "utf-8")
    elif not TYPES.is_file() or TYPES.read_text("utf-8") != types:
        print("web/src/shared/schema.ts is stale: run .venv/bin/python tools/api_types.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
