#!/usr/bin/env bash
# Writes requirements.lock (what Nukki runs on, and its build backend) and requirements-dev.lock
# (what checks and tests add) from pyproject.toml: every pin with the sha256 of each file that
# the public registry has for it, so that the locks hold on every platform.
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

compile "$@" --build-deps-for editable -o requirements.lock pyproject.toml
"$tool/bin/python" -c 'import tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
print(*project["optional-dependencies"]["dev"], sep="\n")' |
  compile "$@" -c requirements.lock -o requirements-dev.lock -
