"""The record of a search for places as plain data: what each domain could take, and which were chosen by which rule."""

from __future__ import annotations

from typing import Literal

from scheduler_core.kubernetes.typeddict import TypedDict

Rule = Literal["leastFree", "bestFit", "several", "balanced", "none"]
"""How domains of a level were chosen.

leastFree: the fullest one that holds all. bestFit: the smallest one that holds all. several: the largest ones together
(the fullest ones where pods may scatter). balanced: several that get as equal numbers as possible. none: all together
do not hold it.
"""


class DomainRecord(TypedDict):
    """What a domain could take when the search began: pods and slices, alone and beside a leader.

    Slices are 0 below their level.
    """

    values: list[str]
    pods: int
    slices: int
    podsBeside: int
    slicesBeside: int
    leader: bool
    """Whether it has room for a leader; False where none is asked for."""
    score: int
    """Weight of the preferred node affinity that its nodes match."""


class LevelRecord(TypedDict):
    """A level of the topology with all its domains, in the order of their values."""

    level: str
    domains: list[DomainRecord]


class ChosenDomain(TypedDict):
    """A domain that was chosen at a level."""

    values: list[str]
    pods: int
    leader: bool
    smallest: bool
    """Whether it was taken out of turn, as the smallest that holds all that was left."""


class StepRecord(TypedDict):
    """What was chosen at one level, in the order of the choice."""

    level: str
    size: int
    """Pods that were handed out at a time."""
    together: bool
    """Whether the children of all domains above were filled as one, or those of each with what it takes."""
    chosen: list[ChosenDomain]


class DemandRecord(TypedDict):
    """What was asked for, read from the topology request."""

    count: int
    leaders: int
    sliceSize: int
    slices: int
    level: str
    sliceLevel: str
    innerSizes: dict[str, int]
    """Size of the inner slices by level."""
    required: bool
    unconstrained: bool


class SearchRecord(TypedDict):
    """A search for places, to be followed level by level."""

    topology: str
    demand: DemandRecord
    empty: bool
    """Whether it was asked as if no workload with a topology ran."""
    levels: list[LevelRecord]
    nodes: int
    excluded: dict[str, int]
    """Nodes that cannot take a single pod, by reason."""
    rule: Rule
    level: str
    """The level at which the rule chose."""
    tried: list[str]
    """Levels below that one, where no domain holds all, in the order of the search."""
    leastFree: bool
    """Whether the fullest domains that still have room come first; otherwise the freest."""
    fits: int
    """Slices that fit, as a failure says it: all that were asked for unless the rule is none."""
    steps: list[StepRecord]
    """From the level of the rule down to the lowest; empty if the rule is none."""
