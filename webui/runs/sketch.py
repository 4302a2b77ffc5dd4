"""Where the zones, nodes and pods of a picture stand, for drawings of any size and look."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from webui.runs.picture import NodePicture, ZonePicture


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
    """`winner` is a node on which a pod landed in this run; of pods some ran before, the others landed."""

    kind: Literal["node", "winner", "running", "landed"]
    area: Area


Widths = Callable[[Sequence[ZonePicture], float], Sequence[float]]


@dataclass(frozen=True)
class Pods:
    """How pods stand on a node: squares from its corner on."""

    side: float
    pitch: float  # from one to the next
    inset: float
    least: int = 0  # columns and rows, however small the node is
    most: int | None = None

    def places(self, node: Area) -> list[Area]:
        columns, rows = (
            max(self.least, int((length - self.inset) // self.pitch)) for length in (node.width, node.height)
        )
        corner = (node.x + self.inset, node.y + self.inset)
        return [
            Area(corner[0] + column * self.pitch, corner[1] + row * self.pitch, self.side, self.side)
            for row in range(rows)
            for column in range(columns)
        ][: self.most]


@dataclass(frozen=True)
class Style:
    """The lengths of a drawing."""

    zone_gap: float
    zone_inset: float
    widths: Widths  # of the zones, which together with the gaps are as wide as they are told
    grid: Callable[[int, Area], tuple[int, int, float]]  # columns, rows and gap of so many nodes
    pods: Pods


def zone_areas(zones: Sequence[ZonePicture], area: Area, style: Style) -> Iterator[tuple[ZonePicture, Area]]:
    """The zones beside each other."""
    x = area.x
    for zone, width in zip(zones, style.widths(zones, area.width), strict=True):
        yield zone, Area(x, area.y, width, area.height)
        x += width + style.zone_gap


def node_marks(nodes: Sequence[NodePicture], zone: Area, style: Style) -> Iterator[Mark]:
    """The nodes of a zone, each before its pods. What does not fit is not drawn: the picture is a sketch."""
    if not nodes:
        return
    inner = zone.inset(style.zone_inset)
    for node, area in zip(nodes, inner.grid(*style.grid(len(nodes), inner)), strict=False):
        yield Mark("winner" if node["winner"] else "node", area)
        yield from _pods(node, style.pods.places(area))


def _pods(node: NodePicture, places: list[Area]) -> Iterator[Mark]:
    """Of the running pods as many as leave room for those that landed."""
    landed = min(node["winner"], len(places))
    running = min(node["pods"], len(places) - landed)
    for index, place in enumerate(places[: running + landed]):
        yield Mark("running" if index < running else "landed", place)


def equal_widths(gap: float) -> Widths:
    """All zones alike."""
    return lambda zones, width: [(width - gap * (len(zones) - 1)) / len(zones)] * len(zones)
