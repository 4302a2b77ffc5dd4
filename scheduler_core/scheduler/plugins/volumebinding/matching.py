"""The persistent volume that a claim would be bound to on each node.

Mirrors FindMatchingVolume of component-helpers/storage/volume/pv_helpers.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from scheduler_core.kubernetes.objects.selectors import NodeSelector, NodeSelectorTerm
from scheduler_core.kubernetes.objects.storage import PersistentVolume, PersistentVolumeClaim, Storage
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray, NodeColumns
from scheduler_core.scheduler.framework.assumed import AssumedVolumes

NONE = -1
MIN_PAIRS = 4096


@dataclass(slots=True)
class Match:
    """The volumes of a claim: `chosen[i]` is the index in `volumes` on node i, NONE if one must be provisioned."""

    claim: PersistentVolumeClaim
    volumes: list[PersistentVolume]
    chosen: IntArray

    def volume(self, node: int) -> PersistentVolume | None:
        index = int(self.chosen[node])
        return None if index == NONE else self.volumes[index]


class Reach:
    """The nodes that satisfy the node affinity of volumes, cached per affinity."""

    def __init__(self, columns: NodeColumns) -> None:
        self._columns = columns
        self._masks: dict[NodeSelector | None, BoolArray] = {None: np.ones(len(columns.nodes), dtype=bool)}
        self._indices: dict[NodeSelector | None, IntArray] = {}
        self._of_volume: dict[str, IntArray] = {}

    def mask(self, affinity: NodeSelector | None) -> BoolArray:
        """Return per node whether it satisfies the affinity (CheckNodeAffinity). Read-only."""
        mask = self._masks.get(affinity)
        if mask is None:
            assert affinity is not None
            mask = np.zeros(len(self._columns.nodes), dtype=bool)
            for term in affinity.terms:
                mask |= self._term(term)
            self._masks[affinity] = mask
        return mask

    def _term(self, term: NodeSelectorTerm) -> BoolArray:
        # Upstream compares labels alone: the node has no name that matchFields could be compared with.
        if any(requirement.errors for requirement in term.fields):
            return np.zeros(len(self._columns.nodes), dtype=bool)
        if not term.expressions:
            return np.full(len(self._columns.nodes), bool(term.fields))
        return self._columns.matching_term(replace(term, fields=()))

    def nodes(self, volume: PersistentVolume) -> IntArray:
        """Return the indices of the nodes that can reach a volume."""
        indices = self._of_volume.get(volume.meta.name)
        if indices is None:
            affinity = volume.node_affinity
            indices = self._indices.get(affinity)
            if indices is None:
                indices = self._indices[affinity] = np.flatnonzero(self.mask(affinity))
            self._of_volume[volume.meta.name] = indices
        return indices


class Matcher:
    """Finds volumes for the claims of one pod, on all nodes at once."""

    def __init__(self, storage: Storage, assumed: AssumedVolumes, reach: Reach) -> None:
        self._storage = storage
        self._assumed = assumed
        self._reach = reach

    def match_all(self, claims: list[PersistentVolumeClaim]) -> list[Match]:
        """Match smaller claims first; each volume is available to one claim only (findMatchingVolumes)."""
        matches: list[Match] = []
        for claim in sorted(claims, key=lambda c: c.request):
            matches.append(self._match(claim, matches))
        return matches

    def _match(self, claim: PersistentVolumeClaim, earlier: list[Match]) -> Match:
        volumes, reserved = self.candidates(claim)
        nodes = np.arange(len(self._reach.mask(None)))
        chosen = np.full(len(nodes), NONE, dtype=np.int64)
        undecided = np.ones(len(nodes), dtype=bool)
        for i in range(reserved):
            free = undecided & ~_chosen_by_others(earlier, volumes, nodes, np.full(len(nodes), i))
            chosen[free & self._reach.mask(volumes[i].node_affinity)] = i
            # Nodes that can't reach the reserved volume get no other one.
            undecided &= ~free
        for at, index in self._pairs(volumes, reserved):
            possible = undecided[at] & ~_chosen_by_others(earlier, volumes, at, index)
            first, where = np.unique(at[possible], return_index=True)
            chosen[first] = index[possible][where]
            undecided[first] = False
            if not undecided.any():
                break
        return Match(claim, volumes, chosen)

    def _pairs(self, volumes: list[PersistentVolume], start: int) -> Iterator[tuple[IntArray, IntArray]]:
        """Yield pairs of node and reachable volume as two arrays, volume by volume, at least MIN_PAIRS at a time."""
        reached: list[IntArray] = []
        pairs = 0
        for i in range(start, len(volumes)):
            reached.append(self._reach.nodes(volumes[i]))
            pairs += len(reached[-1])
            if i == len(volumes) - 1 or pairs > MIN_PAIRS:
                index = np.arange(i + 1 - len(reached), i + 1)
                yield np.concatenate(reached), np.repeat(index, [len(r) for r in reached])
                reached, pairs = [], 0

    def candidates(self, claim: PersistentVolumeClaim) -> tuple[list[PersistentVolume], int]:
        """Return the volumes that suit the claim: the reserved ones, then the free ones from small to large.

        The second value is the number of reserved ones.
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
        """Return the volume with the claim that it is assumed to be bound to."""
        claim_key = self._assumed.bound.get(volume.meta.name)
        if claim_key is None:
            return volume
        namespace, name = claim_key.split("/")
        claim = self._storage.claims[namespace, name]
        return replace(volume, claim=(namespace, name, claim.meta.uid))


def _large_enough(volume: PersistentVolume, claim: PersistentVolumeClaim) -> bool:
    """Return whether a volume, reserved or free, meets the claim's size and modes."""
    return (
        volume.capacity >= claim.request
        and volume.volume_mode == claim.volume_mode
        and volume.attributes_class == claim.attributes_class
        and not volume.terminating
    )


def _suits(volume: PersistentVolume, claim: PersistentVolumeClaim) -> bool:
    """Return whether a free volume meets the claim's other conditions."""
    return (
        volume.phase == "Available"
        and (claim.selector.nothing or claim.selector.matches(volume.meta.labels))
        and set(claim.access_modes) <= set(volume.access_modes)
    )


def _chosen_by_others(
    earlier: list[Match], volumes: list[PersistentVolume], nodes: IntArray, index: IntArray
) -> BoolArray:
    """Return per pair of node and volume whether an earlier claim of the pod has chosen the volume there."""
    chosen = np.zeros(len(nodes), dtype=bool)
    for match in earlier:
        volume_index = {volume.meta.name: i for i, volume in enumerate(match.volumes)}
        same = np.array([volume_index.get(volume.meta.name, len(volume_index)) for volume in volumes])
        chosen |= match.chosen[nodes] == same[index]
    return chosen
