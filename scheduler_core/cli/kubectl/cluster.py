"""Reading a cluster: what scheduling reads of it, and what could not be read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import orjson

from scheduler_core.cli.not_running import NotRunning, not_running, with_event
from scheduler_core.kubernetes.objects.collector import paused_collector
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.resources_read import CONSEQUENCES, NODES, PODS, RESOURCES, STREAMED, path_of
from scheduler_core.kubernetes.source import keep_scheduling_fields
from scheduler_core.kubernetes.typeddict import TypedDict

from .flags import connection_flags
from .program import Kubectl, KubectlError, Output

_CLUSTER_QUEUES = "clusterqueues.kueue.x-k8s.io"
_KEYS = '{range .items[*]}{.metadata.namespace}/{.metadata.name}{"\\n"}{end}'


class Unread(TypedDict):
    """A resource that could not be read, the server's words, and what the answer may be wrong about."""

    resource: str
    message: str
    namespace: str
    """The namespace of which it was read all the same; "" for none."""
    consequence: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Which pods are asked about: of one namespace, or of all, with these labels."""

    namespace: str | None = None
    everywhere: bool = False
    labels: str | None = None


@dataclass(slots=True)
class LiveCluster:
    """What was read: objects with the fields that scheduling reads, and what the scheduler said about pods."""

    manifests: list[Manifest] = field(default_factory=list)
    context: str = ""
    namespace: str = "default"
    """That of the context, or the one that was asked for."""
    version: str | None = None
    """The API server's, such as v1.36.2."""
    unread: list[Unread] = field(default_factory=list)
    messages: dict[str, str] = field(default_factory=dict)
    """By pending pod, what the scheduler wrote into its condition PodScheduled."""
    not_running: dict[str, NotRunning] = field(default_factory=dict)
    """By pod that has a node and does not run there, why."""
    events: dict[str, str] = field(default_factory=dict)
    """By claim without a volume and pod that starts, as "Kind namespace/name", the newest event about it."""
    asked: frozenset[str] | None = None
    """The pods with the labels that were asked for, None for all."""
    seconds: float = 0.0

    @property
    def has_nodes(self) -> bool:
        return all(unread["resource"] != NODES for unread in self.unread)


Report = Callable[[str], None]
"""Shows what is being read."""


def read_live(options: argparse.Namespace, report: Report) -> LiveCluster:
    """Read the cluster that the options name; raise KubectlError if nothing can be read."""
    scope = Scope(options.namespace, everywhere=options.all_namespaces, labels=options.selector)
    return read_cluster(Kubectl(tuple(connection_flags(options))), scope, report)


@paused_collector()
def read_cluster(kubectl: Kubectl, scope: Scope, report: Report) -> LiveCluster:
    """Read all kinds side by side; raise KubectlError if the cluster cannot be reached or no pod may be listed."""
    began = monotonic()
    report("asking which kinds there are")
    with ThreadPoolExecutor(max_workers=len(RESOURCES) + 3) as pool:
        view = pool.submit(kubectl, "config", "view", "--minify", "--output=json")
        version = pool.submit(kubectl, "version", "--output=json")
        served = _served(kubectl("api-resources", "--verbs=list", "--output=name"))
        cluster = LiveCluster()
        cluster.context, cluster.namespace = _context(view.result(), scope)
        asked = pool.submit(_asked, kubectl, scope, cluster.namespace) if scope.labels else None
        settings = [pool.submit(_config_map, kubectl, *_OF_AUTOSCALER)]
        if _CLUSTER_QUEUES in served:
            settings.append(pool.submit(_config_map, kubectl, *_OF_KUEUE))
        listed = ([r.name for r in group if r.name in served] for group in RESOURCES.values())
        groups = [group for group in listed if group]
        report(
            "reading " + ", ".join(f"{len(group)} kinds" if len(group) > 1 else group[0] for group in groups)
        )
        lists = pool.map(lambda group: _listed(kubectl, group, scope, cluster.namespace), groups)
        for items, unread in lists:
            cluster.unread += unread
            _add(cluster, items)
        for config_maps in settings:
            _add(cluster, config_maps.result())
        _add_events(cluster, kubectl)
        cluster.version = _server_version(version.result())
        cluster.asked = None if asked is None else asked.result()
    cluster.seconds = monotonic() - began
    return cluster


