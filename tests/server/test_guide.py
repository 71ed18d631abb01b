"""The guide for programs does what it says, from its first command to its last."""

import json
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from nukki.server.app import create_app
from nukki.settings import Settings
from tests.server.test_acts import answer, program

GUIDE = Path(__file__).parents[2] / "docs/16-api.md"


def test_every_address_of_the_document_stands_in_the_guide():
    guide = GUIDE.read_text("utf-8")
    for path in create_app(Settings()).openapi()["paths"]:
        words = [part for part in path.split("/") if part not in ("", "api", "jobs", "{job_id}")]
        assert not words or f"/{words[0]}" in guide, path


@pytest.mark.slow
def test_the_commands_of_the_guide_work_as_they_stand(tmp_path):
    commands = "\n".join(re.findall(r"```sh\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL))
    with program(tmp_path / "storage") as (caller, _process):
        script = commands.replace("http://127.0.0.1:8787", caller.url.rstrip("/"))
        done = subprocess.run(
            ["bash", "-eux"], input=script, cwd=tmp_path, capture_output=True, text=True,
            timeout=180, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        left = {card["id"]: card for card in answer(caller.get("/api/jobs"))["jobs"]}
    first = next(card for card in left.values() if card["state"] == "done")
    again = [card for card in left.values() if card["origin"] == first["id"]]
    assert (first["concept"], first["done"]) == ("gift box and balloon", 2)
    assert len(left) == 2
    assert len(again) == 1
    finals = (tmp_path / "finals.txt").read_text().split()
    assert len(finals) == 2
    assert (tmp_path / "first.png").read_bytes().startswith(b"\x89PNG")
    with zipfile.ZipFile(tmp_path / "all.zip") as packed:
        assert sum(name.endswith(".png") for name in packed.namelist()) >= 2
    told = (tmp_path / "events.txt").read_text("utf-8")
    cards = [json.loads(line[6:]) for line in told.splitlines() if line.startswith("data: {")]
    states = [card["card"]["state"] for card in cards if card.get("card")]
    assert states[-1] == "done"
