"""The promise of the first house: five real briefs, each with a finished alpha PNG at the end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nukki.core import png
from nukki.core.storage import Folder
from nukki.engines import registry
from nukki.jobs import again, batch, pipeline, store
from nukki.jobs.store import JobFolder

pytestmark = pytest.mark.slow

SEED = """
campaign_text: "여름 시즌 최대 30% 할인" # 컨셉 참고용, 그려지지 않음
object_concept: "3D 쇼핑백과 퍼센트 기호, 작은 화분 클러스터"
size_preset: 1:1 1024x1024
style:
  style_packs: [sp-3d-glossy]
  free_text: null
  reference_images: []
  negative: null
candidate_count: 1
seed: 30
"""
GLASS = """
object_concept: "a water drop and a small tulip"
size_preset: {width: 512, height: 512}
style: {style_packs: [sp-glass]}
candidate_count: 1
seed: 7
"""
NEON = """
object_concept: "하트와 칵테일"
size_preset: 16:9
style: {style_packs: [sp-neon-glow]}
candidate_count: 1
seed: 11
"""
COUNTS = """
object_concept: "동전 세 개와 커다란 돼지 저금통"
size_preset: {width: 640, height: 480}
style: {style_packs: [sp-3d-clay]}
candidate_count: 2
seed: 3
"""
OWN_SVG = """
object_concept: "our badge and two balloons"
size_preset: {width: 512, height: 640}
style: {style_packs: [sp-sticker], free_text: "bright and warm"}
shapes: {badge: badge.svg}
candidate_count: 1
seed: 5
"""
BADGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<circle cx="32" cy="32" r="28" fill="#1d5cff"/>
<path d="M32 12l6 13 14 2-10 10 2 14-12-7-12 7 2-14-10-10 14-2z" fill="#ffd400"/></svg>"""

BRIEFS = {
    "seed": (SEED, (1024, 1024), 3),
    "glass": (GLASS, (512, 512), 2),
    "neon": (NEON, (1344, 768), 2),
    "counts": (COUNTS, (640, 480), 4),
    "own-svg": (OWN_SVG, (512, 640), 3),
}


def draw(text: str, folder: Path) -> JobFolder:
    """Run one brief in its own storage."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "badge.svg").write_text(BADGE, encoding="utf-8")
    brief = folder / "brief.yaml"
    brief.write_text(text, encoding="utf-8")
    engine = registry.open_engine("render")
    (plan,) = batch.plan_files([brief], "render", engine.pins, Folder(folder / "storage"))
    job = store.create(Folder(folder / "storage"), plan.payload, plan.brief_text, plan.inputs)
    pipeline.run(job, engine)
    return job


@pytest.fixture(scope="module", params=BRIEFS, ids=BRIEFS)
def drawn(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, JobFolder]:
    name = str(request.param)
    return name, draw(BRIEFS[name][0], tmp_path_factory.mktemp(name) / "배너 brief")


def test_at_least_one_candidate_passes(drawn: tuple[str, JobFolder]) -> None:
    _, job = drawn
    assert job.status().state == "done"
    assert any(item.passed for item in job.status().candidates)


def test_candidates_have_the_size_asked_for_and_touch_no_edge(
    drawn: tuple[str, JobFolder],
) -> None:
    name, job = drawn
    width, height = BRIEFS[name][1]
    for item in job.status().candidates:
        rgba = png.read(job.root / str(item.candidate))
        assert rgba.shape == (height, width, 4)
        alpha = rgba[..., 3]
        border = np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]])
        assert int(border.max()) == 0


def test_the_finished_picture_is_cut_to_the_object_with_an_even_margin(
    drawn: tuple[str, JobFolder],
) -> None:
    _, job = drawn
    for item in job.status().candidates:
        alpha = png.read(job.root / str(item.final))[..., 3]
        rows, columns = np.nonzero(alpha)
        top, bottom = int(rows.min()), alpha.shape[0] - 1 - int(rows.max())
        left, right = int(columns.min()), alpha.shape[1] - 1 - int(columns.max())
        assert abs(top - bottom) <= 2
        assert abs(left - right) <= 2
        assert min(top, left) > 0


def test_alpha_is_soft(drawn: tuple[str, JobFolder]) -> None:
    name, job = drawn
    for item in job.status().candidates:
        alpha = png.read(job.root / str(item.final))[..., 3]
        assert len(np.unique(alpha)) > 40
        partial = float(((alpha > 8) & (alpha < 247)).sum()) / float((alpha > 8).sum())
        if name == "glass":
            assert partial > 0.5  # never the opaque plate
        if name == "neon":
            assert partial > 0.4  # the glow is soft alpha


def test_every_thing_named_is_drawn(drawn: tuple[str, JobFolder]) -> None:
    name, job = drawn
    subjects = job.payload().request.subjects
    assert sum(subject.count for subject in subjects) == BRIEFS[name][2]


def test_the_same_payload_gives_the_same_bytes(drawn: tuple[str, JobFolder]) -> None:
    _, job = drawn
    engine = registry.open_engine("render")
    second = again.make(job, engine.pins(), Folder(job.root.parents[1]))
    pipeline.run(second, engine)
    for item in job.status().candidates:
        first = (job.root / str(item.final)).read_bytes()
        assert (second.root / str(item.final)).read_bytes() == first


def test_candidates_of_one_job_differ(tmp_path: Path) -> None:
    job = draw(
        COUNTS.replace("sp-3d-clay", "sp-flat-illust").replace(
            "candidate_count: 2", "candidate_count: 4"
        ),
        tmp_path,
    )
    finals = [png.read(job.root / str(item.candidate)) for item in job.status().candidates]
    assert len(finals) == 4
    for i, one in enumerate(finals):
        for other in finals[i + 1 :]:
            assert float(np.abs(one.astype(int) - other.astype(int)).mean()) > 4
