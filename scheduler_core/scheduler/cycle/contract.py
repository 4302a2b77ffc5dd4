"""The JSON of a cycle: its trace, with the keys of the recorded vectors, and its outcome."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, cast

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.typeddict import OtherKeys, TypedDict
from scheduler_core.scheduler.framework.assumed import VolumeDecisionsJson
from scheduler_core.scheduler.framework.claims import ClaimWrite
from scheduler_core.scheduler.framework.extender.contract import ExtenderCall
from scheduler_core.scheduler.framework.status import CodeName

SkipReason = Literal["NotFound", "AlreadyBound", "NoProfile", "Terminating", "Gated"]
"""Why no cycle took place for a pod."""

# ---- trace ----


class StatusEntry(TypedDict):
    """A plugin's answer."""

    code: CodeName
    reasons: NotRequired[list[str]]
    """Sorted; absent if there are none."""


class PreFilterEntry(StatusEntry):
    """A plugin's answer at PreFilter."""

    nodeNames: NotRequired[list[str]]
    """The nodes that it restricts the search to."""


class ScoringEntry(TypedDict):
    """A plugin's answer at PreScore."""

    code: CodeName


class NominatedNodeTried(TypedDict):
    """The nominated node, which is tried before all others."""

    node: str
    fits: bool


PassField = TypedDict("PassField", {"pass": NotRequired[int]})


class FirstFailure(PassField):
    """Why a node failed: the answers by plugin.

    `first` is the plugin at which the scheduler stops. `pass` is present if nominated pods count: 1 if the node fails
    with them, 2 if it passes with them and fails without.
    """

    first: str


NodeFailures = Annotated[FirstFailure, OtherKeys(StatusEntry)]


def failure_by(failures: NodeFailures, plugin: str) -> StatusEntry:
    """Return the answer of a plugin that rejected the node."""
    return cast("dict[str, StatusEntry]", failures)[plugin]


class CandidateEntry(TypedDict):
    """A node where preemption would make room."""

    victims: list[str]
    pdbViolations: int


class PostFilterSummary(TypedDict):
    """The decision of preemption."""

    code: CodeName
    message: NotRequired[str]
    nominatedNode: NotRequired[str]
    """The node nominated for the pod; "" clears its nomination."""
    victims: NotRequired[list[str]]
    """The pods that are evicted."""
    clearedNominations: NotRequired[list[str]]
    """Pods that lose their nomination to the node."""


class PostFilterEntry(PostFilterSummary):
    """The decision of preemption, and the nodes it was made among."""

    candidates: NotRequired[dict[str, CandidateEntry]]
    """By node."""
    best: NotRequired[list[str]]
    """The candidates that tie under all rules."""
    rejected: NotRequired[dict[str, StatusEntry]]
    """By node, for nodes where preemption does not help."""


class PreFilterFields(TypedDict):
    """The keys of a trace about the steps before the filters."""

    preFilter: NotRequired[dict[str, PreFilterEntry]]
    """By plugin."""
    nodeHint: NotRequired[str]
    """The node that batching suggests, which is tried before all others unless the pod has a nominated node."""
    nominatedNodeTried: NotRequired[NominatedNodeTried]


class ScoringSummary(TypedDict):
    """The keys of a trace about scoring, without the scores; absent if no node was feasible."""

    preScore: NotRequired[dict[str, ScoringEntry]]
    """By plugin."""
    weights: NotRequired[dict[str, int]]
    """By plugin, for plugins that scored."""
    selected: NotRequired[str]
    scoringSkippedByScheduler: NotRequired[Literal[True]]
    """A single node is feasible, which the scheduler takes without scoring."""
    reserve: NotRequired[StatusEntry]
    """Present if Reserve failed."""


class ScoringFields(ScoringSummary):
    """The keys of a trace about scoring; absent if no node was feasible."""

    score: NotRequired[dict[str, dict[str, int]]]
    """Raw scores by plugin and node."""
    normalized: NotRequired[dict[str, dict[str, int]]]
    """Scores from 0 to 100, by plugin and node."""
    total: NotRequired[dict[str, int]]
    """The weighted sum by node."""
    best: NotRequired[list[str]]
    """The nodes with the highest total."""


class ExtenderCalls(TypedDict):
    extenders: NotRequired[list[ExtenderCall]]
    """The calls of extenders with their answers; absent if there were none."""


class MessageFields(ExtenderCalls):
    """The keys of a trace about a pod that was not placed."""

    fitError: NotRequired[str]
    """The scheduler's message about why the pod was not placed."""
    error: NotRequired[str]
    """The cycle ended with this error."""


