#!/usr/bin/env bash
# A browser for the end-to-end tests, from the system's packages where they may be installed.
# Without one those tests say that they did not run; nothing else needs it.
set -eu
command -v chromium >/dev/null && exit 0
say() { printf 'setup: %s\n' "$*" >&2; }

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  say "no chromium here: the tests in a real browser will not run (on Debian: apt-get install chromium)"
  exit 0
fi
say "installing chromium for the tests in a real browser"
export DEBIAN_FRONTEND=noninteractive
apt-get install -y -qq --no-install-recommends chromium >/dev/null 2>&1 ||
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1 ||
  say "chromium could not be installed: the tests in a real browser will not run"
