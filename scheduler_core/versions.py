"""Kubernetes versions as named differences from v1.34.1, the base."""

from __future__ import annotations

from dataclasses import dataclass, replace

DOCUMENTED_NAMESPACE_SELECTOR = "documented-namespace-selector"
_CLOUD_LIMITS = frozenset({"EBSLimits", "GCEPDLimits", "AzureDiskLimits"})


@dataclass(frozen=True, slots=True)
class Version:
    """A version's behaviour; each field is one difference, its default is what v1.34.1 does.

    "Up to" names the last recorded version that behaves like the other value. What a version does not know of a
    manifest (pod-level resources, sidecars, matchLabelKeys of affinity terms) is read as v1.34.1 reads it.
    """

    name: str
    switches: tuple[str, ...] = ()
    """Deviations from upstream that were asked for by name."""

    # -- which plugins there are, and when they run -------------------------------------------------------

    lacking: frozenset[str] = _CLOUD_LIMITS
    """Plugins that it does not run: EBSLimits and its like since v1.32, DynamicResources up to v1.33."""
    lacking_points: frozenset[tuple[str, str]] = frozenset({("score", "DynamicResources")})
    """Extension points that a plugin does not have: DynamicResources scores (0 for all) since v1.35."""
    pre_filter_always_runs: frozenset[str] = frozenset()
    """Plugins whose PreFilter says Success where it would say Skip; up to v1.27."""
    pre_score_always_runs: frozenset[str] = frozenset()
    """Plugins whose PreScore says Success where it would say Skip; up to v1.27, the balanced allocation to v1.32."""

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
    """A dot is put after the text of PostFilter, which has one already; up to v1.27 (not in v1.24)."""

    # -- filters ------------------------------------------------------------------------------------------

    taint_reason_is_fixed: bool = False
    """TaintToleration says `node(s) had untolerated taint(s)` whatever the taint; since v1.35."""
    excess_is_unresolvable: bool = True
    """A request above what the node has at all is UnschedulableAndUnresolvable; since v1.34."""
    compares_zero_requests: bool = False
    """NodeResourcesFit compares cpu, memory and ephemeral storage even if 0 is requested; up to v1.27."""
    sidecar_ports_count: bool = True
    """NodePorts counts the host ports of sidecars; since v1.34."""
    namespace_selector_is_resolved: bool = False
    """The namespaceSelector of an incoming term selects the namespaces it says, NotIn too; up to v1.33."""

    # -- scores -------------------------------------------------------------------------------------------

    image_nodes_are_current: bool = True
    """ImageLocality counts all nodes with an image, not those there when the node was added; since v1.30."""
    init_images_count: bool = True
    """ImageLocality looks at the images of init containers too; since v1.30."""
    resizes_count: bool = True
    """A pod that is being resized counts the largest of what it wants, was given and uses; since v1.33."""
    sidecars_score: bool = True
    """Sidecars of running pods count in the amounts behind the score of NodeResourcesFit; not in v1.30."""

    # -- preemption ---------------------------------------------------------------------------------------

    victims_are_sorted: bool = True
    """All victims of a node by importance, not those first that break a budget; since v1.32."""
    deletes_terminating_victims: bool = False
    """Victims that are terminating already are deleted once more; up to v1.33."""

    # -- the queue ----------------------------------------------------------------------------------------

    pops_from_backoff: bool = True
    """With nothing active, a pod that backs off is taken before its time; since v1.33."""
    leaving_anti_affinity_requeues: bool = False
    """A pod that leaves brings back those that its own anti-affinity kept away; since v1.35."""

    # -- volumes ------------------------------------------------------------------------------------------

    bound_volumes_narrow: bool = False
    """VolumeBinding narrows the nodes to those named by bound local volumes; v1.27 to v1.30."""
    attached_volumes_count: bool = True
    """NodeVolumeLimits counts volumes that are attached to a node though no pod uses them; since v1.32."""
    old_zone_labels_are_new: bool = True
    """VolumeZone takes the beta zone and region labels for the present ones; since v1.30."""
    once_pod_reason: str = (
        "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode "
        "already in-use by another pod"
    )
    """VolumeRestrictions' words for a ReadWriteOncePod claim that is in use; since v1.34."""
    volume_affinity_reason: str = "node(s) didn't match PersistentVolume's node affinity"
    """VolumeBinding's words for a bound volume that the node can't reach; since v1.33."""


V1_34 = Version("v1.34.1")
V1_35 = replace(
    V1_34,
    name="v1.35.4",
    taint_reason_is_fixed=True,
    lacking_points=frozenset(),
    leaving_anti_affinity_requeues=True,
)

# Backwards from the base, each with what it does otherwise than the version after it.
V1_33 = replace(
    V1_34,
    name="v1.33.0",
    lacking=_CLOUD_LIMITS | {"DynamicResources"},
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
    lacking=frozenset({"DynamicResources"}),
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
    lacking_points=frozenset({("preFilter", name) for name in (*_CLOUD_LIMITS, "NodeVolumeLimits")})
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
    """The version that "1.34", "v1.34" or "v1.34.1" names; ValueError for an unknown one.

    "1.34+documented-namespace-selector" is that version with namespaceSelectors as they are documented.
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
        raise ValueError(f"unknown switch {switch!r}: there is {DOCUMENTED_NAMESPACE_SELECTOR}")
    return replace(
        version,
        name=f"{version.name}+{switch}",
        switches=(*version.switches, switch),
        namespace_selector_is_resolved=True,
    )
