"""What the recorded files are about, and what the keys of a trace mean."""

from __future__ import annotations

FILES = {
    "examples": "Worked examples of topology spread and pod affinity",
    "edge-cases": "Small scenarios, each with one thing that is easy to get wrong",
    "podtopologyspread": "PodTopologySpread",
    "interpodaffinity": "InterPodAffinity",
    "nodeselection": "Node affinity, node selectors, taints, host ports, images, gates",
    "noderesources": "NodeResourcesFit and NodeResourcesBalancedAllocation",
    "preemption": "Priorities, preemption, disruption budgets, nominated pods",
    "volumes": "The volume plugins",
    "mixed": "Everything together: several profiles, changed weights, up to 30 pods in a row",
    "sampling": "99 to 320 nodes, of which the scheduler looks at a part",
    "negative-namespaceselector": "A known fault of the scheduler, see below",
    "gallery": "The cases of the gallery, and more of their kind",
}

KEYS = {
    "pod": "the pod of this cycle",
    "profile": "the scheduler profile that took it",
    "skipped": "why there was no cycle: gated, terminating, already bound, evicted, no such profile",
    "preEnqueue": "the plugins that keep a pod out of the queue, with code and reasons",
    "preFilter": "each PreFilter plugin's code and reasons, and the nodes to which it narrows the search",
    "nominatedNodeTried": "the pod's nominated node, and whether the pod fits there",
    "filter": "per node that failed: every filter plugin's code and reasons, the first to fail, the pass",
    "feasible": "the nodes that passed, in order",
    "preScore": "each PreScore plugin's code",
    "score": "each plugin's raw score of each node",
    "normalized": "the same after NormalizeScore",
    "weights": "the weight of each score plugin",
    "total": "the sum for each node",
    "best": "the nodes with the highest sum",
    "selected": "the node that was taken",
    "scoringSkippedByScheduler": "one feasible node only: taken without scoring",
    "reserve": "why a node that was chosen was refused after all",
    "fitError": "the whole text of the failure, as it stands in the pod's event",
    "error": "a cycle that ended with an error",
    "postFilter": "preemption: candidates, victims and broken budgets, nominations, reasons per node, text",
    "startIndex": "where the search for feasible nodes starts",
    "nextStartIndex": "where that of the next cycle will start",
    "evaluatedNodes": "on how many nodes the filters ran",
}
