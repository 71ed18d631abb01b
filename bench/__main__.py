"""`python -m bench NAME [FLAGS]`, or `all`: each prints its table and whether its aim held."""

from __future__ import annotations

import importlib
import sys

BENCHES = {
    "assets": "bench.assets",
    "finishing": "bench.finishing",
    "inpaint": "bench.inpaint",
    "matting": "bench.matting.compare",
    "noise": "bench.noise",
    "render": "bench.render",
    "server": "bench.server.measure",
    "studio": "bench.studio.measure",
}


def chosen(arguments: list[str]) -> list[str]:
    """The benchmarks that were asked for; none when that cannot be told."""
    if arguments == ["all"]:
        return list(BENCHES)
    return arguments[:1] if arguments and arguments[0] in BENCHES else []


def main(arguments: list[str]) -> int:
    """Run what was named: 0 when every aim held, 1 when one was missed, 2 for an unknown name.

    What follows a name are that benchmark's own flags.
    """
    names = chosen(arguments)
    if not names:
        print(f"usage: python -m bench {{{','.join([*BENCHES, 'all'])}}}", file=sys.stderr)
        return 2
    status: int = max(importlib.import_module(BENCHES[n]).main(arguments[1:]) for n in names)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
