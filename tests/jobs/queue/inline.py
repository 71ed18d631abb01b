"""A workshop without children: what it is asked for is done in the process that may be killed."""

import importlib

from nukki.jobs.workshop import Canceled


class Inline:
    """Has the one method of `nukki.jobs.workshop.Workshop` that jobs use."""

    def run(self, function, *args, timeout_s=None, stop=None, lane="make"):
        if stop is not None and stop.is_set():
            raise Canceled
        module, _, name = function.partition(":")
        return getattr(importlib.import_module(module), name)(*args)
