"""What a pod set, or a leader with its workers, asks of the tree.

Mirrors the first part of findTopologyAssignment, levelKey and buildSliceSizeAtLevel of
pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from scheduler_core.queueing.objects.flavor import Topology
from scheduler_core.queueing.objects.workload import SliceLayer, TopologyRequest

from .requests import PodSetRequest

_NOTHING = TopologyRequest()


@dataclass(frozen=True, slots=True)
class Demand:
    """`count` pods in slices of `size`, and `leaders` (0 or 1) beside them (topologyAssignmentParameters).

    `level` is the number of the level that is searched first, `slice_level` the one of which a slice must not leave a
    domain. `inner_sizes` are those of further layers by level. `required` forbids to go above `level`, `unconstrained`
    lets pods scatter. `layers` are those that a failure speaks of, none where there is but one.
    """

    count: int
    leaders: int
    level: int
    slice_level: int
    size: int = 1
    inner_sizes: Mapping[int, int] = field(default_factory=dict)
    required: bool = False
    unconstrained: bool = False
    layers: tuple[SliceLayer, ...] = ()

    @property
    def slices(self) -> int:
        """The number of slices that are needed."""
        return self.count // self.size


def level_key(request: TopologyRequest | None, topology: Topology) -> str:
    """Return the label of the level that a request names, "" if it names none (levelKey)."""
    if request is None:
        return ""
    if request.required or request.preferred:
        return request.required or request.preferred
    if request.layers:
        return topology.levels[0]
    return topology.levels[-1] if request.unconstrained else ""


def searched_level_key(request: PodSetRequest, topology: Topology) -> str:
    """Return the same, with the lowest level for pod sets that do not ask (levelKeyWithImpliedFallback)."""
    key = level_key(request.pod_set.topology, topology)
    return key or (topology.levels[-1] if request.implied else "")


def demand_of(workers: PodSetRequest, leaders: int, topology: Topology) -> Demand | str:
    """Return what is asked, or the text of the failure when the topology cannot be asked so."""
    asked = workers.pod_set.topology or _NOTHING
    size = asked.layers[0].size if asked.layers else 1
    if size <= 0:
        return "slice topology requested, but slice size not provided"
    levels = _levels(workers, asked, topology)
    if isinstance(levels, str):
        return levels
    inner = _inner_sizes(asked.layers, topology)
    if isinstance(inner, str):
        return inner
    slices_only = bool(asked.layers) and not (asked.required or asked.preferred)
    return Demand(
        workers.count,
        leaders,
        *levels,
        size,
        inner,
        required=bool(asked.required),
        unconstrained=bool(asked.unconstrained) or workers.implied or slices_only,
        layers=asked.layers if inner else (),
    )


def _levels(workers: PodSetRequest, asked: TopologyRequest, topology: Topology) -> tuple[int, int] | str:
    """Return the level that is searched and that of slices, or why there are none."""
    key = searched_level_key(workers, topology)
    if not key:
        return "topology level not specified"
    if key not in topology.levels:
        return f"no requested topology level: {key}"
    slice_key = asked.layers[0].topology if asked.layers else topology.levels[-1]
    if slice_key not in topology.levels:
        return f"no requested topology level for slices: {slice_key}"
    level, slice_level = topology.levels.index(key), topology.levels.index(slice_key)
    if level > slice_level:
        return f"podset slice topology {slice_key} is above the podset topology {key}"
    return level, slice_level


def _inner_sizes(layers: tuple[SliceLayer, ...], topology: Topology) -> dict[int, int] | str:
    """Return the sizes of the inner layers by level, levels in between included, or why layers cannot be so."""
    sizes: dict[int, int] = {}
    for outer, layer in pairwise(layers):
        if layer.topology not in topology.levels:
            return f"no requested topology level for additional slice layer: {layer.topology}"
        above, level = topology.levels.index(outer.topology), topology.levels.index(layer.topology)
        if level <= above:
            return f"additional slice layer topology {layer.topology} must be at a lower level than {outer.topology}"
        if outer.size % layer.size:
            return (
                f"additional slice layer size {layer.size} must evenly divide parent layer size {outer.size}"
            )
        sizes.update(dict.fromkeys(range(above + 1, level + 1), layer.size))
    return sizes
