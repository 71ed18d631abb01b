"""The engine through its real child process: same bytes, honest progress, a quick end."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from nukki.catalog.concept import Subject
from nukki.catalog.look import FlatLook, Glass, Look, Mood, Neon, TraceLook
from nukki.core import hashing, process
from nukki.engines import parcel
from nukki.engines.engine import Candidate, DrawRequest, Progress
from nukki.engines.render import variant, worker
from nukki.engines.render.draw import SHARES
from nukki.engines.render.engine import RenderEngine, _Drawing
from nukki.errors import EngineError

pytestmark = pytest.mark.slow

BAG = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<path d="M4 10H28V30H4Z" fill="#d33"/><path d="M2 6H30V12H2Z" fill="#fb2"/></svg>"""
ENDLESS = "1000000"  # samples a pixel that nobody waits for
LOOKS: dict[str, Look] = {
    "solid": TraceLook(),
    "glass": TraceLook(material=Glass()),
    "glow": TraceLook(material=Neon()),
    "vector": FlatLook(),
}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    (folder / f"{hashing.of_bytes(BAG)}.svg").write_bytes(BAG)
    return folder


@pytest.fixture
def engine() -> Iterator[RenderEngine]:
    started = RenderEngine()
    yield started
    for handle in list(started._drawings):
        started.cancel(handle)


def wanted(look: Look = LOOKS["solid"], spp: str = "4", **changed: object) -> DrawRequest:
    subject = Subject(word="bag", source="svg", ref=hashing.of_bytes(BAG))
    fields: dict[str, object] = {
        "width": 160,
        "height": 96,
        "seeds": (7,),
        "prompt": "",
        "negative": "",
        "subjects": (subject,),
        "look": look,
        "palette": ("#ff5a5f", "#3d7eff"),
        "mood": Mood(),
        "shadow": "soft_floor",
        "pins": {"variant": variant.SAFE, "spp": spp},
    }
    return DrawRequest.model_validate(fields | changed)


def watched(engine: RenderEngine, handle: str, limit_s: float = 60) -> list[Progress]:
    """Every change of progress until the drawing is over."""
    seen: list[Progress] = []
    until = time.monotonic() + limit_s
    while not seen or seen[-1].state in ("queued", "drawing"):
        assert time.monotonic() < until, f"still {seen[-1:]} after {limit_s} s"
        if (now := engine.poll(handle)) not in seen[-1:]:
            seen.append(now)
        time.sleep(0.005)
    return seen


@dataclass(frozen=True)
class Drawn:
    """Seeds 7 and 8 drawn by one child, and seed 8 again by another."""

    kind: str
    both: list[Candidate]
    again: Candidate
    seen: list[Progress]


@pytest.fixture(scope="module", params=LOOKS)
def drawn(request: pytest.FixtureRequest, inputs: Path) -> Drawn:
    engine = RenderEngine()
    look = LOOKS[request.param]
    first = engine.submit(wanted(look, seeds=(7, 8)), inputs)
    second = engine.submit(wanted(look, seeds=(8,)), inputs)
    seen = watched(engine, first)
    assert watched(engine, second)[-1].state == seen[-1].state == "done"
    both, (again,) = fetched(engine, first), fetched(engine, second)
    assert engine.fetch(first) == []
    return Drawn(request.param, both, again, seen)


def fetched(engine: RenderEngine, handle: str) -> list[Candidate]:
    return [parcel.unpack(each.data) for each in engine.fetch(handle)]


def until_drawing(engine: RenderEngine, handle: str) -> int:
    """Wait for the first step of the drawing; the child's pid."""
    until = time.monotonic() + 60
    while engine.poll(handle).state != "drawing":
        assert time.monotonic() < until
        time.sleep(0.01)
    pid = engine._drawings[handle].process.pid
    assert pid is not None
    return pid


def gone_within(pid: int, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while process.started(pid) is not None:
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def test_the_same_seed_gives_the_same_bytes_whatever_was_drawn_before_it(drawn: Drawn) -> None:
    one, other = drawn.both[1], drawn.again
    assert hashing.of_pixels(one.rgba) == hashing.of_pixels(other.rgba)
    assert set(one.layers) == set(other.layers)
    for name, layer in one.layers.items():
        assert hashing.of_pixels(layer) == hashing.of_pixels(other.layers[name]), name


def test_other_seeds_give_other_pictures(drawn: Drawn) -> None:
    assert [(one.index, one.seed) for one in drawn.both] == [(0, 7), (1, 8)]
    assert not np.array_equal(drawn.both[0].rgba, drawn.both[1].rgba)


def test_a_candidate_has_its_size_soft_alpha_and_a_free_edge(drawn: Drawn) -> None:
    for one in drawn.both:
        assert one.rgba.shape == (96, 160, 4)
        alpha = one.rgba[..., 3]
        assert not np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]]).any()
        assert 0.05 < np.mean(alpha > 8) < 0.8
        assert len(np.unique(alpha)) > 40
        assert all(layer.shape[:2] == (96, 160) for layer in one.layers.values())


