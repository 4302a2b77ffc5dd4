"""The tolerations that the DaemonSet controller gives to its pods."""

from __future__ import annotations

from scheduler_core.workloads.daemonset import controller_tolerations

from .policy import DAEMON_SETS
from .report import Cause
from .request import AdmissionRequest
from .tolerations import toleration_text


def add_daemon_tolerations(pod: AdmissionRequest) -> None:
    """Give a pod that a DaemonSet controls the tolerations that it lacks."""
    if pod.controller.get("kind") != "DaemonSet":
        return
    own = pod.items("spec", "tolerations")
    added = [t for t in controller_tolerations(pod.part("spec")) if t not in own]
    cause = Cause(DAEMON_SETS, f"DaemonSet {pod.namespace}/{pod.controller.get('name')}")
    pod.extend(((t, toleration_text(t)) for t in added), ("spec", "tolerations"), cause)
