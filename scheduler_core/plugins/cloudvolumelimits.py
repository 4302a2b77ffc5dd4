"""Mirrors pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go @ v1.30.1; gone since v1.32."""

from __future__ import annotations

from scheduler_core.framework.cycle_state import CycleState
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.framework.status import SKIP, SUCCESS, Verdicts
from scheduler_core.objects.pod import Pod


class CloudVolumeLimits:
    """EBSLimits, GCEPDLimits or AzureDiskLimits: leaves the volumes of its in-tree plugin to NodeVolumeLimits.

    Upstream does so on nodes with a CSINode; limits of nodes without one are not simulated.
    """

    pre_filter_locality = Locality.NODE

    def __init__(self, handle: Handle, name: str, in_tree_plugin: str) -> None:
        self.handle = handle
        self.name = name
        self._in_tree_plugin = in_tree_plugin

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        relevant = any(
            volume.claim
            or volume.ephemeral
            or (volume.in_tree is not None and volume.in_tree.plugin == self._in_tree_plugin)
            for volume in pod.template.volumes
        )
        return PreFilterResult(SUCCESS if relevant else SKIP)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        return Verdicts(len(self.handle.snapshot.pod_count[rows]))
