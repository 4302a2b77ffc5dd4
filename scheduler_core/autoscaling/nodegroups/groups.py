"""What an input tells of the groups of nodes that Cluster Autoscaler makes larger and smaller.

Its status ConfigMap (pkg/clusterstate/api/types.go), annotations of sets of machines, and templates of `/snapshotz`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.loading import parse_source
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.kubernetes.source import MAXIMA, STATUS, node_groups, object_name, value_at

BACKOFF_REASON: Final = "in backoff after failed scale-up"
MAXIMUM_REASON: Final = "max node group size reached"
_SETS = ("MachineDeployment", "MachineSet", "MachinePool")
_PROGRAM = "cluster-autoscaler"
_WORKLOADS = ("Deployment", "ReplicaSet", "Pod")


@dataclass(frozen=True, slots=True)
class Backoff:
    """Why a group was not made larger when that was last tried, and since when it is left alone."""

    code: str
    message: str
    since: str


@dataclass(frozen=True, slots=True)
class NodeGroup:
    """A group by the last part of its name; numbers of nodes are None where the input does not tell them."""

    name: str
    count: int | None = None
    least: int | None = None
    most: int | None = None
    backoff: Backoff | None = None
    template: Manifest | None = None
    daemons: Sequence[Manifest] = ()

    @property
    def full(self) -> bool:
        return self.count is not None and self.most is not None and self.count >= self.most

    def has(self, node: str, pool: str) -> bool:
        """Return whether a node is of the group: clouds name nodes after it, or label them with its name."""
        name = self.name.removesuffix("-grp")
        named_after = node.startswith(name if name.endswith("-vmss") else f"{name}-")
        return name == pool or named_after or name.startswith((f"eks-{pool}-", f"{pool}."))


@dataclass(slots=True)
class ToldGroups:
    """The groups of an input; `present` is whether it shows a Cluster Autoscaler, `time` that of its status."""

    groups: list[NodeGroup] = field(default_factory=list)
    present: bool = False
    time: str = ""

    def of_node(self, node: str, pool: str) -> NodeGroup | None:
        return next((group for group in self.groups if group.has(node, pool)), None)


def told_groups(
    manifests: Iterable[Manifest], templates: Mapping[str, Manifest], pools: Iterable[str]
) -> ToldGroups:
    """Return the groups that manifests and templates by name tell; where they tell none, the `pools` of nodes."""
    told = ToldGroups(present=bool(templates))
    shapes = {short_name(name): template for name, template in templates.items()}
    for manifest in manifests:
        kind = manifest.get("kind")
        if kind == "ConfigMap" and object_name(manifest) == STATUS:
            told.present = True
            text = value_at(manifest, ("data", "status"))
            found, told.time = _of_status(text) if isinstance(text, str) else ([], "")
            told.groups += found
        elif kind in _SETS and (group := _of_machines(manifest)):
            told.present = True
            told.groups.append(group)
        elif kind in _WORKLOADS and _PROGRAM in str(value_at(manifest, ("metadata", "name"))):
            told.present = True
    named = {group.name for group in told.groups}
    told.groups += [NodeGroup(name) for name in shapes if name not in named]
    if told.present and not told.groups:
        told.groups = [NodeGroup(name) for name in dict.fromkeys(pools)]
    told.groups = [_with_template(group, shapes.get(group.name)) for group in told.groups]
    return told


def short_name(name: str) -> str:
    """Return the last part of the name of a group, which may be an address."""
    return name.rstrip("/").rpartition("/")[2]


def _with_template(group: NodeGroup, template: Manifest | None) -> NodeGroup:
    if template is None:
        return group
    numbers = group.count, group.least, group.most
    return NodeGroup(group.name, *numbers, group.backoff, template["node"], template.get("pods") or ())


def _of_status(text: str) -> tuple[list[NodeGroup], str]:
    """Return the groups of a status, a document of YAML since 1.30; of the text before it, only their sizes."""
    try:
        documents = parse_source(text, NO_LIMITS)
    except InvalidInput:
        documents = []
    document = documents[0] if len(documents) == 1 and isinstance(documents[0], dict) else {}
    if "nodeGroups" not in document:
        return [NodeGroup(group.name, group.count, None, group.most) for group in node_groups(text)], ""
    at = ManifestField(document, "", Problems())
    return list(map(_read, at.children("nodeGroups"))), at.text("time")


def _read(at: ManifestField) -> NodeGroup:
    health, scale_up = at.child("health"), at.child("scaleUp")
    info = scale_up.child("backoffInfo")
    backoff = None
    if scale_up.text("status") == "Backoff":
        backoff = Backoff(
            info.text("errorCode"), info.text("errorMessage"), scale_up.text("lastTransitionTime")
        )
    count, least, most = map(health.optional_integer, ("cloudProviderTarget", "minSize", "maxSize"))
    return NodeGroup(short_name(at.text("name")), count, least, most, backoff)


def _of_machines(manifest: Manifest) -> NodeGroup | None:
    """Return a set of machines with the maximum of its annotations, None without one."""
    annotations: Mapping[str, Any] = value_at(manifest, ("metadata", "annotations")) or {}
    most = next((str(annotations[key]) for key in MAXIMA if key in annotations), "")
    count, least = value_at(manifest, ("spec", "replicas")), next(_minima(annotations), "")
    if not most.isdecimal() or not isinstance(count, int):
        return None
    name = str(value_at(manifest, ("metadata", "name")))
    return NodeGroup(name, count, int(least) if least.isdecimal() else None, int(most))


def _minima(annotations: Mapping[str, Any]) -> Iterator[str]:
    yield from (
        str(annotations[key]) for key in (k.replace("-max-", "-min-") for k in MAXIMA) if key in annotations
    )
