"""What is delivered (few samples, denoised) against many samples of the same stage, not denoised:
PSNR on the object over grey in 8 bits, and the mean error of alpha."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from bench import machine, scene
from nukki.catalog.art import Art
from nukki.catalog.concept import Subject
from nukki.catalog.look import Neon, TraceLook
from nukki.core.pixels import to_bytes
from nukki.engines.engine import DrawRequest
from nukki.engines.render import arrange, arts, develop, draw, glass, glow, variant
from nukki.engines.render.draw import Studio
from nukki.engines.render.tracer import Tracer

Byte = npt.NDArray[np.uint8]

SIZE = 512
REFERENCE_SPP = 1024
GLOSSY = "sp-3d-glossy"
AIM_DB, SPARE_DB, AIM_ALPHA = 34.0, 1.5, 0.002
GREY = 128.0
# Another seed for the samples, with the low bits that choose the surface's texture kept.
OTHER_SAMPLES = 0x10000


@dataclass(frozen=True)
class Line:
    """One pack at one number of samples: dB on the object, mean error of alpha there (0..1)."""

    pack: str
    kind: str
    samples: int
    decibel: float
    alpha: float

    @property
    def good(self) -> bool:
        """Whether the aim holds; it is set for glossy only."""
        return self.pack != GLOSSY or (self.decibel >= AIM_DB and self.alpha <= AIM_ALPHA)


def compare(wanted: DrawRequest, pack: str, samples: Sequence[int], reference: int) -> list[Line]:
    """A line for every number of samples; 0 stands for what is delivered."""
    subjects = [(subject, arts.load(subject, Path())) for subject in wanted.subjects]
    truth = _reference(wanted, Studio(wanted, subjects), subjects, reference)
    lines = []
    for count in samples:
        pins = dict(wanted.pins) | ({"spp": str(count)} if count else {})
        request = wanted.model_copy(update={"pins": pins})
        drawn = Studio(request, subjects).draw(0, wanted.seeds[0], _silent)
        decibel, alpha = difference(drawn.rgba, truth)
        spp = int(drawn.facts["spp"])
        lines.append(Line(pack, draw.kind_of(wanted.look), spp, decibel, alpha))
    return lines


def difference(rgba: Byte, truth: Byte) -> tuple[float, float]:
    """(PSNR over grey in dB, mean error of alpha in 0..1) where either has any alpha."""
    visible = (rgba[..., 3] > 0) | (truth[..., 3] > 0)
    shown, wanted = (_over_grey(one[visible]) for one in (rgba, truth))
    error = float(((shown - wanted) ** 2).mean())
    alpha = np.abs(rgba[..., 3].astype(np.float64) - truth[..., 3])[visible].mean() / 255
    return 10 * np.log10(255**2 / max(error, 1e-9)), float(alpha)


def _over_grey(rgba: Byte) -> npt.NDArray[np.float64]:
    """Straight (N, 4) as seen over grey, (N, 3), rounded to whole steps."""
    alpha = rgba[:, 3:] / 255.0
    return np.rint(rgba[:, :3] * alpha + GREY * (1 - alpha))


def _reference(
    wanted: DrawRequest, studio: Studio, subjects: list[tuple[Subject, Art]], spp: int
) -> Byte:
    """The same stage from many samples of another seed, developed alike but not denoised."""
    look, seed = wanted.look, wanted.seeds[0]
    assert isinstance(look, TraceLook)
    aspect = wanted.width / wanted.height
    placed = arrange.arrange(subjects, look, wanted.palette, wanted.mood, seed, aspect)
    kind = draw.kind_of(look)
    size = min(wanted.width, wanted.height)
    room = glow.room(look.material, size) if isinstance(look.material, Neon) else 3
    staged = studio._tracer(placed, seed, _silent, room)
    tracer = Tracer(staged.stage, look, wanted.mood, seed + OTHER_SAMPLES, room)
    exposure = studio._exposure()
    if kind == "glow":
        found = tracer.features(spp, _silent)
        facing = found.normal[..., 2] * (found.mark > 0)
        assert isinstance(look.material, Neon)
        picture = glow.develop(found.albedo, facing, found.mark, look.material, size)
    elif kind == "glass":
        black = tracer.over_black(spp, draw.GLASS_DEPTH, _silent)
        through = tracer.transmission(spp, draw.GLASS_DEPTH, _silent)
        picture = glass.solve(develop.tone(black, exposure), through).rgba
    else:
        light = tracer.light(spp, draw.SOLID_DEPTH, _silent)
        alpha = np.ascontiguousarray(light[..., 3])
        colour = (light[..., :3] / np.maximum(alpha, 1e-4)[..., None]).astype(np.float32)
        picture = develop.encoded(develop.tone(colour, exposure), alpha)
    x, y, width, height = tracer.box
    frame = np.zeros((wanted.height, wanted.width, 4), np.uint8)
    frame[y : y + height, x : x + width] = to_bytes(picture)
    return frame


def _silent(stage: str, step: int, steps: int) -> None:
    """Progress that nobody watches."""


def main(arguments: Sequence[str] = ()) -> int:
    """Print the table; 0 when the aim holds."""
    import mitsuba as mi

    parser = scene.parser("noise", SIZE)
    parser.add_argument("--reference", type=int, default=REFERENCE_SPP, help="samples of the truth")
    parser.add_argument("--samples", type=int, nargs="+", default=[0], help="0: what is delivered")
    asked = parser.parse_args(list(arguments))
    chosen = variant.choose().variant
    mi.set_variant(chosen)
    mi.set_log_level(mi.LogLevel.Error)
    console = Console()
    title = f"against {asked.reference} samples at {asked.size}², on the object over grey, 8 bits"
    table = Table(title=f"{title}\n{machine.describe()}\nMitsuba {mi.__version__} {chosen}")
    for heading in ("pack", "samples", "dB", "alpha MAE"):
        table.add_column(heading, justify="left" if heading == "pack" else "right")
    lines: list[Line] = []
    for pack in scene.named(asked.packs):
        if not isinstance(pack.look, TraceLook):
            continue
        wanted = scene.request(pack, asked.size, asked.seed, {"variant": chosen})
        for line in compare(wanted, pack.id, asked.samples, asked.reference):
            lines.append(line)
            table.add_row(pack.id, str(line.samples), f"{line.decibel:.1f}", f"{line.alpha:.4f}")
    console.print(table)
    for kind in dict.fromkeys(line.kind for line in lines):
        console.print(advice(kind, [line for line in lines if line.kind == kind]))
    good = all(line.good for line in lines)
    aim = f"{GLOSSY} at least {AIM_DB:.0f} dB and alpha within {AIM_ALPHA}"
    console.print(f"aim: {aim}: {'held' if good else 'MISSED'}")
    return 0 if good else 1


def advice(kind: str, lines: Sequence[Line]) -> str:
    """The fewest samples that hold the aim with something to spare in every pack of a kind."""
    enough = {
        count
        for count in {line.samples for line in lines}
        if all(ln.decibel >= AIM_DB + SPARE_DB for ln in lines if ln.samples == count)
    }
    least = str(min(enough)) if enough else f"more than {max(line.samples for line in lines)}"
    return f"{kind}: {AIM_DB + SPARE_DB:.1f} dB in every pack takes {least} samples"
