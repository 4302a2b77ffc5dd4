"""Descriptions of the recorded files and of the keys of a trace."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

FILES = {
    "examples": _("Worked examples of topology spread and pod affinity"),
    "edge-cases": _("Small scenarios, each with one thing that is easy to get wrong"),
    "podtopologyspread": "PodTopologySpread",
    "interpodaffinity": "InterPodAffinity",
    "nodeselection": _("Node affinity, node selectors, taints, host ports, images, gates"),
    "noderesources": "NodeResourcesFit and NodeResourcesBalancedAllocation",
    "preemption": _("Priorities, preemption, disruption budgets, nominated pods"),
    "volumes": _("The volume plugins"),
    "mixed": _("Everything together: several profiles, changed weights, up to 30 pods in a row"),
    "sampling": _("99 to 320 nodes, of which the scheduler examines a part"),
    "negative-namespaceselector": _("A known bug of the scheduler, see below"),
    "gallery": _("The cases of the gallery, and more of their kind"),
    "more/spread": "PodTopologySpread",
    "more/affinity": "InterPodAffinity",
    "more/nodeselect": _("Node affinity, node selectors, taints, host ports, images, gates"),
    "more/resources": "NodeResourcesFit and NodeResourcesBalancedAllocation",
    "more/preemption": _("Priorities, preemption, disruption budgets, nominated pods"),
    "more/volumes": _("The volume plugins"),
    "more/volumes2": _("Selection of volumes, capacity, in-tree volumes and their limits, ephemeral volumes"),
    "more/profiles": _("Several profiles, every plugin argument, disabled plugins"),
    "more/owners": _("Default spread constraints with services and owners"),
    "more/mixed": _("Everything together: several profiles, changed weights, up to 160 pods in a row"),
    "more/resize": _("Running pods in the middle of an in-place resize, sidecars included"),
    "more/sampling": _("60 to 400 nodes, of which the scheduler examines a part"),
    "more/scale": _("150 to 500 pods in a row on 20 to 90 nodes"),
    "more/edge": _("Small scenarios made by hand, each with one thing that is easy to get wrong"),
    "only": _("What changed with v1.35 and v1.36"),
    "legacy": _("Plugins that are gone, and configuration by Policy"),
}

KEYS = {
    "pod": _("the pod of this cycle"),
    "profile": _("the scheduler profile that took it"),
    "skipped": _("why there was no cycle: gated, terminating, already bound, evicted, no such profile"),
    "preEnqueue": _("the plugins that keep a pod out of the queue, with code and reasons"),
    "preFilter": _("each PreFilter plugin's code and reasons, and the nodes to which it narrows the search"),
    "nodeHint": _("the node that batching suggests: the next best one of the pod before"),
    "nominatedNodeTried": _("the pod's nominated node, and whether the pod fits there"),
    "filter": _("per node that failed: every filter plugin's code and reasons, the first to fail, the pass"),
    "feasible": _("the nodes that passed, in order"),
    "preScore": _("each PreScore plugin's code"),
    "score": _("each plugin's raw score of each node"),
    "normalized": _("the same after NormalizeScore"),
    "weights": _("the weight of each score plugin"),
    "total": _("the sum for each node"),
    "best": _("the nodes with the highest sum"),
    "selected": _("the selected node"),
    "scoringSkippedByScheduler": _("only one feasible node: selected without scoring"),
    "reserve": _("why a node that was chosen was refused after all"),
    "fitError": _("the whole text of the failure, as it stands in the pod's event"),
    "error": _("a cycle that ended with an error"),
    "postFilter": _(
        "preemption: candidates, victims and broken budgets, nominations, reasons per node, text"
    ),
    "startIndex": _("where the search for feasible nodes starts"),
    "nextStartIndex": _("where that of the next cycle will start"),
    "evaluatedNodes": _("the number of nodes on which the filters ran"),
}
