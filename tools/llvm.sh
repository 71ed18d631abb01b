#!/usr/bin/env bash
# Looks for LLVM 16 or newer, which lets the renderer compile itself for this processor. It is
# installed only where that asks nobody anything (root, apt); without it drawing is slower, no more.
set -eu

has_llvm() {
  PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null |
    sed -nE 's/.*libLLVM(-|\.so\.)([0-9]+).*/\2/p' |
    awk '$1 >= 16 { found = 1 } END { exit !found }'
}

install_llvm() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  export DEBIAN_FRONTEND=noninteractive
  local quiet=(-qq -o DPkg::Lock::Timeout=120)
  printf 'setup: installing LLVM (apt-get)\n' >&2
  apt-get "${quiet[@]}" update >/dev/null 2>&1 || return 1
  local version
  for version in 19 18 17 16; do
    if apt-get "${quiet[@]}" install -y --no-install-recommends "libllvm$version" >/dev/null 2>&1; then
      return 0
    fi
  done
  return 1
}

if ! has_llvm && ! install_llvm; then
  printf '%s\n' \
    "setup: no LLVM 16 or newer here: pictures look the same, drawn about six times slower." \
    "       On Debian or Ubuntu: apt-get install libllvm19" >&2
fi
