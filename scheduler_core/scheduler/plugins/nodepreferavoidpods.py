"""Mirrors pkg/scheduler/framework/plugins/nodepreferavoidpods @ v1.20.15; gone since v1.23."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal

import numpy as np

from scheduler_core.kubernetes.objects.labels import Labels
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE, Locality

ANNOTATION = "scheduler.alpha.kubernetes.io/preferAvoidPods"
_AVOIDABLE = ("ReplicationController", "ReplicaSet")


class AvoidStep(TypedDict):
    """The pod's controller, and whether the node's annotation asks to avoid its pods."""

    kind: Literal["avoid"]
    controller: str | None
    """Kind and uid; None if the pod has no ReplicationController or ReplicaSet."""
    avoided: bool


class NodePreferAvoidPods:
    """Leaves nodes to other pods whose annotation asks to avoid those of the pod's controller."""

    name = "NodePreferAvoidPods"
    score_locality = Locality.NODE

    def __init__(self, handle: Handle) -> None:
        self.handle = handle
        self._avoided = [frozenset(_signatures(node.annotations)) for node in handle.snapshot.nodes]

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        """Return 0 for nodes that avoid the pod's controller, 100 for the others."""
        controller = _controller(pod)
        return np.array(
            [0 if controller in self._avoided[node] else MAX_NODE_SCORE for node in feasible.tolist()],
            dtype=np.int64,
        )

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[AvoidStep]:
        controller = _controller(pod)
        return [
            {
                "kind": "avoid",
                "controller": " ".join(controller) if controller else None,
                "avoided": controller in self._avoided[node],
            }
        ]


def _controller(pod: Pod) -> tuple[str, str] | None:
    """Return kind and uid of the pod's ReplicationController or ReplicaSet."""
    owner = pod.template.controller
    return (owner.kind, owner.uid) if owner is not None and owner.kind in _AVOIDABLE else None


def _signatures(annotations: Labels) -> Iterator[tuple[str, str]]:
    """Yield kind and uid of each controller in a node's annotation; none if it is faulty."""
    try:
        listed = json.loads(annotations.get(ANNOTATION, "{}")).get("preferAvoidPods") or []
        signatures = [entry["podSignature"]["podController"] for entry in listed]
        yield from [(_text(signature, "kind"), _text(signature, "uid")) for signature in signatures]
    except (AttributeError, KeyError, TypeError, ValueError):
        return


def _text(value: Manifest, key: str) -> str:
    text = value.get(key, "")
    if not isinstance(text, str):
        raise TypeError(key)
    return text
