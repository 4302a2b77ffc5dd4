"""Kubernetes versions as named differences from v1.34.1, the base."""

from __future__ import annotations

from dataclasses import dataclass, replace

DOCUMENTED_NAMESPACE_SELECTOR = "documented-namespace-selector"
_CLOUD_LIMITS = frozenset({"EBSLimits", "GCEPDLimits", "AzureDiskLimits"})


@dataclass(frozen=True, slots=True)
class Version:
    """A version's behaviour. Each field is one difference; its default is the behaviour of v1.34.1.

    "Up to" names the last recorded version that behaves like the other value. Fields of a manifest that a version does
    not have (pod-level resources, sidecars, matchLabelKeys of affinity terms) are read as v1.34.1 reads them.
    """

    name: str
    switches: tuple[str, ...] = ()
    """Deviations from upstream that were requested by name."""

    # -- plugins, and when they run -----------------------------------------------------------------------

    absent_plugins: frozenset[str] = _CLOUD_LIMITS
    """Plugins that it does not have: EBSLimits, GCEPDLimits, AzureDiskLimits since v1.32, DynamicResources to v1.33."""
    absent_points: frozenset[tuple[str, str]] = frozenset({("score", "DynamicResources")})
    """Extension points that a plugin does not have: DynamicResources scores (0 for all) since v1.35."""
    pre_filter_always_runs: frozenset[str] = frozenset()
    """Plugins whose PreFilter returns Success instead of Skip; up to v1.27."""
    pre_score_always_runs: frozenset[str] = frozenset()
    """Plugins whose PreScore returns Success instead of Skip; up to v1.27, the balanced allocation up to v1.32."""

    # -- the search and its messages ----------------------------------------------------------------------

    missing_node_is_error: bool = False
    """A node named in matchFields that does not exist ends the cycle with an error; up to v1.27."""
    no_named_node_crashes: bool = False
    """The scheduler divides by zero when none of the nodes named in matchFields exists; v1.30."""
    excluded_reason: str = "node(s) didn't satisfy plugin(s) [{plugins}]"
    """The reason of nodes that PreFilter excludes; since v1.32 it names the plugins."""
    unfiltered_nodes_are_examined: bool = False
    """Nodes that PreFilter excludes or rejects have no status, so preemption examines them; up to v1.27."""
    start_index_of_narrowed: bool = False
    """The next search starts at an index modulo the nodes that PreFilter left, not all nodes; up to v1.30."""
    dot_after_post_filter: bool = False
    """A period is added to the text of PostFilter, which already ends with one; up to v1.27 (not in v1.24)."""

    # -- filters ------------------------------------------------------------------------------------------

    taint_reason_is_fixed: bool = False
    """TaintToleration's reason is `node(s) had untolerated taint(s)`, without naming the taint; since v1.35."""
    excess_is_unresolvable: bool = True
    """A request above the node's total allocatable is UnschedulableAndUnresolvable; since v1.34."""
    compares_zero_requests: bool = False
    """NodeResourcesFit compares cpu, memory and ephemeral storage even if 0 is requested; up to v1.27."""
    sidecar_ports_count: bool = True
    """NodePorts counts the host ports of sidecars; since v1.34."""
    namespace_selector_is_resolved: bool = False
    """The namespaceSelector of an incoming term matches as documented, with NotIn too; up to v1.33."""

    # -- scores -------------------------------------------------------------------------------------------

    image_nodes_are_current: bool = True
    """ImageLocality counts all nodes with an image, not only those present when the node was added; since v1.30."""
    init_images_count: bool = True
    """ImageLocality includes the images of init containers; since v1.30."""
    resizes_count: bool = True
    """A pod being resized counts the largest of its requested, allocated and actual resources; since v1.33."""
    sidecars_score: bool = True
    """Sidecars of running pods count in the amounts behind the score of NodeResourcesFit; not in v1.30."""

    # -- preemption ---------------------------------------------------------------------------------------

    victims_are_sorted: bool = True
    """All victims of a node are ordered by importance, not those first that violate a budget; since v1.32."""
    deletes_terminating_victims: bool = False
    """Victims that are already terminating are deleted again; up to v1.33."""

    # -- the queue ----------------------------------------------------------------------------------------

    pops_from_backoff: bool = True
    """If activeQ is empty, a pod in backoff is scheduled early; since v1.33."""
    leaving_anti_affinity_requeues: bool = False
    """A pod that leaves requeues those that its own anti-affinity repelled; since v1.35."""

    # -- volumes ------------------------------------------------------------------------------------------

    bound_volumes_narrow: bool = False
    """VolumeBinding narrows the nodes to those named by bound local volumes; v1.27 to v1.30."""
    attached_volumes_count: bool = True
    """NodeVolumeLimits counts volumes attached to a node even if no pod uses them; since v1.32."""
    old_zone_labels_are_new: bool = True
    """VolumeZone treats the beta zone and region labels as the current ones; since v1.30."""
    once_pod_reason: str = (
        "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode "
        "already in-use by another pod"
    )
    """VolumeRestrictions' reason for a ReadWriteOncePod claim in use; since v1.34."""
    volume_affinity_reason: str = "node(s) didn't match PersistentVolume's node affinity"
    """VolumeBinding's reason for a bound volume that the node can't reach; since v1.33."""


