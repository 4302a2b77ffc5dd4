"""Pods that workloads of a cluster lack: the API server refuses them, or their controller has yet to create them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from scheduler_core.controlplane.workloads.pods import controller_of, namespace_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.sentences import counted
from scheduler_core.simulation.run.scenario import Scenario

from .terminal import Terminal

MOST_LISTED = 4


class UncreatedPods(TypedDict):
    """Pods that a workload asks for and that do not exist in the cluster."""

    workload: str
    """As "Deployment shop/web"."""
    pods: int
    refusal: str
    """The API server's answer to their creation; empty where nothing is known to refuse them."""
    cause: str
    """What refuses them, as "ResourceQuota shop/compute"; empty where nothing does."""


def uncreated_pods(
    scenario: Scenario, manifests: Iterable[Manifest], is_asked: Callable[[str, list[str]], bool]
) -> list[UncreatedPods]:
    """Return the pods that workloads of a cluster lack, those that are refused first.

    `manifests` are what was read of the cluster; `is_asked` is given a workload as "Deployment shop/web", and its
    pods that do not exist.
    """
    refusals = {refusal.name: refusal for refusal in scenario.admitted.refusals}
    deployments = _deployments(manifests)
    refused: list[UncreatedPods] = []
    due: list[UncreatedPods] = []
    for maker, pods in scenario.objects.expanded.items():
        workload = deployments.get(maker, maker)
        if not is_asked(workload, pods):
            continue
        answers = [refusals[pod] for pod in pods if pod in refusals]
        if answers:
            refused.append(_uncreated(workload, len(answers), answers[0].message, str(answers[0].cause)))
        if len(pods) > len(answers):
            due.append(_uncreated(workload, len(pods) - len(answers)))
    return [*refused, *due]


def _deployments(manifests: Iterable[Manifest]) -> dict[str, str]:
    """Return the Deployment of each ReplicaSet that has one, both as "Kind namespace/name"."""
    return {
        f"ReplicaSet {namespace_of(manifest)}/{mapping(manifest, 'metadata').get('name')}": (
            f"Deployment {namespace_of(manifest)}/{owner.get('name')}"
        )
        for manifest in manifests
        if kind_of(manifest) == "ReplicaSet"
        and (owner := controller_of(manifest)) is not None
        and owner.get("kind") == "Deployment"
    }


def _uncreated(workload: str, pods: int, refusal: str = "", cause: str = "") -> UncreatedPods:
    return {"workload": workload, "pods": pods, "refusal": refusal, "cause": cause}


def uncreated_lines(uncreated: list[UncreatedPods], terminal: Terminal, *, everything: bool) -> Iterator[str]:
    """Yield why pods do not exist, and which of them are only to be created yet."""
    for entry in uncreated if everything else uncreated[:MOST_LISTED]:
        yield ""
        yield from _refused_lines(entry, terminal) if entry["refusal"] else _due_lines(entry, terminal)
    if (others := len(uncreated) - MOST_LISTED) > 0 and not everything:
        yield f"{'':4}and {counted(others, 'workload')} more: -o wide"


def _refused_lines(entry: UncreatedPods, terminal: Terminal) -> Iterator[str]:
    count = terminal.styled(f"{entry['pods']:<4,}", "reject")
    yield f" {terminal.sign('unresolvable')} {count} {terminal.styled('refused by the API server', 'strong')}"
    yield f"{'':8}{entry['workload']}, {counted(entry['pods'], 'pod')} not created"
    yield from terminal.wrapped(entry["refusal"], " " * 8)
    yield from terminal.wrapped(entry["cause"], " " * 8)


def _due_lines(entry: UncreatedPods, terminal: Terminal) -> Iterator[str]:
    verb, them = ("does", "it is") if entry["pods"] == 1 else ("do", "they are")
    text = (
        f"{entry['workload']}: {counted(entry['pods'], 'pod')} {verb} not exist yet; {them} taken as created"
    )
    yield from terminal.wrapped(text, " " * 4, f" {terminal.sign('pass')}")
