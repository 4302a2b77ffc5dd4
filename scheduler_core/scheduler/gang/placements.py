"""Pod groups with a topology constraint: all members are tried in each placement, and the best one is taken.

Mirrors podGroupSchedulingPlacementAlgorithm and findBestPlacement of pkg/scheduler/schedule_one_podgroup.go @ v1.36.2,
and nominatedPlacement of pkg/scheduler/algorithm_podgroup.go as it came to v1.38.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.podgroups import PodGroup
from scheduler_core.kubernetes.objects.reading import Problems
from scheduler_core.scheduler.config import ProfileConfig
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import implements
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.framework.status import Status, unschedulable
from scheduler_core.scheduler.plugins import podgrouppodscount
from scheduler_core.scheduler.plugins.noderesources.placement import ScoresPlacements
from scheduler_core.scheduler.plugins.registry import make_profile
from scheduler_core.scheduler.plugins.topologyplacement import generate_placements

from .members import Search, try_members
from .record import PlacementTrial, Trial

NO_PLACEMENTS = "no feasible placements found"


def framework_within(config: ProfileConfig, handle: Handle, nodes: Sequence[int]) -> Framework:
    """Return the plugins over some of the nodes: they see no other node and no pod elsewhere."""
    within = replace(handle, snapshot=handle.snapshot.within(nodes), _cache={})
    return Framework(make_profile(config, within, Problems()), within)


def try_placements(
    framework: Framework, config: ProfileConfig, group: PodGroup, members: list[Pod], search: Search
) -> tuple[list[PlacementTrial], Status | None]:
    """Try the members in each placement; return an error if it ends the cycle, and what was tried before.

    Since v1.38 the placement of the nominated nodes comes first, and others only if no member gets a node there.
    """
    handle = framework.handle
    placements, status = generate_placements(handle, group)
    if not status.ok:
        return [], status
    nominated = _nominated(handle, members, placements) if handle.version.nominated_placement_first else ""
    tried: list[PlacementTrial] = []
    for name, nodes in sorted(placements.items(), key=lambda placement: placement[0] != nominated):
        whole = len(nodes) == len(handle.snapshot)
        within = framework if whole else framework_within(config, handle, nodes)
        trial = try_members(within, members, search)
        tried.append(PlacementTrial(name, nodes, trial))
        if name == nominated and trial.works and any(result.node is not None for result in trial.results):
            break
    return tried, None


def _nominated(handle: Handle, members: list[Pod], placements: Mapping[str, Sequence[int]]) -> str:
    """Return the one placement that has nominated nodes of the members, "" if none or several have."""
    names = {handle.nominator.node_of(pod.key) for pod in members}
    having = [
        placement
        for placement, nodes in placements.items()
        if any(handle.snapshot.nodes[node].name in names for node in nodes)
    ]
    return having[0] if len(having) == 1 else ""


def best_placement(
    framework: Framework, group: PodGroup, tried: list[PlacementTrial]
) -> tuple[PlacementTrial | None, dict[str, dict[str, int]]]:
    """Return the placement that is taken, None if none works, and the points if there was a choice.

    Upstream draws among placements with the same points; here the first by name is taken.
    """
    working = [placement for placement in tried if placement.trial.works]
    if len(working) < 2:
        return (working[0] if working else None), {}
    scores = _scores(framework, group, working)
    best = max(working, key=lambda placement: scores[placement.name]["total"])
    return best, scores


def failed_trial(tried: list[PlacementTrial]) -> Trial:
    """Return the trial that stands for all when no placement works: that of the first."""
    if not tried:
        return Trial(status=unschedulable(NO_PLACEMENTS))
    first = tried[0].trial
    reason = (
        f"0/{len(tried)} placements are available, first placement status: {', '.join(first.status.reasons)}"
    )
    return Trial(first.results, unschedulable(reason))


def _scores(
    framework: Framework, group: PodGroup, working: list[PlacementTrial]
) -> dict[str, dict[str, int]]:
    """Return the points of each placement by plugin, and in total."""
    placed = {p.name: [r.pod for r in p.trial.results if r.node is not None] for p in working}
    counts = podgrouppodscount.score_placements(
        {name: len(pods) for name, pods in placed.items()},
        framework.handle.pod_groups.scheduled_count(group.key),
    )
    scores: dict[str, dict[str, int]] = {}
    for placement in working:
        points = {
            plugin.name: plugin.score_placement(placement.nodes, placed[placement.name])
            for plugin, _ in framework.profile.score
            if implements(plugin, ScoresPlacements)
        }
        points[podgrouppodscount.NAME] = counts[placement.name]
        scores[placement.name] = {**points, "total": sum(points.values())}
    return scores
