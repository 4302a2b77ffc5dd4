"""A search for places as it was made, from which its record is written when somebody asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .contract import DemandRecord, LevelRecord, SearchRecord, StepRecord
from .counts import Counts, Exclusions, LevelCounts
from .demand import Demand
from .descent import Step
from .fitting import Fitting
from .tree import Level, TopologyTree


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """A search as it was made; `counts` are those before anything was chosen."""

    tree: TopologyTree
    demand: Demand
    counts: Counts
    exclusions: Exclusions
    fitting: Fitting
    steps: Sequence[Step]
    empty: bool
    least_free: bool

    def record(self) -> SearchRecord:
        """Return the search as plain data."""
        keys = self.tree.topology.levels
        return {
            "topology": self.tree.topology.name,
            "demand": self._demand(),
            "empty": self.empty,
            "levels": [
                _level(level, counts) for level, counts in zip(self.tree.levels, self.counts, strict=True)
            ],
            "nodes": self.exclusions.nodes,
            "excluded": dict(sorted(self.exclusions.reasons.items())),
            "rule": self.fitting.rule,
            "level": keys[self.fitting.level],
            "tried": [keys[level] for level in self.fitting.tried],
            "leastFree": self.least_free,
            "fits": self.demand.slices if self.steps else self.fitting.fitting,
            "steps": [_step(self.tree.levels[step.level], step) for step in self.steps],
        }

    def _demand(self) -> DemandRecord:
        keys, demand = self.tree.topology.levels, self.demand
        return {
            "count": demand.count,
            "leaders": demand.leaders,
            "sliceSize": demand.size,
            "slices": demand.slices,
            "level": keys[demand.level],
            "sliceLevel": keys[demand.slice_level],
            "innerSizes": {keys[level]: size for level, size in sorted(demand.inner_sizes.items())},
            "required": demand.required,
            "unconstrained": demand.unconstrained,
        }


def _level(level: Level, counts: LevelCounts) -> LevelRecord:
    columns = (
        counts.pods,
        counts.slices,
        counts.pods_beside,
        counts.slices_beside,
        counts.leaders,
        counts.scores,
    )
    rows = zip(level.values, *(column.tolist() for column in columns), strict=True)
    return {
        "level": level.key,
        "domains": [
            {
                "values": list(values),
                "pods": pods,
                "slices": slices,
                "podsBeside": pods_beside,
                "slicesBeside": slices_beside,
                "leader": leader > 0,
                "score": score,
            }
            for values, pods, slices, pods_beside, slices_beside, leader, score in rows
        ],
    }


def _step(level: Level, step: Step) -> StepRecord:
    return {
        "level": level.key,
        "size": step.size,
        "together": step.together,
        "chosen": [
            {
                "values": list(level.values[share.domain]),
                "pods": share.pods,
                "leader": share.leaders > 0,
                "smallest": share.smallest,
            }
            for share in step.shares
        ],
    }
