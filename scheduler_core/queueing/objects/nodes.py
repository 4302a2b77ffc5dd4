"""Nodes and running pods, as topology-aware placement sees them."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.node import Taint, read_taint
from scheduler_core.kubernetes.objects.pod import FINISHED_PHASES
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.resources import Amounts, read_amounts

from .pod_spec import read_pod_spec

# pkg/util/tas/tas.go (IsTAS): pods that carry one of these belong to a workload with a topology.
_TOPOLOGY_ANNOTATIONS = frozenset(
    f"kueue.x-k8s.io/podset-{name}"
    for name in (
        "unconstrained-topology",
        "preferred-topology",
        "required-topology",
        "slice-required-topology",
        "slice-required-topology-constraints",
    )
)


@dataclass(frozen=True, slots=True)
class QueueingNode:
    """A node; `ready` is whether its condition Ready is True."""

    name: str
    labels: Labels
    taints: tuple[Taint, ...]
    unschedulable: bool
    ready: bool
    allocatable: Amounts


@dataclass(frozen=True, slots=True)
class RunningPod:
    """A pod on a node, or finished; `placed_by_kueue` is whether it belongs to a workload with a topology."""

    key: str
    node: str
    phase: str
    requests: Amounts
    placed_by_kueue: bool

    @property
    def finished(self) -> bool:
        return self.phase in FINISHED_PHASES


def read_queueing_node(at: ManifestField) -> QueueingNode:
    meta, spec, status = at.child("metadata"), at.child("spec"), at.child("status")
    return QueueingNode(
        name=meta.name("name"),
        labels=meta.labels("labels"),
        taints=tuple(map(read_taint, spec.children("taints"))),
        unschedulable=spec.flag("unschedulable"),
        ready=any(map(_is_ready, status.children("conditions"))),
        allocatable=read_amounts(status, "allocatable"),
    )


def read_running_pod(at: ManifestField) -> RunningPod:
    meta, spec = at.child("metadata"), at.child("spec")
    annotations = meta.child("annotations").value
    return RunningPod(
        key=f"{meta.text('namespace') or 'default'}/{meta.name('name')}",
        node=spec.text("nodeName"),
        phase=at.child("status").text("phase"),
        requests=read_pod_spec(spec).requests,
        placed_by_kueue=any(name in annotations for name in _TOPOLOGY_ANNOTATIONS),
    )


def _is_ready(condition: ManifestField) -> bool:
    return condition.text("type") == "Ready" and condition.text("status") == "True"
