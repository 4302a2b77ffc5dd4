"""The instance types that an input shows, and those that a user gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from scheduler_core import allowance
from scheduler_core.autoscaling.objects.instance_type import InstanceType, Offering, read_instance_type
from scheduler_core.autoscaling.objects.instance_types import InstanceTypes
from scheduler_core.autoscaling.objects.labels import CAPACITY_TYPE, INSTANCE_TYPE, NODEPOOL, ON_DEMAND, SPOT
from scheduler_core.autoscaling.objects.node import Node, NodeClaim
from scheduler_core.autoscaling.objects.nodepool import NodePool
from scheduler_core.autoscaling.objects.objects import Objects
from scheduler_core.autoscaling.objects.quantities import Amounts
from scheduler_core.autoscaling.objects.requirement import one_of, requirement
from scheduler_core.autoscaling.objects.requirements import Requirements, collected
from scheduler_core.kubernetes.objects.node import HOSTNAME, REGION, ZONE
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems

from .providers import Provider, provider_of

_OF_NODE = (NODEPOOL, CAPACITY_TYPE, ZONE, REGION, HOSTNAME)
_DEVICES = ".com/"  # resources of vendors: nvidia.com/gpu


@dataclass(frozen=True, slots=True)
class Basis:
    """What the instance types of an answer rest on: those `seen` in the input by name, and how many were given."""

    seen: tuple[str, ...]
    given: int
    priced: bool

    @property
    def complete(self) -> bool:
        """Whether all types that the provider has are known; otherwise others may fit that are not."""
        return self.given > 0


def known_types(
    objects: Objects,
    given: Sequence[Manifest],
    prices: Mapping[str, Any],
    zones: Sequence[str],
    well_known: frozenset[str],
) -> tuple[dict[str, InstanceTypes], Basis]:
    """Return the instance types of each NodePool, the smallest first where prices are not known, and their basis."""
    read = [_given(manifest, zones) for manifest in given]
    nodes = _representatives(objects)
    by_provider: dict[str, list[InstanceType]] = {}
    types: dict[str, InstanceTypes] = {}
    for pool in objects.nodepools:
        provider = provider_of(pool.node_class.group)
        if provider.group not in by_provider:
            of_provider = _of_provider(nodes, read, provider, zones, well_known)
            by_provider[provider.group] = _ordered(_priced(t, prices) for t in of_provider)
        named = {t.name for t in read}
        own = [
            t for t in by_provider[provider.group] if t.name in named or _is_telling(t, provider, nodes, pool)
        ]
        types[pool.name] = InstanceTypes(own, well_known)
    seen = tuple(sorted(nodes))
    priced = any(offering.price for t in types.values() for own in t.types for offering in own.offerings)
    return types, Basis(seen, len(read), priced)


_Shown = tuple[Mapping[str, str], Amounts, Amounts, set[str]]


def _representatives(objects: Objects) -> dict[str, _Shown]:
    """Return by type what the first of its nodes shows: labels, capacity, what is allocatable; and its NodePools."""
    shown: dict[str, _Shown] = {}
    objects_of_karpenter: list[Node | NodeClaim] = [*objects.nodes, *objects.nodeclaims]
    for o in objects_of_karpenter:
        name, pool = o.labels.get(INSTANCE_TYPE), o.labels.get(NODEPOOL)
        if name and pool and (o.capacity or o.allocatable):
            capacity = o.capacity or o.allocatable
            entry = shown.setdefault(name, (o.labels, capacity, o.allocatable or capacity, set()))
            entry[3].add(pool)
    return shown


def _is_telling(t: InstanceType, provider: Provider, nodes: Mapping[str, _Shown], pool: NodePool) -> bool:
    """Return whether a type's labels say whether a NodePool may have it; otherwise only those that have it do."""
    return bool(provider.own & t.requirements.keys()) or pool.name in nodes[t.name][3]


