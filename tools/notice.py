"""Writes NOTICE from the lock, the installed packages' own metadata and the fetched art.

`tools/notice.py` writes it; `--check` exits 1 when the file is stale or a licence is not allowed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

HEAD = """Nukki
Licensed under the Apache License, Version 2.0; see LICENSE.

Nukki ships none of the software below: setting up fetches it, each part under its own licence.
This list is written by tools/notice.py from requirements.lock and the packages' own metadata.
"""

# Read in the licence files of packages whose metadata names no licence, or only in free text.
READ_IN_FILE = {
    "aiosignal": "Apache-2.0",
    "defusedxml": "PSF-2.0",
    "drjit": "BSD-3-Clause",
    "flatbuffers": "Apache-2.0",
    "fonttools": "MIT",
    "itsdangerous": "BSD-3-Clause",
    "lxml": "BSD-3-Clause",
    "markdown-it-py": "MIT",
    "mdurl": "MIT",
    "mitsuba": "BSD-3-Clause",
    "numba": "BSD-2-Clause",
    "onnxruntime": "MIT",
    "opencv-contrib-python-headless": "Apache-2.0",
    "pi-heif": "BSD-3-Clause",
    "picosvg": "Apache-2.0",
    "protobuf": "BSD-3-Clause",
    "pymatting": "MIT",
    "pyoidn": "MIT",
    "python-dateutil": "Apache-2.0 OR BSD-3-Clause",
    "python-dotenv": "BSD-3-Clause",
    "pyyaml": "MIT",
    "resvg-py": "MIT",
    "rich": "MIT",
    "s3fs": "BSD-3-Clause",
    "scipy": "BSD-3-Clause",
    "skia-pathops": "BSD-3-Clause",
    "tqdm": "MPL-2.0 AND MIT",
}

# Licences that may run in one process with Apache-2.0 code. No GPL, no AGPL. The lesser GPL is
# for libraries that are fetched unmodified and that anyone can replace, as Python packages are.
ALLOWED = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "LGPL-3.0-only",
    "MIT",
    "MIT-0",
    "MIT-CMU",
    "MPL-2.0",
    "PSF-2.0",
    "Zlib",
}

# Libraries that the packages carry inside, where their licence asks for more than a copyright line.
CARRIED = (
    ("kiwipiepy", "Eigen", "MPL-2.0"),
    ("llvmlite", "LLVM", "Apache-2.0 WITH LLVM-exception"),
    ("lxml", "libiconv, where the system has none", "LGPL-2.1, shared library"),
    ("mitsuba", "Embree", "Apache-2.0"),
    ("numpy, scipy", "libgfortran", "GPL-3.0 with the GCC runtime exception, shared library"),
    ("numpy, scipy", "libquadmath", "LGPL-2.1-or-later, shared library"),
    ("onnxruntime", "Eigen", "MPL-2.0"),
    ("opencv-contrib-python-headless", "FFmpeg", "LGPL-2.1, shared library"),
    ("opencv-contrib-python-headless", "OpenSSL 1.1", "OpenSSL, shared library"),
    (
        "opencv-contrib-python-headless",
        "libgfortran",
        "GPL-3.0 with the GCC runtime exception, shared library",
    ),
    ("pi-heif", "libheif, libde265", "LGPL-3.0, shared libraries"),
    ("pillow", "FreeType", "FTL"),
    ("psycopg-binary", "libpq", "PostgreSQL, shared library"),
    ("psycopg-binary", "Kerberos, OpenLDAP, Cyrus SASL", "MIT, OLDAP-2.8, BSD, shared libraries"),
    ("psycopg-binary", "OpenSSL", "Apache-2.0, shared library"),
    ("pyoidn", "Intel Open Image Denoise, oneTBB", "Apache-2.0"),
    ("resvg-py", "resvg", "Apache-2.0 OR MIT"),
    ("skia-pathops", "Skia", "BSD-3-Clause"),
)


def pins(lock: Path) -> dict[str, str]:
    """Name to version of every pin in a lock file."""
    return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", lock.read_text("utf-8"), re.MULTILINE))


def licence(name: str) -> str:
    """The SPDX expression of an installed package."""
    stated = metadata.metadata(name).get("License-Expression")
    return READ_IN_FILE.get(name) or stated or metadata.metadata(name).get("License") or "unknown"


def refused(expression: str) -> set[str]:
    """The licences in an expression that may not be used; one allowed side of an OR is enough."""
    sides = [set(re.split(r"\s+AND\s+", side)) for side in re.split(r"\s+OR\s+", expression)]
    return set() if any(side <= ALLOWED for side in sides) else set.union(*sides) - ALLOWED


def notice(versions: dict[str, str], licences: dict[str, str]) -> str:
    """The text of NOTICE."""
    rows = [(f"{name} {version}", licences[name]) for name, version in versions.items()]
    width = max(len(left) for left, _ in rows) + 2
    lines = [HEAD, "Python packages", *(f"  {a:<{width}}{b}" for a, b in rows), ""]
    lines += [
        "Carried inside those packages",
        *(f"  {part} ({b}, in {a})" for a, part, b in CARRIED),
    ]
    lines += ["", "Pictures, names and type"]
    lines += [
        f"  {art['title']} {art['version']}: {art['licence']}, copyright {art['holder']}"
        for art in json.loads((ROOT / "tools" / "art.json").read_text("utf-8"))["packages"]
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write or check; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail instead of writing")
    check = parser.parse_args().check
    versions = pins(ROOT / "requirements.lock")
    licences = {name: licence(name) for name in versions}
    bad = {name: refused(text) for name, text in licences.items() if refused(text)}
    for name, what in bad.items():
        print(f"{name}: {', '.join(sorted(what))} is not among the allowed licences")
    text = notice(versions, licences)
    target = ROOT / "NOTICE"
    if not check:
        target.write_text(text, "utf-8")
    elif target.read_text("utf-8") != text:
        print("NOTICE is stale: run .venv/bin/python tools/notice.py")
        return 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
