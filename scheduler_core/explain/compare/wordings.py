"""The wordings of reasons, as versions of Kubernetes have had them since 1.16, and the plugins that give them.

One table: the current wording of a reason, the plugin, and what earlier or later versions called it. A placeholder in
braces stands for any text, and is the same text in each wording.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

TAINT = "node(s) had untolerated taint {taint}"
UNNAMED_TAINTS = "node(s) had untolerated taint(s)"
SPREAD = "node(s) didn't match pod topology spread constraints"
SPREAD_LABEL = f"{SPREAD} (missing required label)"
EXCLUDED_NODES = "node is filtered out by the prefilter result"
NO_VICTIMS = "No preemption victims found for incoming pod"

_WORDINGS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("NodeResourcesFit", "Insufficient {resource}", ()),
    ("NodeResourcesFit", "Too many pods", ("Insufficient pods",)),
    (
        "NodeName",
        "node(s) didn't match the requested node name",
        ("node(s) didn't match the requested hostname",),
    ),
    ("NodePorts", "node(s) didn't have free ports for the requested pod ports", ()),
    (
        "NodeAffinity",
        "node(s) didn't match Pod's node affinity/selector",
        ("node(s) didn't match node selector", "node(s) didn't match Pod's node affinity"),
    ),
    ("NodeAffinity", "node(s) didn't match scheduler-enforced node affinity", ()),
    (
        "NodeAffinity",
        "node(s) didn't satisfy plugin(s) [{plugins}]",
        ("node(s) didn't satisfy plugin(s) [{plugins}] simultaneously",),
    ),
    ("NodeAffinity", EXCLUDED_NODES, ()),
    ("TaintToleration", TAINT, ("node(s) had taint {taint}, that the pod didn't tolerate",)),
    ("TaintToleration", UNNAMED_TAINTS, ("node(s) had taints that the pod didn't tolerate",)),
    ("NodeUnschedulable", "node(s) were unschedulable", ()),
    ("NodeUnschedulable", "node(s) had unknown conditions", ()),
    ("PodTopologySpread", SPREAD, ()),
    ("PodTopologySpread", SPREAD_LABEL, ()),
    ("InterPodAffinity", "node(s) didn't match pod affinity rules", ()),
    ("InterPodAffinity", "node(s) didn't match pod anti-affinity rules", ()),
    ("InterPodAffinity", "node(s) didn't satisfy existing pods anti-affinity rules", ()),
    (
        "InterPodAffinity",
        "node(s) didn't match pod affinity/anti-affinity",
        ("node(s) didn't match pod affinity/anti-affinity rules",),
    ),
    (
        "VolumeBinding",
        "node(s) didn't match PersistentVolume's node affinity",
        ("node(s) had volume node affinity conflict",),
    ),
    ("VolumeBinding", "node(s) didn't find available persistent volumes to bind", ()),
    ("VolumeBinding", "node(s) did not have enough free storage", ()),
    (
        "VolumeBinding",
        "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
        ("pvc(s) bound to non-existent pv(s)",),
    ),
    (
        "VolumeBinding",
        "pod has unbound immediate PersistentVolumeClaims",
        ("pod has unbound PersistentVolumeClaims",),
    ),
    ("VolumeRestrictions", 'persistentvolumeclaim "{claim}" not found', ()),
    (
        "VolumeRestrictions",
        "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by "
        "another pod",
        ("node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode",),
    ),
    ("VolumeRestrictions", "node(s) had no available disk", ()),
    ("VolumeZone", "node(s) had no available volume zone", ()),
    ("NodeVolumeLimits", "node(s) exceed max volume count", ()),
    ("DynamicResources", "cannot allocate all claims", ()),
    ("DynamicResources", "resourceclaim not available on the node", ()),
    ("DynamicResources", "invalid resource pools were encountered", ()),
    ("DynamicResources", "timed out trying to allocate devices", ()),
    ("DynamicResources", "cannot fit resource", ()),
    ("DynamicResources", "cannot schedule extended resource claim", ()),
    ("DynamicResources", "request {request}: device class {class} does not exist", ()),
    ("NodeDeclaredFeatures", "node(s) didn't match Pod's required features", ()),
    ("NodeVolumeLimits", "{driver} CSI driver is not installed on the node", ()),
    ("NodeLabel", "node(s) didn't have the requested labels", ()),
    ("ServiceAffinity", "node(s) didn't match service affinity", ()),
    ("CheckNodeCondition", "node(s) were not ready", ()),
    ("CheckNodeCondition", "node(s) had unavailable network", ("node(s) were network unavailable",)),
    ("CheckNodeCondition", "node(s) were out of disk space", ()),
    ("CheckNodeMemoryPressure", "node(s) had memory pressure", ()),
    ("CheckNodeDiskPressure", "node(s) had disk pressure", ()),
    ("CheckNodePIDPressure", "node(s) had pid pressure", ()),
    ("DefaultPreemption", "Preemption is not helpful for scheduling", ()),
    ("DefaultPreemption", NO_VICTIMS, ("No victims found on node {node} for preemptor pod {pod}",)),
)

# Versions up to 1.22 gave this reason beside the one that says which rules it was.
AFFINITY = "node(s) didn't match pod affinity/anti-affinity"
AFFINITY_RULES = frozenset(
    (
        "node(s) didn't match pod affinity rules",
        "node(s) didn't match pod anti-affinity rules",
        "node(s) didn't satisfy existing pods anti-affinity rules",
    )
)

LONGEST = 1_024  # characters of a reason: an event has no more
_PLACEHOLDER = re.compile(r"\\\{(\w+)\\\}")
_REPEATED = re.compile(r" \(repeated \d+ times\)$")


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason in its current wording. `plugin` gives it, or gave it; None if no version has the wording."""

    words: str
    plugin: str | None


