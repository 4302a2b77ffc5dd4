"""A moment of a followed cluster, made of what is stored: the state before it and what the scheduler had said."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import orjson

from scheduler_core import live_nodes, live_queued
from scheduler_core.contract import LiveCause, LiveNode, LiveNow, Manifest
from webui.features.live import history
from webui.features.live.models import CauseSpan, Entry, FollowedCluster

MOST_CAUSES = 50
LATEST_ATTEMPTS = 5000


def manifests_at(cluster: FollowedCluster, position: int) -> dict[str, Manifest]:
    """Return the objects before the change of this number, by "Kind namespace/name". Raise Problem (410)."""
    return {key: orjson.loads(text) for key, text in history.objects_at(cluster, position).items()}


def node_at(cluster: FollowedCluster, position: int, name: str) -> tuple[Manifest, list[Manifest]] | None:
    """Return a node and the pods on it, None if there is none of this name. Raise Problem (410)."""
    objects = history.objects_at(cluster, position)
    text = objects.get(f"Node {name}")
    if text is None:
        return None
    mention = b'"nodeName":%s' % orjson.dumps(name)
    pods = (orjson.loads(t) for key, t in objects.items() if mention in t and key.startswith("Pod "))
    return orjson.loads(text), [pod for pod in pods if pod.get("spec", {}).get("nodeName") == name]


def now_of(cluster: FollowedCluster, position: int, at: datetime) -> tuple[LiveNow, list[LiveNode]]:
    """Return the cluster at a position, and its nodes. Raise Problem (410) if that is not kept."""
    manifests = manifests_at(cluster, position)
    pods = {key.removeprefix("Pod "): m for key, m in manifests.items() if key.startswith("Pod ")}
    unfinished = {key: pod for key, pod in pods.items() if _phase(pod) not in ("Succeeded", "Failed")}
    waiting = {key for key, pod in unfinished.items() if not pod.get("spec", {}).get("nodeName")}
    causes, tried = _causes(cluster, at, waiting)
    now: LiveNow = {
        "at": at.isoformat(),
        "moment": position,
        "nodes": sum(key.startswith("Node ") for key in manifests),
        "pods": len(unfinished) - len(waiting),
        "pending": len(waiting),
        "causes": causes,
        "untried": len(waiting) - tried,
        "delay": 0.0,
    }
    if queued := live_queued(manifests.values()):
        now["queued"] = queued
    return now, live_nodes(manifests.values())


def _phase(pod: Manifest) -> Any:
    return pod.get("status", {}).get("phase")


def _causes(cluster: FollowedCluster, at: datetime, waiting: set[str]) -> tuple[list[LiveCause], int]:
    """Return the causes of waiting pods by what the scheduler had last said, and of how many it had said something."""
    rows = Entry.objects.filter(cluster=cluster, kind="decision", at__lte=at, pod__in=sorted(waiting))
    last: dict[str, dict[str, Any]] = {}
    for row in rows.order_by("-number")[:LATEST_ATTEMPTS]:
        last.setdefault(row.pod, row.payload)
    by_cause: dict[str, list[dict[str, Any]]] = {}
    for payload in last.values():
        if payload["cause"]:
            by_cause.setdefault(payload["cause"], []).append(payload)
    causes: list[LiveCause] = []
    for key, payloads in by_cause.items():
        span = CauseSpan.objects.filter(cluster=cluster, key=key, since__lte=at).order_by("-since").first()
        if span is not None:
            causes.append(_as_it_was(span.about, payloads))
    return sorted(causes, key=lambda c: -c["pod_count"])[:MOST_CAUSES], sum(map(len, by_cause.values()))


def _as_it_was(about: LiveCause, payloads: list[dict[str, Any]]) -> LiveCause:
    workloads: dict[tuple[str, str, str], Any] = {}
    for payload in payloads:
        group = payload["workload"]
        known = workloads.setdefault(
            (group["kind"], group["namespace"], group["name"]), {**group, "pods": [], "pod_count": 0}
        )
        known["pods"] += group["pods"]
        known["pod_count"] += 1
    return {
        **about,
        "pod_count": len(payloads),
        "workloads": sorted(workloads.values(), key=lambda group: -group["pod_count"])[:20],
        "decision": max(payload["number"] for payload in payloads),
    }
