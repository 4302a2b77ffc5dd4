"""Mirrors pkg/scheduler/framework/plugins/nodedeclaredfeatures/nodedeclaredfeatures.go @ v1.36.2."""

from __future__ import annotations

from typing import Literal

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Verdicts, unresolvable

_REASON = unresolvable("node(s) didn't match Pod's required features")


class RequiredFeatureStep(TypedDict):
    """A feature that the pod needs, and whether the node's kubelet declares it."""

    kind: Literal["required_feature"]
    feature: str
    declared: list[str]
    """The features that the node declares, in alphabetical order."""
    ok: bool


class NodeDeclaredFeatures:
    """Rejects nodes whose kubelet does not declare a feature that the pod needs."""

    name = "NodeDeclaredFeatures"
    signed_fields = ("required_features",)
    pre_filter_locality = filter_locality = Locality.NODE

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        return PreFilterResult(SUCCESS if pod.template.required_features else SKIP)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        required, declared = frozenset(pod.template.required_features), self._declared()
        verdicts = Verdicts(len(self.handle.snapshot.rows[rows]))
        verdicts.reject(
            np.array([not required <= features for features in declared], dtype=bool)[rows], _REASON
        )
        return verdicts

    def _declared(self) -> list[frozenset[str]]:
        return [node.declared_features for node in self.handle.snapshot.nodes]

    def explain_filter(self, state: CycleState, pod: Pod, node: int) -> list[RequiredFeatureStep]:
        declared = self.handle.snapshot.nodes[node].declared_features
        return [
            {
                "kind": "required_feature",
                "feature": feature,
                "declared": sorted(declared),
                "ok": feature in declared,
            }
            for feature in pod.template.required_features
        ]
