"""`python -m bench NAME`, or `all`: each benchmark prints its table and whether its aim held."""

from __future__ import annotations

import importlib
import sys

BENCHES = {"finishing": "bench.finishing"}


def chosen(arguments: list[str]) -> list[str]:
    """The benchmarks that were asked for; none when that cannot be told."""
    if arguments == ["all"]:
        return list(BENCHES)
    return arguments if len(arguments) == 1 and arguments[0] in BENCHES else []


def main(arguments: list[str]) -> int:
    """Run what was named: 0 when every aim held, 1 when one was missed, 2 for an unknown name."""
    names = chosen(arguments)
    if not names:
        print(f"usage: python -m bench {{{','.join([*BENCHES, 'all'])}}}", file=sys.stderr)
        return 2
    return max(importlib.import_module(BENCHES[name]).main() for name in names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
