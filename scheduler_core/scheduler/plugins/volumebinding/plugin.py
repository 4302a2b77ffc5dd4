"""Mirrors volume_binding.go and binder.go of pkg/scheduler/framework/plugins/volumebinding @ v1.34.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.storage import PersistentVolume, PersistentVolumeClaim
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.framework.assumed import VolumeDecisions
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import Locality, PreFilterResult, Rows
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status, Verdicts, failure, unresolvable
from scheduler_core.scheduler.plugins.helper import ComparedTerm
from scheduler_core.scheduler.plugins.volumehelper import (
    MAX_LISTED,
    compared_terms,
    locality_of_volumes,
    translated_affinity,
    translated_on,
)

from .claims import PodClaims, claims_of, eligible_nodes
from .matching import NONE, Match, Matcher, Reach
from .provisioning import Provisioning
from .scoring import DEFAULT_SHAPE, StorageScorer, StorageUseStep

_UNBOUND = "pod has unbound immediate PersistentVolumeClaims"

# One bit each; a node is rejected with the reasons of all its bits, in this order.
_AFFINITY, _NO_VOLUME, _NO_SPACE, _MISSING = 1, 2, 4, 8
_UNTRANSLATABLE = 16  # alone: an error, not a rejection
_REASONS = {
    _AFFINITY: "",  # by version
    _NO_VOLUME: "node(s) didn't find available persistent volumes to bind",
    _NO_SPACE: "node(s) did not have enough free storage",
    _MISSING: "",
}


class VolumeAffinityStep(TypedDict):
    """A bound claim: its volume's node affinity, compared with this node."""

    kind: Literal["volume_affinity"]
    claim: str
    """namespace/name."""
    volume: str
    exists: bool
    """Whether the PersistentVolume exists."""
    terms: list[ComparedTerm]
    """None if every node can reach the volume."""
    ok: bool


class Provisioner(TypedDict):
    """Whether a volume can be provisioned for this node."""

    provisioner: str
    topology_ok: bool
    capacity_ok: bool


class ClaimBindingStep(TypedDict):
    """A claim that waits for a node: the volume that it would be bound to here."""

    kind: Literal["claim_binding"]
    claim: str
    """namespace/name."""
    storage_class: str
    request: int
    """In bytes."""
    selected_node: str | None
    """The node previously selected for provisioning."""
    node: str
    candidates: list[str]
    """The first 100 free volumes that suit the claim and are reachable from this node."""
    candidate_count: int
    chosen: str | None
    """The volume that would be bound."""
    provisioning: Provisioner | None
    """None if a volume was chosen."""
    ok: bool


class ClaimReach(TypedDict):
    """A claim of the pod, and the nodes from which its volume can be reached or made."""

    claim: str
    """namespace/name."""
    storage_class: str
    volume: str | None
    """The volume that it is bound to; None while it waits for a node."""
    exists: bool
    """Whether that PersistentVolume exists; True while the claim waits for a node."""
    provisioner: str
    """What makes the volume of a claim that waits for a node; otherwise empty."""
    selected_node: str | None
    """The node previously selected for provisioning."""
    free_volumes: int
    """The number of free volumes that suit a claim that waits for a node."""
    reach: BoolArray
    """Per node whether the claim allows it."""


class ClaimOperands(TypedDict):
    """The claims of the pod: those that are bound, then those that wait for a node."""

    kind: Literal["claims"]
    claims: list[ClaimReach]


@dataclass(slots=True)
class PodVolumes:
    """The volumes of the pod's claims on each node.

    `selected` are the claims with a previously selected node for provisioning; `problems` has per node the bits above.
    `error`: why a volume cannot be translated to one of its CSI driver, "" if all can. `filtered`: Filter ran, without
    which Reserve has no volumes to assume.
    """

    claims: PodClaims
    selected: dict[str, PersistentVolumeClaim]
    matches: list[Match]
    problems: IntArray
    error: str = ""
    filtered: bool = False

    def clone(self) -> Self:
        return self


