"""The child process that draws, alone with a pipe."""

import subprocess
import sys

from nukki.catalog.concept import Subject
from nukki.catalog.look import FlatLook, Mood
from nukki.engines.engine import DrawRequest

ALONE = """
import json, multiprocessing, sys
from nukki.engines.render import worker
ours, theirs = multiprocessing.Pipe(duplex=False)
ours.close()
worker.main(theirs, json.loads(sys.argv[1]), ".")
"""


def test_a_child_whose_parent_is_gone_ends_without_a_word(tmp_path):
    request = DrawRequest(
        width=64,
        height=64,
        seeds=(1,),
        prompt="",
        negative="",
        subjects=(Subject(word="공", source="text", ref="%"),),
        look=FlatLook(),
        palette=("#ff8800",),
        mood=Mood(),
        shadow="none",
        pins={"variant": "scalar_rgb"},
    )
    ran = subprocess.run(
        [sys.executable, "-c", ALONE, request.model_dump_json()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
