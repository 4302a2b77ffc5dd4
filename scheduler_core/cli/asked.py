"""Which pods of a cluster a command is about: one, those of a workload, or all that wait."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from scheduler_core.advice.whatif.conflicts import workload_name
from scheduler_core.controlplane.workloads.pods import namespace_of
from scheduler_core.controlplane.workloads.workload import API_VERSIONS, mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.kubernetes.resources_read import READ
from scheduler_core.sentences import worded

from .live import Live
from .not_running import NotRunning
from .uncreated import UncreatedPods, uncreated_pods

_SHORT: Final = {
    **{"po": "Pod", "deploy": "Deployment", "rs": "ReplicaSet", "sts": "StatefulSet", "ds": "DaemonSet"},
    **{"rc": "ReplicationController", "lws": "LeaderWorkerSet", "wl": "Workload"},
}


def _spellings() -> Iterator[tuple[str, str]]:
    """Yield kinds that pods are found by as kubectl spells them: "deploy", "deployment", "deployments.apps"."""
    yield from _SHORT.items()
    for resource in READ:
        if resource.kind in ("Pod", "Workload", *API_VERSIONS):
            for name in (resource.plural, resource.kind.lower()):
                yield name, resource.kind
                if resource.group:
                    yield f"{name}.{resource.group}", resource.kind


_KINDS: Final = dict(_spellings())


@dataclass(frozen=True, slots=True)
class Asked:
    """The pod or workload that a command names, under the names of the answer."""

    kind: str
    namespace: str
    name: str

    @property
    def key(self) -> str:
        return f"{self.namespace}/{self.name}"


def asked_pods(live: Live, options: argparse.Namespace) -> list[Pod]:
    """Return the pods that are asked about, in the order of the cluster.

    Raise InvalidInput if a pod or workload is named that has none, and whose pods are not refused either.
    """
    pods = [pod for pod in live.scenario.objects.pods if not pod.finished]
    if (asked := _asked(live, options)) is None:
        return [pod for pod in pods if _is_selected(live, pod, options)]
    chosen = [pod for pod in pods if pod.namespace == asked.namespace and _is_of(pod, asked)]
    if not chosen and not asked_uncreated(live, options):
        raise InvalidInput([_missing(asked, live, pods)])
    return chosen


def refused_pod(live: Live, options: argparse.Namespace) -> NotRunning | None:
    """Return the pod that is asked about, if its kubelet refused it."""
    asked = _asked(live, options)
    told = live.cluster.not_running.get(asked.key) if asked is not None and asked.kind == "Pod" else None
    return told if told is not None and told["refused"] else None


def asked_not_running(live: Live, options: argparse.Namespace) -> list[NotRunning]:
    """Return the pods that have a node and do not run, of those asked about; none where a workload is named."""
    if _asked(live, options) is not None:
        return []
    cluster = live.cluster
    return [
        told
        for key, told in cluster.not_running.items()
        if (options.all_namespaces or key.startswith(f"{cluster.namespace}/"))
        and (cluster.asked is None or key in cluster.asked)
    ]


def asked_uncreated(live: Live, options: argparse.Namespace) -> list[UncreatedPods]:
    """Return the pods that do not exist, of the workloads that are asked about."""
    if live.cluster.asked is not None:  # selectors choose among pods that exist
        return []
    asked = _asked(live, options)
    namespace = live.names.get(live.cluster.namespace, live.cluster.namespace)

    def is_asked(workload: str, pods: list[str]) -> bool:
        if asked is not None:
            return asked.key in pods if asked.kind == "Pod" else workload == f"{asked.kind} {asked.key}"
        return options.all_namespaces or workload.partition(" ")[2].startswith(f"{namespace}/")

    return uncreated_pods(live.scenario, live.cluster.manifests, is_asked)


def waiting_for_quota(live: Live, options: argparse.Namespace) -> str:
    """Return the key of the Workload that is asked about, by itself or by its job, if Kueue does not admit it.

    Return "" for anything else.
    """
    queued, asked = live.scenario.queued, _asked(live, options)
    if queued is None or asked is None:
        return ""
    key = asked.key
    if asked.kind == "Pod":
        key = queued.owners.pods.get(key, ("", ""))[0]
    elif asked.kind != "Workload":
        key = queued.owners.jobs.get(f"{asked.kind} {key}", "")
    workload = queued.settled.stored.get(key)
    return key if workload and not workload.finished and queued.admitted(key) is None else ""


def _asked(live: Live, options: argparse.Namespace) -> Asked | None:
    """Return what is named, or None if nothing is."""
    if options.name is None:
        return None
    kind, name = _kind_and_name(options.name)
    namespace = live.cluster.namespace
    if kind == "Pod" and "/" in name:
        namespace, name = name.split("/", 1)
    return Asked(kind, live.names.get(namespace, namespace), live.names.get(name, name))


def is_of_workload(options: argparse.Namespace) -> bool:
    """Return whether a workload is asked about, rather than a pod."""
    return options.name is not None and _kind_and_name(options.name)[0] != "Pod"


def _kind_and_name(text: str) -> tuple[str, str]:
    """Return kind and name of `NAME`, `NAMESPACE/NAME` or `KIND/NAME`."""
    kind, slash, name = text.partition("/")
    known = _KINDS.get(kind.lower())
    return (known, name) if slash and known else ("Pod", text)


def _is_selected(live: Live, pod: Pod, options: argparse.Namespace) -> bool:
    namespace = live.names.get(live.cluster.namespace, live.cluster.namespace)
    if not options.all_namespaces and pod.namespace != namespace:
        return False
    asked = live.cluster.asked
    return asked is None or pod.key in {_renamed(key, live) for key in asked}


def _renamed(key: str, live: Live) -> str:
    return "/".join(live.names.get(part, part) for part in key.split("/"))


def _is_of(pod: Pod, asked: Asked) -> bool:
    """Return whether this is the pod, or one of the workload or of a ReplicaSet of it."""
    if asked.kind == "Pod":
        return pod.name == asked.name
    return workload_name(pod) == f"{asked.kind} {pod.namespace}/{asked.name}" or (
        pod.template.controller is not None
        and pod.template.controller.kind == asked.kind
        and pod.template.controller.name == asked.name
    )


def _missing(asked: Asked, live: Live, pods: Iterable[Pod]) -> InputError:
    """Say of a pod or workload without pods that it is not there, or why it has none."""
    here = {pod.name for pod in pods if pod.namespace == asked.namespace}
    near = get_close_matches(asked.name, here, 3) if asked.kind == "Pod" else []
    if near:
        problem = worded(
            "is not in the cluster, in namespace {namespace}: did you mean {names}?",
            namespace=asked.namespace,
            names=" or ".join(near),
        )
    elif asked.kind == "Pod" or (manifest := _manifest_of(asked, live)) is None:
        problem = worded(
            "is not in the cluster, in namespace {namespace}, which has {count} unfinished pods",
            namespace=asked.namespace,
            count=len(here),
        )
    elif mapping(manifest, "spec").get("suspend") is True:
        problem = worded("is suspended: it has no pods until spec.suspend is false")
    else:
        problem = worded("has no unfinished pods")
    return InputError("", problem, object=f"{asked.kind} {asked.key}")


def _manifest_of(asked: Asked, live: Live) -> Manifest | None:
    """Return the workload that is named, if it was read."""
    return next(
        (
            manifest
            for manifest in live.cluster.manifests
            if kind_of(manifest) == asked.kind
            and namespace_of(manifest) == asked.namespace
            and mapping(manifest, "metadata").get("name") == asked.name
        ),
        None,
    )
