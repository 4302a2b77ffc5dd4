"""The state of a run: waiting pods, running pods, and the effect of each cycle's outcome on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import InitVar, dataclass, field, replace
from datetime import datetime, timedelta
from random import Random

from scheduler_core.controlplane.workloads import with_claims
from scheduler_core.kubernetes.objects.loading import CONFIG_KIND
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput, Problems
from scheduler_core.kubernetes.versions import BASE, Version
from scheduler_core.kubernetes.versions.gates import GENERIC_WORKLOAD
from scheduler_core.scheduler.cluster.accounting import accounting
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.config import Config, ProfileConfig
from scheduler_core.scheduler.cycle.contract import CycleFinished, GangPartJson
from scheduler_core.scheduler.cycle.cycle import CycleRecord, schedule_one
from scheduler_core.scheduler.framework.batch import Batch
from scheduler_core.scheduler.framework.claims import Claims
from scheduler_core.scheduler.framework.events import ClusterEvent, EventKind
from scheduler_core.scheduler.framework.extender.chain import Extenders
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.framework.status import SUCCESS, failure, unschedulable
from scheduler_core.scheduler.gang.cycle import in_order, schedule_group
from scheduler_core.scheduler.gang.members import Search, assuming, try_member, try_members
from scheduler_core.scheduler.gang.orders import OrderSearch, search_orders
from scheduler_core.scheduler.gang.placements import framework_within
from scheduler_core.scheduler.gang.record import GangRecord, conclude
from scheduler_core.scheduler.plugins.defaults import config_of
from scheduler_core.scheduler.plugins.registry import make_profile
from scheduler_core.sentences import worded

from .gangs import OpenGang, outcomes_of, placement_of, untried_record
from .outcome import GangPart, Outcome, Skipped
from .scenario import Scenario

# The start time of the first pod that a run binds; each further pod starts a second later.
FIRST_START = datetime(2030, 1, 1)


@dataclass(slots=True)
class Simulation:
    """A cluster in which pods are scheduled one after another.

    Raises InvalidInput if the configuration is invalid for the version, or if it has extenders and `allow_extenders`
    is off.
    """

    scenario: Scenario
    version: Version = BASE
    seed: int | None = None
    allow_extenders: bool = False
    config: Config = field(init=False)
    handle: Handle = field(init=False)
    frameworks: dict[str, Framework] = field(init=False)
    waiting: dict[str, Pod] = field(init=False)
    gang: OpenGang | None = None
    """The cycle of a pod group of which the outcomes of some members are applied."""
    bound_count: int = 0
    start_index: int = 0
    cycle_count: int = 0
    batch: Batch | None = None
    snapshot: InitVar[Snapshot | None] = None
    """The cluster, if it is not that of the scenario's objects."""

    def __post_init__(self, snapshot: Snapshot | None) -> None:
        objects = self.scenario.objects
        self.version = self.version.with_gates(self.scenario.gates)
        shares = "ConsumableCapacity" in self.version.device_gates
        claims = Claims(objects.devices.claims.values(), shares=shares)
        snapshot = snapshot or Snapshot.of(objects, accounting(self.version))
        self.handle = Handle(snapshot, objects, self.version, claims=claims)
        problems = Problems(CONFIG_KIND)
        self.config = config_of(self.scenario.config_manifest, problems, self.version)
        if self.config.runs_all_filters:
            self.handle.version = replace(self.version, runs_all_filters=True)
        self._connect_extenders(problems)
        self.frameworks = {
            profile.scheduler_name: Framework(make_profile(profile, self.handle, problems), self.handle)
            for profile in self.config.profiles
        }
        if problems.entries:
            raise InvalidInput(problems.errors())
        self._add_pod_groups()
        unfinished = (p for p in objects.pods if not p.finished)
        self.waiting = {p.key: p for p in unfinished if not p.node_name}
        for pod in self.waiting.values():
            if pod.nominated_node_name and self._enters_queue(pod):
                self.handle.nominator.add(pod, pod.nominated_node_name)

    def _connect_extenders(self, problems: Problems) -> None:
        """Connect the extenders if allowed: scenarios are untrusted, and this machine would call their addresses."""
        extenders = self.config.extenders
        if extenders and not self.allow_extenders:
            problems.add(
                "extenders",
                worded(
                    "must be absent, as calls to extenders are not allowed here: remove it, or allow "
                    "them with allow_extenders (--allow-extenders)"
                ),
            )
        elif extenders:
            self.handle.extenders = Extenders(extenders, self.handle.snapshot, self.scenario.objects)
            self.handle.ignored_resources = frozenset().union(*(e.ignored_by_scheduler for e in extenders))

    def _add_pod_groups(self) -> None:
        """Let pods have groups if that is on. Pods of other schedulers count once they have a node."""
        if GENERIC_WORKLOAD not in self.version.gates:
            return
        objects, groups = self.scenario.objects, self.handle.pod_groups
        groups.groups = objects.pod_groups
        groups.conditions = {k: g.scheduled for k, g in objects.pod_groups.items() if g.scheduled}
        for pod in objects.pods:
            if not pod.finished and (pod.node_name or pod.template.scheduler_name in self.frameworks):
                groups.add(pod)

    def _enters_queue(self, pod: Pod) -> bool:
        framework = self.frameworks.get(pod.template.scheduler_name)
        return framework is not None and framework.run_pre_enqueue(pod).ok

    def attempt(self, pod_key: str) -> CycleRecord | Skipped | GangRecord:
        """Attempt to schedule a pod, or its whole group, apply the outcome, and return the record."""
        gang = self.compute_gang(pod_key)
        if gang is not None:
            for outcome in outcomes_of(gang, self.start_index):
                self.apply(outcome)
            return gang
        record = self.compute(pod_key)
        if isinstance(record, CycleRecord):
            self.apply(Outcome.of(record))
        return record

    def compute(
        self, pod_key: str, hint: str | None = None, taken: str | None = None
    ) -> CycleRecord | Skipped:
        """Return the cycle that the pod would have now, without applying its outcome.

        `hint` is the node that batching suggested in a recorded cycle; otherwise the cycle before gives one. `taken` is
        the node that a recorded cycle chose: of equal nodes it wins. A member of a pod group is tried alone.
        """
        pod = self.waiting.get(pod_key)
        if pod is None:
            return Skipped(
                pod_key, "NotFound" if self.handle.snapshot.node_of(pod_key) is None else "AlreadyBound"
            )
        framework = self.frameworks.get(pod.template.scheduler_name)
        if framework is None:
            return Skipped(pod_key, "NoProfile", scheduler=pod.template.scheduler_name)
        profile = framework.profile.scheduler_name
        if pod.template.terminating:
            return Skipped(pod_key, "Terminating", profile)
        statuses = framework.pre_enqueue_failures(pod)
        if statuses:
            return Skipped(pod_key, "Gated", profile, statuses)
        if self._is_grouped(pod):
            return self._compute_alone(framework, pod)
        return schedule_one(
            framework,
            pod,
            percentage=self.config.percentage,
            start_index=self.start_index,
            rng=self._rng(0),
            batch=self.batch,
            hint=None if hint is None else self.handle.snapshot.index.get(hint),
            taken=None if taken is None else self.handle.snapshot.index.get(taken),
        )

    def _rng(self, ahead: int) -> Random | None:
        """Return what breaks ties in the cycle that comes `ahead` cycles after the next, None without a seed."""
        return None if self.seed is None else Random(f"{self.seed}/{self.cycle_count + ahead}")

    # -- pod groups ---------------------------------------------------------------------------------------

    def compute_gang(self, pod_key: str, order: Sequence[str] = ()) -> GangRecord | None:
        """Return the cycle that the pod's group would have now; None if the pod is no member in the queue.

        `order` are the members of a recorded cycle as they were tried.
        """
        pod = self.waiting.get(pod_key)
        if pod is None or not self._is_grouped(pod) or not self._is_ready(pod):
            return None
        groups, key = self.handle.pod_groups, pod.template.pod_group_key
        unplaced = [p for k, p in groups.members.get(key, {}).items() if k in self.waiting and p is not pod]
        others = [p for p in unplaced if not p.template.terminating]
        ready = [pod, *(p for p in others if self._is_ready(p))]
        name = pod.template.scheduler_name
        return schedule_group(
            self.frameworks[name],
            self._profile_config(name),
            [self.waiting[key] for key in order] or in_order(ready, groups.attempt_order),
            [p.key for p in others if p not in ready],
            Search(self.config.percentage, self.start_index, self._rng),
        )

    def compute_member(self, event: CycleFinished, part: GangPartJson) -> CycleRecord:
        """Return the cycle of a member as it was, while those before it are assumed."""
        pod = self.waiting[event["pod"]]
        name = pod.template.scheduler_name
        framework, group = self.frameworks[name], self.handle.pod_groups.of(pod)
        message = event["message"] or ""
        if part.get("untried"):
            return untried_record(framework, pod, message)
        if group is not None and group.topology_key and (placement := part.get("placement")) is not None:
            nodes = placement_of(group, placement, self.handle.snapshot)
            framework = framework_within(self._profile_config(name), self.handle, nodes)
        search = Search(self.config.percentage, part["start_index"], self._rng)
        with self.handle.on_trial(), assuming(framework) as assumed:
            result = try_member(framework, pod, search, 0)
            if result.node is not None:
                assumed.append(result)
        if writes := event.get("claims"):
            result.record.state.write(self.handle.claims.writes_from(writes))
        bound = event["node"] is not None
        in_pre_bind = part.get("pre_bind", False)
        status = SUCCESS if bound else failure(message) if in_pre_bind else unschedulable(message)
        return conclude(result.record, bound=bound, status=status, pre_bind=in_pre_bind)

    def search_orders(self, members: Sequence[str]) -> OrderSearch:
        """Look for an order of a group's members, by key, in which the group would be schedulable now."""
        pods = [self.waiting[key] for key in members]
        name = pods[0].template.scheduler_name
        return search_orders(
            self.frameworks[name],
            self._profile_config(name),
            pods,
            self.config.percentage,
            self.start_index,
        )

    def _compute_alone(self, framework: Framework, pod: Pod) -> CycleRecord:
        search = Search(self.config.percentage, self.start_index, self._rng)
        with self.handle.on_trial():
            result = try_members(framework, [pod], search).results[0]
        waits = result.permit is not None and not result.permit.ok
        status = result.permit if waits and result.permit is not None else result.status
        return conclude(result.record, bound=result.status.ok and not waits, status=status)

    def _profile_config(self, scheduler_name: str) -> ProfileConfig:
        return next(c for c in self.config.profiles if c.scheduler_name == scheduler_name)

    def _is_grouped(self, pod: Pod) -> bool:
        return bool(pod.template.pod_group) and GENERIC_WORKLOAD in self.version.gates

    def _is_ready(self, pod: Pod) -> bool:
        """Return whether the pod enters the queue of one of the profiles."""
        return not pod.template.terminating and self._enters_queue(pod)

    def _apply_member(self, outcome: Outcome, part: GangPart) -> list[ClusterEvent]:
        """Let the next members see this one; with the last one, apply what became of all."""
        if self.gang is None:
            self.gang = OpenGang(self.handle)
        self.gang.add(outcome, self.waiting[outcome.pod])
        if not part.last:
            return []
        outcomes, self.gang = self.gang.close(), None
        self.handle.pod_groups.note_attempts(outcome.pod for outcome in outcomes)
        if part.condition is not None:
            self.handle.pod_groups.set_condition(part.group, part.condition)
        return [event for outcome in outcomes for event in self._change(outcome)]

    # -- outcomes -----------------------------------------------------------------------------------------

    def apply(self, outcome: Outcome) -> list[ClusterEvent]:
        """Bind, evict and nominate as a cycle decided; return the cluster events for the queue.

        What a member of a pod group changes takes effect with the last member.
        """
        self.cycle_count += 1
        self.batch = outcome.batch
        if outcome.next_start_index is not None:
            self.start_index = outcome.next_start_index
        return self._change(outcome) if outcome.gang is None else self._apply_member(outcome, outcome.gang)

    def place(self, pod_key: str, node_name: str, next_start_index: int) -> ClusterEvent:
        """Bind a pod as `apply` does for a cycle that chose a node and changed nothing else; no pod is nominated."""
        self.cycle_count += 1
        self.batch, self.start_index = None, next_start_index
        return ClusterEvent(EventKind.AssignedPodAdd, self._bind(pod_key, node_name))

    def _change(self, outcome: Outcome) -> list[ClusterEvent]:
        events = self._lost_nominations(outcome)
        victims = [self._evict(victim) for victim in outcome.victims]
        events += [ClusterEvent(EventKind.AssignedPodDelete, victim) for victim in victims]
        if outcome.volumes is not None and outcome.node is not None:
            self.handle.volumes.assume(outcome.volumes)
        events += self._write_claims(outcome, victims)
        for pod_key in outcome.cleared:
            self.handle.nominator.delete(pod_key)
        if outcome.node is not None:
            nominated = self._has_nomination(outcome.pod)
            bound = self._bind(outcome.pod, outcome.node)
            events.append(ClusterEvent(EventKind.AssignedPodAdd, bound))
            if nominated and self.version.lost_nominations_requeue:
                events.append(ClusterEvent(EventKind.AssignedPodDelete, bound, of_nomination=True))
        elif outcome.nominated:
            self.handle.nominator.add(self.waiting[outcome.pod], outcome.nominated)
        elif outcome.nominated == "":
            self.handle.nominator.delete(outcome.pod)
        return events

    def add(self, pod: Pod) -> None:
        """Let a new pod wait for a node, with the claims that the controller makes for it."""
        pod, claims = with_claims(pod, self.scenario.objects.devices.templates, self.handle.claims)
        self.waiting[pod.key] = pod
        if self._is_grouped(pod) and pod.template.scheduler_name in self.frameworks:
            self.handle.pod_groups.add(pod)
        for claim in claims:
            self.handle.claims.write(claim.key, claim)

    def delete(self, pod_key: str) -> list[ClusterEvent]:
        """Delete a pod, whether it runs or waits; return the cluster events for the queue.

        Follows deletePodFromCache and deletePodFromSchedulingQueue of pkg/scheduler/eventhandlers.go.
        """
        self.batch = None
        if pod_key not in self.waiting:
            pod = self._evict(pod_key)
            return [ClusterEvent(EventKind.AssignedPodDelete, pod), *self._release_claims([pod])]
        nominated, pod = self._has_nomination(pod_key), self.waiting.pop(pod_key)
        self.handle.pod_groups.remove(pod)
        self.handle.nominator.delete(pod_key)
        events = self._release_claims([pod])
        lost = ClusterEvent(EventKind.AssignedPodDelete, pod, of_nomination=True)
        return [lost, *events] if nominated else events

    def _write_claims(self, outcome: Outcome, victims: list[Pod]) -> list[ClusterEvent]:
        """Store what became of resource claims; return an event if any lost its devices."""
        claims = self.handle.claims
        freed = claims.apply(claims.writes_from(outcome.claims)) if outcome.claims else []
        events = self._release_claims(victims)
        return events or [ClusterEvent(EventKind.ResourceClaimUpdate) for _ in freed[:1]]

    def _release_claims(self, gone: list[Pod]) -> list[ClusterEvent]:
        """Take pods that went from all claims; return an event if a claim lost its devices."""
        claims = self.handle.claims
        freed = claims.apply(claims.released_by(gone)) if gone else []
        return [ClusterEvent(EventKind.ResourceClaimUpdate) for _ in freed[:1]]

    def _has_nomination(self, pod_key: str) -> bool:
        return bool(self.handle.nominator.node_of(pod_key))

    def _lost_nominations(self, outcome: Outcome) -> list[ClusterEvent]:
        """Return an event for each pod that loses or changes its nomination without being bound.

        Follows updatePodInSchedulingQueue and hasNominatedNodeNameChanged of pkg/scheduler/eventhandlers.go.
        """
        if not self.version.lost_nominations_requeue:
            return []
        former = self.handle.nominator.node_of(outcome.pod)
        changes = outcome.nominated is not None and former not in ("", outcome.nominated)
        keys = [*([outcome.pod] if changes else []), *filter(self._has_nomination, outcome.cleared)]
        return [
            ClusterEvent(EventKind.AssignedPodDelete, self.waiting[key], of_nomination=True) for key in keys
        ]

    def _bind(self, pod_key: str, node_name: str) -> Pod:
        start_time = FIRST_START + timedelta(seconds=self.bound_count)
        pod = self.waiting.pop(pod_key).bound(node_name, f"{start_time.isoformat()}Z")
        self.bound_count += 1
        self.handle.nominator.delete(pod_key)
        self.handle.snapshot.assume(pod, self.handle.snapshot.index[node_name])
        if self._is_grouped(pod):
            self.handle.pod_groups.add(pod)
        return pod

    def _evict(self, pod_key: str) -> Pod:
        pod = self.handle.snapshot.pod(pod_key)
        self.handle.snapshot.forget(pod)
        self.handle.pod_groups.remove(pod)
        return pod
