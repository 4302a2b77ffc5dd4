"""Where a case comes from, with links to what can be read there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

GITHUB: Final = "https://github.com/"
DOCS: Final = "https://kubernetes.io/docs/"
KUEUE: Final = "https://kueue.sigs.k8s.io/docs/concepts/"
CLUSTER_QUEUE: Final = f"{KUEUE}cluster_queue/"
EVICTION: Final = f"{DOCS}concepts/scheduling-eviction/"

# The sources that have a name of their own.
PAGES: Final = {
    "Kubernetes documentation: Assigning Pods to Nodes": f"{EVICTION}assign-pod-node/",
    "Kubernetes documentation: Deployments": f"{DOCS}concepts/workloads/controllers/deployment/",
    "Kubernetes documentation: Disruptions": f"{DOCS}concepts/workloads/pods/disruptions/",
    "Kubernetes documentation: Dynamic Resource Allocation": f"{EVICTION}dynamic-resource-allocation/",
    "Kubernetes documentation: Pod Priority and Preemption": f"{EVICTION}pod-priority-preemption/",
    "Kubernetes documentation: Pod Topology Spread Constraints, cluster-level defaults": (
        f"{EVICTION}topology-spread-constraints/#cluster-level-default-constraints"
    ),
    "Kubernetes documentation: Pod Topology Spread Constraints": f"{EVICTION}topology-spread-constraints/",
    "Kubernetes documentation: ReplicaSet": f"{DOCS}concepts/workloads/controllers/replicaset/",
    "Kubernetes documentation: Resource Bin Packing": f"{EVICTION}resource-bin-packing/",
    "Kubernetes documentation: Resource Management for Pods and Containers": (
        f"{DOCS}concepts/configuration/manage-resources-containers/"
    ),
    "Kubernetes documentation: Running ZooKeeper": f"{DOCS}tutorials/stateful-application/zookeeper/",
    "Kubernetes documentation: Scheduler Configuration (default weights)": (
        f"{DOCS}reference/scheduling/config/#scheduling-plugins"
    ),
    "Kubernetes documentation: Scheduler Performance Tuning": f"{EVICTION}scheduler-perf-tuning/",
    "Kubernetes documentation: StatefulSets": f"{DOCS}concepts/workloads/controllers/statefulset/",
    "Kubernetes documentation: Storage Classes, volume binding mode": (
        f"{DOCS}concepts/storage/storage-classes/#volume-binding-mode"
    ),
    "Kubernetes documentation: Taints and Tolerations": f"{EVICTION}taint-and-toleration/",
    "Kubernetes API reference: TopologySpreadConstraint": (
        f"{DOCS}reference/kubernetes-api/workload-resources/pod-v1/#scheduling"
    ),
    "Kueue documentation: Cluster Queue, and its recorded behaviour": f"{CLUSTER_QUEUE}#flavorfungibility",
    "Kueue documentation: Cluster Queue, borrowing": f"{CLUSTER_QUEUE}#borrowinglimit",
    "Kueue documentation: Cluster Queue, cohorts and borrowing": f"{CLUSTER_QUEUE}#cohort",
    "Kueue documentation: Cluster Queue, lending limit": f"{CLUSTER_QUEUE}#lendinglimit",
    "Kueue documentation: Cluster Queue, namespace selector": f"{CLUSTER_QUEUE}#namespace-selector",
    "Kueue documentation: Cluster Queue, queueing strategy": f"{CLUSTER_QUEUE}#queueing-strategy",
    "Kueue documentation: Fair Sharing": f"{KUEUE}fair_sharing/",
    "Kueue documentation: Preemption": f"{KUEUE}preemption/",
    "Kueue documentation: Resource Flavor, taints and tolerations": f"{KUEUE}resource_flavor/",
    "Kueue documentation: Topology Aware Scheduling": f"{KUEUE}topology_aware_scheduling/",
    "Kueue documentation: Workload, partial admission": f"{KUEUE}workload/",
    "KWOK documentation": "https://kwok.sigs.k8s.io/docs/",
    "kubernetes-sigs/cluster-capacity": f"{GITHUB}kubernetes-sigs/cluster-capacity",
}
_PAGE: Final = "|".join(map(re.escape, PAGES))
_LINKED: Final = re.compile(
    rf"(?P<page>{_PAGE})|KEP-(?P<kep>\d+)|"
    r"(?P<repository>[\w.-]+/[\w.-]+) (?P<what>issue|pull request|number) (?P<number>\d+)"
)
_WORD: Final = re.compile(r"[a-z]{2}")


def with_links(origin: str) -> SafeString:
    """Return an origin as HTML in the reader's language, in which pages, issues and KEPs are links."""
    return format_html_join(
        "",
        "{}{}{}",
        (
            (format_html('<a href="{}" rel="noopener">', address), gettext(text), mark_safe("</a>"))
            if address
            else ("", gettext(text), "")
            for text, address in _parts(origin)
        ),
    )


def translatable(origin: str) -> Iterator[str]:
    """Yield what of an origin is translated: pages and words, not the references of threads and KEPs."""
    pages = PAGES.values()
    for text, address in _parts(origin):
        if address in pages or (not address and _WORD.search(text)):
            yield text


def _parts(origin: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of an origin with their addresses, which are empty for text between the links."""
    end = 0
    for match in _LINKED.finditer(origin):
        if match.start() > end:
            yield origin[end : match.start()], ""
        yield match[0], _address(match)
        end = match.end()
    if origin[end:]:
        yield origin[end:], ""


def _address(match: re.Match[str]) -> str:
    if page := match["page"]:
        return PAGES[page]
    if kep := match["kep"]:  # a KEP has the number of its issue
        return f"{GITHUB}kubernetes/enhancements/issues/{kep}"
    folder = "pull" if match["what"] == "pull request" else "issues"
    return f"{GITHUB}{match['repository']}/{folder}/{match['number']}"
