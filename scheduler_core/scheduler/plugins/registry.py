"""The registry of all plugins and their arguments, from which profiles are built.

Mirrors pkg/scheduler/framework/plugins/registry.go and pkg/scheduler/apis/config/v1/defaults.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from scheduler_core.kubernetes.objects.affinity import NodeAffinity as AddedAffinity
from scheduler_core.kubernetes.objects.affinity import read_node_affinity
from scheduler_core.kubernetes.objects.pod import read_spread
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.scheduler.config import ProfileConfig, plugin_names, plugins_at, weight_of
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import implements
from scheduler_core.scheduler.framework.profile import EXTENSION_POINTS, Profile
from scheduler_core.sentences import worded

from .cloudvolumelimits import AZURE_DISK, EBS, GCE_PD, CloudVolumeLimits
from .defaultbinder import DefaultBinder
from .defaultpreemption import DefaultPreemption, PreemptionArgs
from .dynamicresources import DynamicResources
from .dynamicresources.contract import ClaimStep
from .gangscheduling import GangScheduling
from .imagelocality import ImageLocality, ImageResultStep, ImageStep
from .interpodaffinity import InterPodAffinity
from .interpodaffinity.common import Args as InterPodAffinityArgs
from .interpodaffinity.contract import AffinityFilterStep, AffinityScoreStep
from .nodeaffinity import (
    NodeAffinity,
    NodeAffinityPreferredStep,
    NodeAffinityTermStep,
    NodeLabelOperands,
    NodeSelectorStep,
)
from .nodedeclaredfeatures import NodeDeclaredFeatures, RequiredFeatureStep
from .nodelabel import LabelPreferenceStep, LabelPresenceStep, NodeLabel, NodeLabelArgs
from .nodename import NodeName, NodeNameStep
from .nodeports import NodePorts, PortStep
from .nodepreferavoidpods import AvoidStep, NodePreferAvoidPods
from .noderesources import BalancedAllocation, BalancedDifference, Fit, SeparateScorer
from .noderesources.balanced_allocation import BalancedResultStep, BalancedScoreStep
from .noderesources.fit import FitArgs, FitScoreStep, ResourceStep
from .noderesources.resource_allocation import WeightedResource
from .nodeunschedulable import NodeUnschedulable, UnschedulableStep
from .nodevolumelimits import MissingDriverStep, NodeVolumeLimits, VolumeLimitOperands, VolumeLimitStep
from .podtopologyspread import PodTopologySpread
from .podtopologyspread.common import SpreadArgs
from .podtopologyspread.contract import SpreadFilterStep, SpreadScoringStep
from .queuesort import PrioritySort
from .schedulinggates import SchedulingGates
from .selectorspread import MatchingPodsStep, SelectorSpread
from .serviceaffinity import ServiceAffinity, ServiceAffinityArgs, ServiceAffinityStep
from .tainttoleration import TaintPreferStep, TaintStep, TaintToleration, TolerationOperands
from .volumebinding import VolumeBinding
from .volumebinding.plugin import ClaimBindingStep, ClaimOperands, VolumeAffinityStep
from .volumebinding.scoring import StorageUseStep
from .volumerestrictions import VolumeConflictStep, VolumeRestrictions
from .volumezone import VolumeZone, VolumeZoneOperands, VolumeZoneStep

Factory = Callable[[Handle, ManifestField], Any]

# The operands of the plugins, for `explain_filter` and `explain_score`.
FilterStep = (
    NodeNameStep
    | PortStep
    | UnschedulableStep
    | TaintStep
    | NodeSelectorStep
    | NodeAffinityTermStep
    | ResourceStep
    | VolumeConflictStep
    | VolumeLimitStep
    | VolumeAffinityStep
    | ClaimBindingStep
    | VolumeZoneStep
    | SpreadFilterStep
    | AffinityFilterStep
    | RequiredFeatureStep
    | LabelPresenceStep
    | ServiceAffinityStep
    | MissingDriverStep
    | ClaimStep
)
# The operands of the plugins on all nodes, for `filter_operands`.
FilterOperands = (
    TolerationOperands | NodeLabelOperands | ClaimOperands | VolumeZoneOperands | VolumeLimitOperands
)
ScoreStep = (
    TaintPreferStep
    | NodeAffinityPreferredStep
    | FitScoreStep
    | BalancedScoreStep
    | BalancedResultStep
    | ImageStep
    | ImageResultStep
    | SpreadScoringStep
    | AffinityScoreStep
    | LabelPreferenceStep
    | AvoidStep
    | MatchingPodsStep
    | StorageUseStep
)


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


def _from(least: int, most: int, at: ManifestField, key: str) -> int:
    """Return the integer at `key`, 0 without one, which must be in the range."""
    number = at.integer(key, 0)
    if least <= number <= most:
        return number
    at.problem(
        key, worded("must be from {least} to {most}, got {value}", least=least, most=most, value=number)
    )
    return least


def _shape(at: ManifestField) -> tuple[tuple[int, int], ...]:
    """Return the points (utilization, score) of the broken line, with scores 0 to 10 scaled to 0 to 100."""
    points = tuple(
        (_from(0, 100, p, "utilization"), _from(0, 10, p, "score") * 10) for p in at.children("shape")
    )
    if not points:
        at.problem("shape", worded("must have at least one point with utilization and score"))
    if any(b[0] <= a[0] for a, b in pairwise(points)):
        at.problem("shape", worded("must have increasing utilization values"))
    return points or ((0, 0),)


def _spread(handle: Handle, at: ManifestField) -> PodTopologySpread:
    kind = at.choice("defaultingType", ("System", "List"), "System")
    constraints = read_spread(at, "defaultConstraints", {})
    if kind == "System":
        if constraints:
            at.problem(
                "defaultConstraints",
                worded("must be empty if defaultingType is System: set defaultingType to List"),
            )
        return PodTopologySpread(handle, SpreadArgs())
    return PodTopologySpread(handle, SpreadArgs(constraints, system_defaulted=False))


def _inter_pod_affinity(handle: Handle, at: ManifestField) -> InterPodAffinity:
    weight = at.integer("hardPodAffinityWeight", 1)
    if not 0 <= weight <= 100:
        at.problem("hardPodAffinityWeight", worded("must be from 0 to 100, got {value}", value=weight))
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


def _balanced(handle: Handle, at: ManifestField) -> BalancedAllocation | BalancedDifference:
    if handle.version.balances_by_difference:
        return BalancedDifference(handle)
    return BalancedAllocation(handle, _resources(at, "resources"))


def _separate_scorer(name: str, handle: Handle, at: ManifestField) -> SeparateScorer:
    shape = _shape(at) if name == "RequestedToCapacityRatio" else ()
    return SeparateScorer(handle, name, _resources(at, "resources"), shape)


def _node_label(handle: Handle, at: ManifestField) -> NodeLabel:
    keys = ("presentLabels", "absentLabels", "presentLabelsPreference", "absentLabelsPreference")
    return NodeLabel(handle, NodeLabelArgs(*(tuple(at.texts(key)) for key in keys)))


def _service_affinity(handle: Handle, at: ManifestField) -> ServiceAffinity:
    keys = ("affinityLabels", "antiAffinityLabelsPreference")
    return ServiceAffinity(handle, ServiceAffinityArgs(*(tuple(at.texts(key)) for key in keys)))


def _volume_binding(handle: Handle, at: ManifestField) -> VolumeBinding:
    return VolumeBinding(handle, _shape(at)) if at.has("shape") else VolumeBinding(handle)


@dataclass(frozen=True, slots=True)
class Listed:
    """A plugin: its weight by default, None if it is no default plugin, and how it is made."""

    weight: int | None
    make: Factory


# The plugins of all versions, in the order of getDefaultPlugins.
PLUGINS: dict[str, Listed] = {
    "SchedulingGates": Listed(0, lambda handle, at: SchedulingGates()),
    "PrioritySort": Listed(0, lambda handle, at: PrioritySort()),
    "NodeUnschedulable": Listed(0, lambda handle, at: NodeUnschedulable(handle)),
    "NodeName": Listed(0, lambda handle, at: NodeName(handle)),
    "TaintToleration": Listed(3, lambda handle, at: TaintToleration(handle)),
    "NodeAffinity": Listed(2, _node_affinity),
    "NodePorts": Listed(0, lambda handle, at: NodePorts(handle)),
    "NodeResourcesFit": Listed(1, _fit),
    "VolumeRestrictions": Listed(0, lambda handle, at: VolumeRestrictions(handle)),
    "EBSLimits": Listed(0, lambda handle, at: CloudVolumeLimits(handle, "EBSLimits", EBS)),
    "GCEPDLimits": Listed(0, lambda handle, at: CloudVolumeLimits(handle, "GCEPDLimits", GCE_PD)),
    "NodeVolumeLimits": Listed(0, lambda handle, at: NodeVolumeLimits(handle)),
    "AzureDiskLimits": Listed(0, lambda handle, at: CloudVolumeLimits(handle, "AzureDiskLimits", AZURE_DISK)),
    "VolumeBinding": Listed(0, _volume_binding),
    "VolumeZone": Listed(0, lambda handle, at: VolumeZone(handle)),
    "PodTopologySpread": Listed(2, _spread),
    "InterPodAffinity": Listed(2, _inter_pod_affinity),
    "DynamicResources": Listed(2, lambda handle, at: DynamicResources(handle)),
    "DefaultPreemption": Listed(0, _preemption),
    "NodeResourcesBalancedAllocation": Listed(1, _balanced),
    "ImageLocality": Listed(1, lambda handle, at: ImageLocality(handle)),
    "DefaultBinder": Listed(0, lambda handle, at: DefaultBinder()),
    "NodeDeclaredFeatures": Listed(0, lambda handle, at: NodeDeclaredFeatures(handle)),
    "GangScheduling": Listed(0, lambda handle, at: GangScheduling(handle)),
    "NodeResourcesLeastAllocated": Listed(None, partial(_separate_scorer, "NodeResourcesLeastAllocated")),
    "NodeResourcesMostAllocated": Listed(None, partial(_separate_scorer, "NodeResourcesMostAllocated")),
    "RequestedToCapacityRatio": Listed(None, partial(_separate_scorer, "RequestedToCapacityRatio")),
    "NodePreferAvoidPods": Listed(None, lambda handle, at: NodePreferAvoidPods(handle)),
    "SelectorSpread": Listed(None, lambda handle, at: SelectorSpread(handle)),
    "NodeLabel": Listed(None, _node_label),
    "ServiceAffinity": Listed(None, _service_affinity),
}


# What runs in the place of plugins that are not simulated, where one must run.
_STAND_INS = {"queueSort": "PrioritySort", "bind": "DefaultBinder"}


def make_profile(config: ProfileConfig, handle: Handle, problems: Problems) -> Profile:
    """Return the profile with its plugins at each extension point; add invalid arguments to `problems`."""
    no_arguments = ManifestField({}, "", problems)
    plugins_by_name: dict[str, object] = {
        name: PLUGINS[name].make(handle, config.args.get(name, no_arguments))
        for name in plugin_names(config)
        if name in PLUGINS and name not in handle.version.absent_plugins
    }
    profile = Profile(config.scheduler_name, config.percentage)
    absent = handle.version.absent_points
    for point, (attribute, protocol) in EXTENSION_POINTS.items():
        implementing = {
            n for n, p in plugins_by_name.items() if implements(p, protocol) and (point, n) not in absent
        }
        plugins: list[Any] = [plugins_by_name[name] for name in plugins_at(config, point, implementing)]
        if not plugins and config.plugins[point].enabled and (name := _STAND_INS.get(point)):
            plugins = [PLUGINS[name].make(handle, no_arguments)]
        if point == "score":
            plugins = [(plugin, weight_of(config, plugin.name)) for plugin in plugins]
        setattr(profile, attribute, plugins)
    for point, required in (("queueSort", profile.queue_sort), ("bind", profile.bind)):
        if not required:
            problems.add(
                "profiles",
                worded(
                    "must have a {point} plugin in {profile}: enable one",
                    point=point,
                    profile=config.scheduler_name,
                ),
            )
    return profile
