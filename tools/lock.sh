#!/usr/bin/env bash
# Writes three locks from pyproject.toml: requirements.lock (what Nukki runs on),
# requirements-build.lock (what turns sources into packages; installed first, so that no build
# fetches anything unpinned) and requirements-dev.lock (what checks and tests add); and a fourth,
# requirements-bench.lock, for the peer that `python -m bench matting` measures against, with our
# versions of the libraries that both use. Every pin carries the sha256 of each file that the
# public registry has, so the locks hold on every platform.
#   tools/lock.sh             keep the pins that still fit
#   tools/lock.sh --upgrade   take the newest of everything
set -eu
cd "$(dirname "$0")/.."

# A machine's own pip settings must not leak into the locks: neither addresses nor local files.
export PIP_CONFIG_FILE=/dev/null
unset PIP_FIND_LINKS PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_CONSTRAINT PIP_TRUSTED_HOST

tool=$(mktemp -d)
trap 'rm -rf "$tool"' EXIT
python3.11 -m venv "$tool"  # the oldest Python we support: its pins install on the newer ones
"$tool/bin/python" -m pip install -q 'pip-tools==7.6.2'

compile() {
  CUSTOM_COMPILE_COMMAND=tools/lock.sh "$tool/bin/pip-compile" -q --generate-hashes --allow-unsafe \
    --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-options "$@"
}

# field TABLE KEY: the requirements that pyproject.toml lists there, one a line.
field() {
  "$tool/bin/python" -c 'import sys, tomllib
table, key = sys.argv[1:]
found = tomllib.load(open("pyproject.toml", "rb"))
for name in table.split("."):
    found = found[name]
print(*found[key], sep="\n")' "$@"
}

compile "$@" -o requirements.lock pyproject.toml
# kiwipiepy_model is published as source only and is built with setuptools.
{ field build-system requires; printf '%s\n' 'editables' 'setuptools>=77'; } |
  compile "$@" -c requirements.lock -o requirements-build.lock -
field project.optional-dependencies dev |
  compile "$@" -c requirements.lock -c requirements-build.lock -o requirements-dev.lock -
printf '%s\n' 'rembg[cpu]==2.0.86' |
  compile "$@" -c requirements.lock -c requirements-build.lock -o requirements-bench.lock -
