"""What can differ between the schedulers of two Kubernetes versions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .gates import GENERIC_WORKLOAD, PLUGINS_BY_GATE, plugins_of

CLOUD_LIMITS = frozenset({"EBSLimits", "GCEPDLimits", "AzureDiskLimits"})
# Plugins of old versions, all of which Policy or v1beta1 could configure.
SEPARATE_SCORERS = frozenset(
    {"NodeResourcesLeastAllocated", "NodeResourcesMostAllocated", "RequestedToCapacityRatio"}
)
POLICY_PLUGINS = frozenset({"NodeLabel", "ServiceAffinity", "NodePreferAvoidPods"})
SELECTOR_SPREAD = frozenset({"SelectorSpread"})


@dataclass(frozen=True, slots=True)
class Version:
    """A version's behaviour. The defaults are those of v1.34.1; `changes` says which release altered a field.

    Fields of a manifest that a version does not have (pod-level resources, sidecars, matchLabelKeys of affinity terms)
    are read as v1.34.1 reads them.
    """

    name: str
    recorded: bool = True
    """Whether its scheduler was recorded; otherwise it was read in release notes and sources."""
    planned: bool = False
    """Whether it is not released yet: it follows its alpha releases, and plans."""
    switches: tuple[str, ...] = ()
    """Deviations from upstream that were requested by name."""

    # -- feature gates ------------------------------------------------------------------------------------

    known_gates: frozenset[str] = frozenset()
    """Feature gates of alpha features that a scenario may turn on."""
    default_gates: frozenset[str] = frozenset()
    """Those that are on unless a scenario says otherwise."""
    implied_gates: frozenset[str] = frozenset()
    """Those that GenericWorkload turns on."""
    gates: frozenset[str] = frozenset()
    """Those that are on."""

    # -- the configuration -------------------------------------------------------------------------------

    config_versions: tuple[str, ...] = ("v1",)
    """The versions of kubescheduler.config.k8s.io that it reads, the one that it uses by default first."""

    # -- plugins, and when they run -----------------------------------------------------------------------

    absent_plugins: frozenset[str] = (
        CLOUD_LIMITS
        | SEPARATE_SCORERS
        | POLICY_PLUGINS
        | SELECTOR_SPREAD
        | {"NodeDeclaredFeatures"}
        | frozenset(PLUGINS_BY_GATE.values())
    )
    """Plugins that it does not have."""
    absent_points: frozenset[tuple[str, str]] = frozenset({("score", "DynamicResources")})
    """Extension points, each with the plugin that has none of them."""
    pre_filter_always_runs: frozenset[str] = frozenset()
    """Plugins whose PreFilter returns Success instead of Skip."""
    pre_score_always_runs: frozenset[str] = frozenset()
    """Plugins whose PreScore returns Success instead of Skip."""

    taints_filter_early: bool = True
    """TaintToleration and NodeAffinity filter before NodeResourcesFit by default."""
    spread_is_ordinary: bool = True
    """PodTopologySpread is a default plugin like the others, with weight 2; before, a last one with weight 1."""

    # -- the search and its messages ----------------------------------------------------------------------

    tries_nominated_node_first: bool = True
    """The nominated node of a pod is tried before all others."""
    missing_node_is_error: bool = False
    """A node named in matchFields that does not exist ends the cycle with an error."""
    no_named_node_crashes: bool = False
    """The scheduler divides by zero when none of the nodes named in matchFields exists."""
    excluded_reason: str = "node(s) didn't satisfy plugin(s) [{plugins}]"
    """The reason of nodes that PreFilter excludes."""
    lists_one_narrowing_plugin: bool = True
    """If PreFilter leaves no node, the text has the plugin in brackets even if there is only one."""
    excluded_nodes_are_examined: bool = False
    """Nodes that PreFilter excludes have no status, so preemption examines them."""
    rejected_nodes_are_examined: bool = False
    """If PreFilter rejects a pod, no node has a status, so preemption examines them."""
    rejected_nodes_are_counted: bool = False
    """If PreFilter rejects a pod, every node has its status, and the message counts them."""
    runs_all_filters: bool = False
    """A node's status joins the answers of all filters that reject it, not only that of the first."""
    start_index_of_narrowed: bool = False
    """The next search starts at an index modulo the nodes that PreFilter left, not all nodes."""
    failure_clears_nomination: bool = False
    """A pod that fails in a profile without PostFilter plugins loses its nomination."""
    ties_are_drawn: bool = True
    """Of the nodes with the highest total one is drawn; otherwise the order of the search decides."""
    batches: bool = False
    """The next pod with the same signature is tried first on the next best node of the list before."""
    search_ends_without_scores: bool = True
    """Without any score plugin the search ends at the first node that fits."""
    dot_after_post_filter: bool = False
    """A period is added to the text of PostFilter, which already ends with one."""

    # -- filters ------------------------------------------------------------------------------------------

    taint_reason: str = "node(s) had untolerated taint {{{key}: {value}}}"
    """TaintToleration's reason; since v1.35 without naming the taint."""
    node_affinity_reason: str = "node(s) didn't match Pod's node affinity/selector"
    """NodeAffinity's reason."""
    general_affinity_reason: str = ""
    """The reason that InterPodAffinity adds to each special one; "" for none."""
    excess_is_unresolvable: bool = True
    """A request above the node's total allocatable is UnschedulableAndUnresolvable."""
    compares_zero_requests: bool = False
    """NodeResourcesFit compares cpu, memory and ephemeral storage even if 0 is requested."""
    compares_zero_extended_requests: bool = False
    """NodeResourcesFit compares an extended resource of which 0 is requested."""
    compares_zero_requests_of_init_containers: bool = True
    """That includes resources of which only init containers request 0."""
    sidecar_ports_count: bool = True
    """NodePorts counts the host ports of sidecars."""
    namespace_selector_is_resolved: bool = False
    """The namespaceSelector of an incoming term matches as documented, with NotIn too."""

    missing_spread_label_is_said: bool = True
    """PodTopologySpread tells nodes apart that lack the topology key; preemption then leaves them out."""
    empty_spread_selector_counts: bool = False
    """PodTopologySpread counts every pod of the namespace for an empty selector, not none."""

    spread_has_system_defaults: bool = True
    """PodTopologySpread has default constraints; otherwise SelectorSpread is a default plugin."""
    spread_counts_keyless_nodes: bool = False
    """PodTopologySpread counts pods in a domain even on nodes that are not eligible for the constraint."""
    every_selecting_controller_spreads: bool = False
    """Default constraints take the selectors of all controllers that select the pod, not of its owner."""

    # -- scores -------------------------------------------------------------------------------------------

    balance_change_scores: bool = False
    """NodeResourcesBalancedAllocation scores the change that the pod makes to a node's balance, not the balance."""
    balances_by_difference: bool = False
    """NodeResourcesBalancedAllocation scores by the difference of two shares, not their standard deviation."""
    affinity_range_has_zero: bool = False
    """InterPodAffinity normalizes with a range of scores that always includes 0."""
    spread_scores_by_counts: bool = False
    """PodTopologySpread scores by the number of matching pods, whatever maxSkew and the number of domains."""
    spread_score_is_cut: bool = False
    """PodTopologySpread cuts its score to an integer instead of rounding it."""
    image_volumes_score: bool = False
    """ImageLocality includes the images of volumes."""
    image_volumes_raise_threshold: bool = False
    """The images of volumes count among those by whose number ImageLocality divides."""
    image_nodes_are_current: bool = True
    """ImageLocality counts all nodes with an image, not only those present when the node was added."""
    init_images_count: bool = True
    """ImageLocality includes the images of init containers."""
    resizes_count: bool = True
    """A pod being resized counts the largest of its requested, allocated and actual resources."""
    scores_overhead_in_cores: bool = False
    """The cpu overhead of an incoming pod scores as thousandths of its number of cores, rounded up."""
    sidecars_score: bool = True
    """Sidecars of running pods count in the amounts behind the score of NodeResourcesFit."""

    # -- devices ------------------------------------------------------------------------------------------

    device_gates: frozenset[str] = frozenset()
    """Features of dynamic resource allocation that are on by default, without the DRA of their gates."""
    pools_with_conditions_are_last: bool = False
    """Pools that have devices with binding conditions are searched after all others."""
    pools_complete_across_nodes: bool = False
    """A pool is complete with the slices that any node sees; an incomplete one serves no request."""
    skips_invalid_pools: bool = False
    """An invalid pool is passed over; before, reaching it ended the cycle with an error."""
    alternatives_keep_number: bool = False
    """An alternative that asks for all devices is allocated as such, not as the first alternative."""
    distinct_attributes_differ: bool = False
    """distinctAttribute compares values; before, it asked only for the attribute."""
    distinct_attributes_are_all_kept: bool = False
    """distinctAttribute compares with every device of a request, not with its last one."""
    class_config_names_requests: bool = False
    """An allocation has the configuration of a class once, with its requests, not once for each request."""
    device_timeout_is_error: bool = False
    """The end of the time for a search ends the cycle, not the node's chances."""
    incomplete_pools_end_cycle: bool = True
    """A request for all devices that meets an incomplete pool ends the cycle, not the node's chances."""
    capacity_steps_may_be_fractions: bool = False
    """Steps of a capacity are counted in thousandths; before, they were rounded up to whole units."""
    capacity_names_are_qualified: bool = False
    """A capacity may be requested with or without its driver in front of its name, however it is published."""
    shares_without_capacity_count: bool = False
    """Shares that consume no capacity have consumed the counters of their device, which are not consumed again."""
    shares_bar_exclusive_use: bool = False
    """A device of which claims have shares is not handed out as a whole once it may no longer be shared."""
    every_class_has_implicit_name: bool = False
    """A device class that lost its extended resource to another one still serves its implicit name."""
    device_taint_rules_count: bool = False
    """DeviceTaintRules taint devices."""
    rules_without_selector_taint_all: bool = True
    """A DeviceTaintRule without a selector taints every device, not none."""
    mixed_claims_fail_to_score: bool = True
    """DynamicResources, where it scores, ends the cycle of a pod of whose claims only some have devices."""
    foreign_claim_reason: str = "ResourceClaim {claim} was not created for pod {pod} (pod is not owner)"
    """The reason of a pod whose status names a claim that was made for another."""

    # -- preemption ---------------------------------------------------------------------------------------

    victims_are_sorted: bool = True
    """All victims of a node are ordered by importance, not those first that violate a budget."""
    empty_budgets_protect: bool = False
    """A budget with an empty selector protects every pod of the namespace from preemption, not none."""
    deletes_terminating_victims: bool = False
    """Victims that are already terminating are deleted again."""
    preemption_is_silent: bool = False
    """Preemption gives no reasons, and clears a nomination only if no node can be examined."""
    any_termination_bars: bool = False
    """A terminating pod on the nominated node bars preemption, whatever its reason."""
    nominations_outlast_terminating_victims: bool = True
    """If all victims are already terminating, pods of lower priority keep their nomination to the node."""

    preemption_says_placement: bool = False
    """The message of a pod for which others are preempted names the node and counts the victims."""

    # -- pod groups ---------------------------------------------------------------------------------------

    gangs_end_early: bool = False
    """The cycle of a pod group ends as soon as minCount is out of reach, and its message counts the members."""
    groups_preempt_alone: bool = False
    """No member of a pod group preempts for itself; the group does, one with a topology constraint too."""
    rest_of_group_stays_active: bool = False
    """The members that a scheduled pod group left out are tried again at once, as a group that may preempt."""
    nominated_placement_first: bool = False
    """A pod group goes to the placement of its nominated nodes if it works, without a look at the others."""
    members_have_group_priority: bool = False
    """A pod group with a member of another priority is not scheduled."""

    # -- the queue ----------------------------------------------------------------------------------------

    pops_from_backoff: bool = True
    """If activeQ is empty, a pod in backoff is scheduled early."""
    lost_nominations_requeue: bool = True
    """An unbound pod that loses, changes or uses up its nomination brings back others, as if it left a node."""
    leaving_anti_affinity_requeues: bool = False
    """A pod that leaves requeues those that its own anti-affinity repelled."""

    # -- controllers --------------------------------------------------------------------------------------

    stateful_sets_wait_until_available: bool = True
    """An update of a StatefulSet waits for a pod until it is available, not only until it is ready."""
    stateful_sets_have_max_unavailable: bool = False
    """A StatefulSet may replace several pods at a time (the gate MaxUnavailableStatefulSet is on by default)."""

    # -- volumes ------------------------------------------------------------------------------------------

    missing_claim_is_error: bool = False
    """A claim that does not exist ends the cycle in NodeVolumeLimits with an error."""
    node_status_has_volume_limits: bool = False
    """NodeVolumeLimits honours limits of CSI drivers in the Node's status."""
    storage_capacity_scores: bool = False
    """VolumeBinding scores nodes by the share of their storage that a pod's claims would use."""
    missing_drivers_reject: bool = False
    """NodeVolumeLimits rejects nodes without a CSI driver whose CSIDriver asks for that."""
    bound_volumes_narrow: bool = False
    """VolumeBinding narrows the nodes to those named by bound local volumes."""
    missing_volume_reason: str = "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)"
    """VolumeBinding's reason for a claim that is bound to a volume that does not exist."""
    capacity_counts: bool = True
    """VolumeBinding compares claims with the capacity that CSI drivers report."""
    in_tree_plugins: frozenset[str] = frozenset()
    """In-tree plugins whose volumes are not yet those of their CSI drivers."""
    annotated_migrations: frozenset[str] = frozenset()
    """In-tree plugins whose volumes are those of their CSI drivers only where a CSINode lists the plugin."""
    inline_volumes_migrate: bool = True
    """NodeVolumeLimits counts in-tree volumes of pods that have no claim."""
    lost_claims_wait: bool = True
    """VolumeBinding rejects pods whose claim has lost its volume, on all nodes."""
    ephemeral_volumes_have_claims: bool = True
    """VolumeBinding and NodeVolumeLimits read the claims of ephemeral volumes."""
    limits_need_claims: bool = True
    """NodeVolumeLimits rejects pods of which a claim is missing."""
    attached_volumes_count: bool = True
    """NodeVolumeLimits counts volumes attached to a node even if no pod uses them."""
    old_zone_labels_are_new: bool = True
    """VolumeZone treats the beta zone and region labels as the current ones."""
    once_pod_is_enforced: bool = True
    """VolumeRestrictions rejects pods whose ReadWriteOncePod claim is in use."""
    once_pod_reason: str = (
        "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode "
        "already in-use by another pod"
    )
    """VolumeRestrictions' reason for a ReadWriteOncePod claim in use."""
    volume_affinity_reason: str = "node(s) didn't match PersistentVolume's node affinity"
    """VolumeBinding's reason for a bound volume that the node can't reach."""

    def with_gates(self, gates: Iterable[str]) -> Version:
        """Return the version with those of the feature gates on that it has, and what they imply."""
        on = self.known_gates.intersection(gates) | self.default_gates
        if GENERIC_WORKLOAD in on:
            on |= self.implied_gates
        if on == self.gates:
            return self
        absent = (self.absent_plugins | plugins_of(self.gates)) - plugins_of(on)
        return replace(self, gates=on, absent_plugins=absent)
