"""One atomic change: what it says, what kind of work it is, and what it does to the manifests."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from scheduler_core.advice.phrases import Phrase

from .risks import greatest, reason_of

CostKind = Literal["manifest", "label", "node", "eviction", "reserved", "configuration"]
"""The kinds of work, by which repairs are ranked.

manifest: a field of the pod or of its workload. label: metadata of a node, its taints, a cordon. node: a machine or a
volume. eviction: running pods move or go. reserved: the pod enters nodes that the cluster keeps for others.
configuration: the scheduler itself, for all pods.
"""

Costs = Mapping[CostKind, float]

DEFAULT_COSTS: Costs = {
    "manifest": 1,
    "label": 5,
    "node": 10,
    "eviction": 20,
    "reserved": 30,
    "configuration": 50,
}

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one object: of `object` ("Node n1") or, without one, of the pod, wherever its fields are written.

    set: `path` becomes `value`. add: append `value` to the list at `path`. remove: remove `path`. drop: remove the
    entry `value` of the list at `path`. swap: `value` takes the place of the entry `old` of that list. Entries are
    named by their value, so that edits of one list do not depend on their order. create, delete and uncordon are as in
    operations.
    """

    op: Literal["set", "add", "remove", "drop", "swap", "create", "delete", "uncordon"]
    path: Path = ()
    value: Any = None
    old: Any = None
    object: str = ""

    @property
    def of_pod(self) -> bool:
        return not self.object and self.op != "create"


@dataclass(frozen=True, slots=True)
class Change:
    """An atomic change.

    Changes of one `dial` turn the same thing, so that a repair has one of them at most; `amount` says how far, if that
    can be compared: of two that help the smaller is enough. `commands` make in a cluster what `edits` do to other
    objects than the pod. It costs `times` its kind. `rank` orders changes of equal cost, the likelier ones first.
    Changes that do the same to equal objects have the same `alike`. `notes` say what whoever makes it ought to know;
    `risk` is the reason of its risk, where that does not follow from its dial.
    """

    phrase: Phrase
    kind: CostKind
    dial: tuple[Hashable, ...]
    edits: tuple[Edit, ...] = field(default=(), compare=False)
    amount: float | None = None
    commands: tuple[str, ...] = field(default=(), compare=False)
    rank: float = field(default=0, compare=False)
    times: int = 1
    alike: tuple[Hashable, ...] = field(default=(), compare=False)
    notes: tuple[Phrase, ...] = field(default=(), compare=False)
    risk: Phrase | None = field(default=None, compare=False)

    @property
    def text(self) -> str:
        return str(self.phrase)

    @property
    def reason(self) -> Phrase:
        """Why it has the risk that it has."""
        return self.risk or reason_of(self.dial, self.phrase.kind)

    @property
    def of_pod(self) -> bool:
        """Whether nothing but the pod changes."""
        return all(edit.of_pod for edit in self.edits)

    def covers(self, other: Change) -> bool:
        """Return whether it is the other change, or less of the same."""
        if self == other:
            return True
        if self.dial != other.dial or self.kind != other.kind or self.amount is None or other.amount is None:
            return False
        return self.amount <= other.amount and self.times <= other.times


Changes = tuple[Change, ...]


def reason_of_all(changes: Changes) -> Phrase:
    """Return the reason of the greatest risk of the changes."""
    return greatest(change.reason for change in changes)


def cost_of(changes: Changes, costs: Costs) -> float:
    """Return the sum of the costs of the changes."""
    return sum(costs[change.kind] * change.times for change in changes)