class TracedDevice(TypedDict):
    """A device in an allocation."""

    request: str
    """REQUEST or REQUEST/ALTERNATIVE."""
    driver: str
    pool: str
    device: str
    adminAccess: NotRequired[Literal[True]]
    """The device may be in use, and is not taken away from others."""
    shareID: NotRequired[str]
    """The share of a device that several claims use; "*" before it is written."""
    consumedCapacity: NotRequired[dict[str, str]]
    bindingConditions: NotRequired[list[str]]
    """What must hold before the pod is bound."""
    tolerations: NotRequired[int]
    """The number of tolerations of its request."""


class TracedAllocation(TypedDict):
    """What a claim gets."""

    devices: list[TracedDevice]
    nodeSelector: NotRequired[Manifest]
    """The nodes from which the devices can be used; absent for all."""
    config: NotRequired[list[str]]
    """Each as SOURCE [requests] driver=parameters."""


class TracedClaim(TypedDict):
    """What a cycle changed of a claim."""

    allocated: NotRequired[TracedAllocation]
    reservedFor: NotRequired[list[str]]
    """All that it is now reserved for, if that changed: "pods/NAME"."""
    requests: NotRequired[dict[str, str]]
    """Class and number by request, of a claim that the cycle made for extended resources."""
    deallocated: NotRequired[Literal[True]]
    unreserved: NotRequired[Literal[True]]
    """Nothing is left that it is reserved for."""
    deleted: NotRequired[Literal[True]]


class RequestMapping(TypedDict):
    """The request of the claim that serves an extended resource of a container."""

    containerName: str
    resourceName: str
    requestName: str


class ExtendedResourceClaimStatus(TypedDict):
    """status.extendedResourceClaimStatus of the pod."""

    requestMappings: list[RequestMapping]
    resourceClaimName: str


class ClaimSummary(TypedDict):
    """The keys of a trace about resource claims, without those that have an entry per node."""

    claims: NotRequired[dict[str, TracedClaim]]
    """By namespace/name: the claims that the cycle changed."""
    claimsReleased: NotRequired[dict[str, TracedClaim]]
    """By namespace/name: the claims that went with the victims."""
    preBind: NotRequired[StatusEntry]
    """Present if PreBind failed; claims may have been written all the same."""
    preBindNode: NotRequired[str]
    extendedResourceClaimStatus: NotRequired[ExtendedResourceClaimStatus]


class ClaimFields(ClaimSummary):
    """The keys of a trace about resource claims; absent for pods without."""

    nodeAllocations: NotRequired[dict[str, dict[str, TracedAllocation]]]
    """By node and claim: what DynamicResources found on nodes that it did not reject."""


class MemberTrace(TypedDict):
    """What became of a member of a pod group when it was tried."""

    pod: str
    code: CodeName
    node: NotRequired[str]
    """Where it was placed or nominated; absent if it did not fit."""
    message: NotRequired[str]
    """Why it does not fit."""
    filter: NotRequired[dict[str, NodeFailures]]
    """By node the first plugin that rejects it."""
    feasibleNodes: NotRequired[int]
    total: NotRequired[dict[str, int]]
    """The weighted sum of the scores by node; absent if a single node is feasible."""
    permit: NotRequired[StatusEntry]
    requiresPreemption: NotRequired[Literal[True]]
    victims: NotRequired[list[str]]
    """The pods that it evicts."""


class PlacementTrace(TypedDict):
    """A placement that was tried for a pod group with a topology constraint."""

    name: str
    """The value of the topology key."""
    nodes: list[str]
    code: CodeName
    message: NotRequired[str]
    members: list[MemberTrace]


class RejectedMember(TypedDict):
    """A member that stays pending."""

    pod: str
    code: CodeName
    message: str
    """The text of its condition."""
    nominatedNode: NotRequired[str]
    """The node nominated for it; "" clears its nomination."""


class GroupCondition(TypedDict):
    """The condition PodGroupScheduled of a pod group."""

    status: str
    """True or False."""
    reason: str
    """Scheduled, Unschedulable or SchedulerError."""
    message: NotRequired[str]


