"""The tolerations that the DaemonSet controller gives to its pods."""

from __future__ import annotations

from scheduler_core.controlplane.workloads.daemonset import controller_tolerations

from .policy import DAEMON_SETS
from .report import Cause
from .request import AdmissionRequest
from .tolerations import toleration_text


def add_daemon_tolerations(pod: AdmissionRequest) -> None:
    """Give a pod that a DaemonSet controls the tolerations that it lacks; one that was made here has them."""
    if pod.controller.get("kind") != "DaemonSet":
        return
    cause = Cause(DAEMON_SETS, f"DaemonSet {pod.namespace}/{pod.controller.get('name')}")
    tolerations = controller_tolerations(pod.part("spec"))
    if pod.made:
        text = ", ".join(map(toleration_text, tolerations))
        pod.state(tolerations, ("spec", "tolerations"), cause, text)
        return
    own = pod.items("spec", "tolerations")
    added = ((t, toleration_text(t)) for t in tolerations if t not in own)
    pod.extend(added, ("spec", "tolerations"), cause)
