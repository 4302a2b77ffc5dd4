// Written by `make types` from the engine's registries.

/** @type {Record<string, Record<string, string | string[]>>} */
export const WORDING = {
  causes: {
    quota: "{missing} more {resource} is needed in flavor {flavor} of {queue}",
    borrowed: "{missing} more {resource} is needed in flavor {flavor}: it is borrowed by {holders}",
    maximum: "it asks for {asked} {resource}, and {queue} can have {maximum} at most in flavor {flavor}",
    flavor: "no flavor of {queue} is for it: {reason}",
    topology: "no place has room for it: {reason}",
    behind: "{head} is before it in {queue}, which keeps strict order",
    overlooked: "it would be admitted now, and Kueue does not look before something ends",
    untried: "it would be admitted now, and Kueue has said nothing of it yet",
    readiness: "it would be admitted, and waits until the pods of {holders} are ready: blockAdmission",
    checks: "it has its quota, and waits for admission checks: {checks}",
    deactivated: "it is deactivated: spec.active is false",
    misconfigured: "{reason}",
    suspended: "{reason}",
  },
  groups: {
    quota: ["{n} workload waits for quota of {queue}", "{n} workloads wait for quota of {queue}"],
    borrowed: [
      "{n} workload waits for quota of {queue} that others have borrowed",
      "{n} workloads wait for quota of {queue} that others have borrowed",
    ],
    maximum: [
      "{n} workload asks for more than {queue} can have",
      "{n} workloads ask for more than {queue} can have",
    ],
    flavor: ["no flavor of {queue} is for {n} workload", "no flavor of {queue} is for {n} workloads"],
    topology: [
      "{n} workload of {queue} finds no place in its topology",
      "{n} workloads of {queue} find no place in their topology",
    ],
    behind: [
      "{n} workload waits behind {head}, the first in {queue}",
      "{n} workloads wait behind {head}, the first in {queue}",
    ],
    overlooked: [
      "{n} workload of {queue} would be admitted now, and Kueue does not look",
      "{n} workloads of {queue} would be admitted now, and Kueue does not look",
    ],
    untried: [
      "{n} workload of {queue} would be admitted now, and Kueue has said nothing of it yet",
      "{n} workloads of {queue} would be admitted now, and Kueue has said nothing of them yet",
    ],
    readiness: [
      "{n} workload of {queue} waits until the pods of others are ready",
      "{n} workloads of {queue} wait until the pods of others are ready",
    ],
    checks: [
      "{n} workload of {queue} waits for admission checks",
      "{n} workloads of {queue} wait for admission checks",
    ],
    deactivated: ["{n} workload is deactivated", "{n} workloads are deactivated"],
    misconfigured: [
      "{n} workload cannot be admitted: {reason}",
      "{n} workloads cannot be admitted: {reason}",
    ],
    suspended: ["{n} workload waits: {reason}", "{n} workloads wait: {reason}"],
  },
  notes: {
    parked: "Kueue has parked it, and looks again only when something in its cohort ends or changes",
    equivalent:
      "an equal workload was parked, so that Kueue never looked at this one and writes no condition",
    stale: "its message is of cycle {cycle}; now it would be another one",
    pending_reason:
      "unless the gate UnadmittedWorkloadsObservability is on, the condition says Pending for {reason}",
    alternates:
      "its message changes in each cycle, since the search goes on where it stopped and begins again",
  },
  cures: {
    quota: "{amount} more {resource} for flavor {flavor} in {queue}: nominalQuota {value}",
    borrowing: "let {queue} borrow {resource} in flavor {flavor} without a borrowingLimit",
    lending: "let {queue} lend {resource} in flavor {flavor} without a lendingLimit",
    reclaim: "let {queue} take back what others have borrowed: reclaimWithinCohort {value}",
    within: "let {queue} preempt its own workloads: withinClusterQueue {value}",
    toleration: "tolerate {taint} of flavor {flavor}",
    priority: "WorkloadPriorityClass {name}, which is priority {value}",
    other_queue: "LocalQueue {queue}, which leads to ClusterQueue {cluster_queue}",
    level: "require that all pods share a {level}, not a {required}",
    fewer: ["{n} pod at a time", "{n} pods at a time"],
    partial: "let it start with fewer pods, {n} at least: job-min-parallelism {n}",
    ends: "wait for the end of {workloads}",
    strategy: "let others of {queue} pass a head without quota: queueingStrategy BestEffortFIFO",
    resume: "let {object} admit again: stopPolicy None",
    activate: "activate it: spec.active true",
  },
  costs: {
    evicted: "{workloads} ends and waits again",
    waits: "{workloads} waits then",
    admitted: "{workloads} is admitted too",
    unbound: ["{n} pod of it finds no node: {message}", "{n} pods of it find no node: {message}"],
    displaced: ["{n} pod of others finds no node then", "{n} pods of others find no node then"],
    by: "{workload} ends at {time} at the latest",
    capacity: "the nodes of flavor {flavor} must have that much",
  },
};