def recognize(words: str) -> Reason:
    """Return the reason of a wording of any version; an unknown wording as it is."""
    if len(words) > LONGEST:
        return Reason(words, None)
    plain = _REPEATED.sub("", words) if words.endswith(" times)") else words
    if known := _plain().get(plain):
        return known
    for beginning, pattern, plugin, current in _patterns():
        if plain.startswith(beginning) and (match := pattern.fullmatch(plain)):
            return Reason(current.format(**match.groupdict()), plugin)
    return Reason(plain, None)


def complete(beginning: str) -> str:
    """Return the wording that a text cut off in the middle begins; the text if there is none, or more than one."""
    candidates = {
        words
        for _, current, former in _WORDINGS
        for words in (current, *former)
        if words.startswith(beginning) and "{" not in words
    }
    return candidates.pop() if len(candidates) == 1 else beginning


@cache
def _plain() -> Mapping[str, Reason]:
    """Return the reasons by the wordings without a placeholder."""
    return {words: Reason(current, plugin) for words, plugin, current in _rows() if "{" not in words}


@cache
def _patterns() -> Sequence[tuple[str, re.Pattern[str], str, str]]:
    """Return beginning, pattern, plugin and current wording of each wording with a placeholder."""
    return [
        (words.partition("{")[0], _pattern(words), plugin, current)
        for words, plugin, current in _rows()
        if "{" in words
    ]


def _rows() -> Iterator[tuple[str, str, str]]:
    """Yield each wording with its plugin and the current wording."""
    for plugin, current, former in _WORDINGS:
        for words in (current, *former):
            yield words, plugin, current


def _pattern(words: str) -> re.Pattern[str]:
    escaped = re.escape(words)
    return re.compile(_PLACEHOLDER.sub(_placeholder, escaped))


def _placeholder(match: re.Match[str]) -> str:
    form = r"\{.*?\}" if match[1] == "taint" else ".+?"
    return f"(?P<{match[1]}>{form})"
