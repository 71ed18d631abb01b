"""Runs the real `nukki` in a process of its own, as a person would."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

CALL = [sys.executable, "-c", "from nukki.cli.main import main; main()"]


def nukki(*arguments, cwd, **environment):
    """The finished process; its output is decoded as UTF-8 whatever the locale."""
    return _run([*CALL, *map(str, arguments)], cwd, environment)


def nukki_in_shell(script, cwd, **environment):
    """The same for a line of bash in which `nukki` is the program."""
    name = f'nukki() {{ {shlex.join(CALL)} "$@"; }}; '
    return _run(["bash", "-c", name + script], cwd, environment)


def _run(command, cwd, environment):
    kept = {key: os.environ[key] for key in ("PATH", "NUKKI_ART") if key in os.environ}
    environment = {"LC_ALL": "C.UTF-8", "HOME": str(cwd), **kept, **environment}
    return subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
