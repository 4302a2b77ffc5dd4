"""How much reserved capacity is left (pkg/controllers/provisioning/scheduling/reservationmanager.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scheduler_core.autoscaling.objects.instance_type import Offering
from scheduler_core.autoscaling.objects.instance_types import InstanceTypes
from scheduler_core.autoscaling.objects.labels import RESERVED


class ReservationManager:
    """The capacity of reservations, and which of them each NodeClaim holds.

    Offerings that share a reservation count once, with the smallest capacity.
    """

    def __init__(self, types: Mapping[str, InstanceTypes], label: str) -> None:
        self._label = label
        self._held: dict[str, set[str]] = {}
        self._capacity: dict[str, int] = {}
        for of_pool in types.values():
            for instance_type in of_pool.types:
                for offering in instance_type.offerings:
                    if offering.capacity_type == RESERVED:
                        id, capacity = self.id_of(offering), offering.reservation_capacity
                        self._capacity[id] = min(self._capacity.get(id, capacity), capacity)

    def id_of(self, offering: Offering) -> str:
        return min(offering.requirements.of(self._label).values, default="")

    def can_reserve(self, hostname: str, offering: Offering) -> bool:
        id = self.id_of(offering)
        return id in self._held.get(hostname, ()) or self._capacity.get(id, 0) != 0

    def hold(self, hostname: str, offerings: Iterable[Offering]) -> None:
        """Hold these reservations for a NodeClaim, and no others any more."""
        wanted, held = {self.id_of(offering) for offering in offerings}, self._held.get(hostname, set())
        for id in wanted - held:
            self._capacity[id] -= 1
        for id in held - wanted:
            self._capacity[id] += 1
        self._held[hostname] = wanted
