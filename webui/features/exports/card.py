"""The preview picture of a link: the outcome of the pod, the reason, and the cluster by zone."""

from __future__ import annotations

import io
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from PIL import Image, ImageDraw, ImageFont

from webui.core.runs.picture import Picture, ZonePicture
from webui.core.runs.sketch import Area, PodLayout, Style, equal_widths, node_marks, zone_areas
from webui.features.workbench.verdict.subject import Attempt
from webui.features.workbench.verdict.words import SITE, headline, sentence

# ---- a picture as a list of marks, written as SVG or drawn as PNG; both look the same -------------------------

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
SCALE = 2  # the PNG is drawn larger and scaled down, for smooth edges

# Tried in this order; the fallback is the font of Pillow, which has Latin letters only.
FONTS = ("NotoSansCJK-Regular.ttc", "DejaVuSans.ttf", "LiberationSans-Regular.ttf", "Arial.ttf")


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    fill: str
    line: str = ""
    radius: float = 0


@dataclass(frozen=True)
class Text:
    x: float
    y: float  # of the baseline
    text: str
    size: float
    fill: str
    bold: bool = False
    anchor: Literal["start", "end"] = "start"


@dataclass
class Canvas:
    width: int
    height: int
    background: str
    marks: list[Box | Text] = field(default_factory=list)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, *, line: str = "", radius: float = 0
    ) -> None:
        self.marks.append(Box(x, y, width, height, fill, line, radius))

    def text(
        self, x: float, y: float, text: str, size: float, fill: str, *, bold: bool = False, room: float = 0,
        anchor: Literal["start", "end"] = "start",
    ) -> None:  # fmt: skip
        """Add text with its baseline at y, cut to `room` pixels unless that is 0."""
        fitted = cut(_printable(text), size, room) if room else _printable(text)
        self.marks.append(Text(x, y, fitted, size, fill, bold, anchor))

    def svg(self, description: str) -> str:
        parts = format_html_join("", "{}", ((_svg(mark),) for mark in self.marks))
        return format_html(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" height="{}" role="img" '
            'font-family="system-ui, sans-serif"><title>{}</title>'
            '<rect width="100%" height="100%" fill="{}"/>{}</svg>',
            self.width, self.height, self.width, self.height, _printable(description), self.background, parts,
        )  # fmt: skip

    def png(self) -> bytes:
        image = Image.new("RGB", (self.width * SCALE, self.height * SCALE), self.background)
        drawing = ImageDraw.Draw(image)
        for mark in self.marks:
            _draw(drawing, mark)
        out = io.BytesIO()
        image.resize((self.width, self.height), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
        return out.getvalue()


def cut(text: str, size: float, room: float) -> str:
    """Return as much of the text as fits in `room` pixels, with an ellipsis if it was cut."""
    prefix = text[: int(room)]  # letters are wider than a pixel; names may have any length
    if prefix == text and _font(size).getlength(text) <= room:
        return text
    fitting = bisect_right(
        range(len(prefix) + 1), room, key=lambda n: _font(size).getlength(prefix[:n] + "…")
    )
    return prefix[: max(0, fitting - 1)] + "…"


def wrap(text: str, size: float, room: float, lines: int) -> list[str]:
    """Break the text into at most `lines` lines of `room` pixels; the last is cut."""
    wrapped: list[str] = []
    words = _printable(text[: lines * int(room)]).split()
    while words and len(wrapped) < lines - 1:
        line = words.pop(0)
        while words and _font(size).getlength(f"{line} {words[0]}") <= room:
            line = f"{line} {words.pop(0)}"
        wrapped.append(cut(line, size, room))
    return [*wrapped, cut(" ".join(words), size, room)] if words else wrapped


def _printable(text: str) -> str:
    """Replace line breaks and control characters, which neither fonts nor XML can represent, by spaces."""
    return "".join(character if character.isprintable() else " " for character in text)


def _svg(mark: Box | Text) -> SafeString:
    if isinstance(mark, Box):
        return format_html(
            '<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}" stroke="{}"/>',
            round(mark.x, 1), round(mark.y, 1), round(mark.width, 1), round(mark.height, 1), mark.radius,
            mark.fill, mark.line or "none",
        )  # fmt: skip
    return format_html(
        '<text x="{}" y="{}" font-size="{}" font-weight="{}" text-anchor="{}" fill="{}">{}</text>',
        round(mark.x, 1), round(mark.y, 1), mark.size, 600 if mark.bold else 400, mark.anchor, mark.fill, mark.text,
    )  # fmt: skip


def _draw(drawing: ImageDraw.ImageDraw, mark: Box | Text) -> None:
    if isinstance(mark, Box):
        corners = [
            mark.x * SCALE,
            mark.y * SCALE,
            (mark.x + mark.width) * SCALE,
            (mark.y + mark.height) * SCALE,
        ]
        drawing.rounded_rectangle(
            corners, mark.radius * SCALE, mark.fill or None, mark.line or None, SCALE if mark.line else 0
        )
        return
    anchor = "ls" if mark.anchor == "start" else "rs"
    position = (mark.x * SCALE, mark.y * SCALE)
    stroke = mark.size * SCALE * 0.012 if mark.bold else 0
    drawing.text(
        position,
        mark.text,
        mark.fill,
        _font(mark.size * SCALE),
        anchor,
        stroke_width=stroke,
        stroke_fill=mark.fill,
    )


@cache
def _font(size: float) -> Font:
    for name in FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


WIDTH, HEIGHT, MARGIN = 1200, 630, 64
INK, SOFT, MUTE, LINE = "#14171c", "#464d58", "#666d79", "#cdd2d9"
PASS, REJECT, ACCENT, PAPER, ZONE = "#0072b2", "#b33c00", "#b8860b", "#ffffff", "#f5f6f7"
MAX_ZONES, MAX_NODES, MAX_PODS = 6, 12, 12
ZONE_GAP = 20


def _grid(count: int, _: Area) -> tuple[int, int, float]:
    rows = 1 if count <= 4 else 2
    return -(-count // rows), rows, 8


STYLE = Style(
    ZONE_GAP,
    12,
    equal_widths(ZONE_GAP),
    _grid,
    PodLayout(side=12, pitch=18, inset=8, min_count=1, max_count=MAX_PODS),
)
# Fill, line and radius.
LOOKS = {
    "node": (PAPER, LINE, 6),
    "winner": (PAPER, ACCENT, 6),
    "running": (INK, "", 2),
    "landed": (ACCENT, "", 2),
}


@dataclass(frozen=True)
class Card:
    title: str
    unusual: list[str]  # version and seed if they are not the default
    attempt: Attempt | None
    picture: Picture

    @property
    def alt(self) -> str:
        return f"{self.title}. {sentence(self.attempt)}" if self.attempt else self.title


def draw(card: Card) -> Canvas:
    """Draw the preview picture."""
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    _brand(canvas, card)
    attempt = card.attempt
    if attempt is not None:
        colour = PASS if attempt.node else REJECT
        canvas.box(MARGIN, 150, 8, 92, colour, radius=4)
        canvas.text(MARGIN + 28, 190, headline(attempt), 52, INK, bold=True, room=WIDTH - 2 * MARGIN - 28)
        canvas.text(MARGIN + 28, 236, attempt.pod, 28, MUTE, room=WIDTH - 2 * MARGIN - 28)
        for row, text in enumerate(wrap(sentence(attempt), 24, WIDTH - 2 * MARGIN, 3)):
            canvas.text(MARGIN, 294 + 34 * row, text, 24, SOFT)
    _cluster(canvas, card.picture, 400)
    return canvas


def _brand(canvas: Canvas, card: Card) -> None:
    canvas.box(MARGIN, 54, 36, 36, INK, radius=7)
    for x, y in ((9, 8), (9, 20), (22, 8)):
        canvas.box(MARGIN + x, 54 + y, 6, 6, "#8a8f98")
    canvas.box(MARGIN + 22, 54 + 20, 6, 6, "#f0e442")
    canvas.text(MARGIN + 52, 82, card.title, 30, INK, bold=True, room=WIDTH - 2 * MARGIN - 330)
    canvas.text(WIDTH - MARGIN, 82, " · ".join((*card.unusual, SITE)), 24, MUTE, anchor="end")


def _cluster(canvas: Canvas, picture: Picture, top: float) -> None:
    zones = [
        ZonePicture(name=zone["name"], nodes=zone["nodes"][:MAX_NODES])
        for zone in picture["zones"][:MAX_ZONES]
    ]
    if not zones:
        return
    area = Area(float(MARGIN), top + 26, WIDTH - 2 * MARGIN, HEIGHT - MARGIN - top - 26)
    for zone, box in zone_areas(zones, area, STYLE):
        canvas.text(box.x, top + 14, zone["name"], 20, MUTE, room=box.width)
        canvas.box(box.x, box.y, box.width, box.height, ZONE, line=LINE, radius=10)
        for mark in node_marks(zone["nodes"], box, STYLE):
            fill, line, radius = LOOKS[mark.kind]
            canvas.box(
                mark.area.x, mark.area.y, mark.area.width, mark.area.height, fill, line=line, radius=radius
            )
