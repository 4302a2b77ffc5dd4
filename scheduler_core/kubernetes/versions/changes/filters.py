"""Changes of the filters, those of volumes aside."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import Change, Effect, turned_off, turned_on

CHANGES = (
    Change(
        "node-selector-text",
        "1.20",
        "NodeAffinity's reason mentions node affinity instead of the node selector",
        (
            Effect(
                "node_affinity_reason",
                "node(s) didn't match node selector",
                "node(s) didn't match Pod's node affinity",
            ),
        ),
        moves_pods=False,
    ),
    Change(
        "missing-spread-label",
        "1.20",
        "A node without the topology key of a spread constraint has a separate reason, and preemption "
        "skips it",
        (turned_on("missing_spread_label_is_said"),),
    ),
    Change(
        "extended-resources-of-zero-in-init-containers",
        "1.22",
        "NodeResourcesFit compares an extended resource of which only init containers request 0",
        (turned_on("compares_zero_requests_of_init_containers"),),
    ),
    Change(
        "spread-counts-eligible-nodes",
        "1.21",
        "PodTopologySpread counts no pods on nodes that lack a topology key or that the pod's node affinity excludes",
        (turned_off("spread_counts_keyless_nodes"),),
    ),
    Change(
        "owners-spread",
        "1.21",
        "Default spread constraints use the selector of the pod's owning controller, not of all "
        "controllers that select it",
        (turned_off("every_selecting_controller_spreads"),),
    ),
    Change(
        "untolerated-taint-text",
        "1.24",
        "TaintToleration's reason mentions an untolerated taint",
        (
            Effect(
                "taint_reason",
                "node(s) had taint {{{key}: {value}}}, that the pod didn't tolerate",
                "node(s) had untolerated taint {{{key}: {value}}}",
            ),
        ),
        moves_pods=False,
    ),
    Change(
        "node-affinity-text",
        "1.21",
        "NodeAffinity's reason mentions node affinity and selector",
        (
            Effect(
                "node_affinity_reason",
                "node(s) didn't match Pod's node affinity",
                "node(s) didn't match Pod's node affinity/selector",
            ),
        ),
        moves_pods=False,
    ),
    Change(
        "general-affinity-text",
        "1.21",
        "InterPodAffinity's general reason mentions rules",
        (
            Effect(
                "general_affinity_reason",
                "node(s) didn't match pod affinity/anti-affinity",
                "node(s) didn't match pod affinity/anti-affinity rules",
            ),
        ),
        moves_pods=False,
    ),
    Change(
        "one-affinity-text",
        "1.22",
        "InterPodAffinity gives one reason per node, without a general one",
        (Effect("general_affinity_reason", "node(s) didn't match pod affinity/anti-affinity rules", ""),),
        moves_pods=False,
    ),
    Change(
        "extended-resources-of-zero",
        "1.26",
        "NodeResourcesFit does not compare an extended resource of which the pod requests 0",
        (turned_off("compares_zero_extended_requests"),),
    ),
    Change(
        "empty-spread-selector",
        "1.27",
        "A spread constraint with an empty labelSelector counts no pod, not every pod of the namespace",
        (turned_off("empty_spread_selector_counts"),),
    ),
    Change(
        "empty-spread-selector-counts-again",
        "1.38",
        "A spread constraint with an empty labelSelector counts every pod of the namespace",
        (turned_on("empty_spread_selector_counts"),),
        pull_request=141340,
        note="List the labels, so that every version counts the same pods.",
    ),
    Change(
        "resources-not-requested-are-not-compared",
        "1.28",
        "NodeResourcesFit compares only the resources that the pod requests, so an overcommitted node can take a pod",
        (turned_off("compares_zero_requests"),),
        pull_request=116408,
        note="A pod that requests no cpu, or no memory, can land on a node whose requests exceed it.",
    ),
    Change(
        "excess-is-unresolvable",
        "1.34",
        "A request above the node's allocatable amount is unresolvable, so preemption skips the node",
        (turned_on("excess_is_unresolvable"),),
        pull_request=131345,
        note="Preemption is not tried on nodes that are too small for the pod; its message counts them as nodes "
        "where it does not help.",
    ),
    Change(
        "sidecar-host-ports",
        "1.34",
        "NodePorts counts the host ports of sidecars",
        (turned_on("sidecar_ports_count"),),
        kep=753,
        pull_request=132040,
        note="Two pods whose sidecars use the same host port no longer share a node; look for such pods before the "
        "upgrade.",
        picked=("1.33.6",),
    ),
    Change(
        "negative-namespace-selector",
        "1.34",
        "NotIn and DoesNotExist in the namespaceSelector of an incoming pod's affinity term no longer match as"
        " documented",
        (turned_off("namespace_selector_is_resolved"),),
        pull_request=132457,
        note="A regression: such terms also count pods in namespaces that they exclude, so pods can stay "
        "pending. List the namespaces instead.",
    ),
    Change(
        "taint-text",
        "1.35",
        "TaintToleration has the same reason for every taint, without naming it",
        (
            Effect(
                "taint_reason",
                "node(s) had untolerated taint {{{key}: {value}}}",
                "node(s) had untolerated taint(s)",
            ),
        ),
        pull_request=135023,
        moves_pods=False,
        picked=("1.34.2",),
    ),
)
