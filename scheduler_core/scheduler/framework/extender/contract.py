"""The JSON of extender calls in run logs and traces, from which a cycle can be replayed."""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.kubernetes.typeddict import TypedDict


class ExtenderError(Exception):
    """The extender gave no usable answer."""


class FilterAnswer(TypedDict):
    """The nodes that an extender accepted, and its messages by node for the others."""

    nodes: list[str]
    failed: dict[str, str]
    unresolvable: dict[str, str]


class HostPriorities(TypedDict):
    scores: dict[str, int]
    """By node, from 0 to 10."""


class PrioritizeAnswer(HostPriorities):
    weight: int
    """The extender's weight in the configuration."""


class MetaVictims(TypedDict):
    uids: list[str]
    pdbViolations: int


class PreemptAnswer(TypedDict):
    victims: dict[str, MetaVictims]
    """By node, for the candidates that the extender accepted."""


class BindAnswer(TypedDict):
    """Empty: an extender binds or fails."""


Answer = FilterAnswer | PrioritizeAnswer | PreemptAnswer | BindAnswer


class ExtenderCallHead(TypedDict):
    extender: str
    """Its URL."""
    error: NotRequired[str]
    """Why there is no answer, in which case its keys are absent."""


class ExtenderFilterCall(ExtenderCallHead):
    """A call to filter nodes."""

    verb: Literal["filter"]
    nodes: NotRequired[list[str]]
    failed: NotRequired[dict[str, str]]
    unresolvable: NotRequired[dict[str, str]]


class ExtenderPrioritizeCall(ExtenderCallHead):
    """A call to score nodes."""

    verb: Literal["prioritize"]
    scores: NotRequired[dict[str, int]]
    weight: NotRequired[int]


class ExtenderPreemptCall(ExtenderCallHead):
    """A call to review the candidates of preemption."""

    verb: Literal["preempt"]
    victims: NotRequired[dict[str, MetaVictims]]


class ExtenderBindCall(ExtenderCallHead):
    """A call to bind the pod."""

    verb: Literal["bind"]


ExtenderCall = ExtenderFilterCall | ExtenderPrioritizeCall | ExtenderPreemptCall | ExtenderBindCall