def _served(output: Output) -> frozenset[str]:
    """Return the resources of the server, "replicasets.apps"; raise KubectlError if it cannot be reached."""
    names = frozenset(output.text.decode().split())
    if PODS not in names:
        raise KubectlError(output.complaint())
    return names


def _context(view: Output, scope: Scope) -> tuple[str, str]:
    """Return the name of the context, "" without one, and the namespace that is asked about."""
    content: dict[str, Any] = orjson.loads(view.text) if view.code == 0 and view.text else {}
    current = content.get("current-context") or ""
    contexts = content.get("contexts") or [{}]
    return current, scope.namespace or contexts[0].get("context", {}).get("namespace") or "default"


def _server_version(output: Output) -> str | None:
    """Return the version that the server tells, None where it may not be asked."""
    try:
        version: str = orjson.loads(output.text)["serverVersion"]["gitVersion"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return None
    return version


def _asked(kubectl: Kubectl, scope: Scope, namespace: str) -> frozenset[str]:
    """Return the pods with the labels; raise KubectlError for labels that kubectl does not take."""
    where = ["--all-namespaces"] if scope.everywhere else [f"--namespace={namespace}"]
    output = kubectl("get", PODS, *where, f"--selector={scope.labels}", f"--output=jsonpath={_KEYS}")
    if output.code:
        raise KubectlError(output.complaint())
    return frozenset(output.text.decode().split())


def _listed(
    kubectl: Kubectl, resources: Sequence[str], scope: Scope, namespace: str
) -> tuple[list[Manifest], list[Unread]]:
    """Return the objects of all namespaces, and what may not be read; of that, the objects of the namespace.

    Raise KubectlError where pods cannot be listed for another reason.
    """
    if not resources:
        return [], []
    output = _get(kubectl, resources, None)
    items, refused = _items(output), dict(output.forbidden())
    if output.code and not refused:
        return _one_by_one(kubectl, resources, scope, namespace, output.complaint())
    if not refused:
        return items, []
    # A second call for what is in the namespace; what is in none is refused once more, as before.
    again = _get(kubectl, list(refused), namespace)
    still = dict(again.forbidden())
    if PODS in still or (again.code and not still):
        raise KubectlError(again.complaint())
    where = "" if scope.everywhere else namespace
    return items + _items(again), [
        _unread(name, message, "" if name in still else where or namespace)
        for name, message in refused.items()
    ]


def _one_by_one(
    kubectl: Kubectl, resources: Sequence[str], scope: Scope, namespace: str, complaint: str
) -> tuple[list[Manifest], list[Unread]]:
    """Return the objects of those resources that can be listed: a broken webhook of one fails the list of all."""
    if PODS in resources:
        raise KubectlError(complaint)
    if len(resources) > 1:
        lists = [_listed(kubectl, [name], scope, namespace) for name in resources]
        return [item for items, _ in lists for item in items], [row for _, rows in lists for row in rows]
    return [], [_unread(resources[0], complaint, "")]


def _unread(resource: str, message: str, namespace: str) -> Unread:
    consequence = CONSEQUENCES.get(resource, "the answer may be another one")
    return {
        "resource": resource,
        "message": message,
        "namespace": namespace,
        "consequence": consequence,
    }


_OF_KUEUE = ("kueue-system", "kueue-manager-config")
_OF_AUTOSCALER = ("kube-system", "cluster-autoscaler-status", "cluster-autoscaler-priority-expander")


def _config_map(kubectl: Kubectl, namespace: str, *names: str) -> list[Manifest]:
    """Return ConfigMaps of a program by name, without those that may not be read or are elsewhere."""
    output = kubectl(
        "get", "configmaps", *names, f"--namespace={namespace}", "--ignore-not-found", "--output=json"
    )
    return [] if output.code else [item for item in _items(output) if item.get("kind") == "ConfigMap"]


def _get(kubectl: Kubectl, resources: Sequence[str], namespace: str | None) -> Output:
    """List resources of a namespace, or of all."""
    if len(resources) == 1 and resources[0] in STREAMED:
        return kubectl("get", f"--raw={path_of(resources[0], namespace)}")
    where = "--all-namespaces" if namespace is None else f"--namespace={namespace}"
    return kubectl("get", ",".join(resources), where, "--output=json")


def _items(output: Output) -> list[Manifest]:
    """Return the objects of a list; those of a server's own list, such as a PodList, do not say what they are."""
    if not output.text.strip():
        return []
    try:
        content = orjson.loads(output.text)
    except orjson.JSONDecodeError as error:
        raise KubectlError(f"kubectl printed no JSON: {error}; {output.complaint()}") from None
    kind, is_list, _ = str(content.get("kind", "")).rpartition("List")
    if not is_list:
        return [content]
    items: list[Manifest] = content["items"]
    if kind:
        for item in items:
            item["kind"], item["apiVersion"] = kind, content["apiVersion"]
    return items


def _add(cluster: LiveCluster, items: Iterable[Manifest]) -> None:
    """Keep what scheduling reads of the objects, and the scheduler's messages about pods."""
    listed = list(items)
    cluster.manifests += keep_scheduling_fields(listed).manifests
    for item in listed:
        if item.get("kind") == "Pod" and (message := _unscheduled(item)):
            meta = item["metadata"]
            cluster.messages[f"{meta['namespace']}/{meta['name']}"] = message
        if item.get("kind") == "Pod" and (told := not_running(item)):
            cluster.not_running[told["pod"]] = told


def _add_events(cluster: LiveCluster, kubectl: Kubectl) -> None:
    """Read the events of kinds of which an object waits: what a provisioner, a kubelet or a network said of it last."""
    waits = {f"Pod {key}" for key, told in cluster.not_running.items() if not told["refused"]}
    waits |= {
        f"PersistentVolumeClaim {claim['metadata']['namespace']}/{claim['metadata']['name']}"
        for claim in cluster.manifests
        if claim.get("kind") == "PersistentVolumeClaim" and not claim.get("spec", {}).get("volumeName")
    }
    newest: dict[str, str] = {}
    for kind in sorted({key.partition(" ")[0] for key in waits}):
        output = kubectl(
            "get",
            "events",
            "--all-namespaces",
            f"--field-selector=involvedObject.kind={kind}",
            "--output=json",
        )
        if output.code:
            consequence = "what provisioners and kubelets said of what waits is not shown"
            cluster.unread.append(
                {
                    "resource": "events",
                    "message": output.complaint(),
                    "namespace": "",
                    "consequence": consequence,
                }
            )
            break
        for event in _items(output):
            about, text = event.get("involvedObject") or {}, f"{event.get('reason')}: {event.get('message')}"
            key = f"{about.get('kind')} {about.get('namespace')}/{about.get('name')}"
            seen = event.get("lastTimestamp") or event.get("eventTime") or ""
            is_trouble = kind != "Pod" or event.get("type") == "Warning"
            if key in waits and is_trouble and seen >= newest.get(key, ""):
                newest[key], cluster.events[key] = seen, text
    cluster.not_running = {
        key: with_event(told, cluster.events.get(f"Pod {key}", ""))
        for key, told in cluster.not_running.items()
    }


def _unscheduled(pod: Manifest) -> str:
    """Return why the scheduler says that a pod has no node, "" if it says nothing or the pod has one.

    Of a pod at its scheduling gates the API server says it, in other words.
    """
    if pod.get("spec", {}).get("nodeName"):
        return ""
    for condition in pod.get("status", {}).get("conditions") or ():
        if condition.get("type") == "PodScheduled" and condition.get("status") == "False":
            is_gated = condition.get("reason") == "SchedulingGated"
            return "" if is_gated else str(condition.get("message") or "")
    return ""
