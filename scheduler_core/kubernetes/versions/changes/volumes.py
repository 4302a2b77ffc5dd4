"""Changes of the plugins for volumes."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import Change, Effect, turned_off, turned_on

_EBS, _GCE, _AZURE, _CINDER, _PORTWORX = (
    f"kubernetes.io/{name}" for name in ("aws-ebs", "gce-pd", "azure-disk", "cinder", "portworx-volume")
)
_NONE: frozenset[str] = frozenset()
_NONE_POINTS: frozenset[tuple[str, str]] = frozenset()

CHANGES = (
    Change(
        "cinder-migration",
        "1.21",
        "Cinder volumes count as those of their CSI driver where the CSINode lists the plugin",
        (
            Effect("in_tree_plugins", frozenset({_CINDER}), _NONE),
            Effect("annotated_migrations", _NONE, frozenset({_CINDER})),
        ),
        kep=1489,
    ),
    Change(
        "storage-capacity",
        "1.21",
        "VolumeBinding compares claims with the capacity that CSI drivers report",
        (turned_on("capacity_counts"),),
        kep=1472,
    ),
    Change(
        "ephemeral-volumes",
        "1.21",
        "Ephemeral volumes have claims; NodeVolumeLimits rejects pods of which a claim is missing",
        (turned_on("ephemeral_volumes_have_claims"), turned_on("limits_need_claims")),
        kep=1698,
    ),
    Change(
        "lost-claims-wait",
        "1.23",
        "VolumeBinding rejects pods whose claim has lost its volume, on all nodes",
        (turned_on("lost_claims_wait"),),
        moves_pods=False,
    ),
    Change(
        "missing-volume-text",
        "1.21",
        "VolumeBinding has a different message for a claim bound to a missing volume",
        (
            Effect(
                "missing_volume_reason",
                "pvc(s) bound to non-existent pv(s)",
                "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
            ),
        ),
        moves_pods=False,
    ),
    Change(
        "volume-restrictions-have-prefilter",
        "1.22",
        "VolumeRestrictions has a PreFilter",
        (Effect("absent_points", frozenset({("preFilter", "VolumeRestrictions")}), _NONE_POINTS),),
        moves_pods=False,
    ),
    Change(
        "cloud-migrations",
        "1.23",
        "EBS, GCE and Azure disks count as volumes of their CSI drivers where the CSINode lists the plugin",
        (
            Effect("in_tree_plugins", frozenset({_EBS, _GCE, _AZURE}), _NONE),
            Effect("annotated_migrations", _NONE, frozenset({_EBS, _GCE, _AZURE})),
        ),
        kep=625,
    ),
    Change(
        "cinder-migration-everywhere",
        "1.24",
        "Cinder volumes count as those of their CSI driver on every node",
        (Effect("annotated_migrations", frozenset({_CINDER}), _NONE),),
        kep=1489,
    ),
    Change(
        "bound-volumes-narrow",
        "1.27",
        "VolumeBinding narrows the nodes in PreFilter to those that bound local volumes name",
        (turned_on("bound_volumes_narrow"),),
        pull_request=109877,
        note="Pods with bound local volumes are tried only on the volumes' nodes; the message omits the "
        "other nodes' own reasons.",
    ),
    Change(
        "read-write-once-pod",
        "1.27",
        "VolumeRestrictions rejects pods whose ReadWriteOncePod claim is in use",
        (turned_on("once_pod_is_enforced"),),
        kep=2485,
        note="A second pod that uses a ReadWriteOncePod claim stays pending until the first one is gone.",
    ),
    Change(
        "ebs-and-azure-migration-everywhere",
        "1.27",
        "EBS and Azure disks count as volumes of their CSI drivers on every node",
        (Effect("annotated_migrations", frozenset({_EBS, _AZURE}), _NONE),),
        kep=625,
    ),
    Change(
        "inline-volumes-migrate",
        "1.27",
        "NodeVolumeLimits counts in-tree volumes of pods that have no claim",
        (turned_on("inline_volumes_migrate"),),
        kep=625,
    ),
    Change(
        "gce-migration-everywhere",
        "1.28",
        "GCE disks count as volumes of their CSI driver on every node",
        (Effect("annotated_migrations", frozenset({_GCE}), _NONE),),
        kep=1488,
    ),
    Change(
        "portworx-migration",
        "1.31",
        "Portworx volumes count as those of their CSI driver where the CSINode lists the plugin",
        (Effect("in_tree_plugins", frozenset({_PORTWORX}), _NONE),),
        kep=2589,
    ),
    Change(
        "beta-zone-labels-are-current",
        "1.28",
        "VolumeZone treats the beta zone and region labels of a volume as the current ones",
        (turned_on("old_zone_labels_are_new"),),
        pull_request=118923,
        note="Volumes that still carry failure-domain.beta.kubernetes.io labels fit nodes that have only the "
        "topology.kubernetes.io ones.",
    ),
    Change(
        "missing-claim-is-no-error",
        "1.30",
        "A missing claim makes NodeVolumeLimits reject the pod; it no longer ends the cycle with an error",
        (turned_off("missing_claim_is_error"),),
        pull_request=121952,
        moves_pods=False,
    ),
    Change(
        "volume-limits-of-csi-nodes-alone",
        "1.32",
        "NodeVolumeLimits no longer reads the limits of CSI drivers in the Node's status",
        (turned_off("node_status_has_volume_limits"),),
        pull_request=124003,
    ),
    Change(
        "bound-volumes-no-longer-narrow",
        "1.32",
        "VolumeBinding no longer narrows the nodes in PreFilter to those that bound local volumes name",
        (turned_off("bound_volumes_narrow"),),
        picked=("1.29.11", "1.30.7", "1.31.3"),
    ),
    Change(
        "attached-volumes-count",
        "1.32",
        "NodeVolumeLimits counts volumes that are attached to a node even if no pod uses them",
        (turned_on("attached_volumes_count"),),
        pull_request=127757,
        note="Volumes that are still being detached count towards a node's limit, so pods with volumes "
        "can wait longer or go elsewhere.",
    ),
    Change(
        "volume-affinity-text",
        "1.33",
        "VolumeBinding has a different message for a volume that the node cannot reach",
        (
            Effect(
                "volume_affinity_reason",
                "node(s) had volume node affinity conflict",
                "node(s) didn't match PersistentVolume's node affinity",
            ),
        ),
        moves_pods=False,
    ),
    Change(
        "read-write-once-pod-text",
        "1.34",
        "VolumeRestrictions has a different message for a ReadWriteOncePod claim in use",
        (
            Effect(
                "once_pod_reason",
                "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode",
                "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode "
                "already in-use by another pod",
            ),
        ),
        moves_pods=False,
    ),
    Change(
        "storage-capacity-scoring",
        "1.37",
        "VolumeBinding prefers nodes on which a pod's claims use a smaller share of the storage",
        (turned_on("storage_capacity_scores"),),
        kep=4049,
    ),
    Change(
        "volume-limit-scaling",
        "1.37",
        "NodeVolumeLimits rejects nodes without a CSI driver if its CSIDriver sets preventPodSchedulingIfMissing",
        (turned_on("missing_drivers_reject"),),
        kep=5030,
    ),
)