def test_a_candidate_tells_its_memory_and_the_seconds_of_each_stage(drawn: Drawn) -> None:
    for one in drawn.both:
        assert 50 < float(one.facts["peak_mb"]) < 4000
        assert one.timings
        assert all(seconds >= 0 for seconds in one.timings.values())


def test_progress_only_goes_forward_and_tells_when_it_will_be_over(drawn: Drawn) -> None:
    stages = list(SHARES[drawn.kind])
    drawing = [one for one in drawn.seen if one.state == "drawing"]
    steps = [(one.index, stages.index(one.stage), one.step / one.steps) for one in drawing]
    assert drawn.seen[0].state == "queued"
    assert len(steps) >= 2
    assert steps == sorted(steps)
    estimates = [one.eta_s for one in drawing if one.eta_s is not None]
    assert estimates
    assert all(0 <= estimate < 600 for estimate in estimates)
    assert (drawn.seen[-1].state, drawn.seen[-1].total, drawn.seen[-1].eta_s) == ("done", 2, 0)


def test_cancelling_ends_the_child_within_two_seconds(engine: RenderEngine, inputs: Path) -> None:
    handle = engine.submit(wanted(spp=ENDLESS), inputs)
    pid = until_drawing(engine, handle)
    start = time.monotonic()
    engine.cancel(handle)
    assert time.monotonic() - start < 2
    assert process.started(pid) is None
    assert engine.poll(handle).state == "cancelled"
    engine.cancel(handle)
    assert engine.poll(handle).state == "cancelled"


def test_what_was_finished_before_cancelling_can_be_fetched(
    engine: RenderEngine, inputs: Path
) -> None:
    handle = engine.submit(wanted(FlatLook(), seeds=tuple(range(8)), width=512, height=512), inputs)
    until = time.monotonic() + 60
    while not engine._drawings[handle].ready:
        assert time.monotonic() < until
        engine.poll(handle)
        time.sleep(0.01)
    engine.cancel(handle)
    assert engine.poll(handle).state == "cancelled"
    assert engine.fetch(handle)[0].seed == 0


def test_a_killed_child_is_a_failure_with_a_sentence(engine: RenderEngine, inputs: Path) -> None:
    handle = engine.submit(wanted(spp=ENDLESS), inputs)
    os.kill(until_drawing(engine, handle), signal.SIGKILL)
    last = watched(engine, handle, 5)[-1]
    assert last.state == "failed"
    assert last.error == "render-killed"
    error = EngineError(last.error, **last.context)
    for language in ("en", "ko"):
        assert str(-signal.SIGKILL) in error.message(language)
        assert error.hint(language)


def test_a_child_killed_in_the_middle_of_a_message_is_such_a_failure_too(
    engine: RenderEngine, inputs: Path
) -> None:
    drawing = engine._drawings[handle := engine.submit(wanted(spp=ENDLESS), inputs)]
    drawing.pipe, theirs = multiprocessing.Pipe(duplex=False)
    os.write(theirs.fileno(), (100).to_bytes(4, "big") + b"half of it")
    theirs.close()
    drawing.process.kill()
    last = engine.poll(handle)
    assert (last.state, last.error) == ("failed", "render-killed")


PARENT = """
import sys, time
from pathlib import Path
from nukki.engines.engine import DrawRequest
from nukki.engines.render.engine import RenderEngine, _Drawing
engine = RenderEngine()
handle = engine.submit(DrawRequest.model_validate_json(sys.argv[1]), Path(sys.argv[2]))
while engine.poll(handle).state != "drawing":
    time.sleep(0.01)
print(engine._drawings[handle].process.pid, flush=True)
time.sleep(600)
"""


