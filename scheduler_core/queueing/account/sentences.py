"""What is said of workloads of Kueue, kind by kind."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.sentences import Template

CAUSES: Mapping[str, Template] = {
    "admitted": "It is admitted.",
    "finished": "It has ended.",
    "evicting": "It was preempted and keeps its quota until its pods are gone.",
    "reserved": "Its quota is reserved; it waits for its admission checks.",
    "deactivated": "It is deactivated: spec.active is false.",
    "no_local_queue": "Its LocalQueue {queue} does not exist.",
    "no_cluster_queue": "Its LocalQueue leads to the ClusterQueue {queue}, which does not exist.",
    "inactive_queue": "Its ClusterQueue {queue} admits nobody. {message}",
    "equal_parked": "It asks for the same as {other}, which was tried and did not fit: Kueue parked both and says"
    " nothing of this one.",
    "behind_head": "It waits behind {other}: the ClusterQueue is StrictFIFO, so that nobody passes its first workload.",
    "behind_others": "It was not its turn yet: {other} comes first.",
    "invalid": "It cannot be admitted as it is: {message}.",
    "no_matching_flavor": "No flavor of its ClusterQueue suits its pods: {message}.",
    "exceeds_max": "It asks for {requested} {resource} in flavor {flavor}, and its ClusterQueue can never have more"
    " than {maximum}, even with nothing else running.",
    "no_place": "There is quota, but no place in the topology for it, even if nothing else ran: {message}.",
    "places_taken": "There is quota, but the places in the topology are taken: {message}.",
    "waiting_for_victims": ("It waits for {n} workload to go.", "It waits for {n} workloads to go."),
    "skipped": "Another workload of the same cycle came first: {message}.",
    "short_nobody_to_preempt": "{short} more {resource} is needed in flavor {flavor}, and there is nobody that it may"
    " preempt.",
    "short": "{short} more {resource} is needed in flavor {flavor}, and its ClusterQueue may not preempt for it.",
}

VICTIMS: Mapping[str, Template] = {
    "found": ("It would preempt {n} workload.", "It would preempt {n} workloads."),
    "no_candidates": "Nobody may be preempted: no workload that uses what is short is less important, or in a queue"
    " that borrows.",
    "not_enough": "All {n} that may be preempted together would not make room enough.",
    "policy": "Its ClusterQueue preempts nobody: withinClusterQueue and reclaimWithinCohort are Never.",
}
