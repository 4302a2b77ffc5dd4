"""Kueue's feature gates as far as the engine follows them, with the defaults of v0.19.2.

Mirrors pkg/features/kube_features.go. UnadmittedWorkloadsObservability is always on here: it changes reasons alone,
and without it every reason of a pending workload reads `Pending`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from scheduler_core.kubernetes.objects.reading import ManifestField


@dataclass(frozen=True, slots=True)
class Gates:
    """A field for each gate, spelled as Python does."""

    partial_admission: bool = True
    flavor_fungibility: bool = True
    flavor_fungibility_preserve_scan_progress: bool = True
    reclaimable_pods: bool = True
    priority_sorting_within_cohort: bool = True
    prioritize_preemptor_workloads: bool = False
    scheduling_equivalence_hashing: bool = True
    recompute_assignment_upon_preemption_targets_overlap: bool = False
    fair_sharing_preempt_within_nominal: bool = True
    fair_sharing_prioritize_non_borrowing: bool = True
    concurrent_admission: bool = False
    multi_kueue_orchestrated_preemption: bool = False
    skip_reassignment_for_pod_owned_workloads: bool = True
    topology_aware_scheduling: bool = True
    tas_profile_mixed: bool = True
    tas_balanced_placement: bool = False
    tas_handle_overlapping_flavors: bool = True
    tas_multi_layer_topology: bool = True
    tas_respect_node_affinity_preferred: bool = False
    tas_recompute_assignment_within_scheduling_cycle: bool = True


DEFAULT = Gates()


def _kueue_name(field: str) -> str:
    """Return a gate's own name: `tas_profile_mixed` is TASProfileMixed."""
    return "".join("TAS" if word == "tas" else word.capitalize() for word in field.split("_"))


FIELDS: Mapping[str, str] = {_kueue_name(field.name): field.name for field in fields(Gates)}


def read_gates(at: ManifestField, key: str) -> Gates:
    """Return the gates that a mapping from names to booleans sets; names that nothing here depends on are let pass."""
    given = at.child(key)
    return Gates(**{field: given.flag(name) for name, field in FIELDS.items() if given.has(name)})
