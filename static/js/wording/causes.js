// Written by `make types` from the engine's registries.

/** @type {Record<string, string>} */
export const WORDING = {
  resource: "not enough {resources}",
  missing_resource: "{resource} is on no node that the pod may use",
  unready_resource:
    "{resource} is in the capacity of nodes and not allocatable: its device plugin is not ready",
  selector: "only nodes with {clauses} may be used",
  unmatched_selector: "no node has {clauses}",
  taint: "taint {taint} is not tolerated",
  readiness_taint: "a readiness rule keeps pods off until its condition holds (taint {taint})",
  unschedulable: "nodes are cordoned",
  spread: "the spread over {key} would exceed maxSkew",
  spread_label: "nodes lack {key}, over which the pods must spread",
  affinity: "no node is near pods with {selector}",
  anti_affinity: "pods with {selector} are already there",
  existing_anti_affinity: "running pods refuse it within their {key}",
  port: "host port {port} is taken",
  device_missing: "no node that the pod may use has a device for request {request}",
  device_short: "too few devices are free for request {request}",
  device_selector: "free devices do not meet {condition}",
  device_taint: "devices have the taint {taint}",
  device_amount: "too little {resource} is left on devices",
  device_constraint: "devices do not go together by {attribute}",
  one_node: "may run on one node only",
  gate: "{message}",
  kueue_gate: "Kueue has not admitted its workload (gate {gate})",
  gang: "placed, and rolled back with pod group {group}",
  profile: "no profile for its scheduler {scheduler}",
  no_node: "the cluster has no node",
  message: "{message}",
  none: "no node takes the pod",
};
