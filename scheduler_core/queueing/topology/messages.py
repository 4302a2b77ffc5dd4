"""Why a demand does not fit, in Kueue's words.

Mirrors notFitMessage and multiLayerNotFitMessage of pkg/cache/scheduler/tas_flavor_snapshot.go @ v0.19.2.
"""

from __future__ import annotations

from .counts import Counts
from .demand import Demand
from .exclusions import Exclusions
from .tree import TopologyTree


def not_fit(topology: str, fitting: int, needed: int, size: int, exclusions: Exclusions) -> str:
    """Return that of the slices that are needed only some fit, or none; a slice of one is a pod."""
    unit = "pod" if size == 1 else "slice"
    if fitting:
        text = f"allows to fit only {fitting} out of {needed} {unit}(s)"
    else:
        text = f"doesn't allow to fit any of {needed} {unit}(s)"
    return f'topology "{topology}" {text}{exclusions}'


def layers_not_fit(
    tree: TopologyTree, counts: Counts, demand: Demand, level: int, exclusions: Exclusions
) -> str:
    """Return how many slices of each layer fit in the domain of a level that holds most of the outer ones."""
    slices = counts[level].slices.tolist()
    ids = [tree.domain_id(values) for values in tree.levels[level].values]
    best = min(range(len(slices)), key=lambda domain: (-slices[domain], ids[domain]))
    parts = []
    for layer in demand.layers:
        below = tree.topology.levels.index(layer.topology)
        domains = tree.descendants(level, best, below)
        fitting = int((counts[below].pods[domains] // layer.size).sum())
        parts.append(f"; {fitting}/{demand.count // layer.size} slice(s) fit on level {layer.topology}")
    return f'topology "{tree.topology.name}" doesn\'t allow to fit{"".join(parts)}{exclusions}'
