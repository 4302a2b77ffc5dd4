"""What a kind of sweep is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.simulation.run.scenario import Scenario

from .study import Study

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Kind(Generic[S]):
    """How a specification of the kind is read, how many cells it has, and the study that is made of it.

    `fields` are those beside kind and seeds. `read` reports what is wrong to the problems of its field. `cells` counts
    them as far as the specification alone tells. A kind is for up to `most_scenarios`.
    """

    fields: tuple[str, ...]
    read: Callable[[ManifestField], S]
    study: Callable[[Sequence[Scenario], S], Study]
    cells: Callable[[S], int] = lambda _: 1
    most_scenarios: int = 1
