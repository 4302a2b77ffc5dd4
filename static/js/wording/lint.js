// Written by `make types` from the engine's registries.

/** @type {Record<string, Record<string, string | string[]>>} */
export const WORDING = {
  "selector-misses-own-pods": {
    title: "This constraint can never fail",
    message:
      "Its selector {selector} matches no pod in the input, not even its own, so nothing is spread " +
      "over {key}.",
    fix: "Change to {value}",
  },
  "selector-counts-others": {
    title: "This constraint counts other pods, not its own",
    message: [
      "Its selector {selector} matches {n} pod, but not its own pods, which are therefore not spread " +
        "over {key}.",
      "Its selector {selector} matches {n} pods, but not its own, which are therefore not spread over " +
        "{key}.",
    ],
    fix: "Change to {value}",
  },
  "spread-selector-missing": {
    title: "This constraint counts nothing",
    message: "It has no labelSelector, and a missing one matches no pod, so nothing is spread over {key}.",
    fix: "Select {value}",
  },
  "spread-selector-empty": {
    title: "An empty selector counts nothing",
    message:
      "labelSelector: {} counts no pod in this version of Kubernetes, so nothing is spread over {key}.",
    fix: "Select {value}",
  },
  "min-domains-too-many": {
    title: "minDomains is larger than the cluster",
    message:
      "minDomains is {wanted}, but fewer domains of {key} count for these pods ({domains}), so the " +
      "global minimum is treated as 0.",
    fix: "minDomains: {domains}",
  },
  "tainted-domain-counted": {
    title: "Unusable nodes count as an empty domain",
    message:
      "{domain} has only tainted or cordoned nodes, and counts as an empty domain of {key} ({count} in " +
      "total).",
    fix: "nodeTaintsPolicy: Honor",
  },
  "nodes-without-topology-key": {
    title: "Some nodes lack the topology key",
    message:
      "The label {key} is missing on {lacking} of {count} otherwise eligible nodes: they never get " +
      "these pods.",
  },
  "topology-key-on-no-node": {
    title: "No node has this topology key",
    message: "None of the nodes has the label {key}.",
    fix: "topologyKey: {meant}",
  },
  "topology-key-misspelt": {
    title: "This topology key is probably not a node label",
    message: "{key} looks like {meant}, which nodes have.",
    fix: "topologyKey: {meant}",
  },
  "affinity-selector-missing": {
    title: "This term selects no pod",
    message: "The {kind} term over {key} has no labelSelector, and a missing one matches no pod.",
    fix: "Select {value}",
  },
  "affinity-selector-misspelt": {
    title: "No pod has this label, but a similar one",
    message: "The {kind} term selects {key}: {value}, which no pod in the input has; {key}: {meant} exists.",
    fix: "{key}: {meant}",
  },
  "affinity-other-namespace": {
    title: "The intended pods are in another namespace",
    message: "The {kind} term looks in {namespaces}; pods with {selector} are in {elsewhere}.",
    fix: "namespaces: {namespaces}",
  },
  "affinity-to-nobody": {
    title: "There is no pod to be near",
    message:
      "Required pod affinity selects {selector}, which matches neither a pod in the input nor the pods " +
      "themselves.",
  },
  "first-pod-has-no-place": {
    title: "No single pod meets all terms",
    message:
      "{count} required affinity terms: each matches some pod, but no pod matches all of them, not " +
      "even the pods themselves.",
  },
  "affinity-against-anti-affinity": {
    title: "Two terms exclude each other",
    message:
      "Required affinity and required anti-affinity both select {selector} over {key}: a second pod " +
      "never fits.",
  },
  "anti-affinity-more-replicas-than-domains": {
    title: "More replicas than domains",
    message:
      "{replicas} pods exclude each other over {key}, but its domains have room for only {domains}, " +
      "one each.",
    fix: "Prefer instead of require",
  },
  "rollout-without-a-step": {
    title: "The API server rejects this rollout",
    message: "maxSurge and maxUnavailable are both 0: no pod could be added or removed.",
    fix: "maxUnavailable: 1",
  },
  "rollout-hangs": {
    title: "Every rollout hangs",
    message: [
      "{n} replica uses every place that the constraints allow, maxSurge is {surge} and maxUnavailable " +
        "is 0: the first new pod fits on no node.",
      "{n} replicas use every place that the constraints allow, maxSurge is {surge} and maxUnavailable " +
        "is 0: the first new pod fits on no node.",
    ],
    fix: "maxSurge: 0, maxUnavailable: 1",
  },
  "match-label-keys-too-late": {
    title: "Running pods still repel the new ones",
    message: [
      "matchLabelKeys is new in this revision: the anti-affinity over {key} of {n} running pod still " +
        "matches the new pods.",
      "matchLabelKeys is new in this revision: the anti-affinity over {key} of {n} running pods still " +
        "matches the new pods.",
    ],
    fix: "maxSurge: 0, maxUnavailable: 1",
  },
  "selector-matches-no-node": {
    title: "No node has the required labels",
    message: "No node matches {clause}.",
    fix: "Change to {meant}",
  },
  "selected-nodes-are-tainted": {
    title: "All remaining nodes are tainted",
    message:
      "Every otherwise eligible node ({count} in total) has taints that the pods do not tolerate: " +
      "{taint}.",
    fix: "Tolerate {taint}",
  },
  "toleration-misses": {
    title: "This toleration misses its taint",
    message: "The toleration {toleration} matches no taint; the taint {taint} is on {count} of the nodes.",
    fix: "Tolerate {taint}",
  },
  "taint-nobody-tolerates": {
    title: "No pod in the input tolerates this taint",
    message: [
      "{n} node has the taint {taint}, which no pod or workload in the input tolerates: none of them " +
        "can run there.",
      "{n} nodes have the taint {taint}, which no pod or workload in the input tolerates: none of them " +
        "can run there.",
    ],
  },
  "request-larger-than-any-node": {
    title: "The request is larger than any node",
    message: "It requests {amount} of {resource}; the largest eligible node has {most}.",
    fix: "{resource}: {most}",
  },
  "daemon-without-room": {
    title: "Preemption cannot make room for these pods",
    message: [
      "{n} node ({node}) is full of pods with priority {priority} or higher: none is preempted for the " +
        "DaemonSet's pod.",
      "{n} nodes ({node}, …) are full of pods with priority {priority} or higher: none is preempted " +
        "for the DaemonSet's pods.",
    ],
  },
  "gang-larger-than-any-placement": {
    title: "The gang fits nowhere",
    message:
      "{count} of its pods must be placed together, but {place} has room for only {most} even when it " +
      "is empty.",
  },
  "second-scheduler-too-old": {
    title: "The scheduler of these pods is too old for this field",
    message: "{scheduler} is kube-scheduler {version}, which ignores {field}: it is supported since {since}.",
  },
  "device-selector-invalid": {
    title: "This selector does not compile",
    message: "Each attempt to schedule with it ends with an error: {error}.",
  },
  "device-selector-fails": {
    title: "This selector fails on a device",
    message: "On {device}: {error}. An attempt that reaches such a device fails, whatever other nodes offer.",
  },
  "request-matches-no-device": {
    title: "No device matches this request",
    message: "The request selects no device in the input; the class {class} alone selects {count}.",
  },
  "device-class-missing": {
    title: "This device class does not exist",
    message: "The input has no DeviceClass {class}: pods with this claim are rejected on all nodes.",
    fix: "Change to {value}",
  },
  "claim-missing": {
    title: "This claim or template does not exist",
    message: "The input has no {kind} {name} in the pods' namespace: the scheduler does not try the pods.",
    fix: "Change to {value}",
  },
  "local-queue-without-cluster-queue": {
    title: "The LocalQueue's ClusterQueue does not exist",
    message: "ClusterQueue {name} does not exist: no workload in this queue is ever admitted.",
    fix: "Use ClusterQueue {meant}",
  },
  "cluster-queue-without-flavor": {
    title: "A flavor of the ClusterQueue does not exist",
    message:
      "ResourceFlavor {name} does not exist: the queue is inactive and admits no workload, in its " +
      "other flavors either.",
    fix: "Use ResourceFlavor {meant}",
  },
  "cluster-queue-for-no-namespace": {
    title: "The ClusterQueue admits no namespace",
    message: "It has no namespaceSelector, which selects nothing; an empty one selects all namespaces.",
    fix: "Admit all namespaces",
  },
  "cluster-queue-not-active": {
    title: "The ClusterQueue is not active",
    message: "It admits no workload: {reason}",
    fix: "Resume admission",
  },
  "quota-beyond-nodes": {
    title: "Queues have more quota than the flavor's nodes",
    message:
      "All queues together may admit {quota} {resource} in this flavor, but its nodes have only {room}.",
  },
  "strict-queue-behind-its-head": {
    title: "The head of a StrictFIFO queue blocks all others",
    message: [
      "{head} is first and cannot be admitted; {n} workload waits behind it.",
      "{head} is first and cannot be admitted; {n} workloads wait behind it.",
    ],
    fix: "Let others pass: BestEffortFIFO",
  },
  "cohort-without-borrowing": {
    title: "No queue can borrow in the cohort",
    message: "No queue in cohort {cohort} can use more than its own quota, so the cohort has no effect.",
  },
  "topology-level-on-no-node": {
    title: "No node has the label of a topology level",
    message:
      "No node has the label {key}. Nodes without it are not part of the topology, so nothing fits " +
      "into it.",
    fix: "Use the label {meant}",
  },
  "one-pod-claim-shared": {
    title: "Replicas share a claim for one pod",
    message: [
      "The claim {claim} is ReadWriteOncePod: {n} other replica stays pending.",
      "The claim {claim} is ReadWriteOncePod: {n} other replicas stay pending.",
    ],
  },
  "constraints-exclude-each-other": {
    title: "Constraints exclude each other",
    message: "Each constraint alone leaves nodes, but together they leave none: {facts}.",
    fix: "{repair}",
  },
  "volume-zone-against-spread": {
    title: "The volume is where the constraints do not allow the pod",
    message: "A volume pins the pod to its zone, but constraints require another one: {facts}.",
    fix: "{repair}",
  },
  "budget-allows-nothing": {
    title: "This budget blocks every drain",
    message: "{bound} lets none of its pods ({pods}) be evicted, even if all are healthy.",
    fix: "maxUnavailable: 1",
  },
  "budget-selects-nothing": {
    title: "This budget protects no pod",
    message: "No pod in namespace {namespace} has {selector}.",
    fix: "Change to {value}",
  },
  "budgets-overlap": {
    title: "Two budgets select the same pods",
    message: [
      "{n} pod also belongs to {other}: the API server refuses to evict a pod with two budgets.",
      "{n} pods also belong to {other}: the API server refuses to evict a pod with two budgets.",
    ],
  },
  "budget-keeps-unready-pods": {
    title: "Not even unready pods may be evicted",
    message: [
      "Healthy pods: {healthy}, required: {desired}. {n} unready pod blocks a drain too.",
      "Healthy pods: {healthy}, required: {desired}. {n} unready pods block a drain too.",
    ],
    fix: "unhealthyPodEvictionPolicy: AlwaysAllow",
  },
  "budget-with-two-bounds": {
    title: "The API server rejects this budget",
    message: "minAvailable and maxUnavailable exclude each other, but it has both.",
    fix: "Keep only maxUnavailable",
  },
  "autoscaler-without-target": {
    title: "This autoscaler has nothing to scale",
    message: "Namespace {namespace} has no {target} in the input.",
    fix: "Change to {meant}",
  },
  "autoscaler-beyond-cluster": {
    title: "The cluster has no room for that many replicas",
    message: [
      "At maxReplicas {most}, {n} pod fits on no node.",
      "At maxReplicas {most}, {n} pods fit on no node.",
    ],
  },
  "nodepool-not-ready": {
    title: "Karpenter makes no nodes of this NodePool",
    message: "It is not Ready: {conditions}.",
  },
  "nodepools-of-equal-weight": {
    title: "Two NodePools may make a node for the same pod, and none comes first",
    message:
      "NodePool {other} has the weight {weight} too, and the same taints. Of equal ones Karpenter " +
      "tries the last by name first.",
  },
  "platform-left-open": {
    title: "The pod does not say which platform its image needs",
    message: "NodePools that take the pod make nodes with {key} {values}.",
  },
  "spreads-that-karpenter-merges": {
    title: "Karpenter counts two spreads as one",
    message: "{other} has the same constraint, and node selectors that differ in the value of {keys} only.",
  },
  "term-without-weight": {
    title: "The API server rejects this pod",
    message: "A preferred term needs a weight from 1 to 100: it is {weight}.",
    fix: "weight: {weight}",
  },
  "duplicate-constraint": {
    title: "The API server rejects duplicate constraints",
    message: "Another constraint also has {key} and {unsatisfiable}.",
    fix: "Remove the second one",
  },
  "refused-by-api-server": { title: "The API server rejects this object", message: "The value {problem}." },
  "built-by-a-tool": {
    title: "A tool must complete this object first",
    message: "It is a fragment that a tool completes, such as a Kustomize patch or an unrendered template.",
  },
  "priority-class-missing": {
    title: "This priority class does not exist",
    message: "No PriorityClass in the input is named {name}: the API server rejects the pods.",
    fix: "priorityClassName: {meant}",
  },
  "refused-by-admission": {
    title: "Admission rejects these pods",
    message: "The pods would not be created: {problem}",
  },
  "unknown-field": {
    title: "Kubernetes has no such field",
    message:
      "{field} is not a field of this object: the API server drops it, so its setting never takes " +
      "effect.",
    fix: "Rename to {meant}",
  },
  "default-constraints-lost": {
    title: "A pod's own constraints disable the defaults",
    message: "The pods have their own constraints, so the scheduler's default over {key} does not apply.",
    fix: "Add {key}, ScheduleAnyway",
  },
};
