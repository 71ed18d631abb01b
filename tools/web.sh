#!/usr/bin/env bash
# The web studio. A step is done again only when what it is made from has changed.
#   tools/web.sh build   libraries, then the studio into src/nukki/server/static
#   tools/web.sh check   format, lint, types, tests, and the size of what a browser loads
#   tools/web.sh fix     let biome mend format and lint
#   tools/web.sh here    whether Node is new enough
set -eu
cd "$(dirname "$0")/../web"
marks=node_modules/.nukki
static=../src/nukki/server/static
PATH="$PWD/node_modules/.bin:$PATH"

enough='const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
if ! command -v node >/dev/null || ! command -v npm >/dev/null || ! node -e "$enough"; then
  echo "The web studio needs Node 20.19 or newer, which is not here; install it, then try again. The command line works without." >&2
  exit 2
fi

say() { printf 'web: %s\n' "$*" >&2; }

# key FILE-OR-FOLDER...: changes with every name and every byte.
key() { find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 cksum | cksum; }

libraries() {
  local now
  now=$(key package-lock.json .npmrc)
  [ "$(cat "$marks/libraries" 2>/dev/null || :)" != "$now" ] || return 0
  say "installing the libraries"
  npm ci --no-audit --no-fund --loglevel=error >&2
  mkdir -p "$marks"
  printf '%s\n' "$now" >"$marks/libraries"
}

build() {
  local now
  libraries
  now=$(key src public index.html vite.config.ts package-lock.json)
  [ ! -f "$static/index.html" ] || [ "$(cat "$marks/built" 2>/dev/null || :)" != "$now" ] || return 0
  say "building the studio"
  vite build --logLevel warn >&2
  printf '%s\n' "$now" >"$marks/built"
}

step() { printf '== %s\n' "$*"; "$@"; }

check() {
  libraries
  step biome check --error-on-warnings .
  step tsc --noEmit
  (cd .. && step .venv/bin/python tools/api_types.py --check)
  step vitest run
  build
  step node size.mjs
}

case ${1:-} in
  build) build ;;
  check) check ;;
  here) ;; # exit 0: there is a Node that is new enough
  fix) libraries && biome check --write . ;;
  *) sed -n '3,6s/^# *//p' ../tools/web.sh >&2; exit 2 ;;
esac
