"""What the meaning of a message is as JSON."""

from __future__ import annotations

from typing import Literal

from scheduler_core.kubernetes.typeddict import TypedDict

Help = Literal["no", "may", "some"]


class TextPart(TypedDict):
    """A piece of the message. `number` is that of the point that explains it, None for what lies between."""

    text: str
    number: int | None


class Point(TypedDict):
    """What a plugin says in the message: for how many nodes, and what that means."""

    number: int
    kind: str
    count: int
    title: str
    about: str
    plugin: str
    eviction: Help
    """Whether removing pods of lower priority helps: not at all, possibly, or on some of these nodes."""
    eviction_text: str
    time_text: str
    """What has to happen so that waiting helps."""
    commands: list[str]
    """What to look at next."""
    case: str | None
    """The example of the gallery that shows it."""


class NodeGroup(TypedDict):
    """Nodes with one fate, as a part of all: what the message says and what follows from its counts."""

    kind: str
    count: int
    label: str


class ReproducedCluster(TypedDict):
    """A cluster from which the same message comes, character for character, as a run has shown.

    `nodes` are its groups. The cluster of a message about many nodes has fewer, as `is_scaled` says.
    """

    release: str
    source: str
    nodes: list[NodeGroup]
    running: int
    is_scaled: bool
    """The cluster's message has the same words with smaller counts, in about the proportions of the text's."""
    continues: bool
    """The cluster's message goes on with the part about preemption, which the text lacks."""


class MessagePiece(TypedDict):
    """A piece of a made-up cluster's message. `is_shared`: the message that is explained has it too."""

    text: str
    is_shared: bool


class NearestCluster(TypedDict):
    """A cluster whose message is not quite the one that is explained, as no cluster gives that one."""

    cluster: ReproducedCluster
    pieces: list[MessagePiece]
    """Its message."""
    lacks: list[str]
    """The clauses that its message lacks. If it lacks none and shares all, only the order or other words differ."""


class OtherMessage(TypedDict):
    """Another message of the text; `text` is the part of it that explains this one."""

    pod: str
    message: str
    text: str


class ExplainedMessage(TypedDict):
    """A message, decoded. `speaker` is the program that says it: kube-scheduler, Karpenter, kubelet, …"""

    headline: str
    speaker: str
    message: str
    pod: str
    nodes: int
    is_cut: bool
    parts: list[TextPart]
    points: list[Point]
    groups: list[NodeGroup]
    follows: str
    """What follows from the counts but is not said; "" if nothing does."""
    asides: list[str]
    cluster: ReproducedCluster | None
    no_cluster: str
    """Why no cluster could be made up; "" if there is one."""
    nearest: NearestCluster | None
    """Where no cluster gives the message, the one that comes nearest; None if none can be made up at all."""
    others: list[OtherMessage]
    """The other messages of the text, each once."""
