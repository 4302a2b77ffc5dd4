"""Pods that have a node to go to and are not bound to it: what the scheduler said of that, explained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from scheduler_core.explain.messages.explain import SCHEDULER
from scheduler_core.explain.messages.spoken import commands_for
from scheduler_core.explain.messages.statements import spoken_in
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.sentences import counted

from .terminal import Terminal, commands

MOST_NAMED = 4


class UnboundPods(TypedDict):
    """Pods for which a node was chosen, and whose binding failed with the same words."""

    pods: list[str]
    said: str
    """The scheduler's words, in the pods' condition PodScheduled."""
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
    for text in (f"the scheduler says: {unbound['said']}", f"{unbound['about']} {unbound['waiting']}"):
        yield from terminal.wrapped(text, indent)
    for command in unbound["commands"]:
        yield from (f"{indent}{line}" for line in commands(command, terminal.width - len(indent)))
