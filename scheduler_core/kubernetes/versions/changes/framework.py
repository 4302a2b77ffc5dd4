"""Changes of the framework: the default plugins, when they are skipped, and the search."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import Change, Effect, turned_off, turned_on
from scheduler_core.kubernetes.versions.version import (
    CLOUD_LIMITS,
    POLICY_PLUGINS,
    SELECTOR_SPREAD,
    SEPARATE_SCORERS,
)

_NONE: frozenset[str] = frozenset()
_NO_POINTS: frozenset[tuple[str, str]] = frozenset()

CHANGES = (
    Change(
        "spread-by-default",
        "1.19",
        "PodTopologySpread is a default plugin like the others, and its weight is 2",
        (turned_on("spread_is_ordinary"),),
        kep=895,
    ),
    Change(
        "taints-filter-early",
        "1.20",
        "TaintToleration and NodeAffinity filter before NodeResourcesFit",
        (turned_on("taints_filter_early"),),
        moves_pods=False,
    ),
    Change(
        "default-spread-constraints",
        "1.20",
        "PodTopologySpread has default constraints; SelectorSpread is no longer a default plugin",
        (turned_on("spread_has_system_defaults"),),
        kep=1258,
    ),
    Change(
        "nominated-node-first",
        "1.22",
        "The nominated node of a pod is tried before all others",
        (turned_on("tries_nominated_node_first"),),
        kep=1923,
    ),
    Change(
        "node-affinity-prepares",
        "1.21",
        "NodeAffinity has a PreFilter and a PreScore",
        (
            Effect(
                "absent_points",
                frozenset({("preFilter", "NodeAffinity"), ("preScore", "NodeAffinity")}),
                _NO_POINTS,
            ),
        ),
        moves_pods=False,
    ),
    Change(
        "policy-plugins-removed",
        "1.23",
        "Policy and its plugins were removed: NodeLabel, ServiceAffinity, NodePreferAvoidPods",
        (Effect("absent_plugins", _NONE, POLICY_PLUGINS),),
    ),
    Change(
        "separate-scorers-removed",
        "1.23",
        "NodeResourcesLeastAllocated, NodeResourcesMostAllocated and RequestedToCapacityRatio are strategies of"
        " NodeResourcesFit",
        (Effect("absent_plugins", _NONE, SEPARATE_SCORERS),),
    ),
    Change(
        "fit-scores",
        "1.22",
        "NodeResourcesFit scores nodes instead of separate plugins",
        (Effect("absent_points", frozenset({("score", "NodeResourcesFit")}), _NO_POINTS),),
        kep=2458,
    ),
    Change(
        "selector-spread-removed",
        "1.29",
        "SelectorSpread was removed",
        (Effect("absent_plugins", _NONE, SELECTOR_SPREAD),),
    ),
    Change(
        "all-filters-run",
        "1.24",
        "All filters run on every node and their reasons add up, even after the first rejection",
        (turned_on("runs_all_filters"),),
    ),
    Change(
        "first-failing-filter-ends",
        "1.25",
        "Filtering of a node stops at the first rejection, and only its reason counts",
        (turned_off("runs_all_filters"),),
    ),
    Change(
        "scheduling-gates",
        "1.27",
        "SchedulingGates keeps pods with scheduling gates out of the queue",
        (Effect("absent_plugins", frozenset({"SchedulingGates"}), _NONE),),
        kep=3521,
        note="Pods may have scheduling gates; the scheduler ignores them until all gates are removed.",
    ),
    Change(
        "prefilter-skip",
        "1.27",
        "NodeAffinity, InterPodAffinity, VolumeBinding and VolumeZone skip Filter for pods without such "
        "rules",
        (
            Effect(
                "pre_filter_always_runs",
                frozenset({"NodeAffinity", "InterPodAffinity", "VolumeBinding"}),
                _NONE,
            ),
            Effect("absent_points", frozenset({("preFilter", "VolumeZone")}), _NONE),
        ),
    ),
    Change(
        "resources-have-prescore",
        "1.27",
        "NodeResourcesFit and NodeResourcesBalancedAllocation prepare their scores in PreScore",
        (
            Effect(
                "absent_points",
                frozenset(
                    {("preScore", "NodeResourcesFit"), ("preScore", "NodeResourcesBalancedAllocation")}
                ),
                _NONE,
            ),
        ),
        moves_pods=False,
    ),
    Change(
        "two-dots-after-preemption",
        "1.26",
        "The preemption message ends with two periods",
        (turned_on("dot_after_post_filter"),),
        moves_pods=False,
    ),
    Change(
        "prefilter-rejects-without-nodes",
        "1.26",
        "A pod that PreFilter rejects has a message without a count of nodes, and its nodes have no status",
        (turned_off("rejected_nodes_are_counted"),),
    ),
    Change(
        "prefilter-skip-of-all-plugins",
        "1.28",
        "NodePorts, VolumeRestrictions, PodTopologySpread and NodeVolumeLimits skip Filter for pods "
        "without such rules",
        (
            Effect(
                "pre_filter_always_runs",
                frozenset({"NodePorts", "VolumeRestrictions", "PodTopologySpread"}),
                _NONE,
            ),
            Effect(
                "absent_points",
                frozenset(("preFilter", name) for name in (*CLOUD_LIMITS, "NodeVolumeLimits")),
                _NONE,
            ),
        ),
    ),
    Change(
        "prescore-skip",
        "1.28",
        "PodTopologySpread and InterPodAffinity skip scoring for pods without such rules",
        (Effect("pre_score_always_runs", frozenset({"PodTopologySpread", "InterPodAffinity"}), _NONE),),
        moves_pods=False,
    ),
    Change(
        "prescore-skip-of-node-affinity",
        "1.30",
        "NodeAffinity and VolumeBinding skip scoring for pods without such rules",
        (
            Effect("pre_score_always_runs", frozenset({"NodeAffinity"}), _NONE),
            Effect("absent_points", frozenset({("preScore", "VolumeBinding")}), _NONE),
        ),
        moves_pods=False,
    ),
    Change(
        "prefilter-rejections-have-a-status",
        "1.28",
        "If PreFilter rejects a pod, its nodes have a status, so preemption skips them",
        (turned_off("rejected_nodes_are_examined"),),
    ),
    Change(
        "missing-named-node",
        "1.30",
        "A nonexistent node in matchFields no longer ends the cycle with an error",
        (
            turned_off("missing_node_is_error"),
            turned_on("no_named_node_crashes"),
        ),
        picked=("1.29.5",),
    ),
    Change(
        "nodes-excluded-by-prefilter-have-a-status",
        "1.30",
        "Nodes excluded by PreFilter have a reason, and preemption skips them",
        (
            turned_off("excluded_nodes_are_examined"),
            Effect("excluded_reason", "", "node is filtered out by the prefilter result"),
        ),
        pull_request=119779,
        note="Preemption no longer evicts pods on nodes that the pod's affinity had already excluded.",
        picked=("1.29.5",),
    ),
    Change(
        "one-dot-after-preemption",
        "1.29",
        "The preemption message ends with one period instead of two",
        (turned_off("dot_after_post_filter"),),
        moves_pods=False,
    ),
    Change(
        "first-fit-without-scores",
        "1.30",
        "Without any score plugin the search ends at the first node that fits",
        (turned_on("search_ends_without_scores"),),
        pull_request=123384,
    ),
    Change(
        "excluded-nodes-have-no-reason",
        "1.31",
        "Nodes that PreFilter excludes are missing from the message",
        (Effect("excluded_reason", "node is filtered out by the prefilter result", ""),),
        moves_pods=False,
        picked=("1.29.6", "1.30.2"),
    ),
    Change(
        "no-crash-without-named-nodes",
        "1.31",
        "The scheduler no longer divides by zero if no node in matchFields exists",
        (turned_off("no_named_node_crashes"),),
        pull_request=124933,
        note="A pod whose node affinity names only removed nodes stays pending; it no longer crashes the "
        "scheduler.",
        picked=("1.29.6", "1.30.2"),
    ),
    Change(
        "next-start-among-all-nodes",
        "1.31",
        "The next search starts at an index among all nodes, not among those allowed by PreFilter",
        (turned_off("start_index_of_narrowed"),),
        pull_request=124933,
        note="In clusters where nodes are sampled, the search starts at different nodes than before.",
        picked=("1.29.6", "1.30.2"),
    ),
    Change(
        "cloud-limits-removed",
        "1.31",
        "EBSLimits, GCEPDLimits and AzureDiskLimits were removed: NodeVolumeLimits counts CSI volumes",
        (Effect("absent_plugins", _NONE, CLOUD_LIMITS),),
        pull_request=124003,
        note="Remove these plugins from the scheduler's configuration, and check that the CSI drivers report their "
        "limits in CSINode.",
    ),
    Change(
        "excluded-nodes-name-their-plugin",
        "1.32",
        "Nodes that PreFilter excludes have a reason again, which names the plugins",
        (
            Effect(
                "excluded_reason",
                "",
                "node(s) didn't satisfy plugin(s) [{plugins}]",
            ),
            turned_on("lists_one_narrowing_plugin"),
        ),
        moves_pods=False,
    ),
    Change(
        "dynamic-resources-by-default",
        "1.34",
        "DynamicResources is a default plugin",
        (Effect("absent_plugins", frozenset({"DynamicResources"}), _NONE),),
        kep=4381,
        note="Resource claims no longer need a feature gate; pods without claims are not affected.",
        moves_pods=False,
    ),
    Change(
        "dynamic-resources-scores",
        "1.35",
        "DynamicResources scores nodes, by default with weight 2",
        (Effect("absent_points", frozenset({("score", "DynamicResources")}), frozenset()),),
        kep=4381,
        moves_pods=False,
    ),
    Change(
        "opportunistic-batching",
        "1.35",
        "A pod equal to the one before is tried first on the next best node of its list, if the node taken is full",
        (turned_on("batches"),),
        kep=5598,
    ),
    Change(
        "ties-not-drawn",
        "1.35",
        "Ties for the highest total are no longer broken at random: the visiting order decides",
        (turned_off("ties_are_drawn"),),
        kep=5598,
        pull_request=135231,
        note="Pods that score all nodes equally land on the same node again and again, mostly the first "
        "one visited. Give nodes or pods a difference that affects scores, or add a spread constraint.",
    ),
    Change(
        "failure-clears-nomination",
        "1.35",
        "A pod that fails in a profile without PostFilter plugins loses its nomination",
        (turned_on("failure_clears_nomination"),),
    ),
    Change(
        "node-declared-features",
        "1.36",
        "NodeDeclaredFeatures is a default plugin: a node without a feature that the pod needs is rejected",
        (Effect("absent_plugins", frozenset({"NodeDeclaredFeatures"}), _NONE),),
        kep=5328,
    ),
)
