"""Draw the sample pictures of the style packs: `python tools/samples.py [PACK...]`.

Each `catalog/samples/<pack>-<n>.yaml` is a brief; its first passing candidate becomes the small
WebP beside it. Nothing else makes these files, so a picker shows what the engine really draws.
At the end all samples are laid out in docs/img/packs.webp, the picture of the README.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw

from nukki.catalog import packs
from nukki.core import files
from nukki.core.storage import Folder
from nukki.engines import registry
from nukki.jobs import batch, pipeline, store

SAMPLES = Path(__file__).parents[1] / "src" / "nukki" / "catalog" / "samples"
OVERVIEW = Path(__file__).parents[1] / "docs" / "img" / "packs.webp"
SIDE = 384
QUALITY = 82
ACROSS = 6
TILE, GAP = 232, 12
PAPER, NIGHT = (240, 240, 244), (24, 24, 40)


def main(wanted: list[str]) -> int:
    """Draw the samples of the named packs, or of all."""
    briefs = [
        path
        for path in sorted(SAMPLES.glob("*.yaml"))
        if not wanted or path.stem.rsplit("-", 1)[0] in wanted
    ]
    failed = [path.stem for path in briefs if not draw(path)]
    files.write_bytes(OVERVIEW, overview())
    if failed:
        sys.stderr.write(f"no candidate passed: {', '.join(failed)}\n")
    return 1 if failed else 0


def draw(brief: Path) -> bool:
    """Write the WebP of one sample brief; False when no candidate passed the checks."""
    engine = registry.open_engine("render")
    with tempfile.TemporaryDirectory() as folder:
        (plan,) = batch.plan_files([brief], "render", engine.pins, Folder(Path(folder)))
        job = store.create(Folder(Path(folder)), plan.payload, plan.brief_text, plan.inputs)
        status = pipeline.run(job, engine)
        passed = [item for item in status.candidates if item.passed and item.final]
        if not passed:
            for item in status.candidates:
                bad = [check["rule"] for check in item.checks if not check["passed"]]
                sys.stderr.write(f"{brief.stem}: {item.error or bad}\n")
            return False
        with Image.open(job.root / str(passed[0].final)) as picture:
            files.write_bytes(brief.with_suffix(".webp"), small(picture.convert("RGBA")))
    sys.stdout.write(f"{brief.stem}\n")
    return True


def overview() -> bytes:
    """Every sample on a rounded tile, glowing ones on a dark one."""
    samples = sorted(SAMPLES.glob("*.webp"))
    rows = -(-len(samples) // ACROSS)
    step = TILE + GAP
    board = Image.new("RGBA", (ACROSS * step - GAP, rows * step - GAP))
    corners = Image.new("L", (TILE * 4, TILE * 4))
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, TILE * 4, TILE * 4), 80, fill=255)
    corners = corners.resize((TILE, TILE), Image.Resampling.LANCZOS)
    for index, path in enumerate(samples):
        with Image.open(path) as opened:
            sample = opened.convert("RGBA").resize((TILE - 24, TILE - 24), Image.Resampling.LANCZOS)
        dark = packs.load(path.stem.rsplit("-", 1)[0]).material_class == "glow"
        tile = Image.new("RGBA", (TILE, TILE), NIGHT if dark else PAPER)
        tile.alpha_composite(sample, (12, 12))
        board.paste(tile, (index % ACROSS * step, index // ACROSS * step), corners)
    return webp(board)


def small(picture: Image.Image) -> bytes:
    """A square WebP with alpha; Pillow resizes RGBA premultiplied."""
    picture.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    board = Image.new("RGBA", (SIDE, SIDE))
    board.paste(picture, ((SIDE - picture.width) // 2, (SIDE - picture.height) // 2))
    return webp(board)


def webp(picture: Image.Image) -> bytes:
    """Encoded at the quality of all samples."""
    stream = io.BytesIO()
    picture.save(stream, "WEBP", quality=QUALITY, method=6, exact=False)
    return stream.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