def test_a_killed_parent_takes_its_child_along(inputs: Path) -> None:
    asked = wanted(spp=ENDLESS).model_dump_json()
    command = [sys.executable, "-c", PARENT, asked, str(inputs)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert process.started(child) is not None
        parent.kill()
        assert gone_within(child, 2.5)


HOSTILE = {
    "not an svg": b"hello",
    "empty": b"",
    "an entity bomb": b'<!DOCTYPE s [<!ENTITY a "x">]><svg xmlns="http://www.w3.org/2000/svg"/>',
    "nothing drawn": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    "no size": BAG.replace(b"0 0 32 32", b"0 0 0 0"),
}


def failure(engine: RenderEngine, hopeless: DrawRequest, inputs: Path) -> str:
    """The sentence of a request that fails."""
    last = watched(engine, engine.submit(hopeless, inputs))[-1]
    assert last.state == "failed"
    assert last.error is not None
    sentence = EngineError(last.error, **last.context).message()
    assert sentence != last.error
    assert "Traceback" not in sentence
    assert last.error != "render-crashed"
    return sentence


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_drawing_fails_with_a_sentence(
    data: bytes, engine: RenderEngine, inputs: Path
) -> None:
    name = hashing.of_bytes(data)
    (inputs / f"{name}.svg").write_bytes(data)
    subject = Subject(word="logo", source="svg", ref=name)
    assert failure(engine, wanted(subjects=(subject,)), inputs)


def test_a_drawing_that_is_missing_or_was_changed_is_named(
    engine: RenderEngine, inputs: Path
) -> None:
    missing = Subject(word="lion", source="svg", ref="0" * 64)
    assert "lion" in failure(engine, wanted(subjects=(missing,)), inputs)
    changed = Subject(word="lion", source="svg", ref="1" * 64)
    (inputs / f"{changed.ref}.svg").write_bytes(BAG)
    assert "changed" in failure(engine, wanted(subjects=(changed,)), inputs)


def test_a_reference_cannot_leave_the_inputs_folder(engine: RenderEngine, inputs: Path) -> None:
    (inputs.parent / "outside.svg").write_bytes(BAG)
    away = Subject(word="lion", source="svg", ref="../outside")
    assert failure(engine, wanted(subjects=(away,)), inputs)


def test_an_unknown_icon_is_named(engine: RenderEngine, inputs: Path) -> None:
    unknown = Subject(word="xyzzy", source="icon", ref="no-such-icon-at-all")
    assert "no-such-icon-at-all" in failure(engine, wanted(subjects=(unknown,)), inputs)


def test_a_candidate_s_failure_is_told_once_and_never_lost_in_a_fetch(
    engine: RenderEngine,
) -> None:
    ours, child = multiprocessing.Pipe(duplex=False)
    waiting = multiprocessing.get_context("spawn").Process()
    engine._drawings["h"] = _Drawing(waiting, ours, Progress("drawing", total=2))
    assert engine.poll("h").error is None
    child.send(("failed", 0, "render-out-of-memory", {}))
    child.send(("progress", Progress("drawing", 1, 2, "light", 1, 2)))
    assert engine.fetch("h") == []
    told = engine.poll("h")
    assert (told.index, told.error) == (0, "render-out-of-memory")
    assert (engine.poll("h").index, engine.poll("h").error) == (1, None)
    del engine._drawings["h"]


def test_only_its_own_drawings_can_be_attached_to_and_those_that_are_over_are_forgotten(
    engine: RenderEngine, inputs: Path
) -> None:
    first = engine.submit(wanted(LOOKS["vector"]), inputs, "ticket")
    assert (engine.attach(first), RenderEngine().attach(first)) == (True, False)
    assert engine.submit(wanted(spp=ENDLESS), inputs, "ticket") != first
    assert watched(engine, first)[-1].state == "done"
    assert len(engine.fetch(first)) == 1
    second = engine.submit(wanted(spp=ENDLESS), inputs)
    assert not engine.attach(first)
    assert engine.attach(second)


def test_all_models_share_this_machines_cores(engine: RenderEngine) -> None:
    assert engine.slot().startswith("render@")
    assert engine.slot() == RenderEngine().slot()
    assert engine.family("render") == engine.family("any other")
    assert not engine.costs


def test_an_unknown_handle_is_refused(engine: RenderEngine) -> None:
    with pytest.raises(EngineError) as caught:
        engine.poll("nothing")
    assert caught.value.code == "engine-unknown-handle"


def test_pins_name_everything_that_can_change_a_pixel(engine: RenderEngine) -> None:
    pins = engine.pins()
    assert pins["variant"] in (variant.SAFE, variant.FAST)
    assert pins.keys() >= {"engine", "mitsuba", "pyoidn", "numpy", "resvg-py"}
    assert all(isinstance(value, str) and value for value in pins.values())


def test_no_time_is_told_from_the_first_stages_of_the_first_candidate():
    said = []
    report = worker.Reporter(lambda message: said.append(message[1].eta_s), SHARES["solid"], 2)
    report("model", 1, 1)
    report("features", 1, 1)
    report("light", 1, 2)
    report.index = 1
    report("model", 0, 1)
    assert [eta is not None for eta in said] == [False, False, True, True]


def test_a_library_that_fails_costs_one_candidate_and_no_sibling():
    said = []

    def draw(index, seed, _report):
        if index == 0:
            raise RuntimeError("the denoiser gave up")
        return f"candidate of seed {seed}"

    report = worker.Reporter(said.append, SHARES["solid"], 2)
    worker.draw_each(said.append, draw, (1, 2), report)
    assert said[0][:3] == ("failed", 0, "render-broken")
    assert "the denoiser gave up" in said[0][3]["reason"]
    assert said[1] == ("candidate", "candidate of seed 2")
