"""DaemonSets (pkg/utils/daemonset/daemonset.go @ v1.13.0)."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubernetes.objects.reading import ManifestField

from .pod import NodeTerm, Pod, read_node_terms, read_pod


@dataclass(frozen=True, slots=True)
class DaemonSet:
    """A DaemonSet; `template` is a pod as it would make one, without name.

    `required_terms` are those of the template's node affinity, None if it has none.
    """

    key: str
    uid: str
    template: Pod
    required_terms: tuple[NodeTerm, ...] | None


def read_daemonset(at: ManifestField) -> DaemonSet:
    meta, template = at.child("metadata"), at.child("spec").child("template")
    spec = ManifestField({"spec": template.child("spec").value}, template.path, template.problems)
    affinity = template.child("spec").child("affinity").child("nodeAffinity")
    has_terms = affinity.has("requiredDuringSchedulingIgnoredDuringExecution")
    return DaemonSet(
        f"{meta.text('namespace')}/{meta.name('name')}",
        meta.text("uid"),
        read_pod(spec, with_limits=True),
        read_node_terms(affinity) if has_terms else None,
    )
