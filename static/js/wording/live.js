// Written by `make types` from the engine's registries.

/** @type {Record<string, Record<string, string | string[]>>} */
export const WORDING = {
  reasons: {
    only: "Only {node} passed (1 of {nodes})",
    only_refused: "Only {node} passed (1 of {nodes}): {plugin} rejected {refused}",
    best:
      "{feasible} of {nodes} nodes passed; {node} has the best total, {points} ahead, mostly due to " +
      "{plugin}",
    tied:
      "{feasible} of {nodes} nodes passed; {best} of them tie for the best total, so it may be any of " +
      "these",
    behind: "{feasible} of {nodes} nodes passed; {node} is {points} behind the best",
    hinted: "It equals the previous pod, and takes that pod's next best node",
    nominated: "Pods on {node} were preempted for it",
    pinned: "It is meant for {node} only",
    named: "It was created with nodeName set",
    other: "Scheduler {scheduler} placed it",
    none: "No node passed (0 of {nodes})",
    none_refused: "No node passed (0 of {nodes}): {plugin} rejected {refused}",
    held: "It is held back before any attempt: {plugin}",
    unknown: "The cluster's state at that time is unknown",
    fits: "{queue} has quota for it, flavor {flavors}",
    borrows: "{queue} can borrow quota for it, flavor {flavors}",
    preempted: "Its quota went to {preemptor}",
    evicted: "It was evicted: {why}",
  },
  whys: {
    in_flight: [
      "the node is a possible choice if the scheduler had not yet seen {n} change just before",
      "the node is a possible choice if the scheduler had not yet seen {n} changes just before",
    ],
    seen_early: [
      "the node is a possible choice if the scheduler had already seen {n} change just after",
      "the node is a possible choice if the scheduler had already seen {n} changes just after",
    ],
    none_in_flight: [
      "no node fits if the scheduler had not yet seen {n} change just before",
      "no node fits if the scheduler had not yet seen {n} changes just before",
    ],
    none_seen_early: [
      "no node fits if the scheduler had already seen {n} change just after",
      "no node fits if the scheduler had already seen {n} changes just after",
    ],
    refused: "{plugin} rejects {node} here",
    outscored: "{node} has the total {total} here, but {best} has {best_total}",
    fits: "it fits on {best} here, but the cluster's scheduler found no node",
    named: "no scheduler chose the node: the manifest has nodeName",
    profile: "scheduler {scheduler} is not a known profile: pass its configuration with --config",
    extender: "the configuration has an extender, which is not called here",
    unread_node: "{node} is not among the known nodes",
    unread: "{resources} could not be read: allow the follower to list and watch them",
    error: "the scheduler reported an error, which says nothing about the nodes",
    queues_unknown: "the queues' state at the time of admission is unknown",
    queues_moved: [
      "it gets the same flavors here if {n} change in flight is moved",
      "it gets the same flavors here if {n} changes in flight are moved",
    ],
    queues_wait: "here it would wait: {cause}",
    queues_other: "here it gets flavor {own}, but Kueue assigned {given}",
    after_gap: "after a gap, the scheduler may have received changes in another order than the follower",
    before: "the pod was already waiting when following began, so its place in the queue is unknown",
  },
  gaps: {
    started: "the cluster was not followed",
    silent: "the API server did not answer: {message}",
    expired: "the watch expired: {resource} was listed again",
    restored: "the cluster's data went back in time (etcd was restored): everything was listed again",
    database: "the database did not answer, and more happened than could be buffered",
    behind: "more happened than could be recomputed in time",
    odd: "the API server sent something unreadable: {resource} was listed again",
  },
  changes: {
    node_added: "node {node} was added",
    node_removed: "node {node} was removed",
    node_cordoned: "node {node} was cordoned",
    node_uncordoned: "node {node} was uncordoned",
    node_tainted: "node {node} got the taint {taint}",
    node_untainted: "node {node} lost the taint {taint}",
    node_smaller: "node {node} has less {resource}",
    node_larger: "node {node} has more {resource}",
    node_labels: "node {node} has other labels",
    rollout: "{workload} was changed",
    created: "{workload} was created",
    removed: "{workload} was deleted",
    pods: ["{n} pod of {workload} was created", "{n} pods of {workload} were created"],
    object: "{object} was changed",
  },
  findings: {
    loss_node: ["without node {node}, {n} pod would not fit", "without node {node}, {n} pods would not fit"],
    loss_zone: ["without zone {zone}, {n} pod would not fit", "without zone {zone}, {n} pods would not fit"],
    lint: "{message}",
    more: ["{n} more appeared at the same time", "{n} more appeared at the same time"],
    too_large_lint: "the cluster is too large to lint every few minutes: skipped from now on",
    too_large_zone:
      "the cluster is too large to simulate losing each zone every few minutes: skipped from now on",
    too_large_node:
      "the cluster is too large to simulate losing each node every few minutes: skipped from now on",
  },
};