class VolumeBinding:
    """Restricts a pod to nodes that can reach its volumes, and finds volumes for claims that wait for a node."""

    name = "VolumeBinding"
    missing_pre_filter = "not found"
    pre_filter_locality = staticmethod(locality_of_volumes)
    pre_score_locality = Locality.NODE
    signed_fields = ("volumes",)

    def __init__(self, handle: Handle, shape: tuple[tuple[int, int], ...] = DEFAULT_SHAPE) -> None:
        self.handle = handle
        self._storage = handle.objects.storage
        self._reach = Reach(handle.snapshot.columns)
        self._matcher = Matcher(self._storage, handle.volumes, self._reach)
        self._provisioning = Provisioning(self._storage, handle.snapshot.columns)
        self._scorer = StorageScorer(self._provisioning, shape)

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        claims = claims_of(pod, self._storage, self.handle.version)
        if isinstance(claims, str):
            return PreFilterResult(unresolvable(claims))
        if not claims:
            return PreFilterResult(SKIP)
        if claims.immediate:
            return PreFilterResult(unresolvable(_UNBOUND))
        state.write(self._find_pod_volumes(claims))
        narrows = self.handle.version.bound_volumes_narrow
        return PreFilterResult(SUCCESS, eligible_nodes(claims.bound, self._storage) if narrows else None)

    def filter(self, state: CycleState, pod: Pod, rows: Rows) -> Verdicts:
        verdicts, volumes = Verdicts(len(self.handle.snapshot.rows[rows])), state.get(PodVolumes)
        if volumes is None:  # the pod has no claims, but the version runs the filter anyway
            return verdicts
        volumes.filtered = True
        problems = volumes.problems[rows]
        version = self.handle.version
        texts = _REASONS | {
            _AFFINITY: version.volume_affinity_reason,
            _MISSING: version.missing_volume_reason,
        }
        verdicts.reject(problems & _UNTRANSLATABLE > 0, failure(f"could not translate pv: {volumes.error}"))
        for bits in np.unique(problems[problems > 0]).tolist():
            reasons = [reason for bit, reason in texts.items() if bits & bit]
            verdicts.reject(problems == bits, unresolvable(*reasons))
        return verdicts

    def pre_score(self, state: CycleState, pod: Pod, feasible: IntArray) -> Status:
        """Skip: scoring by storage capacity is off by default before v1.37."""
        return SUCCESS if self.handle.version.storage_capacity_scores else SKIP

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        volumes = state.get(PodVolumes)
        if volumes is None or not volumes.claims.delayed or not self.handle.version.storage_capacity_scores:
            return np.zeros(len(feasible), dtype=np.int64)
        matches, selected = volumes.matches, volumes.selected.values()
        scores = [self._scorer.score(matches, selected, node) for node in feasible.tolist()]
        return np.array(scores, dtype=np.int64)

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[StorageUseStep]:
        volumes = state.get(PodVolumes)
        if volumes is None or not self.handle.version.storage_capacity_scores:
            return []
        return self._scorer.steps(volumes.matches, volumes.selected.values(), node)

    def reserve(self, state: CycleState, pod: Pod, node: int) -> Status:
        """Record the pod's volumes in the state, which the caller applies when the pod is bound (AssumePodVolumes)."""
        volumes = state.get(PodVolumes)
        if volumes is not None and volumes.filtered and volumes.claims.delayed:
            name = self.handle.snapshot.nodes[node].name
            chosen = [(match.claim, match.volume(node)) for match in volumes.matches]
            bound = {v.meta.name: claim.meta.key for claim, v in chosen if v is not None}
            new = {claim.meta.key: name for claim, v in chosen if v is None}
            state.write(VolumeDecisions(bound, dict.fromkeys(volumes.selected, name) | new))
        return SUCCESS

    def unreserve(self, state: CycleState, pod: Pod, node: int) -> None:
        if state.get(VolumeDecisions) is not None:
            state.write(VolumeDecisions())

    def pre_bind(self, state: CycleState, pod: Pod, node: int) -> Status:
        """Succeed. Upstream waits here until the claims are bound, which is not simulated."""
        return SUCCESS

    # -- FindPodVolumes on all nodes ----------------------------------------------------------------------

    def _find_pod_volumes(self, claims: PodClaims) -> PodVolumes:
        selected = {c.meta.key: c for c in claims.delayed if self._selected_node(c) is not None}
        elsewhere = self._selected_elsewhere(list(selected.values()))
        matches = self._matcher.match_all([c for c in claims.delayed if c.meta.key not in selected])
        problems = self._check_bound(claims.bound)
        problems[elsewhere] |= _NO_VOLUME
        to_provision = [(claim, ~elsewhere) for claim in selected.values()]
        to_provision += [(match.claim, ~elsewhere & (match.chosen == NONE)) for match in matches]
        problems |= self._check_provisions(to_provision)
        return PodVolumes(claims, selected, matches, problems, self._translation_error(claims.bound))

    def _selected_node(self, claim: PersistentVolumeClaim) -> str | None:
        return self.handle.volumes.selected.get(claim.meta.key, claim.selected_node)

    def _selected_elsewhere(self, claims: list[PersistentVolumeClaim]) -> BoolArray:
        """Return per node whether a claim is being provisioned on another node."""
        nodes = np.arange(len(self.handle.snapshot))
        elsewhere = np.zeros(len(nodes), dtype=bool)
        for claim in claims:
            elsewhere |= nodes != self.handle.snapshot.index.get(self._selected_node(claim) or "", -1)
        return elsewhere

    def _check_bound(self, claims: list[PersistentVolumeClaim]) -> IntArray:
        """Return per node the problem of the first claim whose volume is missing or unreachable (checkBoundClaims)."""
        problems = self.handle.snapshot.zeros()
        for claim in claims:
            volume = self._storage.volumes.get(claim.volume_name)
            if volume is None:
                problems[problems == 0] = _MISSING
                break
            if volume.in_tree is not None and volume.in_tree.error:
                problems[(problems == 0) & self._translated(volume)] = _UNTRANSLATABLE
            problems[(problems == 0) & ~self._reachable(volume)] = _AFFINITY
        return problems

    def _translation_error(self, claims: list[PersistentVolumeClaim]) -> str:
        """Return why the first of the volumes that cannot be translated cannot, "" if all can."""
        volumes = (self._storage.volumes.get(claim.volume_name) for claim in claims)
        return next((v.in_tree.error for v in volumes if v and v.in_tree and v.in_tree.error), "")

    def _translated(self, volume: PersistentVolume) -> BoolArray:
        """Return per node whether the volume is one of its CSI driver there."""
        csi_nodes = self._storage.csi_nodes
        names = (node.name for node in self.handle.snapshot.nodes)
        return np.array([translated_on(volume, csi_nodes.get(name)) for name in names], dtype=bool)

    def _reachable(self, volume: PersistentVolume) -> BoolArray:
        """Return per node whether it can reach a bound volume, by the labels of its CSI driver where migrated."""
        mask = self._reach.mask(volume.node_affinity)
        if volume.in_tree is None:
            return mask
        translated = self._translated(volume)
        if not translated.any():
            return mask
        return np.where(translated, self._reach.mask(translated_affinity(volume)), mask)

    def _check_provisions(self, to_provision: list[tuple[PersistentVolumeClaim, BoolArray]]) -> IntArray:
        """Return per node the problem of the first claim that can't be provisioned there (checkVolumeProvisions)."""
        problems = self.handle.snapshot.zeros()
        for claim, where in to_provision:
            problems[where & (problems == 0) & ~self._provisioning.allowed(claim)] = _NO_VOLUME
            if self.handle.version.capacity_counts:
                problems[where & (problems == 0) & ~self._provisioning.enough_capacity(claim)] = _NO_SPACE
        return problems

    # -- explanation --------------------------------------------------------------------------------------

    def explain_filter(
        self, state: CycleState, pod: Pod, node: int
    ) -> list[VolumeAffinityStep | ClaimBindingStep]:
        volumes = state.get(PodVolumes)
        if volumes is None:
            return []
        steps: list[VolumeAffinityStep | ClaimBindingStep] = [
            self._explain_bound(claim, node) for claim in volumes.claims.bound
        ]
        steps += [self._explain_provision(claim, node) for claim in volumes.selected.values()]
        return steps + [self._explain_match(match, node) for match in volumes.matches]

    def filter_operands(self, state: CycleState, pod: Pod) -> ClaimOperands:
        volumes = state.get(PodVolumes)
        if volumes is None:
            return {"kind": "claims", "claims": []}
        waiting = [self._waiting_reach(claim, None) for claim in volumes.selected.values()]
        waiting += [self._waiting_reach(match.claim, match) for match in volumes.matches]
        return {"kind": "claims", "claims": [*map(self._bound_reach, volumes.claims.bound), *waiting]}

    def _bound_reach(self, claim: PersistentVolumeClaim) -> ClaimReach:
        volume = self._storage.volumes.get(claim.volume_name)
        nowhere = np.zeros(len(self.handle.snapshot), dtype=bool)
        return {
            "claim": claim.meta.key,
            "storage_class": claim.storage_class,
            "volume": claim.volume_name,
            "exists": volume is not None,
            "provisioner": "",
            "selected_node": None,
            "free_volumes": 0,
            "reach": nowhere if volume is None else self._reachable(volume),
        }

    def _waiting_reach(self, claim: PersistentVolumeClaim, match: Match | None) -> ClaimReach:
        """Return a claim that waits for a node; `match` is None if a node was selected for it before."""
        reach = self._provisioning.allowed(claim) & self._provisioning.enough_capacity(claim)
        if match is None:
            reach &= ~self._selected_elsewhere([claim])
        else:
            reach |= match.chosen != NONE
        return {
            "claim": claim.meta.key,
            "storage_class": claim.storage_class,
            "volume": None,
            "exists": True,
            "provisioner": self._storage.classes[claim.storage_class].provisioner,
            "selected_node": self._selected_node(claim),
            "free_volumes": 0 if match is None else len(match.volumes),
            "reach": reach,
        }

    def _explain_bound(self, claim: PersistentVolumeClaim, node: int) -> VolumeAffinityStep:
        volume = self._storage.volumes.get(claim.volume_name)
        where = self.handle.snapshot.nodes[node]
        affinity = volume.node_affinity if volume else None
        if volume and translated_on(volume, self._storage.csi_nodes.get(where.name)):
            affinity = translated_affinity(volume)
        return {
            "kind": "volume_affinity",
            "claim": claim.meta.key,
            "volume": claim.volume_name,
            "exists": volume is not None,
            "terms": compared_terms(affinity, where.labels),
            "ok": volume is not None and bool(self._reach.mask(affinity)[node]),
        }

    def _explain_match(self, match: Match, node: int) -> ClaimBindingStep:
        step = self._explain_provision(match.claim, node)
        reached = [v.meta.name for v in match.volumes if self._reach.mask(v.node_affinity)[node]]
        chosen = match.volume(node)
        step["candidates"], step["candidate_count"] = reached[:MAX_LISTED], len(reached)
        if chosen is not None:
            step["chosen"], step["provisioning"], step["ok"] = chosen.meta.name, None, True
        return step

    def _explain_provision(self, claim: PersistentVolumeClaim, node: int) -> ClaimBindingStep:
        name, selected = self.handle.snapshot.nodes[node].name, self._selected_node(claim)
        topology = bool(self._provisioning.allowed(claim)[node])
        capacity = bool(self._provisioning.enough_capacity(claim)[node])
        return {
            "kind": "claim_binding",
            "claim": claim.meta.key,
            "storage_class": claim.storage_class,
            "request": claim.request,
            "selected_node": selected,
            "node": name,
            "candidates": [],
            "candidate_count": 0,
            "chosen": None,
            "provisioning": {
                "provisioner": self._storage.classes[claim.storage_class].provisioner,
                "topology_ok": topology,
                "capacity_ok": capacity,
            },
            "ok": selected in (None, name) and topology and capacity,
        }
