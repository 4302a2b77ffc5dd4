"""Which persistent volume a claim would get on each node.

Mirrors FindMatchingVolume of component-helpers/storage/volume/pv_helpers.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from scheduler_core.cluster.columns import BoolArray, IntArray, NodeColumns
from scheduler_core.framework.assumed import AssumedVolumes
from scheduler_core.objects.selectors import NodeSelector, NodeSelectorTerm
from scheduler_core.objects.storage import PersistentVolume, PersistentVolumeClaim, Storage

NONE = -1
PART = 4096


@dataclass(slots=True)
class Match:
    """`chosen[i]` is the index in `volumes` of the claim's volume on node i, NONE if it has to be provisioned."""

    claim: PersistentVolumeClaim
    volumes: list[PersistentVolume]
    chosen: IntArray

    def volume(self, node: int) -> PersistentVolume | None:
        index = int(self.chosen[node])
        return None if index == NONE else self.volumes[index]


class Reach:
    """The nodes that satisfy the node affinity of volumes, kept for each affinity."""

    def __init__(self, columns: NodeColumns) -> None:
        self._columns = columns
        self._masks: dict[NodeSelector | None, BoolArray] = {None: np.ones(len(columns.nodes), dtype=bool)}
        self._indices: dict[NodeSelector | None, IntArray] = {}
        self._of_volume: dict[str, IntArray] = {}

    def mask(self, affinity: NodeSelector | None) -> BoolArray:
        """Per node, CheckNodeAffinity. Not to be written."""
        known = self._masks.get(affinity)
        if known is None:
            assert affinity is not None
            known = np.zeros(len(self._columns.nodes), dtype=bool)
            for term in affinity.terms:
                known |= self._term(term)
            self._masks[affinity] = known
        return known

    def _term(self, term: NodeSelectorTerm) -> BoolArray:
        """Upstream compares labels alone: a field is as if the node had no name."""
        if not all(requirement.accepts("") for requirement in term.fields):
            return np.zeros(len(self._columns.nodes), dtype=bool)
        if not term.expressions:
            return np.full(len(self._columns.nodes), bool(term.fields))
        return self._columns.matching_term(replace(term, fields=()))

    def nodes(self, volume: PersistentVolume) -> IntArray:
        """The indices of the nodes that reach a volume."""
        known = self._of_volume.get(volume.meta.name)
        if known is None:
            affinity = volume.node_affinity
            known = self._indices.get(affinity)
            if known is None:
                known = self._indices[affinity] = np.flatnonzero(self.mask(affinity))
            self._of_volume[volume.meta.name] = known
        return known


class Matcher:
    """Finds volumes for the claims of one pod, on all nodes at once."""

    def __init__(self, storage: Storage, assumed: AssumedVolumes, reach: Reach) -> None:
        self._storage = storage
        self._assumed = assumed
        self._reach = reach

    def match_all(self, claims: list[PersistentVolumeClaim]) -> list[Match]:
        """findMatchingVolumes: smaller claims choose first, and what they took is gone for the others."""
        matches: list[Match] = []
        for claim in sorted(claims, key=lambda c: c.request):
            matches.append(self._match(claim, matches))
        return matches

    def _match(self, claim: PersistentVolumeClaim, before: list[Match]) -> Match:
        volumes, reserved = self.candidates(claim)
        nodes = np.arange(len(self._reach.mask(None)))
        chosen = np.full(len(nodes), NONE, dtype=np.int64)
        undecided = np.ones(len(nodes), dtype=bool)
        for i in range(reserved):
            free = undecided & ~_taken(before, volumes, nodes, np.full(len(nodes), i))
            chosen[free & self._reach.mask(volumes[i].node_affinity)] = i
            # Where the reserved volume does not fit no other one is taken.
            undecided &= ~free
        for at, index in self._pairs(volumes, reserved):
            possible = undecided[at] & ~_taken(before, volumes, at, index)
            first, where = np.unique(at[possible], return_index=True)
            chosen[first] = index[possible][where]
            undecided[first] = False
            if not undecided.any():
                break
        return Match(claim, volumes, chosen)

    def _pairs(self, volumes: list[PersistentVolume], start: int) -> Iterator[tuple[IntArray, IntArray]]:
        """Nodes and the volumes that they reach, volume by volume, in parts that are worth an array each."""
        reached: list[IntArray] = []
        pairs = 0
        for i in range(start, len(volumes)):
            reached.append(self._reach.nodes(volumes[i]))
            pairs += len(reached[-1])
            if i == len(volumes) - 1 or pairs > PART:
                index = np.arange(i + 1 - len(reached), i + 1)
                yield np.concatenate(reached), np.repeat(index, [len(r) for r in reached])
                reached, pairs = [], 0

    def candidates(self, claim: PersistentVolumeClaim) -> tuple[list[PersistentVolume], int]:
        """The volumes that the claim could have on some node: those reserved for it, then the smallest first.

        The number is that of the reserved ones.
        """
        reserved, free = [], []
        for listed in self._storage.by_class(claim.storage_class):
            volume = self._current(listed)
            if not _large_enough(volume, claim):
                continue
            if volume.bound_to(claim):
                reserved.append(volume)
            elif volume.claim is None and _suits(volume, claim):
                free.append(volume)
        return reserved + sorted(free, key=lambda v: v.capacity), len(reserved)

    def _current(self, volume: PersistentVolume) -> PersistentVolume:
        """The volume with the claim for which it was picked."""
        taken_by = self._assumed.bound.get(volume.meta.name)
        if taken_by is None:
            return volume
        namespace, name = taken_by.split("/")
        claim = self._storage.claims[namespace, name]
        return replace(volume, claim=(namespace, name, claim.meta.uid))


def _large_enough(volume: PersistentVolume, claim: PersistentVolumeClaim) -> bool:
    """What is asked of every volume, reserved or not."""
    return (
        volume.capacity >= claim.request
        and volume.volume_mode == claim.volume_mode
        and volume.attributes_class == claim.attributes_class
        and not volume.terminating
    )


def _suits(volume: PersistentVolume, claim: PersistentVolumeClaim) -> bool:
    """What is asked of a volume that is free."""
    return (
        volume.phase == "Available"
        and (claim.selector.nothing or claim.selector.matches(volume.meta.labels))
        and set(claim.access_modes) <= set(volume.access_modes)
    )


def _taken(
    before: list[Match], volumes: list[PersistentVolume], nodes: IntArray, index: IntArray
) -> BoolArray:
    """Per pair of node and volume, whether another claim of the pod has chosen the volume there."""
    taken = np.zeros(len(nodes), dtype=bool)
    for match in before:
        theirs = {volume.meta.name: i for i, volume in enumerate(match.volumes)}
        same = np.array([theirs.get(volume.meta.name, len(theirs)) for volume in volumes])
        taken |= match.chosen[nodes] == same[index]
    return taken
