#!/usr/bin/env bash
# Makes .venv and puts into it all that Nukki needs; with `dev` also the tools of checks and tests.
# A step is done again only when what it was made from has changed, so a second run is quick.
set -eu
cd "$(dirname "$0")/.."
marks=.venv/.setup
export PYTHONUTF8=1

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# once NAME FILE... -- COMMAND...: runs COMMAND unless it already ran for these very files.
once() {
  local name=$1 files=()
  shift
  while [ "$1" != -- ]; do files+=("$1"); shift; done
  shift
  local key
  key=$(cat "${files[@]}" | cksum)
  [ "$(cat "$marks/$name" 2>/dev/null || :)" != "$key" ] || return 0
  "$@"
  printf '%s\n' "$key" >"$marks/$name"
}

is_python() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
  local candidate
  if [ -n "${PYTHON:-}" ]; then
    is_python "$PYTHON" || die "$PYTHON is not a Python 3.11 or newer"
    printf '%s\n' "$PYTHON"
    return
  fi
  for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if is_python "$candidate"; then printf '%s\n' "$candidate"; return; fi
  done
  die "Nukki needs Python 3.11 or newer and found none; install one, or name it: make setup PYTHON=/path/to/python3"
}

# A virtual environment holds absolute paths: one that was moved with its folder is made afresh.
make_venv() {
  if [ -e "$marks/folder" ] && [ "$(cat "$marks/folder")" != "$PWD" ]; then
    say "the folder has moved; making .venv again"
    rm -rf .venv
  fi
  if ! is_python .venv/bin/python; then
    local python
    python=$(find_python)
    rm -rf .venv
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
      die "this Python cannot make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv"
    say "making .venv with $("$python" --version)"
    "$python" -m venv .venv
  fi
  mkdir -p "$marks"
  printf '%s\n' "$PWD" >"$marks/folder"
}

pip() { .venv/bin/python -m pip --disable-pip-version-check install -q --no-build-isolation "$@"; }

install_libraries() {
  say "installing the libraries (a minute or two, about 1 GB on disk)"
  pip --require-hashes -r requirements-build.lock
  pip --require-hashes -r requirements.lock
}

install_tools() {
  say "installing the tools of checks and tests"
  pip --require-hashes -r requirements-dev.lock
}

# The link to src/ is made relative: where the folder's name is Korean and the locale is not
# installed, Python reads links as ASCII and would not even start.
install_nukki() {
  pip --no-deps -e .
  local link
  for link in .venv/lib/python3*/site-packages/_editable_impl_nukki.pth; do
    printf '../../../../src\n' >"$link"
  done
}

make_venv
once libraries requirements-build.lock requirements.lock -- install_libraries
once nukki pyproject.toml src/nukki/__init__.py -- install_nukki
if [ "${1:-}" = dev ]; then once tools requirements-dev.lock -- install_tools; fi
.venv/bin/python tools/fetch_art.py # looks at the files themselves and brings what is missing
once llvm tools/llvm.sh -- tools/llvm.sh
if [ "${1:-}" = dev ]; then once chromium tools/chromium.sh -- tools/chromium.sh; fi
if [ "${1:-}" = dev ]; then once postgres tools/postgres.sh -- tools/postgres.sh; fi
