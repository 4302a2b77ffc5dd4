// Written by `make types` from the engine's registries.

/** @type {Record<string, Record<string, string>>} */
export const WORDING = {
  "spread-by-default": {
    title: "PodTopologySpread is a default plugin like the others, and its weight is 2",
  },
  "spread-score-by-skew": {
    title: "PodTopologySpread's score takes maxSkew and the number of domains into account",
  },
  "taints-filter-early": { title: "TaintToleration and NodeAffinity filter before NodeResourcesFit" },
  "default-spread-constraints": {
    title: "PodTopologySpread has default constraints; SelectorSpread is no longer a default plugin",
  },
  "node-selector-text": {
    title: "NodeAffinity's reason mentions node affinity instead of the node selector",
  },
  "missing-spread-label": {
    title:
      "A node without the topology key of a spread constraint has a separate reason, and preemption " +
      "skips it",
  },
  "node-affinity-prepares": { title: "NodeAffinity has a PreFilter and a PreScore" },
  "spread-counts-eligible-nodes": {
    title:
      "PodTopologySpread counts no pods on nodes that lack a topology key or that the pod's node " +
      "affinity excludes",
  },
  "owners-spread": {
    title:
      "Default spread constraints use the selector of the pod's owning controller, not of all " +
      "controllers that select it",
  },
  "node-affinity-text": { title: "NodeAffinity's reason mentions node affinity and selector" },
  "general-affinity-text": { title: "InterPodAffinity's general reason mentions rules" },
  "cinder-migration": {
    title: "Cinder volumes count as those of their CSI driver where the CSINode lists the plugin",
  },
  "storage-capacity": { title: "VolumeBinding compares claims with the capacity that CSI drivers report" },
  "ephemeral-volumes": {
    title: "Ephemeral volumes have claims; NodeVolumeLimits rejects pods of which a claim is missing",
  },
  "missing-volume-text": {
    title: "VolumeBinding has a different message for a claim bound to a missing volume",
  },
  "affinity-range-of-scores": {
    title: "InterPodAffinity normalizes by the lowest and the highest score, without 0",
  },
  "nominated-node-first": { title: "The nominated node of a pod is tried before all others" },
  "fit-scores": { title: "NodeResourcesFit scores nodes instead of separate plugins" },
  "extended-resources-of-zero-in-init-containers": {
    title: "NodeResourcesFit compares an extended resource of which only init containers request 0",
  },
  "one-affinity-text": { title: "InterPodAffinity gives one reason per node, without a general one" },
  "volume-restrictions-have-prefilter": { title: "VolumeRestrictions has a PreFilter" },
  "balance-by-deviation": {
    title:
      "NodeResourcesBalancedAllocation scores by the standard deviation of the shares, not by their " +
      "difference",
  },
  "policy-plugins-removed": {
    title: "Policy and its plugins were removed: NodeLabel, ServiceAffinity, NodePreferAvoidPods",
  },
  "separate-scorers-removed": {
    title:
      "NodeResourcesLeastAllocated, NodeResourcesMostAllocated and RequestedToCapacityRatio are " +
      "strategies of NodeResourcesFit",
  },
  "lost-claims-wait": { title: "VolumeBinding rejects pods whose claim has lost its volume, on all nodes" },
  "cloud-migrations": {
    title:
      "EBS, GCE and Azure disks count as volumes of their CSI drivers where the CSINode lists the " +
      "plugin",
  },
  "spread-score-is-rounded": { title: "PodTopologySpread rounds its score instead of truncating it" },
  "all-filters-run": {
    title: "All filters run on every node and their reasons add up, even after the first rejection",
  },
  "untolerated-taint-text": { title: "TaintToleration's reason mentions an untolerated taint" },
  "cinder-migration-everywhere": { title: "Cinder volumes count as those of their CSI driver on every node" },
  "preemption-gives-reasons": {
    title: "Preemption reports why it failed, and then clears the pod's nomination",
  },
  "first-failing-filter-ends": {
    title: "Filtering of a node stops at the first rejection, and only its reason counts",
  },
  "two-dots-after-preemption": { title: "The preemption message ends with two periods" },
  "prefilter-rejects-without-nodes": {
    title:
      "A pod that PreFilter rejects has a message without a count of nodes, and its nodes have no " +
      "status",
  },
  "extended-resources-of-zero": {
    title: "NodeResourcesFit does not compare an extended resource of which the pod requests 0",
  },
  "scheduling-gates": {
    title: "SchedulingGates keeps pods with scheduling gates out of the queue",
    note: "Pods may have scheduling gates; the scheduler ignores them until all gates are removed.",
  },
  "prefilter-skip": {
    title:
      "NodeAffinity, InterPodAffinity, VolumeBinding and VolumeZone skip Filter for pods without such " +
      "rules",
  },
  "resources-have-prescore": {
    title: "NodeResourcesFit and NodeResourcesBalancedAllocation prepare their scores in PreScore",
  },
  "empty-spread-selector": {
    title: "A spread constraint with an empty labelSelector counts no pod, not every pod of the namespace",
  },
  "bound-volumes-narrow": {
    title: "VolumeBinding narrows the nodes in PreFilter to those that bound local volumes name",
    note:
      "Pods with bound local volumes are tried only on the volumes' nodes; the message omits the other " +
      "nodes' own reasons.",
  },
  "read-write-once-pod": {
    title: "VolumeRestrictions rejects pods whose ReadWriteOncePod claim is in use",
    note: "A second pod that uses a ReadWriteOncePod claim stays pending until the first one is gone.",
  },
  "ebs-and-azure-migration-everywhere": {
    title: "EBS and Azure disks count as volumes of their CSI drivers on every node",
  },
  "inline-volumes-migrate": { title: "NodeVolumeLimits counts in-tree volumes of pods that have no claim" },
  "overhead-scores-in-thousandths": {
    title: "A pod's cpu overhead counts in full for its score, instead of a thousandth of it",
  },
  "only-preempted-pods-bar": {
    title: "A terminating pod on the nominated node prevents preemption only if the scheduler preempted it",
  },
  "prefilter-skip-of-all-plugins": {
    title:
      "NodePorts, VolumeRestrictions, PodTopologySpread and NodeVolumeLimits skip Filter for pods " +
      "without such rules",
  },
  "prescore-skip": {
    title: "PodTopologySpread and InterPodAffinity skip scoring for pods without such rules",
  },
  "prefilter-rejections-have-a-status": {
    title: "If PreFilter rejects a pod, its nodes have a status, so preemption skips them",
  },
  "resources-not-requested-are-not-compared": {
    title:
      "NodeResourcesFit compares only the resources that the pod requests, so an overcommitted node " +
      "can take a pod",
    note: "A pod that requests no cpu, or no memory, can land on a node whose requests exceed it.",
  },
  "gce-migration-everywhere": { title: "GCE disks count as volumes of their CSI driver on every node" },
  "beta-zone-labels-are-current": {
    title: "VolumeZone treats the beta zone and region labels of a volume as the current ones",
    note:
      "Volumes that still carry failure-domain.beta.kubernetes.io labels fit nodes that have only the " +
      "topology.kubernetes.io ones.",
  },
  "running-sidecars-left-out-of-scores": {
    title: "NodeResourcesFit scores without the sidecars of running pods",
    note: "Nodes with many sidecars look emptier to the score than they are; filters still count them.",
  },
  "selector-spread-removed": { title: "SelectorSpread was removed" },
  "one-dot-after-preemption": { title: "The preemption message ends with one period instead of two" },
  "image-nodes-are-current": {
    title: "ImageLocality counts all nodes that have an image now, not those at the node's last update",
    note:
      "Images that many nodes have weigh more. Pods with large images can prefer other nodes than " +
      "before.",
  },
  "prescore-skip-of-node-affinity": {
    title: "NodeAffinity and VolumeBinding skip scoring for pods without such rules",
  },
  "missing-named-node": { title: "A nonexistent node in matchFields no longer ends the cycle with an error" },
  "nodes-excluded-by-prefilter-have-a-status": {
    title: "Nodes excluded by PreFilter have a reason, and preemption skips them",
    note: "Preemption no longer evicts pods on nodes that the pod's affinity had already excluded.",
  },
  "first-fit-without-scores": {
    title: "Without any score plugin the search ends at the first node that fits",
  },
  "missing-claim-is-no-error": {
    title: "A missing claim makes NodeVolumeLimits reject the pod; it no longer ends the cycle with an error",
  },
  "init-container-images": {
    title: "ImageLocality counts the images of init containers",
    note: "Nodes that already have the images of init containers and sidecars are preferred.",
  },
  "excluded-nodes-have-no-reason": { title: "Nodes that PreFilter excludes are missing from the message" },
  "no-crash-without-named-nodes": {
    title: "The scheduler no longer divides by zero if no node in matchFields exists",
    note:
      "A pod whose node affinity names only removed nodes stays pending; it no longer crashes the " +
      "scheduler.",
  },
  "next-start-among-all-nodes": {
    title: "The next search starts at an index among all nodes, not among those allowed by PreFilter",
    note: "In clusters where nodes are sampled, the search starts at different nodes than before.",
  },
  "cloud-limits-removed": {
    title: "EBSLimits, GCEPDLimits and AzureDiskLimits were removed: NodeVolumeLimits counts CSI volumes",
    note:
      "Remove these plugins from the scheduler's configuration, and check that the CSI drivers report " +
      "their limits in CSINode.",
  },
  "portworx-migration": {
    title: "Portworx volumes count as those of their CSI driver where the CSINode lists the plugin",
  },
  "excluded-nodes-name-their-plugin": {
    title: "Nodes that PreFilter excludes have a reason again, which names the plugins",
  },
  "volume-limits-of-csi-nodes-alone": {
    title: "NodeVolumeLimits no longer reads the limits of CSI drivers in the Node's status",
  },
  "bound-volumes-no-longer-narrow": {
    title: "VolumeBinding no longer narrows the nodes in PreFilter to those that bound local volumes name",
  },
  "attached-volumes-count": {
    title: "NodeVolumeLimits counts volumes that are attached to a node even if no pod uses them",
    note:
      "Volumes that are still being detached count towards a node's limit, so pods with volumes can " +
      "wait longer or go elsewhere.",
  },
  "running-sidecars-in-scores": {
    title: "NodeResourcesFit scores with the sidecars of running pods",
    note: "Sidecars of running pods make a node look as full as it is, so pods can go elsewhere.",
  },
  "victims-sorted-by-importance": {
    title:
      "All victims of a node are ordered by importance, not those first that violate a disruption " +
      "budget",
    note:
      "Preemption compares nodes by their most important victim even if budgets are violated, so it " +
      "can choose another node.",
  },
  "volume-affinity-text": {
    title: "VolumeBinding has a different message for a volume that the node cannot reach",
  },
  "resizes-count": {
    title:
      "A pod that is being resized counts with the largest of its requested, allocated and actual " +
      "resources",
    note: "During an in-place resize a node can look fuller than the pods' specs add up to.",
  },
  "best-effort-pods-skip-balance": {
    title: "NodeResourcesBalancedAllocation does not score pods without requests",
    note: "Pods without requests spread more evenly: the balance of a node no longer attracts them.",
  },
  "pop-from-backoff": {
    title: "If activeQ is empty, a pod in backoff is scheduled early",
    note:
      "Failed pods are retried without waiting if there is nothing else to schedule, so the order of " +
      "attempts changes.",
  },
  "lost-nomination-requeues": {
    title:
      "When a pod's nomination is removed, changed or used, pods of the same or lower priority are " +
      "requeued",
  },
  "dynamic-resources-by-default": {
    title: "DynamicResources is a default plugin",
    note: "Resource claims no longer need a feature gate; pods without claims are not affected.",
  },
  "excess-is-unresolvable": {
    title: "A request above the node's allocatable amount is unresolvable, so preemption skips the node",
    note:
      "Preemption is not tried on nodes that are too small for the pod; its message counts them as " +
      "nodes where it does not help.",
  },
  "sidecar-host-ports": {
    title: "NodePorts counts the host ports of sidecars",
    note:
      "Two pods whose sidecars use the same host port no longer share a node; look for such pods " +
      "before the upgrade.",
  },
  "negative-namespace-selector": {
    title:
      "NotIn and DoesNotExist in the namespaceSelector of an incoming pod's affinity term no longer " +
      "match as documented",
    note:
      "A regression: such terms also count pods in namespaces that they exclude, so pods can stay " +
      "pending. List the namespaces instead.",
  },
  "read-write-once-pod-text": {
    title: "VolumeRestrictions has a different message for a ReadWriteOncePod claim in use",
  },
  "terminating-victims-deleted-once": {
    title:
      "Victims that are already terminating are not deleted again; if all of them are, other pods keep " +
      "their nomination to the node",
  },
  "stateful-set-waits-until-available": {
    title:
      "The update of a parallel StatefulSet waits minReadySeconds for each pod, not only until it is " +
      "ready",
    note: "Ordered StatefulSets already waited.",
  },
  "terminating-victims-deleted-again": {
    title:
      "Victims that are already terminating are deleted once more, and other pods lose their " +
      "nomination to the node",
    note: "Every patch release of 1.34 from 1.34.2 on does so: the earlier change was reverted there.",
  },
  "dynamic-resources-scores": { title: "DynamicResources scores nodes, by default with weight 2" },
  "opportunistic-batching": {
    title:
      "A pod equal to the one before is tried first on the next best node of its list, if the node " +
      "taken is full",
  },
  "ties-not-drawn": {
    title: "Ties for the highest total are no longer broken at random: the visiting order decides",
    note:
      "Pods that score all nodes equally land on the same node again and again, mostly the first one " +
      "visited. Give nodes or pods a difference that affects scores, or add a spread constraint.",
  },
  "failure-clears-nomination": {
    title: "A pod that fails in a profile without PostFilter plugins loses its nomination",
  },
  "taint-text": { title: "TaintToleration has the same reason for every taint, without naming it" },
  "terminating-victims-deleted-once-for-good": {
    title:
      "Victims that are already terminating are again not deleted a second time; if all of them are, " +
      "other pods keep their nomination to the node",
  },
  "leaving-anti-affinity-requeues": {
    title: "When a pod is deleted, pods that its anti-affinity repelled are requeued",
  },
  "stateful-set-max-unavailable": {
    title: "A StatefulSet replaces up to maxUnavailable pods at a time",
    note: "The field was dropped before, because its feature gate was off.",
  },
  "node-declared-features": {
    title:
      "NodeDeclaredFeatures is a default plugin: a node without a feature that the pod needs is " +
      "rejected",
  },
  "device-features-by-default": {
    title:
      "Device taints, partitions, consumable capacity, extended resources and binding conditions are " +
      "enabled",
    note: "Fields that the API server dropped before now affect which devices are allocated.",
  },
  "device-pools-in-order": {
    title: "Pools with binding conditions are searched last; incomplete and invalid pools are skipped",
    note: "Drivers must publish all slices of a pool before its devices are allocated.",
  },
  "device-alternatives-for-all": { title: "An alternative of a prioritized list may ask for all devices" },
  "distinct-device-attributes": { title: "distinctAttribute compares the values of the attribute" },
  "device-class-config-once": {
    title: "An allocation contains each class configuration once, with the requests that it is for",
  },
  "device-search-timeout": { title: "A search for devices that takes too long ends the cycle with an error" },
  "foreign-claim-wording": {
    title: "The reason for a claim that belongs to another pod writes Pod with a capital letter",
  },
  "balance-change-scores": {
    title:
      "NodeResourcesBalancedAllocation scores how the pod changes a node's balance, not the balance " +
      "itself",
    note:
      "Many pods can land elsewhere. A node that the pod brings closer to balance is preferred to one " +
      "that is balanced already.",
  },
  "image-volumes-score": { title: "ImageLocality counts image volumes" },
  "pod-groups": {
    title: "Pods of a PodGroup are scheduled together if the feature gates are on",
    note: "The gates are off by default: without them spec.schedulingGroup is ignored.",
  },
  "stateful-set-max-unavailable-off": {
    title: "A StatefulSet again replaces one pod at a time, regardless of maxUnavailable",
    note:
      "Pods of an old revision that never become ready could block a rollout, so the feature gate is " +
      "off.",
  },
  "storage-capacity-scoring": {
    title: "VolumeBinding prefers nodes on which a pod's claims use a smaller share of the storage",
  },
  "volume-limit-scaling": {
    title:
      "NodeVolumeLimits rejects nodes without a CSI driver if its CSIDriver sets " +
      "preventPodSchedulingIfMissing",
  },
  "mixed-claims-score": {
    title: "A pod whose claims are only partly allocated is scored; before, its cycle ended with an error",
    note: "Pods with a shared claim and a claim of their own stayed pending if several nodes fit.",
  },
  "distinct-from-every-device": {
    title:
      "distinctAttribute compares a device with every other device of its request, not only with the " +
      "last one",
    note: "Requests for three or more devices could get two with the same value.",
  },
  "fractional-capacity-steps": {
    title: "Capacity steps may be fractions; before, they were rounded up to whole units",
  },
  "shared-counters-once": {
    title: "Counters of a shared device are consumed once, even by a share without capacity",
    note: "Before, a shareable device with counters was rejected for the second claim.",
  },
  "device-taint-rules": {
    title: "A DeviceTaintRule taints the devices that it selects",
    note: "Before, its feature gate and its API were off by default.",
  },
  "image-volumes-count-as-images": {
    title: "ImageLocality divides by the number of all images, including image volumes",
  },
  "preemption-says-placement": {
    title: "The message of a pod for which others are preempted names the node and counts the victims",
  },
  "pod-groups-by-one-gate": {
    title:
      "The feature gate GenericWorkload alone enforces minCount and enables preemption for whole pod " +
      "groups",
    note: "The gate is off by default. PodGroups are scheduling.k8s.io/v1beta1.",
  },
  "gangs-end-early": {
    title: "A pod group's cycle ends as soon as minCount is out of reach",
    note: "Later members get no attempt; the message counts those with a node.",
  },
  "pod-groups-preempt-alone": {
    title:
      "Members of a pod group do not preempt individually; the group does, also with a topology " +
      "constraint",
    note: "Victims are no longer evicted for a gang that is not placed anyway.",
  },
  "members-have-group-priority": {
    title: "A pod group is not scheduled if a member's priority differs from the group's",
    note: "Give the members the priorityClassName of their PodGroup.",
  },
  "rest-of-group-stays-active": {
    title:
      "Members that do not fit while their pod group is scheduled are tried again at once, and may " +
      "preempt",
  },
  "stateful-set-max-unavailable-again": {
    title: "A StatefulSet again replaces up to maxUnavailable pods at a time",
  },
  "empty-spread-selector-counts-again": {
    title: "A spread constraint with an empty labelSelector counts every pod of the namespace",
    note: "List the labels, so that every version counts the same pods.",
  },
  "rules-without-selector-taint-none": {
    title:
      "A DeviceTaintRule without deviceSelector taints no device; before, it tainted every device of " +
      "the cluster",
    note: "An empty deviceSelector still selects all devices.",
  },
  "shares-bar-exclusive-use": {
    title: "A device that claims still share is not allocated as a whole once its slice forbids sharing",
  },
  "qualified-capacity-names": {
    title: "A capacity may be requested with or without the driver prefix",
    note: "Before, the name had to be written as the driver publishes it.",
  },
  "implicit-names-of-all-classes": {
    title:
      "A device class keeps its implicit extended resource name even if another class serves its " +
      "explicit one",
  },
  "incomplete-pool-spares-other-nodes": {
    title: "A request for all devices of an incomplete pool rejects the node instead of ending the cycle",
  },
  "empty-budgets-protect": {
    title: "A disruption budget with an empty selector protects every pod of its namespace from preemption",
    note: "Before, preemption ignored such a budget, while evictions respected it.",
  },
  "nominated-placement-first": {
    title:
      "A pod group with a topology constraint goes to the placement of its nominated nodes if it works " +
      "there",
    note:
      "After a preemption the group goes where its victims were, even if another placement scores " +
      "higher.",
  },
  "pod-groups-by-default": {
    title: "Pods of a PodGroup are scheduled together by default",
    note: "Planned, not yet released.",
  },
};
