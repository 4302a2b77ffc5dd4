"""Descriptions of the recorded files and of the keys of a trace."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

FILES = {
    "examples": _("Worked examples of topology spread and pod affinity"),
    "edge-cases": _("Small scenarios, each about one thing that is easy to get wrong"),
    "podtopologyspread": "PodTopologySpread",
    "interpodaffinity": "InterPodAffinity",
    "nodeselection": _("Node affinity, node selectors, taints, host ports, images, gates"),
    "noderesources": "NodeResourcesFit and NodeResourcesBalancedAllocation",
    "preemption": _("Priorities, preemption, disruption budgets, nominated pods"),
    "volumes": _("The volume plugins"),
    "mixed": _("Everything together: several profiles, changed weights, up to 30 pods in a row"),
    "sampling": _("99 to 320 nodes, of which the scheduler examines some"),
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
    "more/sampling": _("60 to 400 nodes, of which the scheduler examines some"),
    "more/scale": _("150 to 500 pods in a row on 20 to 90 nodes"),
    "more/edge": _("Small handwritten scenarios, each about one thing that is easy to get wrong"),
    "only": _("What changed with v1.35 and v1.36"),
    "legacy": _("Removed plugins, and configuration by Policy"),
    "claims": _("Resource claims: devices, selectors, pools, alternatives, admin access, preemption"),
    "claims-gated": _("Partitions, taints, shares, extended resources and binding conditions of devices"),
    "gangs": _("Pod groups: gangs, topology placements, preemption for a group, claims of members"),
}

KEYS = {
    "pod": _("the pod of this cycle"),
    "profile": _("the scheduler profile that took it"),
    "skipped": _("why there was no cycle: gated, terminating, already bound, evicted, unknown profile"),
    "preEnqueue": _("the plugins that keep a pod out of the queue, with code and reasons"),
    "preFilter": _(
        "each PreFilter plugin's code and reasons, and the nodes to which it restricts the search"
    ),
    "nodeHint": _("the node that batching suggests: the previous pod's next best node"),
    "nominatedNodeTried": _("the pod's nominated node, and whether the pod fits there"),
    "filter": _("per rejected node: every filter plugin's code and reasons, the first rejection, the pass"),
    "feasible": _("the nodes that passed, in order"),
    "preScore": _("each PreScore plugin's code"),
    "score": _("each plugin's raw score of each node"),
    "normalized": _("the same after NormalizeScore"),
    "weights": _("the weight of each score plugin"),
    "total": _("the sum for each node"),
    "best": _("the nodes with the highest sum"),
    "selected": _("the selected node"),
    "scoringSkippedByScheduler": _("only one feasible node: selected without scoring"),
    "reserve": _("why a selected node was rejected after all"),
    "gang": _("the cycle of a pod group: its members, placements, victims and condition"),
    "fitError": _("the full failure message, as in the pod's event"),
    "error": _("a cycle that ended with an error"),
    "postFilter": _(
        "preemption: candidates, victims and budget violations, nominations, reasons per node, message"
    ),
    "nodeAllocations": _("per node the devices that the pod's claims would get"),
    "claims": _("the resource claims that the cycle allocated, reserved, deallocated or created"),
    "claimsReleased": _("the claims deleted with the victims of preemption"),
    "preBind": _("why a pod could not be bound to the selected node"),
    "preBindNode": _("that node"),
    "extendedResourceClaimStatus": _("the claim that serves the pod's extended resources"),
    "startIndex": _("where the search for feasible nodes starts"),
    "nextStartIndex": _("where that of the next cycle will start"),
    "evaluatedNodes": _("the number of nodes on which the filters ran"),
}
