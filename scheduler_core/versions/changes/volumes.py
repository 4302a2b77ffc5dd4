"""Changes of the plugins for volumes."""

from __future__ import annotations

from scheduler_core.versions.change import Change, Effect, turned_off, turned_on

CHANGES = (
    Change(
        "bound-volumes-narrow",
        "1.27",
        "VolumeBinding narrows the nodes in PreFilter to those that bound local volumes name",
        (turned_on("bound_volumes_narrow"),),
        pull_request=109877,
        note="Pods with bound local volumes are tried only on the nodes that these name; the message counts the "
        "others as excluded.",
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
    ),
    Change(
        "attached-volumes-count",
        "1.32",
        "NodeVolumeLimits counts volumes that are attached to a node even if no pod uses them",
        (turned_on("attached_volumes_count"),),
        pull_request=127757,
        note="Volumes that are still being detached count towards a node's limit, so pods with volumes can wait "
        "longer or go elsewhere.",
    ),
    Change(
        "volume-affinity-text",
        "1.33",
        "VolumeBinding has another text for a volume that the node cannot reach",
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
        "VolumeRestrictions has another text for a ReadWriteOncePod claim that is in use",
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
)
