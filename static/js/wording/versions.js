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
    title: "PodTopologySpread has default constraints, and SelectorSpread is no default plugin any more",
  },
  "node-selector-text": { title: "NodeAffinity speaks of node affinity, not of the node selector" },
  "missing-spread-label": {
    title:
      "A node without the topology key of a spread constraint has a reason of its own, and preemption " +
      "leaves it out",
  },
  "node-affinity-prepares": { title: "NodeAffinity has a PreFilter and a PreScore" },
  "spread-counts-eligible-nodes": {
    title:
      "PodTopologySpread counts no pods on nodes that lack a topology key or that the pod's node " +
      "affinity excludes",
  },
  "owners-spread": {
    title:
      "Default spread constraints take the selector of the controller that owns the pod, not of all " +
      "that select it",
  },
  "node-affinity-text": { title: "NodeAffinity speaks of node affinity and selector" },
  "general-affinity-text": { title: "InterPodAffinity's general reason speaks of rules" },
  "cinder-migration": {
    title: "Cinder volumes count as those of their CSI driver where the CSINode lists the plugin",
  },
  "storage-capacity": { title: "VolumeBinding compares claims with the capacity that CSI drivers report" },
  "ephemeral-volumes": {
    title: "Ephemeral volumes have claims; NodeVolumeLimits rejects pods of which a claim is missing",
  },
  "missing-volume-text": {
    title: "VolumeBinding has another text for a claim that is bound to a volume that does not exist",
  },
  "affinity-range-of-scores": {
    title: "InterPodAffinity normalizes by the lowest and the highest score, without 0",
  },
  "nominated-node-first": { title: "The nominated node of a pod is tried before all others" },
  "fit-scores": { title: "NodeResourcesFit scores nodes, in place of plugins of their own" },
  "extended-resources-of-zero-in-init-containers": {
    title: "NodeResourcesFit compares an extended resource of which only init containers request 0",
  },
  "one-affinity-text": { title: "InterPodAffinity gives one reason a node, without a general one" },
  "volume-restrictions-have-prefilter": { title: "VolumeRestrictions has a PreFilter" },
  "balance-by-deviation": {
    title:
      "NodeResourcesBalancedAllocation scores by the standard deviation of the shares, not by their " +
      "difference",
  },
  "policy-plugins-removed": {
    title: "Policy and its plugins are gone: NodeLabel, ServiceAffinity, NodePreferAvoidPods",
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
  "spread-score-is-rounded": {
    title: "PodTopologySpread rounds its score instead of cutting it to an integer",
  },
  "all-filters-run": {
    title: "All filters run on every node, and their reasons add up, although the first one rejects it",
  },
  "untolerated-taint-text": { title: "TaintToleration speaks of an untolerated taint" },
  "cinder-migration-everywhere": { title: "Cinder volumes count as those of their CSI driver on every node" },
  "preemption-gives-reasons": {
    title: "Preemption says why it failed, and then clears the nomination of the pod",
  },
  "first-failing-filter-ends": {
    title: "The filters of a node end at the first one that rejects it, whose reason alone counts",
  },
  "two-dots-after-preemption": { title: "The text of preemption ends with two periods" },
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
    note: "Pods may name scheduling gates; the scheduler does not look at them until all gates are removed.",
  },
  "prefilter-skip": {
    title:
      "NodeAffinity, InterPodAffinity, VolumeBinding and VolumeZone skip their filter for pods that it " +
      "does not concern",
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
      "Pods with bound local volumes are tried only on the nodes that these name; the message counts " +
      "the others as excluded.",
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
    title: "The cpu overhead of an incoming pod counts in full for its score, no longer a thousandth of it",
  },
  "only-preempted-pods-bar": {
    title: "A terminating pod on the nominated node bars preemption only if the scheduler preempted it",
  },
  "prefilter-skip-of-all-plugins": {
    title:
      "NodePorts, VolumeRestrictions, PodTopologySpread and NodeVolumeLimits skip their filter for " +
      "pods that it does not concern",
  },
  "prescore-skip": {
    title: "PodTopologySpread and InterPodAffinity skip scoring for pods that it does not concern",
  },
  "prefilter-rejections-have-a-status": {
    title: "If PreFilter rejects a pod, its nodes have a status, so preemption leaves them out",
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
  "selector-spread-removed": { title: "SelectorSpread is gone" },
  "one-dot-after-preemption": { title: "The text of preemption ends with one period, not two" },
  "image-nodes-are-current": {
    title:
      "ImageLocality counts all nodes that have an image now, not those present when the node was last " +
      "updated",
    note:
      "Images that many nodes have weigh more. Pods with large images can prefer other nodes than " +
      "before.",
  },
  "prescore-skip-of-node-affinity": {
    title: "NodeAffinity and VolumeBinding skip scoring for pods that it does not concern",
  },
  "missing-named-node": {
    title: "A node that is named in matchFields and does not exist no longer ends the cycle with an error",
  },
  "nodes-excluded-by-prefilter-have-a-status": {
    title: "Nodes that PreFilter excludes have a reason, and preemption leaves them out",
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
    title: "The scheduler no longer divides by zero if none of the nodes that matchFields names exists",
    note:
      "A pod whose node affinity names only nodes that are gone stays pending; it no longer crashes " +
      "the scheduler.",
  },
  "next-start-among-all-nodes": {
    title: "The next search starts at an index among all nodes, not among those that PreFilter left",
    note: "In clusters in which not every node is examined, the search begins at other nodes than before.",
  },
  "cloud-limits-removed": {
    title:
      "EBSLimits, GCEPDLimits and AzureDiskLimits are gone: NodeVolumeLimits counts the volumes of CSI " +
      "drivers",
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
  "volume-affinity-text": { title: "VolumeBinding has another text for a volume that the node cannot reach" },
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
      "Pods that failed are tried again without waiting if nothing else is to be scheduled, so the " +
      "order of attempts changes.",
  },
  "lost-nomination-requeues": {
    title:
      "A pod that loses, changes or uses up its nomination brings back pods of the same or a lower " +
      "priority",
  },
  "dynamic-resources-by-default": {
    title: "DynamicResources is a default plugin",
    note:
      "Clusters whose pods have resource claims need no feature gate any more; other pods are not " +
      "concerned.",
  },
  "excess-is-unresolvable": {
    title:
      "A request above the node's allocatable amount cannot be resolved by preemption, so it leaves " +
      "the node out",
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
      "A regression: such terms also count pods in the namespaces that they exclude, so pods can stay " +
      "pending. List the namespaces instead.",
  },
  "read-write-once-pod-text": {
    title: "VolumeRestrictions has another text for a ReadWriteOncePod claim that is in use",
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
    note: "Sets whose pods start one after the other waited before, too.",
  },
  "terminating-victims-deleted-again": {
    title:
      "Victims that are already terminating are deleted once more, and other pods lose their " +
      "nomination to the node",
    note: "Every patch release of 1.34 from 1.34.2 on does so: the earlier change was taken back there.",
  },
  "dynamic-resources-scores": { title: "DynamicResources scores nodes, by default with weight 2" },
  "opportunistic-batching": {
    title:
      "A pod equal to the one before is tried first on the next best node of its list, if the node " +
      "taken is full",
  },
  "ties-not-drawn": {
    title:
      "Of nodes with the same highest total none is drawn any more: the order in which they are " +
      "visited decides",
    note:
      "Pods that score all nodes alike come to the same node again and again, mostly the first that is " +
      "visited. Give nodes or pods a difference that scores, or spread them by a constraint.",
  },
  "failure-clears-nomination": {
    title: "A pod that fails in a profile without PostFilter plugins loses its nomination",
  },
  "taint-text": { title: "TaintToleration has one reason for every taint, without naming it" },
  "terminating-victims-deleted-once-for-good": {
    title:
      "Victims that are already terminating are again not deleted once more, and other pods keep their " +
      "nomination to the node if all of them are",
  },
  "leaving-anti-affinity-requeues": {
    title: "A pod that leaves brings back those that its own anti-affinity repelled",
  },
  "stateful-set-max-unavailable": {
    title: "A StatefulSet replaces as many pods at a time as its maxUnavailable says",
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
      "in force",
    note: "Fields that the API server dropped before now decide which devices are handed out.",
  },
  "device-pools-in-order": {
    title:
      "Pools with binding conditions are searched last, incomplete ones not at all, invalid ones are " +
      "passed over",
    note: "Drivers have to publish all slices of a pool before its devices are handed out.",
  },
  "device-alternatives-for-all": { title: "An alternative of a prioritized list may ask for all devices" },
  "distinct-device-attributes": { title: "distinctAttribute compares the values of the attribute" },
  "device-class-config-once": {
    title: "An allocation has the configuration of a class once, with the requests that it is for",
  },
  "device-search-timeout": { title: "A search for devices that takes too long ends the cycle with an error" },
  "foreign-claim-wording": {
    title: "The reason of a pod whose claim belongs to another writes Pod with a capital letter",
  },
  "balance-change-scores": {
    title:
      "NodeResourcesBalancedAllocation scores the change that the pod makes to a node's balance, not " +
      "the balance",
    note:
      "Many pods can land elsewhere. A node that the pod brings closer to balance is preferred to one " +
      "that is balanced already.",
  },
  "image-volumes-score": { title: "ImageLocality counts the images of volumes" },
  "pod-groups": {
    title: "Pods of a PodGroup are scheduled together if the feature gates are on",
    note: "The gates are off by default: without them spec.schedulingGroup is ignored.",
  },
  "stateful-set-max-unavailable-off": {
    title: "A StatefulSet replaces one pod at a time again, whatever its maxUnavailable says",
    note: "Pods of an old revision that never get ready could block a rollout, so the feature gate is off.",
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
    title: "A pod of whose claims only some have devices is scored; before, its cycle ended with an error",
    note: "Pods that share a claim and have another of their own stayed pending wherever several nodes fit.",
  },
  "distinct-from-every-device": {
    title: "distinctAttribute compares a device with every other one of its request, not with the last alone",
    note: "Requests for three devices or more were given two with the same value.",
  },
  "fractional-capacity-steps": {
    title: "The steps of a capacity may be fractions; before, they were rounded up to whole units",
  },
  "shared-counters-once": {
    title:
      "A share that consumes no capacity has consumed the counters of its device; the next one does " +
      "not again",
    note: "Devices with counters that several claims may share were refused to the second claim.",
  },
  "device-taint-rules": {
    title: "A DeviceTaintRule taints the devices that it selects",
    note: "Before, its feature gate and its API were off by default.",
  },
  "image-volumes-count-as-images": {
    title: "ImageLocality divides by the number of all images, those of volumes included",
  },
  "preemption-says-placement": {
    title: "The message of a pod for which others are preempted names the node and counts the victims",
  },
  "pod-groups-by-one-gate": {
    title: "The feature gate GenericWorkload alone enforces minCount and lets pod groups preempt as a whole",
    note: "The gate is off by default. PodGroups are scheduling.k8s.io/v1beta1.",
  },
  "gangs-end-early": {
    title: "The cycle of a pod group ends as soon as minCount is out of reach",
    note: "Members after that have no attempt of their own; the message counts those that have a node.",
  },
  "pod-groups-preempt-alone": {
    title:
      "Members of a pod group do not preempt for themselves; the group does, with a topology " +
      "constraint too",
    note: "Victims are no longer evicted for a gang that is not placed all the same.",
  },
  "members-have-group-priority": {
    title: "A pod group is not scheduled if a member's priority is not that of the group",
    note: "Give the members the priorityClassName of their PodGroup.",
  },
  "rest-of-group-stays-active": {
    title:
      "Members that find no place while their pod group is scheduled are tried again at once, and may " +
      "preempt",
  },
  "stateful-set-max-unavailable-again": {
    title: "A StatefulSet again replaces as many pods at a time as its maxUnavailable says",
  },
  "empty-spread-selector-counts-again": {
    title: "A spread constraint with an empty labelSelector counts every pod of the namespace",
    note: "Name the labels, so that every version counts the same pods.",
  },
  "rules-without-selector-taint-none": {
    title:
      "A DeviceTaintRule without deviceSelector taints no device; before, it tainted every device of " +
      "the cluster",
    note: "An empty deviceSelector still selects all devices.",
  },
  "shares-bar-exclusive-use": {
    title: "A device that claims still share is not handed out as a whole once its slice forbids sharing",
  },
  "qualified-capacity-names": {
    title: "A capacity may be requested with or without its driver in front of its name",
    note: "Before, the name had to be written as the driver publishes it.",
  },
  "implicit-names-of-all-classes": {
    title: "A device class whose extended resource another one serves still serves its implicit name",
  },
  "incomplete-pool-spares-other-nodes": {
    title: "A request for all devices of an incomplete pool leaves out the node, it no longer ends the cycle",
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
      "After a preemption the group goes where its victims were, even if another placement has more " +
      "points.",
  },
  "pod-groups-by-default": {
    title: "Pods of a PodGroup are scheduled together by default",
    note: "Planned: no release says it yet.",
  },
};
