"""Functions shared by the volume plugins: claims of a pod, and migration of in-tree plugins to CSI drivers.

Mirrors component-helpers/storage/ephemeral and csi-translation-lib @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scheduler_core.kubernetes.objects.labels import Labels, Requirement
from scheduler_core.kubernetes.objects.node import OLD_REGION, OLD_ZONE, REGION, ZONE
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.selectors import NodeSelector, NodeSelectorTerm
from scheduler_core.kubernetes.objects.storage import (
    ClaimKey,
    CSINode,
    PersistentVolume,
    PersistentVolumeClaim,
)
from scheduler_core.kubernetes.versions import Version
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.framework.interfaces import Locality
from scheduler_core.scheduler.framework.status import Verdicts, failure

from .helper import ComparedExpression, ComparedTerm

MAX_LISTED = 100


def locality_of_volumes(template: PodTemplate) -> Locality:
    """Return the locality of an answer that is constant for pods without volumes."""
    return Locality.CLUSTER if template.volumes else Locality.NODE


def not_found(kind: str, name: str) -> str:
    """Return the API server's message for a missing object."""
    return f'{kind} "{name}" not found'


def not_created_for(claim: PersistentVolumeClaim, pod: Pod) -> str:
    """Return why the claim of an ephemeral volume is not this pod's, "" if it is (ephemeral.VolumeIsForPod)."""
    owner = claim.meta.controller
    if owner is not None and pod.uid and owner.uid == pod.uid:
        return ""
    return f"PVC {claim.meta.key} was not created for pod {pod.key} (pod is not owner)"


def claim_problem(pod: Pod, claims: Mapping[ClaimKey, PersistentVolumeClaim]) -> tuple[str, bool]:
    """Return why the volumes of a pending pod cannot be counted ("" if they can), and whether a claim is missing.

    Follows filterAttachableVolumes and filterVolumes of pkg/scheduler/framework/plugins/nodevolumelimits.
    """
    for volume in pod.template.volumes:
        name = volume.claim_name(pod.name)
        if not name:
            continue
        claim = claims.get((pod.namespace, name))
        if claim is None:
            return f"looking up PVC {pod.namespace}/{name}: {not_found('persistentvolumeclaim', name)}", True
        if volume.ephemeral and (problem := not_created_for(claim, pod)):
            return problem, False
    return "", False


class ForeignClaims:
    """By node the running pods whose ephemeral volume has a claim of another pod: counting their volumes fails."""

    def __init__(self, claims: Mapping[ClaimKey, PersistentVolumeClaim]) -> None:
        self._claims = claims
        self._problems: dict[int, dict[str, str]] = {}

    def update(self, pod: Pod, node: int, sign: int) -> None:
        """Note a pod that came to a node (`sign` 1) or left it (-1)."""
        if sign < 0:
            self._problems.get(node, {}).pop(pod.key, None)
            return
        for volume in pod.template.volumes:
            claim = (
                self._claims.get((pod.namespace, volume.claim_name(pod.name))) if volume.ephemeral else None
            )
            if claim is not None and (problem := not_created_for(claim, pod)):
                self._problems.setdefault(node, {})[pod.key] = problem
                return

    def reject(self, verdicts: Verdicts, where: BoolArray, rows: IntArray) -> None:
        """Fail on the masked rows with such pods; `rows` are their nodes."""
        for node, problems in self._problems.items():
            if problems:
                verdicts.reject(where & (rows == node), failure(next(iter(problems.values()))))


@dataclass(frozen=True, slots=True)
class Migration:
    """The CSI driver that replaces an in-tree plugin, and its zone label ("": the same as before).

    `has_limit`: volumes count against the driver's limit; `only_if_migrated`: only where the CSINode lists the plugin.
    """

    driver: str
    zone_key: str = ""
    has_limit: bool = True
    only_if_migrated: bool = False


