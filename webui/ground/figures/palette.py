"""The colours of static/css/tokens.css that figures use; a test keeps the two equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Theme = Literal["light", "dark"]

FONT = '"Inter", "SF Pro Text", system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif'
MONO = 'ui-monospace, "SF Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace'


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    surface: str
    line: str
    line_3: str
    ink: str
    ink_2: str
    ink_3: str
    accent: str
    pass_soft: str
    reject: str
    reject_ink: str
    sequential: tuple[str, ...]
    diverging: tuple[str, ...]
    parts: tuple[str, ...]
    part_on: str


LIGHT = Palette(
    surface="#ffffff",
    line="#e3e6ea",
    line_3="#9aa1ac",
    ink="#14171c",
    ink_2="#464d58",
    ink_3="#666d79",
    accent="#b8860b",
    pass_soft="#e5f1f8",
    reject="#b33c00",
    reject_ink="#8f3000",
    sequential=("#eef4fb", "#cfe1f2", "#93c4df", "#4a97c9", "#1764ab", "#08306b"),
    diverging=("#5e3c99", "#786aa6", "#b2abd2", "#f5f5f5", "#a9cfe8", "#4a97c9", "#1764ab"),
    parts=("#c6ccd4", "#4a97c9", "#d5cfe6", "#9fc7b8", "#eadfbe", "#e3e6ea", "#e6c3d2"),
    part_on="#14171c",
)

DARK = Palette(
    surface="#14171c",
    line="#262b33",
    line_3="#626a76",
    ink="#e8ebef",
    ink_2="#b3bac4",
    ink_3="#8f97a3",
    accent="#f0e442",
    pass_soft="#14293a",
    reject="#ff8a4c",
    reject_ink="#ffab7d",
    sequential=("#1b2430", "#23405f", "#2b6391", "#3f8fc4", "#7fbfe6", "#d6efff"),
    diverging=("#b9a6f0", "#8f7fd0", "#5f5694", "#2a2e36", "#2b5378", "#3f8fc4", "#8fcbf0"),
    parts=("#4a525e", "#2b6391", "#5f5694", "#3d6b5c", "#6a6136", "#333a44", "#6b4458"),
    part_on="#ffffff",
)


def palette(theme: Theme) -> Palette:
    return DARK if theme == "dark" else LIGHT


def readable_on(colours: tuple[str, ...], fraction: float) -> str:
    """Return the dark or the light text colour, whichever has more contrast at `fraction` of a colour scale."""
    place = max(0.0, min(1.0, fraction)) * (len(colours) - 1)
    low = min(int(place), len(colours) - 2)
    start, end = _channels(colours[low]), _channels(colours[low + 1])
    luminance = _luminance([a + (b - a) * (place - low) for a, b in zip(start, end, strict=True)])
    on_white, on_black = 1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05
    return LIGHT.surface if on_white > on_black else LIGHT.ink


def _channels(colour: str) -> list[int]:
    return [int(colour[index : index + 2], 16) for index in (1, 3, 5)]


def _luminance(channels: list[float]) -> float:
    """Return the relative luminance as WCAG defines it."""
    linear = [
        share / 12.92 if (share := channel / 255) <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for channel in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def scale(colours: tuple[str, ...]) -> list[tuple[float, str]]:
    """Return evenly spaced colour stops for Plotly."""
    last = len(colours) - 1
    return [(index / last, colour) for index, colour in enumerate(colours)]
