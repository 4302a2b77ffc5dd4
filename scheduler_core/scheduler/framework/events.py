"""Cluster events, and the hints of plugins on what they mean for a rejected pod.

Mirrors ClusterEvent, QueueingHint and EventsToRegister of staging/src/k8s.io/kube-scheduler/framework @ v1.34.1, for
the events that a simulation has: pods that come to a node and pods that leave it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol, runtime_checkable

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.framework.interfaces import Plugin

HintName = Literal["Queue", "QueueSkip"]


class EventKind(StrEnum):
    """The labels of upstream's events."""

    AssignedPodAdd = "AssignedPodAdd"
    AssignedPodDelete = "AssignedPodDelete"
    ResourceClaimUpdate = "ResourceClaimUpdate"
    UnschedulableTimeout = "UnschedulableTimeout"


class Hint(StrEnum):
    """Whether an event may make a rejected pod schedulable."""

    Queue = "Queue"
    QueueSkip = "QueueSkip"

    @property
    def label(self) -> HintName:
        """The name, as a run log writes it."""
        return self.value


@dataclass(frozen=True, slots=True)
class ClusterEvent:
    """An event and its pod; UnschedulableTimeout has none and moves every pod.

    `of_nomination`: the pod did not leave a node, it lost, changed or used up its nomination.
    """

    kind: EventKind
    pod: Pod | None = None
    of_nomination: bool = False

    def concerns(self, waiting: Pod) -> bool:
        """Return whether hints are asked for; a nomination held off only pods of the same or a lower priority.

        Follows getLEPriorityPreCheck of pkg/scheduler/eventhandlers.go.
        """
        if not self.of_nomination or self.pod is None:
            return True
        return waiting.template.priority <= self.pod.template.priority


@runtime_checkable
class EnqueueExtensions(Plugin, Protocol):
    """A plugin that tells which events may help a pod that it rejected."""

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        """Return the hint for the rejected pod, None if the plugin did not register for such events."""
        ...
