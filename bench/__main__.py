"""`python -m bench NAME`: run one benchmark; it prints its table and says whether its aim held."""

from __future__ import annotations

import importlib
import sys

BENCHES = {"finishing": "bench.finishing"}


def main(arguments: list[str]) -> int:
    """Run the named benchmark; 2 when there is none of that name."""
    if len(arguments) != 1 or arguments[0] not in BENCHES:
        print(f"usage: python -m bench {{{','.join(BENCHES)}}}", file=sys.stderr)
        return 2
    status: int = importlib.import_module(BENCHES[arguments[0]]).main()
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
