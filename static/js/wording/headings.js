// Written by `make types` from the engine's registries.

/** @type {Record<string, string[]>} */
export const WORDING = {
  resource: [
    "needs more {resources} than any node open to it has free",
    "need more {resources} than any node open to them has free",
  ],
  missing_resource: [
    "asks for {resource}, which no node open to it has",
    "ask for {resource}, which no node open to them has",
  ],
  unready_resource: [
    "asks for {resource}, which nodes have but cannot allocate: the device plugin is not ready",
    "ask for {resource}, which nodes have but cannot allocate: the device plugin is not ready",
  ],
  tainted_resource: [
    "does not tolerate the taint {taint} of the nodes with {resource}",
    "do not tolerate the taint {taint} of the nodes with {resource}",
  ],
  selector: ["may only go to nodes with {clauses}", "may only go to nodes with {clauses}"],
  unmatched_selector: [
    "asks for nodes with {clauses}, and there are none",
    "ask for nodes with {clauses}, and there are none",
  ],
  taint: ["does not tolerate the taint {taint}", "do not tolerate the taint {taint}"],
  readiness_taint: [
    "waits for a readiness rule of nodes (taint {taint})",
    "wait for a readiness rule of nodes (taint {taint})",
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
    "must share a {domain} with a pod of {selector}, and no node with room is near one",
    "must share a {domain} with a pod of {selector}, and no node with room is near one",
  ],
  anti_affinity: [
    "may not share a {domain} with a pod of {selector}, and one runs in each",
    "may not share a {domain} with a pod of {selector}, and one runs in each",
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
    "requests a device as {request}, and no node open to it has one",
    "request a device as {request}, and no node open to them has one",
  ],
  device_short: [
    "requests more devices as {request} than are free",
    "request more devices as {request} than are free",
  ],
  device_selector: [
    "wants a device with {condition}, and no free one is like that",
    "want a device with {condition}, and no free one is like that",
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
    "needs devices that agree in {attribute}, and those that are free do not",
    "need devices that agree in {attribute}, and those that are free do not",
  ],
  one_node: ["may run on one node only", "may run on one node each only"],
  kueue_gate: [
    "waits for Kueue to admit its workload (gate {gate})",
    "wait for Kueue to admit their workload (gate {gate})",
  ],
  gate: ["is held back: {message}", "are held back: {message}"],
  gang: [
    "had a node, and was rolled back with pod group {group}",
    "had nodes, and were rolled back with pod group {group}",
  ],
  profile: ["names a scheduler that has no profile here", "name a scheduler that has no profile here"],
  no_node: ["finds no node: the cluster has none", "find no node: the cluster has none"],
  message: ["is refused: {message}", "are refused: {message}"],
  none: ["finds no node", "find no node"],
};
