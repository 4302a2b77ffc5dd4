// Written by `make types` from the engine's registries.

/** @type {Record<string, Record<string, string | string[]>>} */
export const WORDING = {
  reasons: {
    only: "Only {node} passed, of {nodes} nodes",
    only_refused: "Only {node} passed, of {nodes} nodes: {plugin} refused {refused}",
    best: "{feasible} of {nodes} nodes passed; {node} has the best total, {points} ahead, mostly by {plugin}",
    tied: "{feasible} of {nodes} nodes passed; {best} of them share the best total, and one is taken by chance",
    behind: "{feasible} of {nodes} nodes passed; {node} has {points} points less than the best",
    hinted: "It is like the pod before it, and takes the next best node of that one",
    nominated: "Room was made for it on {node}",
    pinned: "It is made for {node} alone",
    named: "It was created with its node",
    other: "Scheduler {scheduler} placed it",
    none: "None of {nodes} nodes passed",
    none_refused: "None of {nodes} nodes passed: {plugin} refused {refused}",
    held: "It is held back before it is tried: {plugin}",
    unknown: "The cluster was not known when it was decided",
    fits: "There is quota for it in {queue}, flavor {flavors}",
    borrows: "There is quota to borrow for it in {queue}, flavor {flavors}",
    preempted: "Its quota went to {preemptor}",
    evicted: "It was evicted: {why}",
  },
  whys: {
    in_flight: [
      "the node is a possible choice if {n} change just before was not seen yet",
      "the node is a possible choice if {n} changes just before were not seen yet",
    ],
    seen_early: [
      "the node is a possible choice if {n} change just after was seen already",
      "the node is a possible choice if {n} changes just after were seen already",
    ],
    none_in_flight: [
      "no node fits if {n} change just before was not seen yet",
      "no node fits if {n} changes just before were not seen yet",
    ],
    none_seen_early: [
      "no node fits if {n} change just after was seen already",
      "no node fits if {n} changes just after were seen already",
    ],
    refused: "{plugin} refuses {node} here",
    outscored: "{node} has {total} points here, and {best} has {best_total}",
    fits: "{best} would take it here, and the cluster's scheduler found no node",
    named: "no scheduler chose the node: it was in the manifest",
    profile:
      "scheduler {scheduler} is none of the profiles that are known here: give its configuration with " +
      "--config",
    extender: "the configuration names an extender, which is not asked here",
    unread_node: "{node} is not among the nodes that were read",
    unread: "{resources} could not be read: give the follower the right to list and watch them",
    error: "the scheduler met an error, which says nothing of the nodes",
    queues_unknown: "the queues were not known when it was admitted",
    queues_moved: [
      "its flavors are those here if {n} change that was under way is moved",
      "its flavors are those here if {n} changes that were under way are moved",
    ],
    queues_wait: "here it would wait: {cause}",
    queues_other: "here it gets flavor {own}, and Kueue gave it {given}",
    before: "the pod waited already when following began: its place in the queue is not known",
  },
  gaps: {
    started: "nobody followed the cluster",
    silent: "the API server did not answer: {message}",
    expired: "the API server no longer had what happened since: {resource} was listed again",
    restored: "the cluster's data is older than what was seen: etcd was restored, and all was listed again",
    database: "the database did not answer, and more happened than could be kept until it did",
    behind: "more happened than could be computed again in time",
  },
  changes: {
    node_added: "node {node} came",
    node_removed: "node {node} went",
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
    loss_node: [
      "without node {node}, {n} pod would have no place",
      "without node {node}, {n} pods would have no place",
    ],
    loss_zone: [
      "without zone {zone}, {n} pod would have no place",
      "without zone {zone}, {n} pods would have no place",
    ],
    lint: "{message}",
    more: ["{n} more came up at the same time", "{n} more came up at the same time"],
    too_large_lint: "the cluster is too large for lint every few minutes: it is left out from now on",
    too_large_zone:
      "the cluster is too large to lose each zone every few minutes: that is left out from now on",
    too_large_node:
      "the cluster is too large to lose each node every few minutes: that is left out from now on",
  },
};