def _of_provider(
    nodes: Mapping[str, _Shown],
    given: Sequence[InstanceType],
    provider: Provider,
    zones: Sequence[str],
    well_known: frozenset[str],
) -> list[InstanceType]:
    """Return the given types, with what their nodes really have, and those that only nodes show."""
    listed = [
        replace(t, capacity=nodes[t.name][1], allocatable=nodes[t.name][2]) if t.name in nodes else t
        for t in given
    ]
    names = {t.name for t in listed}
    listed += [_seen(n, shown, provider, zones, well_known) for n, shown in nodes.items() if n not in names]
    return listed


def _seen(
    name: str, shown: _Shown, provider: Provider, zones: Sequence[str], well_known: frozenset[str]
) -> InstanceType:
    labels, capacity, allocatable, _ = shown
    own = {
        k: v
        for k, v in labels.items()
        if k in well_known and k not in _OF_NODE and not k.endswith("/zone-id")
    }
    own = {**provider.labels_of_name(name), **own}
    requirements = collected(one_of(key, value) for key, value in own.items())
    if provider.own & labels.keys():  # what the provider does not say of the type, the type has not
        for key in provider.own - own.keys():
            requirements.add(requirement(key, "DoesNotExist", ()))
    return InstanceType(
        name,
        requirements.plus(one_of(CAPACITY_TYPE, SPOT, ON_DEMAND), *([one_of(ZONE, *zones)] if zones else ())),
        _everywhere(zones, (SPOT, ON_DEMAND)),
        capacity,
        allocatable,
    )


def _given(manifest: Manifest, zones: Sequence[str]) -> InstanceType:
    """Return a type of the user's; without offerings it is offered in all its zones, or those of the input."""
    allowance.check()
    read = read_instance_type(ManifestField(manifest, "", Problems()))
    requirements = Requirements(read.requirements)
    requirements.setdefault(INSTANCE_TYPE, one_of(INSTANCE_TYPE, read.name))
    if read.offerings:
        return replace(read, requirements=requirements)
    if zones:
        requirements.setdefault(ZONE, one_of(ZONE, *zones))
    kinds = requirements.setdefault(CAPACITY_TYPE, one_of(CAPACITY_TYPE, ON_DEMAND, SPOT))
    offerings = _everywhere(sorted(requirements.of(ZONE).values), sorted(kinds.values))
    return replace(read, requirements=requirements, offerings=offerings)


def _priced(t: InstanceType, prices: Mapping[str, Any]) -> InstanceType:
    """Return a type with its price per hour: a number is the same for all kinds of capacity."""
    price = prices.get(t.name)
    if price is None:
        return t

    def priced(offering: Offering) -> Offering:
        own = price.get(offering.capacity_type) if isinstance(price, Mapping) else price
        return replace(offering, price=float(own or 0), available=own is not None)

    return replace(t, offerings=tuple(map(priced, t.offerings)))


def _everywhere(zones: Sequence[str], capacity_types: Iterable[str]) -> tuple[Offering, ...]:
    places = [[one_of(ZONE, zone)] for zone in zones] or [[]]
    kinds = [one_of(CAPACITY_TYPE, kind) for kind in capacity_types]
    return tuple(
        Offering(collected([*place, kind]), 0.0, available=True, reservation_capacity=0)
        for place, kind in product(places, kinds)
    )


def _ordered(types: Iterable[InstanceType]) -> list[InstanceType]:
    """Return the smallest first: Karpenter prefers the cheapest, and keeps this order where prices are equal."""

    def size(t: InstanceType) -> tuple[int, int, int, str]:
        devices = sum(amount for name, amount in t.capacity.items() if _DEVICES in name)
        return devices, t.capacity.get("cpu", 0), t.capacity.get("memory", 0), t.name

    return sorted(types, key=size)


def any_type(requests: Amounts) -> InstanceType:
    """Return a type that has all labels, all places and all the room that is asked for, at no price."""
    room = {name: amount * 2**20 for name, amount in requests.items()}
    everywhere = Offering(Requirements(), 0.0, available=True, reservation_capacity=0)
    return InstanceType("", Requirements(), (everywhere,), {}, room)
