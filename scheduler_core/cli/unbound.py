"""Pods that have a node to go to and are not bound to it: what the scheduler said of that, explained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from scheduler_core.explain.messages.explain import SCHEDULER
from scheduler_core.explain.messages.spoken import commands_for
from scheduler_core.explain.messages.statements import spoken_in
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.resources import MEMORY
from scheduler_core.kubernetes.objects.storage import PersistentVolumeClaim, Storage
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.sentences import counted

from .answer import quantity
from .terminal import Terminal, commands

MOST_NAMED = 4


class UnboundPods(TypedDict):
    """Pods for which a node was chosen, and whose binding failed with the same words, or waits for a volume."""

    pods: list[str]
    said: str
    """The scheduler's words, in the pods' condition PodScheduled; empty while it waits for a volume."""
    title: str
    """What they mean."""
    about: str
    waiting: str
    """Whether waiting helps."""
    commands: list[str]
    """Commands of kubectl that show more, for the first of the pods."""


def unbound_pods(said: Mapping[str, str], pods: Iterable[str]) -> list[UnboundPods]:
    """Return those of the pods of which the scheduler said that something failed after a node was chosen.

    `pods` fit on a node; `said` has the scheduler's words by pod.
    """
    by_words: dict[str, list[str]] = {}
    for pod in pods:
        by_words.setdefault(said.get(pod, ""), []).append(pod)
    return [
        unbound
        for words, keys in by_words.items()
        if words and (unbound := _explained(words, keys)) is not None
    ]


def _explained(words: str, pods: list[str]) -> UnboundPods | None:
    spoken = spoken_in(words)
    if spoken is None or spoken.speaker != SCHEDULER:
        return None
    statement = spoken.said[0].statement
    return {
        "pods": pods,
        "said": words,
        "title": statement.title,
        "about": statement.about,
        "waiting": statement.waiting,
        "commands": commands_for(statement.commands, pods[0]),
    }


def waiting_for_volumes(
    storage: Storage, pods: Iterable[Pod], said: Mapping[str, str], events: Mapping[str, str]
) -> list[UnboundPods]:
    """Return those of the pods without a node for whose claims the scheduler has chosen one, and which have no volume.

    In PreBind the scheduler writes the node to the claim and waits for the provisioner (BindPodVolumes and
    checkBindings of volumebinding/binder.go @ v1.36). `said` has the scheduler's words by pod: of one that has any, it
    waits no longer. `events` has the newest event by claim, as "PersistentVolumeClaim namespace/name".
    """
    waits: list[UnboundPods] = []
    for pod in pods:
        claims = (storage.claims.get((pod.namespace, v.claim_name(pod.name))) for v in pod.template.volumes)
        claim = next((c for c in claims if c is not None and c.selected_node and not c.volume_name), None)
        if claim is not None and not pod.node_name and pod.key not in said:
            waits.append(_waiting(pod.key, claim, storage, events))
    return waits


def _waiting(
    pod: str, claim: PersistentVolumeClaim, storage: Storage, events: Mapping[str, str]
) -> UnboundPods:
    storage_class = storage.classes.get(claim.storage_class)
    provisioner = storage_class.provisioner if storage_class is not None else "its provisioner"
    event = events.get(f"PersistentVolumeClaim {claim.meta.key}")
    heard = f"Its newest event: {event}" if event else "No event about it was found."
    size = quantity(claim.request, MEMORY, "bytes").removesuffix(" of memory")
    return {
        "pods": [pod],
        "said": "",
        "title": f"the scheduler chose {claim.selected_node} and waits for {provisioner} to make the volume",
        "about": f"Claim {claim.meta.key} ({size}, class {claim.storage_class}) has no volume yet. {heard}",
        "waiting": "Waiting helps if the provisioner runs; after bindTimeoutSeconds (600 by default) the scheduler "
        "tries the pod again.",
        "commands": [f"kubectl describe pvc {claim.meta.name} -n {claim.meta.namespace}"],
    }


def unbound_block(unbound: UnboundPods, terminal: Terminal) -> Iterator[str]:
    """Yield why pods are not bound, among the causes of a cluster."""
    pods, indent = unbound["pods"], " " * 8
    count = terminal.styled(f"{len(pods):<4,}", "reject")
    title, *others = terminal.wrapped(unbound["title"], indent)
    yield f" {terminal.sign('reject')} {count} {terminal.styled(title.strip(), 'strong')}"
    yield from others
    named = ", ".join(islice(pods, MOST_NAMED))
    more = f" and {counted(len(pods) - MOST_NAMED, 'more pod')}" if len(pods) > MOST_NAMED else ""
    yield from terminal.wrapped(f"{named}{more}", indent)
    yield from explanation_lines(unbound, indent, terminal)


def explanation_lines(unbound: UnboundPods, indent: str, terminal: Terminal) -> Iterator[str]:
    """Yield the scheduler's words, what they mean, and where to look."""
    if unbound["said"]:
        yield from terminal.wrapped(f"the scheduler says: {unbound['said']}", indent)
    yield from terminal.wrapped(f"{unbound['about']} {unbound['waiting']}", indent)
    for command in unbound["commands"]:
        yield from (f"{indent}{line}" for line in commands(command, terminal.width - len(indent)))
