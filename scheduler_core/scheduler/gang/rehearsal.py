"""A pod group tried without any pod of lower priority, and again on the same nodes as victims come back.

Mirrors selectVictimsOnDomain of pkg/scheduler/framework/preemption/podgrouppreemption.go @ v1.37.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.podgroups import PodGroup
from scheduler_core.kubernetes.versions.gates import TOPOLOGY_AWARE
from scheduler_core.scheduler.config import ProfileConfig
from scheduler_core.scheduler.framework.runtime import Framework

from .members import Search, assuming, try_member, try_members
from .placements import best_placement, failed_trial, framework_within, try_placements
from .record import Trial

FOUND = "found a placement for podgroup, preempting {} victims"


@dataclass(slots=True)
class Rehearsal:
    """One attempt for the group, whose members keep their nodes: `nodes` has them by pod."""

    framework: Framework
    config: ProfileConfig
    group: PodGroup
    members: list[Pod]
    search: Search
    nodes: dict[str, str] = field(default_factory=dict)
    _within: Sequence[int] | None = None

    def whole(self) -> Trial:
        """Try all members on the snapshot as it is now."""
        trial = self._placed() if self._is_placed else try_members(self.framework, self.members, self.search)
        if trial.status.ok:
            self.nodes = {r.pod.key: r.node_name for r in trial.results if r.status.ok and r.node_name}
        return trial

    def still_fits(self) -> bool:
        """Return whether each member that had a node fits there now, one after the other."""
        handle = self.framework.handle
        framework = self.framework
        if self._within is not None:
            framework = framework_within(self.config, handle, self._within)
        placed = [pod for pod in self.members if pod.key in self.nodes]
        with handle.on_trial(), assuming(framework) as assumed:
            for i, pod in enumerate(placed):
                handle.nominator.add(pod, self.nodes[pod.key])
                result = try_member(framework, pod, self.search, i, post_filter=False)
                if result.node is not None:
                    assumed.append(result)
                if result.node_name != self.nodes[pod.key]:
                    return False
        return True

    @property
    def _is_placed(self) -> bool:
        return bool(self.group.topology_key) and TOPOLOGY_AWARE in self.framework.handle.version.gates

    def _placed(self) -> Trial:
        placements, error = try_placements(self.framework, self.config, self.group, self.members, self.search)
        if error is not None:
            return Trial(status=error)
        chosen, _ = best_placement(self.framework, self.group, placements)
        if chosen is None:
            return failed_trial(placements)
        self._within = chosen.nodes
        return chosen.trial
