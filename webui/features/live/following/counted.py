"""What the process that follows a cluster counts for Prometheus."""

from __future__ import annotations

import collections

from prometheus_client import Counter, Gauge, Histogram

from scheduler_core.contract import LiveCause, LiveDecision, LiveWorkloadTurn
from webui.features.live.models import FollowedCluster

DECISIONS = Counter(
    "schedscope_live_decisions_total",
    "Decisions of a followed cluster's scheduler, by how they agree with ours.",
    ["cluster", "id", "outcome", "agreement"],
)
WAITED = Histogram(
    "schedscope_live_waited_seconds",
    "How long pods waited until they had a node.",
    ["cluster", "id"],
    buckets=(0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600),
)
PENDING = Gauge(
    "schedscope_live_pending_pods",
    "Pods that wait, by cause and workload: those of the 50 largest causes, and the 20 largest workloads of each.",
    ["cluster", "id", "cause", "namespace", "workload"],
)
WORKLOADS = Counter(
    "schedscope_live_workloads_total",
    "Workloads that Kueue admitted, evicted or lets wait, and how admissions agree with ours.",
    ["cluster", "id", "outcome", "agreement"],
)
QUEUED = Gauge(
    "schedscope_live_queued_workloads", "Workloads that wait in Kueue's queues.", ["cluster", "id"]
)
BEHIND = Gauge(
    "schedscope_live_changes_behind", "Changes that were heard of and not looked at.", ["cluster", "id"]
)
SILENT = Gauge("schedscope_live_silent", "1 while the API server is not heard.", ["cluster", "id"])


def labels(cluster: FollowedCluster) -> dict[str, str]:
    """Return the labels of a cluster's figures; the id is that of its page."""
    return {"cluster": cluster.name, "id": str(cluster.pk)}


def decision(cluster: FollowedCluster, made: LiveDecision) -> None:
    """Count a decision."""
    DECISIONS.labels(**labels(cluster), outcome=made["outcome"], agreement=made["agreement"]).inc()
    if made["waited"] is not None and made["outcome"] == "bound":
        WAITED.labels(**labels(cluster)).observe(made["waited"])


def workload(cluster: FollowedCluster, turn: LiveWorkloadTurn) -> None:
    """Count what Kueue did with a workload."""
    agreement = turn["agreement"] or ""
    WORKLOADS.labels(**labels(cluster), outcome=turn["outcome"], agreement=agreement).inc()


def queued(cluster: FollowedCluster, waiting: int) -> None:
    """Set how many workloads wait in queues."""
    QUEUED.labels(**labels(cluster)).set(waiting)


def now(cluster: FollowedCluster, behind: int, *, silent: bool) -> None:
    """Set how much is still to be looked at, and whether the API server is heard."""
    SILENT.labels(**labels(cluster)).set(silent)
    BEHIND.labels(**labels(cluster)).set(behind)


class PendingPods:
    """The pending pods of a cluster: what no longer waits has no series any more."""

    def __init__(self, cluster: FollowedCluster) -> None:
        self._cluster = cluster
        self._shown: set[tuple[str, ...]] = set()

    def show(self, causes: list[LiveCause]) -> None:
        """Set how many pods of each workload wait for each cause."""
        counts: collections.Counter[tuple[str, ...]] = collections.Counter()
        for cause in causes:
            others = cause["pod_count"]
            for group in cause["workloads"]:
                counts[cause["title"], group["namespace"], group["name"]] += group["pod_count"]
                others -= group["pod_count"]
            if others > 0:
                counts[cause["title"], "", ""] += others
        prefix = tuple(labels(self._cluster).values())
        for gone in self._shown - counts.keys():
            PENDING.remove(*prefix, *gone)
        for series, pods in counts.items():
            PENDING.labels(*prefix, *series).set(pods)
        self._shown = set(counts)
