"""Which pods of a cluster a command is about: one, those of a workload, or all that wait."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

from scheduler_core.advice.whatif.conflicts import workload_name
from scheduler_core.controlplane.workloads.workload import API_VERSIONS
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.kubernetes.resources_read import READ
from scheduler_core.sentences import worded

from .live import Live

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


def asked_pods(live: Live, options: argparse.Namespace) -> list[Pod]:
    """Return the pods that are asked about, in the order of the cluster; raise InvalidInput if there is none."""
    pods = [pod for pod in live.scenario.objects.pods if not pod.finished]
    if options.name is None:
        return [pod for pod in pods if _is_selected(live, pod, options)]
    kind, name = _kind_and_name(options.name)
    namespace = live.names.get(live.cluster.namespace, live.cluster.namespace)
    if kind == "Pod" and "/" in name:
        namespace, name = (live.names.get(part, part) for part in name.split("/", 1))
    name = live.names.get(name, name)
    chosen = [pod for pod in pods if pod.namespace == namespace and _is_of(pod, kind, name)]
    if not chosen:
        raise InvalidInput([_missing(kind, namespace, name, pods)])
    return chosen


def waiting_for_quota(live: Live, options: argparse.Namespace) -> str:
    """Return the key of the Workload that is asked about, by itself or by its job, if Kueue does not admit it.

    Return "" for anything else.
    """
    queued = live.scenario.queued
    if queued is None or options.name is None:
        return ""
    kind, name = _kind_and_name(options.name)
    namespace = live.names.get(live.cluster.namespace, live.cluster.namespace)
    if kind == "Pod" and "/" in name:
        namespace, name = (live.names.get(part, part) for part in name.split("/", 1))
    key = f"{namespace}/{live.names.get(name, name)}"
    if kind == "Pod":
        key = queued.owners.pods.get(key, ("", ""))[0]
    elif kind != "Workload":
        key = queued.owners.jobs.get(f"{kind} {key}", "")
    workload = queued.settled.stored.get(key)
    return key if workload and not workload.finished and queued.admitted(key) is None else ""


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


def _is_of(pod: Pod, kind: str, name: str) -> bool:
    """Return whether this is the pod, or one of the workload or of a ReplicaSet of it."""
    if kind == "Pod":
        return pod.name == name
    return workload_name(pod) == f"{kind} {pod.namespace}/{name}" or (
        pod.template.controller is not None
        and pod.template.controller.kind == kind
        and pod.template.controller.name == name
    )


def _missing(kind: str, namespace: str, name: str, pods: Iterable[Pod]) -> InputError:
    here = {pod.name for pod in pods if pod.namespace == namespace}
    near = get_close_matches(name, here, 3) if kind == "Pod" else []
    hint = f": did you mean {' or '.join(near)}?" if near else f": it has {len(here)} unfinished pods"
    what = (
        worded("is not in the cluster") if kind == "Pod" else worded("has no unfinished pod in the cluster")
    )
    return InputError(
        "",
        worded("{what}, in namespace {namespace}{hint}", what=what, namespace=namespace, hint=hint),
        object=f"{kind} {namespace}/{name}",
    )
