#!/usr/bin/env bash
# A PostgreSQL for the tests that run on one, from the system's packages where they may be
# installed. The tests start a server of their own; one that the system starts is left alone.
set -eu
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null && exit 0
say() { printf 'setup: %s\n' "$*" >&2; }

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  say "no PostgreSQL here: tests on it will not run (on Debian: apt-get install postgresql)"
  exit 0
fi
say "installing PostgreSQL for the tests that run on it"
export DEBIAN_FRONTEND=noninteractive
quiet=(-y -qq --no-install-recommends -o DPkg::Lock::Timeout=120)
apt-get install "${quiet[@]}" postgresql >/dev/null 2>&1 ||
  { apt-get update -qq && apt-get install "${quiet[@]}" postgresql; } >/dev/null 2>&1 ||
  say "PostgreSQL could not be installed: tests on it will not run"