V1_34 = Version("v1.34.1")
V1_35 = replace(
    V1_34,
    name="v1.35.4",
    taint_reason_is_fixed=True,
    absent_points=frozenset(),
    leaving_anti_affinity_requeues=True,
)

# Backwards from the base, each with its differences from the version after it.
V1_33 = replace(
    V1_34,
    name="v1.33.0",
    absent_plugins=_CLOUD_LIMITS | {"DynamicResources"},
    excess_is_unresolvable=False,
    sidecar_ports_count=False,
    namespace_selector_is_resolved=True,
    deletes_terminating_victims=True,
    once_pod_reason=(
        "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode"
    ),
)
V1_32 = replace(
    V1_33,
    name="v1.32.2",
    pops_from_backoff=False,
    pre_score_always_runs=frozenset({"NodeResourcesBalancedAllocation"}),
    resizes_count=False,
    volume_affinity_reason="node(s) had volume node affinity conflict",
)
V1_30 = replace(
    V1_32,
    name="v1.30.1",
    absent_plugins=frozenset({"DynamicResources"}),
    no_named_node_crashes=True,
    excluded_reason="node is filtered out by the prefilter result",
    start_index_of_narrowed=True,
    sidecars_score=False,
    attached_volumes_count=False,
    victims_are_sorted=False,
    bound_volumes_narrow=True,
)
V1_27 = replace(
    V1_30,
    name="v1.27.1",
    absent_points=frozenset({("preFilter", name) for name in (*_CLOUD_LIMITS, "NodeVolumeLimits")})
    | {("preScore", "VolumeBinding")},
    pre_filter_always_runs=frozenset({"NodePorts", "VolumeRestrictions", "PodTopologySpread"}),
    pre_score_always_runs=V1_32.pre_score_always_runs
    | {"NodeAffinity", "PodTopologySpread", "InterPodAffinity"},
    missing_node_is_error=True,
    no_named_node_crashes=False,
    unfiltered_nodes_are_examined=True,
    dot_after_post_filter=True,
    compares_zero_requests=True,
    image_nodes_are_current=False,
    init_images_count=False,
    sidecars_score=True,
    old_zone_labels_are_new=False,
)

KUBERNETES_VERSIONS = {
    "1.27": V1_27,
    "1.30": V1_30,
    "1.32": V1_32,
    "1.33": V1_33,
    "1.34": V1_34,
    "1.35": V1_35,
}
DEFAULT_VERSION = "1.34"


def find_version(text: str) -> Version:
    """Return the version for "1.34", "v1.34" or "v1.34.1"; raise ValueError for an unknown one.

    "1.34+documented-namespace-selector" is that version with namespaceSelectors that match as documented.
    """
    number, *switches = text.split("+")
    short = ".".join(number.removeprefix("v").split(".")[:2])
    if short not in KUBERNETES_VERSIONS:
        raise ValueError(
            f"unknown Kubernetes version {number!r}: choose one of {', '.join(KUBERNETES_VERSIONS)}"
        )
    version = KUBERNETES_VERSIONS[short]
    for switch in dict.fromkeys(switches):
        version = _switched(version, switch)
    return version


def _switched(version: Version, switch: str) -> Version:
    if switch != DOCUMENTED_NAMESPACE_SELECTOR:
        raise ValueError(f"unknown switch {switch!r}: the only one is {DOCUMENTED_NAMESPACE_SELECTOR}")
    return replace(
        version,
        name=f"{version.name}+{switch}",
        switches=(*version.switches, switch),
        namespace_selector_is_resolved=True,
    )
