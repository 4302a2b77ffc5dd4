"""What the process that follows a cluster counts for Prometheus."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

from scheduler_core.contract import LiveDecision, LiveWorkloadTurn
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
PENDING = Gauge("schedscope_live_pending_pods", "Pods that wait for a known cause.", ["cluster", "id"])
WORKLOADS = Counter(
    "schedscope_live_workloads_total",
    "Workloads that Kueue admitted, evicted or lets wait, and how admissions agree with ours.",
    ["cluster", "id", "outcome", "agreement"],
)
QUEUED = Gauge(
    "schedscope_live_queued_workloads", "Workloads that wait in Kueue's queues.", ["cluster", "id"]
)
CAUSES = Gauge("schedscope_live_causes", "Causes for which pods wait.", ["cluster", "id"])
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


def now(cluster: FollowedCluster, counts: dict[str, int], behind: int, *, silent: bool) -> None:
    """Set what waits now, and whether the API server is heard."""
    SILENT.labels(**labels(cluster)).set(silent)
    PENDING.labels(**labels(cluster)).set(sum(counts.values()))
    CAUSES.labels(**labels(cluster)).set(len(counts))
    BEHIND.labels(**labels(cluster)).set(behind)
