"""The effects of DynamicResources on pods without resource claims.

Mirrors pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go @ v1.34.1. Resource claims themselves
are not simulated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from scheduler_core.cluster.columns import IntArray
from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import Locality, PostFilterResult, PreFilterResult, Rows
from scheduler_core.framework.status import SKIP, SUCCESS, Code, Status, Verdicts, unschedulable
from scheduler_core.objects.pod import Pod, PodTemplate


@dataclass(frozen=True, slots=True)
class _PreFilterState:
    """Marks that PreFilter ran; PostFilter fails without it."""

    def clone(self) -> Self:
        return self


class DynamicResources:
    """Skips pods without claims, and adds its reason if no node is feasible."""

    name = "DynamicResources"
    missing_pre_filter = "not found"
    pre_filter_locality = filter_locality = Locality.NODE
    score_locality = Locality.NODE

    def signed_fields(self, template: PodTemplate) -> tuple[str, ...] | None:
        """Return None for a pod with resource claims (SignPod)."""
        return None if template.has_resource_claims else ()

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        state.write(_PreFilterState())
        return PreFilterResult(SKIP)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        return Verdicts(len(self.handle.snapshot.pod_count[rows]))

    def post_filter(self, state: CycleState, pod: Pod, statuses: dict[int, Status]) -> PostFilterResult:
        if state.get(_PreFilterState) is None:
            return PostFilterResult(Status(Code.Error, ("not found",)))
        return PostFilterResult(unschedulable("no new claims to deallocate"))

    def reserve(self, state: CycleState, pod: Pod, node: int) -> Status:
        return SUCCESS

    def unreserve(self, state: CycleState, pod: Pod, node: int) -> None:
        return None

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        return np.zeros(len(feasible), dtype=np.int64)
