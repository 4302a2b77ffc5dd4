"""A cluster as it is drawn in HTML: zones with named nodes, their pods as marks, and the pods that wait."""

from __future__ import annotations

from typing_extensions import TypedDict

MAX_LABELLED = 16  # nodes; of more no names are drawn
MAX_MARKS = 4  # pods of a node; of more there is a number
MAX_LABEL = 10  # characters of a zone's name; of longer ones the end is shown, where zones differ


class DrawnNode(TypedDict):
    """A node. `marks` are CSS classes of its pods, `more` the pods beyond them; `chosen` fills it in large scenes."""

    name: str
    label: str
    tainted: bool
    marks: list[str]
    more: int
    chosen: bool


class DrawnZone(TypedDict):
    name: str
    label: str
    nodes: list[DrawnNode]


class WaitingPods(TypedDict):
    label: str
    dots: list[int]


class DrawnCluster(TypedDict):
    zones: list[DrawnZone]
    waiting: list[WaitingPods]
    is_large: bool


def scene_node(name: str, label: str, marks: list[str], *, tainted: bool, chosen: bool = False) -> DrawnNode:
    drawn = marks if len(marks) <= MAX_MARKS else marks[: MAX_MARKS - 2]
    return DrawnNode(
        name=name, label=label, tainted=tainted, marks=drawn, more=len(marks) - len(drawn), chosen=chosen
    )


def scene_zone(name: str, nodes: list[DrawnNode]) -> DrawnZone:
    label = name if len(name) <= MAX_LABEL else f"…{name[2 - MAX_LABEL :].lstrip('-')}"
    return DrawnZone(name=name, label=label, nodes=nodes)
