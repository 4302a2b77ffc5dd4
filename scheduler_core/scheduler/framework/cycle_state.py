"""The state that plugins pass from one extension point to the next within a cycle.

Mirrors pkg/scheduler/framework/cycle_state.go @ v1.34.1; the key is the type of the stored state.
"""

from __future__ import annotations

from typing import Any, Protocol, Self, TypeVar


class StateData(Protocol):
    """A plugin's state. A clone must not share what add_pod and remove_pod change."""

    def clone(self) -> Self: ...


S = TypeVar("S", bound=StateData)


class CycleState:
    """One state object per type.

    `skip_filter` and `skip_score` name the plugins that returned Skip, `unprepared` those without state of PreFilter.
    `of_pod_group`: the cycle is that of a member in the cycle of its group.
    """

    def __init__(self, *, of_pod_group: bool = False) -> None:
        self._data: dict[type[Any], Any] = {}
        self.skip_filter: set[str] = set()
        self.skip_score: set[str] = set()
        self.unprepared: tuple[str, ...] = ()
        self.of_pod_group = of_pod_group

    def write(self, data: StateData) -> None:
        self._data[type(data)] = data

    def read(self, kind: type[S]) -> S:
        """Return the state of this type; raise KeyError if its plugin wrote none."""
        data: S = self._data[kind]
        return data

    def get(self, kind: type[S]) -> S | None:
        return self._data.get(kind)

    @property
    def empty(self) -> bool:
        return not self._data

    def take_over(self, other: CycleState) -> None:
        """Write all state objects of another state to this one."""
        self._data.update(other._data)

    def fork(self) -> CycleState:
        """Return a state with the same state objects, for another cycle that never changes these."""
        copy = CycleState(of_pod_group=self.of_pod_group)
        copy._data = dict(self._data)
        copy.skip_filter, copy.skip_score = set(self.skip_filter), set(self.skip_score)
        return copy

    def clone(self) -> CycleState:
        copy = CycleState(of_pod_group=self.of_pod_group)
        copy._data = {kind: data.clone() for kind, data in self._data.items()}
        copy.skip_filter, copy.skip_score = self.skip_filter, self.skip_score
        copy.unprepared = self.unprepared
        return copy
