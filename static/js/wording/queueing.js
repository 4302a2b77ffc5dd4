// Written by `make types` from the engine's registries.

/** @type {Record<string, Record<string, string | string[]>>} */
export const WORDING = {
  causes: {
    quota: "it needs {missing} more {resource} in flavor {flavor} of {queue}",
    borrowed: "it needs {missing} more {resource} in flavor {flavor}, borrowed by {holders}",
    maximum: "it requests {asked} {resource}, but {queue} can have at most {maximum} in flavor {flavor}",
    flavor: "no flavor of {queue} suits it: {reason}",
    topology: "no topology domain has room for it: {reason}",
    behind: "{head} is ahead of it in {queue}, which is StrictFIFO",
    overlooked: "it would be admitted now, but Kueue does not try again until something finishes",
    untried: "it would be admitted now, but Kueue has not reported on it yet",
    readiness: "it would be admitted, but waits until the pods of {holders} are ready (blockAdmission)",
    checks: "it has its quota, but waits for admission checks: {checks}",
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
      "{n} workload requests more than {queue} can have",
      "{n} workloads request more than {queue} can have",
    ],
    flavor: ["no flavor of {queue} suits {n} workload", "no flavor of {queue} suits {n} workloads"],
    topology: [
      "{n} workload of {queue} does not fit its topology",
      "{n} workloads of {queue} do not fit their topology",
    ],
    behind: [
      "{n} workload waits behind {head}, the first in {queue}",
      "{n} workloads wait behind {head}, the first in {queue}",
    ],
    overlooked: [
      "{n} workload of {queue} would be admitted now, but Kueue does not try it",
      "{n} workloads of {queue} would be admitted now, but Kueue does not try them",
    ],
    untried: [
      "{n} workload of {queue} would be admitted now, but Kueue has not reported on it yet",
      "{n} workloads of {queue} would be admitted now, but Kueue has not reported on them yet",
    ],
    readiness: [
      "{n} workload of {queue} waits until other workloads' pods are ready",
      "{n} workloads of {queue} wait until other workloads' pods are ready",
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
    parked:
      "Kueue has parked it as inadmissible, and tries again only when something in its cohort finishes " +
      "or changes",
    equivalent: "an equivalent workload was parked, so Kueue never tried this one and writes no condition",
    stale: "its message is from cycle {cycle}; it would differ now",
    pending_reason:
      "unless the feature gate UnadmittedWorkloadsObservability is on, the condition says Pending " +
      "instead of {reason}",
    idle: "held by workloads that are admitted although no node takes their pods: {workloads}",
    alternates:
      "its message alternates, because each cycle continues the flavor search where the last one " +
      "stopped",
  },
  cures: {
    quota: "{amount} more {resource} for flavor {flavor} in {queue}: nominalQuota {value}",
    borrowing: "let {queue} borrow {resource} in flavor {flavor} without a borrowingLimit",
    lending: "let {queue} lend {resource} in flavor {flavor} without a lendingLimit",
    reclaim: "let {queue} reclaim borrowed quota: reclaimWithinCohort {value}",
    within: "let {queue} preempt its own workloads: withinClusterQueue {value}",
    toleration: "tolerate {taint} of flavor {flavor}",
    priority: "WorkloadPriorityClass {name} (priority {value})",
    other_queue: "LocalQueue {queue} (ClusterQueue {cluster_queue})",
    level: "require all pods in one {level}, not in one {required}",
    fewer: ["{n} pod at a time", "{n} pods at a time"],
    partial: "let it start with fewer pods, at least {n}: job-min-parallelism {n}",
    ends: "wait for {workloads} to finish",
    stop: [
      "stop {workloads}, which holds quota although no node takes its pods",
      "stop {workloads}, which hold quota although no node takes their pods",
    ],
    strategy: "let others in {queue} pass a blocked head: queueingStrategy BestEffortFIFO",
    resume: "resume {object}: stopPolicy None",
    activate: "activate it: spec.active true",
  },
  costs: {
    evicted: ["{workloads} is preempted and waits again", "{workloads} are preempted and wait again"],
    waits: ["{workloads} then waits", "{workloads} then wait"],
    admitted: ["{workloads} is admitted too", "{workloads} are admitted too"],
    unbound: ["{n} of its pods fits on no node: {message}", "{n} of its pods fit on no node: {message}"],
    displaced: [
      "{n} pod of other workloads then fits on no node",
      "{n} pods of other workloads then fit on no node",
    ],
    by: "{workload} finishes by {time} at the latest",
    capacity: "the nodes of flavor {flavor} must have that much",
  },
};
