"""ClusterQueues, Cohorts and LocalQueues (apis/kueue/v1beta2 @ v0.19.2)."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubernetes.objects.labels import NOTHING, Selector
from scheduler_core.kubernetes.objects.quantity import parse
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.selectors import read_label_selector

from .quota import NO_QUOTAS, Quotas, read_quotas

NEVER, ANY, LOWER_PRIORITY, LOWER_OR_NEWER = "Never", "Any", "LowerPriority", "LowerOrNewerEqualPriority"
MAY_STOP_SEARCH, TRY_NEXT_FLAVOR = "MayStopSearch", "TryNextFlavor"
STRICT_FIFO, BEST_EFFORT_FIFO = "StrictFIFO", "BestEffortFIFO"
BORROWING_OVER_PREEMPTION, PREEMPTION_OVER_BORROWING = "BorrowingOverPreemption", "PreemptionOverBorrowing"


@dataclass(frozen=True, slots=True)
class Fungibility:
    """spec.flavorFungibility: whether the search goes on behind a flavor that would do."""

    when_can_borrow: str = MAY_STOP_SEARCH
    when_can_preempt: str = TRY_NEXT_FLAVOR
    preference: str = ""


@dataclass(frozen=True, slots=True)
class Preemption:
    """spec.preemption: whom workloads of the queue may preempt.

    `max_priority` is borrowWithinCohort.maxPriorityThreshold, None without one.
    """

    within_cluster_queue: str = NEVER
    reclaim_within_cohort: str = NEVER
    borrow_within_cohort: str = NEVER
    max_priority: int | None = None


@dataclass(frozen=True, slots=True)
class ClusterQueue:
    """A queue with quota; `cohort` is "" without one. `checks` are names of admission checks.

    `last_acceptable_flavor` is the last one to which variants of a workload may migrate, "" for all.
    """

    name: str
    quotas: Quotas
    cohort: str = ""
    strategy: str = BEST_EFFORT_FIFO
    namespace_selector: Selector = NOTHING
    fungibility: Fungibility = Fungibility()
    preemption: Preemption = Preemption()
    weight: float = 1.0
    stop_policy: str = "None"
    checks: tuple[str, ...] = ()
    last_acceptable_flavor: str = ""

    @property
    def stopped(self) -> bool:
        return self.stop_policy != "None"


@dataclass(frozen=True, slots=True)
class Cohort:
    """A group of ClusterQueues and Cohorts that lend quota to each other; `parent` is "" at a root."""

    name: str
    quotas: Quotas = NO_QUOTAS
    parent: str = ""
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class LocalQueue:
    """The door of a namespace to a ClusterQueue."""

    namespace: str
    name: str
    cluster_queue: str
    stop_policy: str = "None"

    @property
    def key(self) -> str:
        return f"{self.namespace}/{self.name}"


def read_cluster_queue(at: ManifestField) -> ClusterQueue:
    spec = at.child("spec")
    strategy = spec.child("admissionChecksStrategy")
    migration = spec.child("concurrentAdmissionPolicy").child("migration")
    return ClusterQueue(
        name=at.child("metadata").name("name"),
        quotas=read_quotas(spec),
        cohort=spec.text("cohortName"),
        strategy=spec.choice("queueingStrategy", (STRICT_FIFO, BEST_EFFORT_FIFO), BEST_EFFORT_FIFO),
        namespace_selector=read_label_selector(spec, "namespaceSelector"),
        fungibility=_read_fungibility(spec),
        preemption=_read_preemption(spec.child("preemption")),
        weight=_read_weight(spec),
        stop_policy=spec.text("stopPolicy", "None"),
        checks=tuple(check.name("name") for check in strategy.children("admissionChecks")),
        last_acceptable_flavor=migration.child("constraints").text("lastAcceptableFlavorName"),
    )


def read_cohort(at: ManifestField) -> Cohort:
    spec = at.child("spec")
    return Cohort(
        at.child("metadata").name("name"), read_quotas(spec), spec.text("parentName"), _read_weight(spec)
    )


def read_local_queue(at: ManifestField) -> LocalQueue:
    meta, spec = at.child("metadata"), at.child("spec")
    return LocalQueue(
        meta.text("namespace") or "default",
        meta.name("name"),
        spec.name("clusterQueue"),
        spec.text("stopPolicy", "None"),
    )


def _read_fungibility(spec: ManifestField) -> Fungibility:
    at = spec.child("flavorFungibility")
    policies = (MAY_STOP_SEARCH, TRY_NEXT_FLAVOR)
    return Fungibility(
        at.choice("whenCanBorrow", policies, MAY_STOP_SEARCH),
        at.choice("whenCanPreempt", policies, TRY_NEXT_FLAVOR),
        at.choice("preference", ("", BORROWING_OVER_PREEMPTION, PREEMPTION_OVER_BORROWING)),
    )


def _read_preemption(at: ManifestField) -> Preemption:
    borrowing = at.child("borrowWithinCohort")
    return Preemption(
        at.choice("withinClusterQueue", (NEVER, LOWER_PRIORITY, LOWER_OR_NEWER), NEVER),
        at.choice("reclaimWithinCohort", (NEVER, LOWER_PRIORITY, ANY), NEVER),
        borrowing.choice("policy", (NEVER, LOWER_PRIORITY), NEVER),
        borrowing.optional_integer("maxPriorityThreshold"),
    )


def _read_weight(spec: ManifestField) -> float:
    weight = spec.child("fairSharing").quantity("weight")
    return 1.0 if weight is None else float(parse(weight))
