#!/usr/bin/env bash
# Makes .venv/peer, where the programs live that `python -m bench matting` measures against: apart
# from Nukki's own libraries, so that neither can change what the other runs on.
set -eu
cd "$(dirname "$0")/.."
mark=.venv/peer/.made-from
key=$(cat requirements-bench.lock | cksum)
[ "$(cat "$mark" 2>/dev/null || :)" != "$key" ] || exit 0
echo "peer: installing what the benchmark compares with (a minute, 700 MB on disk)" >&2
rm -rf .venv/peer
.venv/bin/python -m venv .venv/peer
.venv/peer/bin/python -m pip --disable-pip-version-check install -q --require-hashes -r requirements-bench.lock
printf '%s\n' "$key" >"$mark"
