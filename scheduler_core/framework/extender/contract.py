"""What extenders answered, as a run log and a trace hold it, and a cycle is repeated from it."""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.typeddict import TypedDict


class FilterAnswer(TypedDict):
    """The nodes that an extender left, and its messages for the others by node."""

    nodes: list[str]
    failed: dict[str, str]
    unresolvable: dict[str, str]


class HostPriorities(TypedDict):
    scores: dict[str, int]
    """0 to 10 by node."""


class PrioritizeAnswer(HostPriorities):
    weight: int
    """The extender's weight in the configuration."""


class MetaVictims(TypedDict):
    uids: list[str]
    pdbViolations: int


class PreemptAnswer(TypedDict):
    victims: dict[str, MetaVictims]
    """By node, the candidates that the extender left."""


class BindAnswer(TypedDict):
    """Nothing: an extender binds, or fails."""


Answer = FilterAnswer | PrioritizeAnswer | PreemptAnswer | BindAnswer


class ExtenderCallHead(TypedDict):
    extender: str
    """Its URL."""
    error: NotRequired[str]
    """Why there is no answer; the keys of the answer are absent then."""


class ExtenderFilterCall(ExtenderCallHead):
    """An extender was asked which nodes are left."""

    verb: Literal["filter"]
    nodes: NotRequired[list[str]]
    failed: NotRequired[dict[str, str]]
    unresolvable: NotRequired[dict[str, str]]


class ExtenderPrioritizeCall(ExtenderCallHead):
    """An extender was asked for scores."""

    verb: Literal["prioritize"]
    scores: NotRequired[dict[str, int]]
    weight: NotRequired[int]


class ExtenderPreemptCall(ExtenderCallHead):
    """An extender was asked about the candidates of preemption."""

    verb: Literal["preempt"]
    victims: NotRequired[dict[str, MetaVictims]]


class ExtenderBindCall(ExtenderCallHead):
    """An extender was asked to bind the pod."""

    verb: Literal["bind"]


ExtenderCall = ExtenderFilterCall | ExtenderPrioritizeCall | ExtenderPreemptCall | ExtenderBindCall
