// Written by `make types` from the engine's registries.

/** @type {Record<string, string[]>} */
export const WORDING = {
  resource: [
    "needs more {resources} than any eligible node has free",
    "need more {resources} than any eligible node has free",
  ],
  missing_resource: [
    "requests {resource}, which no eligible node has",
    "request {resource}, which no eligible node has",
  ],
  unready_resource: [
    "requests {resource}, which nodes have but cannot allocate: the device plugin is not ready",
    "request {resource}, which nodes have but cannot allocate: the device plugin is not ready",
  ],
  tainted_resource: [
    "does not tolerate the taint {taint} of the nodes with {resource}",
    "do not tolerate the taint {taint} of the nodes with {resource}",
  ],
  selector: ["may only go to nodes with {clauses}", "may only go to nodes with {clauses}"],
  unmatched_selector: [
    "requires nodes with {clauses}, but there are none",
    "require nodes with {clauses}, but there are none",
  ],
  taint: ["does not tolerate the taint {taint}", "do not tolerate the taint {taint}"],
  readiness_taint: [
    "waits for a node readiness rule (taint {taint})",
    "wait for a node readiness rule (taint {taint})",
  ],
  unschedulable: ["would fit on cordoned nodes", "would fit on cordoned nodes"],
  spread: [
    "would exceed maxSkew over {key} on every node with room",
    "would exceed maxSkew over {key} on every node with room",
  ],
  spread_label: [
    "must spread over {key}, a label that nodes lack",
    "must spread over {key}, a label that nodes lack",
  ],
  affinity: [
    "must share a {domain} with a pod of {selector}, but no node with room is near one",
    "must share a {domain} with a pod of {selector}, but no node with room is near one",
  ],
  anti_affinity: [
    "may not share a {domain} with a pod of {selector}, but one runs in each",
    "may not share a {domain} with a pod of {selector}, but one runs in each",
  ],
  existing_anti_affinity: [
    "is kept out of each {domain} by the anti-affinity of a pod there",
    "are kept out of each {domain} by the anti-affinity of a pod there",
  ],
  port: [
    "needs host port {port}, which is taken on each node",
    "need host port {port}, which is taken on each node",
  ],
  device_missing: [
    "requests a device ({request}), but no eligible node has one",
    "request a device ({request}), but no eligible node has one",
  ],
  device_short: [
    "requests more devices ({request}) than are free",
    "request more devices ({request}) than are free",
  ],
  device_selector: [
    "requires a device with {condition}, but no free device matches",
    "require a device with {condition}, but no free device matches",
  ],
  device_taint: [
    "does not tolerate the taint {taint} of devices",
    "do not tolerate the taint {taint} of devices",
  ],
  device_amount: [
    "needs more {resource} than is left on any device",
    "need more {resource} than is left on any device",
  ],
  device_constraint: [
    "needs devices with the same {attribute}, but the free ones differ",
    "need devices with the same {attribute}, but the free ones differ",
  ],
  one_node: ["may run on one node only", "may run on one node each only"],
  kueue_gate: [
    "waits for Kueue to admit its workload (gate {gate})",
    "wait for Kueue to admit their workload (gate {gate})",
  ],
  gate: ["is held back: {message}", "are held back: {message}"],
  gang: [
    "had a node, but was rolled back with pod group {group}",
    "had nodes, but were rolled back with pod group {group}",
  ],
  profile: [
    "uses scheduler {scheduler}, which has no profile here",
    "use scheduler {scheduler}, which has no profile here",
  ],
  no_node: ["fits on no node: the cluster has none", "fit on no node: the cluster has none"],
  message: ["is rejected: {message}", "are rejected: {message}"],
  none: ["fits on no node", "fit on no node"],
};
