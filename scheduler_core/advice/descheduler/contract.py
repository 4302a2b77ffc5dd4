"""The answers of the descheduler as JSON."""

from __future__ import annotations

from typing import Literal

from scheduler_core.kubernetes.typeddict import TypedDict


class Eviction(TypedDict):
    """A pod that the descheduler evicts."""

    policy: str
    pod: str
    node: str
    why: str
    """What the policy found, as a code: `skew`, `duplicate`, `utilization`, `anti-affinity`, …."""
    operands: dict[str, str | int]
    lands: str | None
    """The node on which the scheduler places its successor, None while it is pending."""
    message: str
    """The scheduler's message if it is pending, "" otherwise."""


class RefusedEviction(TypedDict):
    """A pod that a policy wants to evict, and a disruption budget keeps."""

    policy: str
    pod: str
    budget: str


class DeschedulerRound(TypedDict):
    """One round of the descheduler: all policies, then the scheduler for the successors."""

    evictions: list[Eviction]
    refused: list[RefusedEviction]


Ending = Literal["idle", "settles", "repeats", "goes-on"]
"""`repeats`: the pods of all classes are again on nodes on which they were before, so that it never ends."""


class Descheduling(TypedDict):
    """What the descheduler would do with the running pods at the end of a run, round after round."""

    approximate: Literal[True]
    policies: list[str]
    rounds: list[DeschedulerRound]
    """Those with evictions."""
    ends: Ending
    placements: dict[str, str]
    """The nodes of the evicted pods and of their successors at the end."""


class DeschedulingSummary(TypedDict):
    """What the descheduler would do after an action of a play, in short."""

    rounds: int
    ends: Ending
    evicted: int
    """Evictions in all rounds; a pod may be among them several times."""
    by_policy: dict[str, int]
    evictions: list[Eviction]
    """The first of them."""
    pending: int
    """Successors that wait for a node at the end."""
    placements: dict[str, str | None]
    """The nodes of the evicted pods' successors at the end, None while pending; empty if there are many."""


class PlayDescheduling(TypedDict):
    """What the descheduler would do with what a play leaves."""

    approximate: Literal[True]
    omitted: bool
    """Whether the play has too many actions, nodes and pods for it: the list is empty then."""
    descheduling: list[DeschedulingSummary]
    """After each action."""
