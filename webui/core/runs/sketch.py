"""Layout of the zones, nodes and pods of a picture, for drawings of any size and style."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from webui.core.runs.picture import NodePicture, ZonePicture


@dataclass(frozen=True)
class Area:
    x: float
    y: float
    width: float
    height: float

    def inset(self, by: float) -> Area:
        return Area(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def grid(self, columns: int, rows: int, gap: float) -> Iterator[Area]:
        """Split it into cells, row by row, with `gap` between them."""
        width = (self.width - (columns - 1) * gap) / columns
        height = (self.height - (rows - 1) * gap) / rows
        for index in range(columns * rows):
            row, column = divmod(index, columns)
            yield Area(self.x + column * (width + gap), self.y + row * (height + gap), width, height)


@dataclass(frozen=True)
class Mark:
    """A node or pod to draw.

    A `winner` is a node that got a pod in this run. A pod was `running` before or `landed` in this run.
    """

    kind: Literal["node", "winner", "running", "landed"]
    area: Area


Widths = Callable[[Sequence[ZonePicture], float], Sequence[float]]


@dataclass(frozen=True)
class PodLayout:
    """Layout of the pods on a node: squares in rows, from its top left corner."""

    side: float
    pitch: float  # distance from one to the next
    inset: float
    min_count: int = 0  # of columns and of rows, however small the node is
    max_count: int | None = None  # of pods

    def places(self, node: Area) -> list[Area]:
        """Return the places for pods on a node, row by row."""
        columns, rows = (
            max(self.min_count, int((length - self.inset) // self.pitch))
            for length in (node.width, node.height)
        )
        corner = (node.x + self.inset, node.y + self.inset)
        return [
            Area(corner[0] + column * self.pitch, corner[1] + row * self.pitch, self.side, self.side)
            for row in range(rows)
            for column in range(columns)
        ][: self.max_count]


@dataclass(frozen=True)
class Style:
    """The dimensions of a drawing."""

    zone_gap: float
    zone_inset: float
    widths: Widths  # of the zones; with the gaps they add up to the given width
    grid: Callable[[int, Area], tuple[int, int, float]]  # columns, rows and gap for a number of nodes
    pods: PodLayout


def zone_areas(zones: Sequence[ZonePicture], area: Area, style: Style) -> Iterator[tuple[ZonePicture, Area]]:
    """Yield the zones with their areas, side by side."""
    x = area.x
    for zone, width in zip(zones, style.widths(zones, area.width), strict=True):
        yield zone, Area(x, area.y, width, area.height)
        x += width + style.zone_gap


def node_marks(nodes: Sequence[NodePicture], zone: Area, style: Style) -> Iterator[Mark]:
    """Yield the nodes of a zone, each followed by its pods. Those that do not fit are left out."""
    if not nodes:
        return
    inner = zone.inset(style.zone_inset)
    for node, area in zip(nodes, inner.grid(*style.grid(len(nodes), inner)), strict=False):
        yield Mark("winner" if node["winner"] else "node", area)
        yield from _pods(node, style.pods.places(area))


def _pods(node: NodePicture, places: list[Area]) -> Iterator[Mark]:
    """Yield the pods of a node. Pods that landed take precedence over running ones if space is short."""
    landed = min(node["winner"], len(places))
    running = min(node["pods"], len(places) - landed)
    for index, place in enumerate(places[: running + landed]):
        yield Mark("running" if index < running else "landed", place)


def equal_widths(gap: float) -> Widths:
    """Return a width function that makes all zones equally wide."""
    return lambda zones, width: [(width - gap * (len(zones) - 1)) / len(zones)] * len(zones)
