"""The pod groups of a run: their members, which of these have a node, and their condition.

Upstream keeps them in the scheduler's cache (pkg/scheduler/backend/cache/podgroupstate.go @ v1.36.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.podgroups import Condition, PodGroup
from scheduler_core.scheduler.cluster.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class AffinityLists:
    """The nodes, by name, that had pods with affinity terms, and with required anti-affinity, when a cycle began.

    The scheduler looks for terms of running pods on these nodes alone, and does not renew the lists while it tries the
    members of a group: the terms of a member on another node are not seen by the next ones.
    """

    any_terms: frozenset[str] = frozenset()
    required_anti: frozenset[str] = frozenset()

    @classmethod
    def of(cls, snapshot: Snapshot) -> AffinityLists:
        any_terms: set[str] = set()
        required_anti: set[str] = set()
        for template, nodes in snapshot.nodes_by_class.items():
            if template.affinity.pod or template.affinity.pod_anti:
                names = {snapshot.nodes[node].name for node in nodes}
                any_terms |= names
                required_anti |= names if template.affinity.pod_anti.required else set()
        return cls(frozenset(any_terms), frozenset(required_anti))


@dataclass(slots=True)
class PodGroups:
    """All pod groups, by namespace/name.

    `members` has the pods of each group in the order in which they came, `placed` the node of those that are bound or
    assumed. Neither has anything if pod groups are not in force.
    """

    groups: Mapping[str, PodGroup] = field(default_factory=dict)
    members: dict[str, dict[str, Pod]] = field(default_factory=dict)
    placed: dict[str, str] = field(default_factory=dict)
    conditions: dict[str, Condition] = field(default_factory=dict)
    attempt_order: dict[str, int] = field(default_factory=dict)
    """The number of each pod's first attempt (InitialAttemptTimestamp)."""
    lists: AffinityLists | None = None
    """While members are tried, the nodes whose pods' affinity terms are seen."""
    assumed: dict[str, Pod] = field(default_factory=dict)
    """The members that are assumed in this cycle."""

    def of(self, pod: Pod) -> PodGroup | None:
        """Return the group that the pod names, None if it does not exist."""
        return self.groups.get(pod.template.pod_group_key)

    def add(self, pod: Pod) -> None:
        """Add a pod that waits or runs."""
        if key := pod.template.pod_group_key:
            self.members.setdefault(key, {})[pod.key] = pod
            if pod.node_name:
                self.placed[pod.key] = pod.node_name

    def remove(self, pod: Pod) -> None:
        """Remove a pod that is gone."""
        self.members.get(pod.template.pod_group_key, {}).pop(pod.key, None)
        self.placed.pop(pod.key, None)

    def all_pods_count(self, group: str) -> int:
        return len(self.members.get(group, {}))

    def scheduled(self, group: str) -> dict[str, str]:
        """Return the node of each member that is bound or assumed."""
        return {key: self.placed[key] for key in self.members.get(group, {}) if key in self.placed}

    def scheduled_count(self, group: str) -> int:
        return sum(key in self.placed for key in self.members.get(group, {}))

    def note_attempts(self, pod_keys: Iterable[str]) -> None:
        """Number the pods that are attempted for the first time, in this order."""
        for key in pod_keys:
            self.attempt_order.setdefault(key, len(self.attempt_order))

    def set_condition(self, group: str, condition: Condition) -> None:
        """Set the condition PodGroupScheduled, which never goes back from True (updatePodGroupCondition)."""
        before = self.conditions.get(group)
        if before is None or before.status != "True" or condition.status == "True":
            self.conditions[group] = condition

    def assume(self, pod: Pod, node_name: str) -> None:
        """Let a member count as placed for the rest of the cycle."""
        self.placed[pod.key] = node_name
        self.assumed[pod.key] = pod

    def forget(self, pod: Pod) -> None:
        """Take back `assume`."""
        del self.placed[pod.key], self.assumed[pod.key]

    def on_trial(self, snapshot: Snapshot) -> PodGroups:
        """Return a copy in which members may be assumed; the pods themselves and the groups are shared."""
        return PodGroups(
            self.groups,
            self.members,
            dict(self.placed),
            dict(self.conditions),
            self.attempt_order,
            self.lists or AffinityLists.of(snapshot),
            dict(self.assumed),
        )

    def unseen(self, *, required_anti: bool) -> Iterator[tuple[Pod, str]]:
        """Yield assumed members with their nodes if the affinity terms on these are not seen in this cycle."""
        for pod in self.assumed.values():
            if self.lists is not None and (pod.template.affinity.pod or pod.template.affinity.pod_anti):
                listed = self.lists.required_anti if required_anti else self.lists.any_terms
                if (name := self.placed[pod.key]) not in listed:
                    yield pod, name
