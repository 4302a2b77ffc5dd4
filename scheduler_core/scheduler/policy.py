"""Policy: the configuration by predicates and priorities, which versions up to 1.22 read.

Mirrors createFromConfig of pkg/scheduler/factory.go and
pkg/scheduler/framework/plugins/legacy_registry.go @ v1.20.15.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.sentences import worded

POLICY = "Policy"
_VERSIONS = ("v1", "kubescheduler.config.k8s.io/v1")

# By predicate, in the order in which they run: the plugins of Filter.
_PREDICATES: Mapping[str, tuple[str, ...]] = {
    "CheckNodeUnschedulable": ("NodeUnschedulable",),
    "GeneralPredicates": ("NodeResourcesFit", "NodeName", "NodePorts", "NodeAffinity"),
    "HostName": ("NodeName",),
    "PodFitsHostPorts": ("NodePorts",),
    "MatchNodeSelector": ("NodeAffinity",),
    "PodFitsResources": ("NodeResourcesFit",),
    "NoDiskConflict": ("VolumeRestrictions",),
    "PodToleratesNodeTaints": ("TaintToleration",),
    "CheckNodeLabelPresence": ("NodeLabel",),
    "CheckServiceAffinity": ("ServiceAffinity",),
    "MaxEBSVolumeCount": ("EBSLimits",),
    "MaxGCEPDVolumeCount": ("GCEPDLimits",),
    "MaxCSIVolumeCountPred": ("NodeVolumeLimits",),
    "MaxAzureDiskVolumeCount": ("AzureDiskLimits",),
    "MaxCinderVolumeCount": (),  # CinderLimits is not simulated
    "CheckVolumeBinding": ("VolumeBinding",),
    "NoVolumeZoneConflict": ("VolumeZone",),
    "EvenPodsSpread": ("PodTopologySpread",),
    "MatchInterPodAffinity": ("InterPodAffinity",),
}
_MANDATORY = ("PodToleratesNodeTaints", "CheckNodeUnschedulable")
_DEFAULT_PREDICATES = frozenset(_PREDICATES) - {
    "HostName",
    "PodFitsHostPorts",
    "MatchNodeSelector",
    "PodFitsResources",
    "CheckNodeLabelPresence",
    "CheckServiceAffinity",
    "MaxCinderVolumeCount",
}
_PREPARED = (
    "NodeResourcesFit",
    "NodePorts",
    "VolumeBinding",
    "ServiceAffinity",
    "PodTopologySpread",
    "InterPodAffinity",
)
_PRIORITIES = {
    "BalancedResourceAllocation": "NodeResourcesBalancedAllocation",
    "EvenPodsSpreadPriority": "PodTopologySpread",
    "ImageLocalityPriority": "ImageLocality",
    "InterPodAffinityPriority": "InterPodAffinity",
    "LeastRequestedPriority": "NodeResourcesLeastAllocated",
    "MostRequestedPriority": "NodeResourcesMostAllocated",
    "NodeAffinityPriority": "NodeAffinity",
    "NodeLabel": "NodeLabel",
    "NodePreferAvoidPodsPriority": "NodePreferAvoidPods",
    "RequestedToCapacityRatio": "RequestedToCapacityRatio",
    "SelectorSpreadPriority": "PodTopologySpread",
    "ServiceAffinity": "ServiceAffinity",
    "TaintTolerationPriority": "TaintToleration",
}
_DEFAULT_PRIORITIES = {
    "SelectorSpreadPriority": 1,
    "InterPodAffinityPriority": 1,
    "LeastRequestedPriority": 1,
    "BalancedResourceAllocation": 1,
    "NodePreferAvoidPodsPriority": 10000,
    "NodeAffinityPriority": 1,
    "TaintTolerationPriority": 1,
    "ImageLocalityPriority": 1,
    "EvenPodsSpreadPriority": 2,
}
_PRE_SCORED = ("PodTopologySpread", "TaintToleration", "InterPodAffinity")
_RENAMED = {"PodFitsPorts": "PodFitsHostPorts", "ServiceSpreadingPriority": "SelectorSpreadPriority"}


def is_policy(manifest: object) -> bool:
    """Return whether a manifest is a Policy of the scheduler, not one of another API group."""
    return (
        isinstance(manifest, dict)
        and manifest.get("kind") == POLICY
        and manifest.get("apiVersion") in _VERSIONS
    )


Sets = dict[str, dict[str, int]]


def read_policy(at: ManifestField) -> tuple[Sets, dict[str, ManifestField]]:
    """Return the plugins of each extension point with their weights, and the arguments by plugin."""
    reader = _Reader(at)
    predicates = set(_DEFAULT_PREDICATES) if not at.has("predicates") else reader.predicates()
    priorities = dict(_DEFAULT_PRIORITIES) if not at.has("priorities") else reader.priorities()
    sets: Sets = {
        "queueSort": {"PrioritySort": 0},
        "postFilter": {"DefaultPreemption": 0},
        "bind": {"DefaultBinder": 0},
    }
    for predicate, plugins in _PREDICATES.items():
        if predicate in predicates or predicate in _MANDATORY:
            for name in plugins:
                _add_filter(sets, name)
    for priority in sorted(priorities):
        _add_score(sets, priority, priorities[priority], reader.arguments)
    spread = "System" if "SelectorSpreadPriority" in priorities else "List"
    if "EvenPodsSpreadPriority" in priorities or spread == "System":
        reader.arguments["PodTopologySpread"] = {"defaultingType": spread}
    if weight := at.integer("hardPodAffinitySymmetricWeight", 0):
        reader.arguments["InterPodAffinity"] = {"hardPodAffinityWeight": weight}
    return sets, {name: ManifestField(value, "", at.problems) for name, value in reader.arguments.items()}


def _add_filter(sets: Sets, name: str) -> None:
    sets.setdefault("filter", {}).setdefault(name, 0)
    if name in _PREPARED:
        sets.setdefault("preFilter", {}).setdefault(name, 0)
    if name == "VolumeBinding":
        sets["reserve"] = sets["preBind"] = {name: 0}


def _add_score(sets: Sets, priority: str, weight: int, arguments: dict[str, Manifest]) -> None:
    name = _PRIORITIES[priority]
    if name in ("NodeLabel", "ServiceAffinity"):
        preferences = ("presentLabelsPreference", "absentLabelsPreference", "antiAffinityLabelsPreference")
        weight *= sum(len(arguments[name].get(key, ())) for key in preferences)
    sets.setdefault("score", {}).setdefault(name, weight)
    if name in _PRE_SCORED:
        sets.setdefault("preScore", {}).setdefault(name, 0)


@dataclass(slots=True)
class _Reader:
    """Reads predicates and priorities, and collects the arguments of plugins that several of them configure."""

    at: ManifestField
    arguments: dict[str, Manifest] = field(default_factory=dict)

    def predicates(self) -> set[str]:
        return {self._predicate(entry) for entry in self.at.children("predicates")}

    def _predicate(self, entry: ManifestField) -> str:
        name, argument = _name(entry), entry.child("argument")
        if name in _PREDICATES:
            return name
        if argument.has("serviceAffinity"):
            self._extend(
                "ServiceAffinity", "affinityLabels", argument.child("serviceAffinity").texts("labels")
            )
            return "CheckServiceAffinity"
        if argument.has("labelsPresence"):
            presence = argument.child("labelsPresence")
            key = "presentLabels" if presence.flag("presence") else "absentLabels"
            self._extend("NodeLabel", key, presence.texts("labels"))
            return "CheckNodeLabelPresence"
        entry.problem(
            "name",
            worded(
                "is not a predicate: use one of {names}, or give it an argument",
                names=", ".join(_PREDICATES),
            ),
        )
        return "GeneralPredicates"

    def priorities(self) -> dict[str, int]:
        listed = [entry for entry in self.at.children("priorities") if entry.name("name") != "EqualPriority"]
        return {self._priority(entry): entry.integer("weight", 0) for entry in listed}

    def _priority(self, entry: ManifestField) -> str:
        name, argument = _name(entry), entry.child("argument")
        if name in _PRIORITIES:
            return name
        if argument.has("serviceAntiAffinity"):
            label = argument.child("serviceAntiAffinity").text("label")
            self._extend("ServiceAffinity", "antiAffinityLabelsPreference", [label])
            return "ServiceAffinity"
        if argument.has("labelPreference"):
            preference = argument.child("labelPreference")
            key = "presentLabelsPreference" if preference.flag("presence") else "absentLabelsPreference"
            self._extend("NodeLabel", key, [preference.text("label")])
            return "NodeLabel"
        if argument.has("requestedToCapacityRatioArguments"):
            ratio = argument.child("requestedToCapacityRatioArguments")
            self.arguments["RequestedToCapacityRatio"] = dict(ratio.value)
            return "RequestedToCapacityRatio"
        entry.problem(
            "name",
            worded(
                "is not a priority: use one of {names}, or give it an argument",
                names=", ".join(_PRIORITIES),
            ),
        )
        return "LeastRequestedPriority"

    def _extend(self, plugin: str, key: str, labels: Iterable[str]) -> None:
        arguments: Manifest = self.arguments.setdefault(plugin, {})
        arguments[key] = [*arguments.get(key, ()), *labels]


def _name(entry: ManifestField) -> str:
    name = entry.name("name")
    return _RENAMED.get(name, name)
