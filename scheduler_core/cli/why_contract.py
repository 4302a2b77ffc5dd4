"""The answers of `why` as JSON."""

from __future__ import annotations

from scheduler_core.advice.explanation import PodExplanation
from scheduler_core.advice.quota.contract import QueueCures
from scheduler_core.advice.scaling.contract import ScaleUp
from scheduler_core.advice.whatif.cluster_contract import RunRepair
from scheduler_core.advice.whatif.contract import WhatIf
from scheduler_core.explain.queueing.contract import QueueAnswer, WaitingWorkload
from scheduler_core.explain.view.causes.contract import Cause
from scheduler_core.explain.view.second_try import SecondTry
from scheduler_core.kubernetes.typeddict import TypedDict

from .live import Answer
from .not_running import NotRunning
from .unbound import UnboundPods
from .uncreated import UncreatedPods


class PodAnswer(Answer):
    """Why a pod has no node, and what would give it one."""

    pod: str
    created: str
    runs_on: str | None
    """The node that it runs on in the cluster."""
    node: str | None
    """The node that it has, or gets in the run; None: none."""
    message: str
    """The message of the run; empty if it was not tried."""
    said: str
    """The scheduler's message in the pod's condition PodScheduled; empty if it has none."""
    agrees: bool | None
    """Whether both are equal; None where there is nothing to compare."""
    unbound: UnboundPods | None
    """What failed after a node was chosen; None where a pod has no node, or nothing failed."""
    cause: Cause | None
    """With the figures of the pod's workload alone."""
    whatif: WhatIf | None
    not_running: NotRunning | None
    """Why it does not run although it has a node; None where it runs, or has none."""
    second_try: SecondTry | None
    """Of a running pod, where it would go now."""
    explanation: PodExplanation | None
    """The open form, for programs; None for a pod that was not tried, and for people."""


class RefusedAnswer(Answer):
    """Why a pod that the scheduler placed has failed: its kubelet refused it."""

    not_running: NotRunning


class Messages(TypedDict):
    """The scheduler's messages beside those of the run."""

    compared: int
    equal: int
    differing: list[str]
    """The pods whose message is another one; the first 20."""


class WorkloadAnswer(Answer):
    """Why Kueue does not admit a workload, and what would let it."""

    waiting: WaitingWorkload
    cures: QueueCures


class ClusterAnswer(Answer):
    """Why pods wait, by cause, and what would place most of them."""

    seconds: float
    """What reading the cluster took."""
    asked: int
    waiting: int
    would_run: list[str]
    """Pods that wait in the cluster and get a node in the run: the scheduler has not tried them again."""
    unbound: list[UnboundPods]
    """Pods for which a node was chosen and whose binding failed."""
    not_running: list[NotRunning]
    """Pods that have a node and do not run there."""
    uncreated: list[UncreatedPods]
    """Pods that workloads ask for and that do not exist; those that are not refused take part in the run."""
    created: dict[str, str]
    """By waiting pod, since when it is there."""
    messages: Messages
    causes: list[Cause]
    repairs: list[RunRepair]
    queues: QueueAnswer | None
    """What Kueue decided before the scheduler; absent in a cluster without it."""
    new_nodes: list[ScaleUp]
    """Of each autoscaler that the cluster shows, the nodes that it makes, and why it makes none for other pods."""
    complete: bool
    """Whether repairs were looked for in all classes of waiting pods."""
    explanations: list[PodExplanation]
    """The open form, for programs: of each workload, the pod of which the figures are. Empty for people."""
