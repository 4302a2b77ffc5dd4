// Written by `make types` from the engine's registries.

/** @type {Record<string, Record<string, string | string[]>>} */
export const WORDING = {
  "selector-misses-own-pods": {
    title: "This constraint can never fail",
    message:
      "Its selector {selector} counts no pod of the input, and not its own: over {key} nothing is spread.",
    fix: "Change to {value}",
  },
  "selector-counts-others": {
    title: "This constraint counts other pods, not its own",
    message: [
      "Its selector {selector} matches {n} pod, which is not its own: over {key} its own are not spread.",
      "Its selector {selector} matches {n} pods, none of them its own: over {key} its own are not spread.",
    ],
    fix: "Change to {value}",
  },
  "spread-selector-missing": {
    title: "This constraint counts nothing",
    message: "It has no labelSelector, and a missing one matches no pod: over {key} nothing is spread.",
    fix: "Select {value}",
  },
  "spread-selector-empty": {
    title: "An empty selector counts nothing",
    message: "labelSelector: {} counts no pod in this version of Kubernetes: over {key} nothing is spread.",
    fix: "Select {value}",
  },
  "min-domains-too-many": {
    title: "minDomains is larger than the cluster",
    message: "minDomains is {wanted}; of {key} the pods can count {domains}: the minimum counts as 0.",
    fix: "minDomains: {domains}",
  },
  "tainted-domain-counted": {
    title: "Nodes that take no pod count as an empty domain",
    message:
      "Only tainted or cordoned nodes make up {domain}, which counts as an empty domain of {key} " +
      "({count} in all).",
    fix: "nodeTaintsPolicy: Honor",
  },
  "nodes-without-topology-key": {
    title: "Some nodes lack the topology key",
    message:
      "The label {key} is missing on {lacking} of {count} nodes that could take the pods: these never do.",
  },
  "topology-key-on-no-node": {
    title: "No node has this topology key",
    message: "None of the nodes has the label {key}.",
    fix: "topologyKey: {meant}",
  },
  "topology-key-misspelt": {
    title: "This topology key is hardly a label of nodes",
    message: "{key} looks like {meant}, which nodes have.",
    fix: "topologyKey: {meant}",
  },
  "affinity-selector-missing": {
    title: "This term selects no pod",
    message: "The {kind} term over {key} has no labelSelector, and a missing one matches no pod.",
    fix: "Select {value}",
  },
  "affinity-selector-misspelt": {
    title: "No pod has this label, but one like it",
    message:
      "The {kind} term selects {key}: {value}, which no pod of the input has; {key}: {meant} is there.",
    fix: "{key}: {meant}",
  },
  "affinity-other-namespace": {
    title: "The pods that are meant are in another namespace",
    message: "The {kind} term looks in {namespaces}; pods with {selector} are in {elsewhere}.",
    fix: "namespaces: {namespaces}",
  },
  "affinity-to-nobody": {
    title: "No pod is there to be near to",
    message:
      "Required pod affinity selects {selector}, which neither a pod of the input nor the pods " +
      "themselves have.",
  },
  "first-pod-has-no-place": {
    title: "No single pod meets all terms",
    message:
      "{count} required affinity terms: each matches some pod, but no pod matches all, and not the " +
      "pods themselves.",
  },
  "affinity-against-anti-affinity": {
    title: "Two terms exclude each other",
    message:
      "Required affinity and required anti-affinity both select {selector} over {key}: a second pod " +
      "never fits.",
  },
  "anti-affinity-more-replicas-than-domains": {
    title: "More replicas than domains",
    message: "{replicas} pods keep away from each other over {key}, and {domains} domains can take one each.",
    fix: "Prefer instead of require",
  },
  "rollout-without-a-step": {
    title: "The API server refuses this rollout",
    message: "maxSurge and maxUnavailable are both 0: no pod could be added and none taken away.",
    fix: "maxUnavailable: 1",
  },
  "rollout-hangs": {
    title: "Every rollout hangs",
    message: [
      "{n} replica fills all places that the constraints leave, maxSurge is {surge} and maxUnavailable " +
        "0: the first new pod finds no node.",
      "{n} replicas fill all places that the constraints leave, maxSurge is {surge} and maxUnavailable " +
        "0: the first new pod finds no node.",
    ],
    fix: "maxSurge: 0, maxUnavailable: 1",
  },
  "match-label-keys-too-late": {
    title: "The running pods still refuse the new ones",
    message: [
      "matchLabelKeys is new in this revision: the anti-affinity over {key} of {n} running pod still " +
        "matches its pods.",
      "matchLabelKeys is new in this revision: the anti-affinity over {key} of {n} running pods still " +
        "matches its pods.",
    ],
    fix: "maxSurge: 0, maxUnavailable: 1",
  },
  "selector-matches-no-node": {
    title: "No node has the labels that are required",
    message: "No node meets {clause}.",
    fix: "Change to {meant}",
  },
  "selected-nodes-are-tainted": {
    title: "All nodes that are left are tainted",
    message:
      "Every node that the pods may use ({count} in all) has taints that they do not tolerate: {taint}.",
    fix: "Tolerate {taint}",
  },
  "toleration-misses": {
    title: "This toleration misses its taint",
    message: "The toleration {toleration} matches no taint; {taint} is on {count} of the nodes.",
    fix: "Tolerate {taint}",
  },
  "taint-nobody-tolerates": {
    title: "No pod of the input tolerates this taint",
    message: [
      "{n} node has the taint {taint}, which no pod or workload of the input tolerates: it takes none " +
        "of them.",
      "{n} nodes have the taint {taint}, which no pod or workload of the input tolerates: they take none.",
    ],
  },
  "request-larger-than-any-node": {
    title: "The request is larger than any node",
    message: "It asks for {amount} of {resource}; the largest node that the pods may use has {most}.",
    fix: "{resource}: {most}",
  },
  "daemon-without-room": {
    title: "Nothing will make room for these pods",
    message: [
      "{n} node ({node}) is full of pods whose priority is not below {priority}: none is evicted for " +
        "the pod of this DaemonSet there.",
      "{n} nodes ({node}, …) are full of pods whose priority is not below {priority}: none is evicted " +
        "for the pods of this DaemonSet there.",
    ],
  },
  "gang-larger-than-any-placement": {
    title: "The gang is larger than any place for it",
    message:
      "{count} of its pods must be placed together, and {place} has room for {most} even when it is empty.",
  },
  "second-scheduler-too-old": {
    title: "The scheduler of these pods is too old for this field",
    message:
      "{scheduler} is kube-scheduler {version}, which ignores {field}: schedulers heed it since {since}.",
  },
  "device-selector-invalid": {
    title: "This selector does not compile",
    message: "Each attempt to schedule with it ends with an error: {error}.",
  },
  "device-selector-fails": {
    title: "This selector fails on a device",
    message: "On {device}: {error}. An attempt that comes to such a device ends, whatever other nodes have.",
  },
  "request-matches-no-device": {
    title: "No device is what this request asks for",
    message: "No device of the input is selected; class {class} alone selects {count}.",
  },
  "device-class-missing": {
    title: "This device class does not exist",
    message: "The input has no DeviceClass {class}: pods with the claim are rejected on all nodes.",
    fix: "Change to {value}",
  },
  "claim-missing": {
    title: "This claim or template does not exist",
    message: "The input has no {kind} {name} in the pods' namespace: the scheduler does not even try them.",
    fix: "Change to {value}",
  },
  "local-queue-without-cluster-queue": {
    title: "The LocalQueue leads nowhere",
    message: "ClusterQueue {name} does not exist: no workload of this queue is ever admitted.",
    fix: "Lead it to ClusterQueue {meant}",
  },
  "cluster-queue-without-flavor": {
    title: "A flavor of the ClusterQueue does not exist",
    message:
      "ResourceFlavor {name} does not exist: the queue is not active, and admits nobody in its other " +
      "flavors either.",
    fix: "Name ResourceFlavor {meant}",
  },
  "cluster-queue-for-no-namespace": {
    title: "The ClusterQueue admits from no namespace",
    message: "It has no namespaceSelector, which selects nothing; an empty one selects all namespaces.",
    fix: "Admit from all namespaces",
  },
  "cluster-queue-not-active": {
    title: "The ClusterQueue is not active",
    message: "It admits nobody: {reason}",
    fix: "Let it admit again",
  },
  "quota-beyond-nodes": {
    title: "Queues have more quota than the nodes of the flavor can hold",
    message: "All queues together may admit {quota} {resource} in this flavor, and its nodes have {room}.",
  },
  "strict-queue-behind-its-head": {
    title: "The head of a strict queue blocks all others",
    message: [
      "{head} is first and is not admitted, and {n} workload waits behind it.",
      "{head} is first and is not admitted, and {n} workloads wait behind it.",
    ],
    fix: "Let others pass: BestEffortFIFO",
  },
  "cohort-without-borrowing": {
    title: "Nobody can borrow in the cohort",
    message:
      "No queue of cohort {cohort} can have more than its own quota, so that the cohort changes nothing.",
  },
  "topology-level-on-no-node": {
    title: "No node has the label of a topology level",
    message:
      "No node has the label {key}: nodes without it are no part of the topology, and nothing finds a " +
      "place in it.",
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
    message: "Each alone leaves nodes, together they leave none: {facts}.",
    fix: "{repair}",
  },
  "volume-zone-against-spread": {
    title: "The volume is where the constraint does not let the pod go",
    message: "A volume pins the pod to its zone, and constraints want it elsewhere: {facts}.",
    fix: "{repair}",
  },
  "budget-allows-nothing": {
    title: "This budget forbids every drain",
    message: "{bound} of {pods} pods: no pod may be evicted, even while all are healthy.",
    fix: "maxUnavailable: 1",
  },
  "budget-selects-nothing": {
    title: "This budget protects no pod",
    message: "No pod of the namespace {namespace} has {selector}.",
    fix: "Change to {value}",
  },
  "budgets-overlap": {
    title: "Two budgets select the same pods",
    message: [
      "{n} pod belongs to {other} too: the API server evicts no pod that has two budgets.",
      "{n} pods belong to {other} too: the API server evicts no pod that has two budgets.",
    ],
  },
  "budget-keeps-unready-pods": {
    title: "Not even unready pods may be evicted",
    message: [
      "{healthy} pods are healthy and {desired} have to be: {n} unready pod stops a drain too.",
      "{healthy} pods are healthy and {desired} have to be: {n} unready pods stop a drain too.",
    ],
    fix: "unhealthyPodEvictionPolicy: AlwaysAllow",
  },
  "budget-with-two-bounds": {
    title: "The API server refuses this budget",
    message: "minAvailable and maxUnavailable exclude each other: it has both.",
    fix: "Only maxUnavailable",
  },
  "autoscaler-without-target": {
    title: "This autoscaler has nothing to scale",
    message: "The namespace {namespace} has no {target} in the input.",
    fix: "Change to {meant}",
  },
  "autoscaler-beyond-cluster": {
    title: "The cluster does not take as many replicas",
    message: ["With {most} replicas {n} pod finds no node.", "With {most} replicas {n} pods find no node."],
  },
  "term-without-weight": {
    title: "The API server refuses this pod",
    message: "A preferred term needs a weight from 1 to 100: it is {weight}.",
    fix: "weight: {weight}",
  },
  "duplicate-constraint": {
    title: "The API server refuses two constraints alike",
    message: "Another constraint has {key} and {unsatisfiable} too.",
    fix: "Remove the second",
  },
  "refused-by-api-server": { title: "The API server refuses this object", message: "The value {problem}." },
  "built-by-a-tool": {
    title: "A tool completes this object first",
    message:
      "It is a part that a tool completes, such as a patch for Kustomize, or a template that is not " +
      "rendered.",
  },
  "priority-class-missing": {
    title: "This priority class does not exist",
    message: "No PriorityClass of the input is named {name}: the API server refuses the pods.",
    fix: "priorityClassName: {meant}",
  },
  "refused-by-admission": {
    title: "Admission refuses these pods",
    message: "The pods would not exist: {problem}",
  },
  "unknown-field": {
    title: "Kubernetes has no such field",
    message: "{field} is no field of this object: the API server drops it.",
    fix: "Rename to {meant}",
  },
  "default-constraints-lost": {
    title: "Own constraints switch off the defaults",
    message: "The pods have constraints of their own, so the scheduler's default over {key} does not act.",
    fix: "Add {key}, ScheduleAnyway",
  },
};
