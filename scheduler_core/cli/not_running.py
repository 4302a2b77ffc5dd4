"""Pods that the scheduler is done with and that do not run: refused by a kubelet, or bound and not started."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.sentences import counted

from .terminal import Terminal

_MOST_NAMED = 4
_STARTING = ("ContainerCreating", "PodInitializing")
# Why a kubelet rejects a pod that is bound to its node: pkg/kubelet/lifecycle/predicate.go, and the handlers of the
# topology manager, AppArmor and sysctls @ v1.36. Those for room are called OutOf and the resource.
_REFUSALS = (
    "NodeAffinity",
    "NodeName",
    "NodePorts",
    "TopologyAffinityError",
    "UnexpectedAdmissionError",
    "PodOSSelectorNodeLabelDoesNotMatch",
    "PodOSNotSupported",
    "TaintToleration",
    "InvalidNodeInfo",
    "AppArmor",
    "SysctlForbidden",
)


class NotRunning(TypedDict):
    """A pod that has a node and does not run there."""

    pod: str
    node: str
    reason: str
    """In the words of the kubelet: OutOfcpu, ErrImagePull, ContainerCreating."""
    message: str
    """The kubelet's; of a container that has none, the newest warning about the pod."""
    refused: bool
    """Whether the kubelet rejected the pod; it has failed then, and only a new one of its controller can run."""


def not_running(pod: Manifest) -> NotRunning | None:
    """Return why a pod of a cluster does not run although it has a node; None if it runs, has ended, or has no node."""
    spec, status, meta = _part(pod, "spec"), _part(pod, "status"), _part(pod, "metadata")
    node, phase, reason = spec.get("nodeName"), status.get("phase"), str(status.get("reason") or "")
    if not node:
        return None
    told: NotRunning = {
        "pod": f"{meta.get('namespace')}/{meta.get('name')}",
        "node": str(node),
        "reason": reason,
        "message": str(status.get("message") or ""),
        "refused": True,
    }
    if phase == "Failed":
        return told if reason in _REFUSALS or reason.startswith("OutOf") else None
    if phase not in ("Pending", "Running"):
        return None
    for container, state in _waiting(status):
        message = str(state.get("message") or "")
        if message and container:
            message = f"{container}: {message}"
        return {**told, "reason": str(state["reason"]), "message": message, "refused": False}
    return None


def with_event(told: NotRunning, event: str) -> NotRunning:
    """Return what is known of a pod with the newest warning about it, where its container says nothing."""
    return {**told, "message": event} if event and not told["message"] else told


def _waiting(status: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the states of containers that wait, those that wait for more than their start first.

    Beside each is its name, as "init container setup"; empty for those that are no init containers.
    """
    parts = (("init container ", "initContainerStatuses"), ("", "containerStatuses"))
    waiting: list[tuple[str, Mapping[str, Any]]] = []
    for what, key in parts:
        for each in status.get(key) or ():
            state = _part(_part(each, "state"), "waiting") if isinstance(each, dict) else {}
            if state.get("reason"):
                waiting.append((f"{what}{each.get('name')}" if what else "", state))
    yield from sorted(waiting, key=lambda pair: pair[1]["reason"] in _STARTING)


def _part(manifest: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    part = manifest.get(key)
    return part if isinstance(part, dict) else {}


def not_running_line(told: NotRunning) -> str:
    """Return in a line what became of a pod after the scheduler."""
    if told["refused"]:
        return f"{told['pod']} was refused by the kubelet of {told['node']}: {told['reason']}"
    if told["reason"] in _STARTING:
        return f"{told['pod']} is bound to {told['node']} and starts there: {told['reason']}"
    return f"{told['pod']} is bound to {told['node']} and does not run: {told['reason']}"


def not_running_lines(told: NotRunning, terminal: Terminal) -> Iterator[str]:
    """Yield why a pod does not run, and that this is not the scheduler's."""
    line = not_running_line(told)
    yield f"{terminal.sign('reject')} {terminal.styled(line, 'reject')}"
    if told["message"]:
        yield from terminal.wrapped(told["message"], "  ")
    yield from terminal.wrapped(_what_now(told), "  ")
    namespace, _, name = told["pod"].partition("/")
    yield f"  $ kubectl describe pod {name} -n {namespace}"


def _what_now(told: NotRunning) -> str:
    if told["refused"]:
        return (
            "The scheduler is not asked about it again: its controller makes another pod, which may come to the same "
            "node."
        )
    return (
        "The scheduler has done its part: the node, its image registry or its volumes and network are next."
    )


def not_running_blocks(entries: Iterable[NotRunning], terminal: Terminal) -> Iterator[str]:
    """Yield the pods that do not run by reason; those that start without a warning are left out."""
    groups: dict[tuple[bool, str], list[NotRunning]] = {}
    for told in entries:
        if told["reason"] not in _STARTING or told["message"]:
            groups.setdefault((not told["refused"], told["reason"]), []).append(told)
    if groups:
        yield ""
        yield "after the scheduler:"
    for (is_bound, reason), group in sorted(groups.items()):
        what = "bound and not running" if is_bound else "refused by the kubelet"
        yield f" {terminal.sign('reject')} {len(group):<4,} {terminal.styled(f'{what}: {reason}', 'strong')}"
        named = ", ".join(f"{told['pod']} on {told['node']}" for told in group[:_MOST_NAMED])
        more = f" and {counted(len(group) - _MOST_NAMED, 'more pod')}" if len(group) > _MOST_NAMED else ""
        yield from terminal.wrapped(f"{named}{more}", " " * 8)
        if group[0]["message"]:
            yield from terminal.wrapped(group[0]["message"], " " * 8)
