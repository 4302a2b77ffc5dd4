"""Makes the plugins of a profile: the one place that knows all of them and their arguments.

Mirrors pkg/scheduler/framework/plugins/registry.go and pkg/scheduler/apis/config/v1/defaults.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from scheduler_core.config import ProfileConfig, plugin_names, plugins_at, weight_of
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import implements
from scheduler_core.framework.profile import EXTENSION_POINTS, Profile
from scheduler_core.objects.affinity import NodeAffinity as AddedAffinity
from scheduler_core.objects.affinity import read_node_affinity
from scheduler_core.objects.pod import read_spread
from scheduler_core.objects.reading import ManifestField, Problems

from .cloudvolumelimits import CloudVolumeLimits
from .defaultbinder import DefaultBinder
from .defaultpreemption import DefaultPreemption, PreemptionArgs
from .dynamicresources import DynamicResources
from .imagelocality import ImageLocality
from .interpodaffinity import InterPodAffinity
from .interpodaffinity.common import Args as InterPodAffinityArgs
from .nodeaffinity import NodeAffinity
from .nodename import NodeName
from .nodeports import NodePorts
from .noderesources import BalancedAllocation, Fit
from .noderesources.fit import FitArgs
from .noderesources.resource_allocation import WeightedResource
from .nodeunschedulable import NodeUnschedulable
from .nodevolumelimits import NodeVolumeLimits
from .podtopologyspread import PodTopologySpread
from .podtopologyspread.common import SpreadArgs
from .queuesort import PrioritySort
from .schedulinggates import SchedulingGates
from .tainttoleration import TaintToleration
from .volumebinding import VolumeBinding
from .volumerestrictions import VolumeRestrictions
from .volumezone import VolumeZone

Factory = Callable[[Handle, ManifestField], Any]


def _fit(handle: Handle, at: ManifestField) -> Fit:
    strategy = at.child("scoringStrategy")
    kind = strategy.choice(
        "type", ("LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"), "LeastAllocated"
    )
    args = FitArgs(
        frozenset(at.texts("ignoredResources")) | handle.ignored_resources,
        frozenset(at.texts("ignoredResourceGroups")),
        kind,
        _resources(strategy, "resources"),
        _shape(strategy.child("requestedToCapacityRatio")) if kind == "RequestedToCapacityRatio" else (),
    )
    return Fit(handle, args)


def _resources(at: ManifestField, key: str) -> tuple[WeightedResource, ...]:
    listed = tuple(WeightedResource(r.name("name"), r.integer("weight", 1) or 1) for r in at.children(key))
    return listed or (WeightedResource("cpu"), WeightedResource("memory"))


def _shape(at: ManifestField) -> tuple[tuple[int, int], ...]:
    """Points of the broken line; scores from 0 to 10 become 0 to 100."""
    points = tuple((p.integer("utilization", 0), p.integer("score", 0) * 10) for p in at.children("shape"))
    if not points:
        at.problem("shape", "must have at least one point with utilization and score")
    if any(b[0] <= a[0] for a, b in pairwise(points)):
        at.problem("shape", "must have increasing utilization values")
    return points or ((0, 0),)


def _spread(handle: Handle, at: ManifestField) -> PodTopologySpread:
    kind = at.choice("defaultingType", ("System", "List"), "System")
    constraints = read_spread(at, "defaultConstraints", {})
    if kind == "System":
        if constraints:
            at.problem("defaultConstraints", "must be empty when defaultingType is System: set it to List")
        return PodTopologySpread(handle, SpreadArgs())
    return PodTopologySpread(handle, SpreadArgs(constraints, system_defaulted=False))


def _inter_pod_affinity(handle: Handle, at: ManifestField) -> InterPodAffinity:
    weight = at.integer("hardPodAffinityWeight", 1)
    if not 0 <= weight <= 100:
        at.problem("hardPodAffinityWeight", f"must be from 0 to 100, got {weight}")
    ignore = at.flag("ignorePreferredTermsOfExistingPods")
    return InterPodAffinity(handle, InterPodAffinityArgs(weight, ignore))


def _node_affinity(handle: Handle, at: ManifestField) -> NodeAffinity:
    added = read_node_affinity(at.child("addedAffinity")) if at.has("addedAffinity") else AddedAffinity()
    return NodeAffinity(handle, added)


def _preemption(handle: Handle, at: ManifestField) -> DefaultPreemption:
    args = PreemptionArgs(
        at.integer("minCandidateNodesPercentage", 10), at.integer("minCandidateNodesAbsolute", 100)
    )
    return DefaultPreemption(handle, args)


FACTORIES: dict[str, Factory] = {
    "SchedulingGates": lambda handle, at: SchedulingGates(),
    "PrioritySort": lambda handle, at: PrioritySort(),
    "NodeUnschedulable": lambda handle, at: NodeUnschedulable(handle),
    "NodeName": lambda handle, at: NodeName(handle),
    "TaintToleration": lambda handle, at: TaintToleration(handle),
    "NodeAffinity": _node_affinity,
    "NodePorts": lambda handle, at: NodePorts(handle),
    "NodeResourcesFit": _fit,
    "VolumeRestrictions": lambda handle, at: VolumeRestrictions(handle),
    "EBSLimits": lambda handle, at: CloudVolumeLimits(handle, "EBSLimits", "kubernetes.io/aws-ebs"),
    "GCEPDLimits": lambda handle, at: CloudVolumeLimits(handle, "GCEPDLimits", "kubernetes.io/gce-pd"),
    "AzureDiskLimits": lambda handle, at: CloudVolumeLimits(
        handle, "AzureDiskLimits", "kubernetes.io/azure-disk"
    ),
    "NodeVolumeLimits": lambda handle, at: NodeVolumeLimits(handle),
    "VolumeBinding": lambda handle, at: VolumeBinding(handle),
    "VolumeZone": lambda handle, at: VolumeZone(handle),
    "PodTopologySpread": _spread,
    "InterPodAffinity": _inter_pod_affinity,
    "DynamicResources": lambda handle, at: DynamicResources(handle),
    "DefaultPreemption": _preemption,
    "NodeResourcesBalancedAllocation": lambda handle, at: BalancedAllocation(
        handle, _resources(at, "resources")
    ),
    "ImageLocality": lambda handle, at: ImageLocality(handle),
    "DefaultBinder": lambda handle, at: DefaultBinder(),
}


def make_profile(config: ProfileConfig, handle: Handle, problems: Problems) -> Profile:
    """The profile's plugins at each extension point; complaints about arguments go to `problems`."""
    made: dict[str, Any] = {}
    for name in plugin_names(config):
        made[name] = FACTORIES[name](handle, config.args.get(name, ManifestField({}, "", problems)))
    profile = Profile(config.scheduler_name, config.percentage)
    lacking = handle.version.lacking_points
    for point, (attribute, protocol) in EXTENSION_POINTS.items():
        implementing = {n for n, p in made.items() if implements(p, protocol) and (point, n) not in lacking}
        plugins: list[Any] = [made[name] for name in plugins_at(config, point, implementing)]
        if point == "score":
            plugins = [(plugin, weight_of(config, plugin.name)) for plugin in plugins]
        setattr(profile, attribute, plugins)
    return profile