class GangTrace(TypedDict):
    """The cycle of a pod group."""

    podGroup: str
    """namespace/name."""
    members: list[str]
    """In the order in which they were tried."""
    notInQueue: NotRequired[list[str]]
    """Members that a PreEnqueue plugin holds back."""
    results: list[MemberTrace]
    """One per member that was tried; a member with a node that is not bound was rolled back."""
    placements: NotRequired[list[PlacementTrace]]
    placementScores: NotRequired[dict[str, dict[str, int]]]
    """By placement the points by plugin, and their total."""
    code: CodeName
    message: NotRequired[str]
    waitingOnPreemption: NotRequired[Literal[True]]
    victims: NotRequired[list[str]]
    bound: NotRequired[dict[str, str]]
    """The node of each member that was bound."""
    rejected: NotRequired[list[RejectedMember]]
    preBindFailed: NotRequired[dict[str, StatusEntry]]
    condition: NotRequired[GroupCondition]


class SearchFields(TypedDict):
    """The keys of a trace about a search that stops after enough nodes; absent in other traces."""

    startIndex: NotRequired[int]
    """The node at which the search started."""
    nextStartIndex: NotRequired[int]
    evaluatedNodes: NotRequired[int]


class TraceSummary(PreFilterFields, ScoringSummary, MessageFields, ClaimSummary):
    """The keys of a trace about the cycle as a whole, none of which has an entry per node."""

    pod: str
    profile: str
    postFilter: NotRequired[PostFilterSummary]


class Trace(PreFilterFields, ScoringFields, MessageFields, ClaimFields, SearchFields):
    """A cycle with the keys of the recorded vectors. If `skipped` is present, no cycle took place."""

    pod: str
    profile: NotRequired[str]
    skipped: NotRequired[SkipReason]
    preEnqueue: NotRequired[dict[str, StatusEntry]]
    """The plugin that keeps the pod out of the queue."""
    filter: NotRequired[dict[str, NodeFailures]]
    """By node, for nodes that failed; absent if none did."""
    feasible: list[str] | None
    """The nodes that passed every filter; None if no cycle took place."""
    gang: NotRequired[GangTrace]
    """The cycle of the pod's whole group."""
    postFilter: NotRequired[PostFilterEntry]


# ---- outcomes ----


class ReservedJson(TypedDict):
    """A claim, and the devices that it holds until the cycle of the pod group ends."""

    claim: str
    allocation: Manifest


class GangPartJson(TypedDict):
    """The part of a member in the cycle of its pod group. The outcomes of all members take effect with the last."""

    pod_group: str
    """namespace/name."""
    start_index: int
    """The node at which its search started."""
    assumed: str | None
    """The node on which the members after it see this one, whether or not it is bound in the end."""
    last: bool
    """The group's cycle ends with this member."""
    first: bool
    """The group's cycle begins with this member."""
    untried: NotRequired[Literal[True]]
    """The group's cycle ended before it was tried."""
    pre_bind: NotRequired[Literal[True]]
    """It was let through, and failed in PreBind."""
    placement: NotRequired[str]
    """The value of the topology key on the nodes that it was tried on; absent without a topology constraint."""
    condition: NotRequired[GroupCondition]
    """PodGroupScheduled after the cycle; present for the last member."""
    reserved: NotRequired[list[ReservedJson]]
    """The devices that the members after it see in use; absent without resource claims."""


class OutcomeFields(TypedDict):
    """The changes that an attempt makes; enough to fold a run without recomputing its cycles."""

    pod: str
    node: str | None
    """The node that the pod is bound to."""
    victims: list[str]
    """The pods that are evicted."""
    nominated_node: str | None
    """None leaves the pod's nomination as it is, "" clears it."""
    cleared: list[str]
    """Pods that lose their nomination."""
    next_start_index: int | None
    """The node at which the next search starts."""
    volumes: VolumeDecisionsJson | None
    claims: NotRequired[list[ClaimWrite]]
    """The resource claims that the cycle wrote; absent if it wrote none."""
    gang: NotRequired[GangPartJson]
    """The part of a member in the cycle of its pod group; absent for other pods."""


class NodeHint(TypedDict):
    node_hint: NotRequired[str]
    """The node that batching suggested; absent without one."""


class LikelyNode(TypedDict):
    likely: NotRequired[str]
    """Of the nodes that tie, the one that the scheduler takes in a quiet cluster; absent where it draws one."""


class CycleFinished(OutcomeFields, NodeHint, LikelyNode, ExtenderCalls):
    """The outcome of an attempt to schedule a pod."""

    kind: Literal["cycle.finished"]
    cycle: int
    attempt: int
    message: str | None
    """The scheduler's message about why the pod was not placed."""
    skipped: SkipReason | None
    """Why no cycle took place; None if one did."""
    ties: int
    """The number of nodes that tie for the highest total."""
