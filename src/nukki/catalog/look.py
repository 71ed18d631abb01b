"""How the embedded engine draws a style: material, lighting, camera, bevel, texture, colour.

A look is part of a style pack. Every field changes the picture; unknown fields are refused.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from nukki.core.model import Strict

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Signed = Annotated[float, Field(ge=-1.0, le=1.0)]
Hex = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]


class Plastic(Strict):
    """Anything opaque with a dielectric surface: gloss, clay, rubber, card."""

    kind: Literal["plastic"] = "plastic"
    roughness: Share = 0.25
    coat: Share = Field(0.9, description="strength of a clear varnish on top")
    sheen: Share = Field(0.0, description="soft light at grazing angles, as on clay and felt")


class Glass(Strict):
    """Clear or tinted glass; its alpha is solved from two backdrops."""

    kind: Literal["glass"] = "glass"
    ior: Annotated[float, Field(gt=1.0, le=2.5)] = 1.35
    roughness: Share = 0.03
    absorption: Share = Field(0.35, description="how strongly the body takes the art's colour")


class Metal(Strict):
    """Polished metal, tinted by the art's colour."""

    kind: Literal["metal"] = "metal"
    roughness: Share = 0.07
    tint: Share = 0.4


class Neon(Strict):
    """Glowing tubes along the art's outlines; the glow lives in soft alpha."""

    kind: Literal["neon"] = "neon"
    tube: Annotated[float, Field(gt=0.2, le=3.0)] = Field(
        1.0, description="tube width in units of the 32-unit art board"
    )
    glow: Share = Field(0.7, description="strength of the light around the tubes")
    reach: Share = Field(0.5, description="how far the glow goes")


Material = Annotated[Plastic | Glass | Metal | Neon, Field(discriminator="kind")]


class Bevel(Strict):
    """The profile across a part: `depth` its thickness, `fullness` flat top (0) to pillow (1)."""

    depth: Share = 0.5
    fullness: Share = 0.5
    back: Share = Field(0.5, description="thickness of the back relative to the front")


class Lighting(Strict):
    """One environment of soft boxes."""

    rig: Literal["studio", "soft", "rim", "sun"] = "studio"
    exposure: Annotated[float, Field(ge=0.3, le=2.0)] = 0.92
    warmth: Signed = 0.0
    fill: Share = Field(0.5, description="light in the shadows")


class Camera(Strict):
    """Where the viewer stands; angles in degrees."""

    projection: Literal["perspective", "isometric"] = "perspective"
    elevation: Annotated[float, Field(ge=-10, le=60)] = 8.0
    turn: Annotated[float, Field(ge=-45, le=45)] = 0.0
    lens: Annotated[float, Field(ge=24, le=200)] = Field(70.0, description="focal length, mm")


class Texture(Strict):
    """A fine relief on the surface."""

    kind: Literal["none", "grain", "fibre", "dimples"] = "none"
    scale: Share = 0.5
    strength: Share = 0.5


class Colour(Strict):
    """How the art's colours become the pack's."""

    adherence: Share = Field(0.0, description="how far colours move to the nearest palette colour")
    saturation: Annotated[float, Field(ge=0.0, le=2.0)] = 1.0
    pull: Hex = "#ffffff"
    pull_amount: Share = 0.0


class TraceLook(Strict):
    """Inflated meshes through the path tracer."""

    renderer: Literal["trace"] = "trace"
    material: Material = Plastic()
    bevel: Bevel = Bevel()
    lighting: Lighting = Lighting()
    camera: Camera = Camera()
    texture: Texture = Texture()
    colour: Colour = Colour()


class FlatLook(Strict):
    """Flat illustration: soft gradients, one crisp shade away from the light, a lighter rim."""

    renderer: Literal["flat"] = "flat"
    colour: Colour = Colour()
    gradient: Share = Field(0.5, description="how far each fill runs from light to dark")
    shade: Share = Field(0.5, description="depth of the crisp shade on the far side")
    reach: Share = Field(0.5, description="how far that shade goes across a part")
    rim: Share = Field(0.5, description="strength of the lighter edge towards the light")
    grain: Share = Field(0.22, description="stippled grain in the shaded areas")
    contact: Share = Field(0.5, description="shadow of a part or object on what it lies on")


class StickerLook(Strict):
    """A die-cut sticker: one border around everything, gloss, a lifted edge."""

    renderer: Literal["sticker"] = "sticker"
    colour: Colour = Colour()
    border: Annotated[float, Field(ge=5, le=60)] = Field(
        26.0, description="border width in thousandths of the shorter side"
    )
    border_colour: Hex = "#ffffff"
    outline: Share = Field(0.5, description="weight of the dark line around each object")
    shade: Share = Field(0.4, description="depth of the crisp shade on the far side")
    gloss: Share = Field(0.5, description="strength of the light that sweeps across the sheet")
    lift: Share = Field(0.5, description="how far the sticker peels off its ground")


class PixelLook(Strict):
    """Pixel art: a coarse grid, few colours, dark outlines, a soft glow behind the sprite."""

    renderer: Literal["pixel"] = "pixel"
    colour: Colour = Colour()
    cells: Annotated[int, Field(ge=32, le=160)] = Field(96, description="cells on the shorter side")
    colours: Annotated[int, Field(ge=4, le=48)] = Field(28, description="size of the palette")
    outline: Share = Field(0.7, description="darkness of the outline; 0 draws none")
    shade: Share = Field(0.5, description="contrast of light, base and shade")
    dither: Share = Field(0.4, description="how wide light and shade mix in large areas")
    glow: Share = Field(0.5, description="strength of the soft glow behind the sprite")


class WatercolorLook(Strict):
    """Watercolour: wet washes with pooled edges on paper that is not painted."""

    renderer: Literal["watercolor"] = "watercolor"
    colour: Colour = Colour()
    wobble: Share = Field(0.5, description="how far the brush strays from the drawn edge")
    pooling: Share = Field(0.6, description="pigment that dries darker along the edges")
    granulation: Share = Field(0.35, description="pigment in the valleys of the paper")
    bleed: Share = Field(0.5, description="colour that runs into wet neighbours")
    flow: Share = Field(0.5, description="light and dark within a wash, and back-runs")
    body: Share = Field(0.65, description="0 pure transparent pigment, 1 as opaque as gouache")
    splashes: Share = Field(0.4, description="drops around the object")
    pencil: Share = Field(0.3, description="strength of the pencil drawing underneath")


VectorLook = FlatLook | StickerLook | PixelLook | WatercolorLook
Look = Annotated[
    TraceLook | FlatLook | StickerLook | PixelLook | WatercolorLook,
    Field(discriminator="renderer"),
]


class Mood(Strict):
    """What free text, campaign text and references ask of the light and the colours.

    `warmth`, `brightness` and `vividness` are -1..1 and shift the look; `understood` are the
    words that did so, `ignored` the words of the free text that this engine cannot use.
    """

    warmth: Signed = 0.0
    brightness: Signed = 0.0
    vividness: Signed = 0.0
    understood: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
