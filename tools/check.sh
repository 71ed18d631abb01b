#!/usr/bin/env bash
# The quick checks, each named before it runs; the first that fails ends the run.
set -eu
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"

step() { printf '== %s\n' "$*"; "$@"; }

step ruff format --check .
step ruff check .
step mypy
step lint-imports --no-logo
step python tools/notice.py --check
if tools/web.sh here 2>/dev/null; then
  tools/web.sh check
else
  echo "== no Node 20.19 or newer here: the checks of web/ are not run"
fi
step python -m pytest -q tests/test_house.py tests/test_documents.py