MIGRATIONS = {
    "kubernetes.io/aws-ebs": Migration("ebs.csi.aws.com", "topology.ebs.csi.aws.com/zone"),
    "kubernetes.io/gce-pd": Migration("pd.csi.storage.gke.io", "topology.gke.io/zone"),
    "kubernetes.io/azure-disk": Migration("disk.csi.azure.com"),
    "kubernetes.io/cinder": Migration("cinder.csi.openstack.org", "topology.cinder.csi.openstack.org/zone"),
    "kubernetes.io/portworx-volume": Migration("pxd.portworx.com", only_if_migrated=True),
    "kubernetes.io/azure-file": Migration("file.csi.azure.com", has_limit=False),
    "kubernetes.io/vsphere-volume": Migration("csi.vsphere.vmware.com", has_limit=False),
}


def is_migrated(version: Version, plugin: str, csi_node: CSINode | None) -> bool:
    """Return whether the CSI driver takes the place of an in-tree plugin on a node (isCSIMigrationOn)."""
    if csi_node is None or plugin in version.in_tree_plugins:
        return False
    must_be_listed = MIGRATIONS[plugin].only_if_migrated or plugin in version.annotated_migrations
    return not must_be_listed or plugin in csi_node.migrated


def translated_on(volume: PersistentVolume, csi_node: CSINode | None) -> bool:
    """Return whether the volume is one of the CSI driver on this node (tryTranslatePVToCSI)."""
    if volume.in_tree is None or csi_node is None or volume.in_tree.plugin not in csi_node.migrated:
        return False
    return bool(MIGRATIONS[volume.in_tree.plugin].zone_key)


def translated_affinity(volume: PersistentVolume) -> NodeSelector | None:
    """Return the volume's node affinity in the labels of its CSI driver (translateTopologyFromInTreeToCSI)."""
    assert volume.in_tree is not None
    key = MIGRATIONS[volume.in_tree.plugin].zone_key
    terms = volume.node_affinity.terms if volume.node_affinity else ()
    zone, region = _topology_labels(terms, volume.meta.labels)
    new_keys = {zone: key, OLD_REGION: REGION} if region == OLD_REGION else {zone: key}
    if any(r.key == zone and r.values for term in terms for r in term.expressions):
        return NodeSelector(tuple(_rename_keys(term, new_keys) for term in terms))
    terms = tuple(_rename_keys(term, {k: v for k, v in new_keys.items() if k != zone}) for term in terms)
    zones = sorted({z.strip() for z in volume.meta.labels.get(zone, "").split("__")} - {""})
    if zones:
        clause = Requirement(key, "In", tuple(zones))
        terms = tuple(
            replace(term, expressions=(*term.expressions, clause)) for term in terms or (NodeSelectorTerm(),)
        )
    return NodeSelector(terms) if terms else None


def _topology_labels(terms: tuple[NodeSelectorTerm, ...], labels: Labels) -> tuple[str, str]:
    """Return the zone and region keys in use: those of the affinity, else of the labels; the new keys first."""
    keys = {r.key for term in terms for r in term.expressions}
    for keys_in_use in (keys, labels):
        if ZONE in keys_in_use:
            return ZONE, REGION
        if OLD_ZONE in keys_in_use:
            return OLD_ZONE, OLD_REGION
    return ZONE, REGION


def _rename_keys(term: NodeSelectorTerm, keys: dict[str, str]) -> NodeSelectorTerm:
    return replace(term, expressions=tuple(replace(r, key=keys.get(r.key, r.key)) for r in term.expressions))


def compared_terms(selector: NodeSelector | None, labels: Labels) -> list[ComparedTerm]:
    """Return the terms of a volume's node affinity, compared with a node's labels."""
    return [_compared(term, labels) for term in (selector.terms if selector else ())]


def _compared(term: NodeSelectorTerm, labels: Labels) -> ComparedTerm:
    clauses: list[ComparedExpression] = [
        {
            "key": r.key,
            "operator": r.operator,
            "values": list(r.values[:MAX_LISTED]),
            "actual": None if field else labels.get(r.key),
            "field": field,
            "ok": not r.errors if field else r.accepts(labels.get(r.key)),
        }
        for field, requirements in ((False, term.expressions), (True, term.fields))
        for r in requirements
    ]
    return {"expressions": clauses, "ok": bool(clauses) and all(c["ok"] for c in clauses)}
