"""All that the engine hands out as JSON, by name. `scripts/types.py` writes these types for the page."""

from __future__ import annotations

from .admission.contract import AdmissionReport
from .checks.checking import ExpectationResult
from .cluster.view import ClusterView, LabelColumn
from .compare.event import EventComparison
from .compare.upgrade import (
    Shift,
    Stay,
    UpgradeChange,
    UpgradeMatrix,
    UpgradePod,
    UpgradeProgress,
    UpgradeStep,
    UpgradeVersion,
)
from .cycle.contract import CycleFinished, NodeFailures, Trace, failure_by
from .explain.causes.contract import (
    Cause,
    Causes,
    NearestNode,
    NodePart,
    PendingWorkload,
    PodGroup,
    Reason,
    SelectorCause,
    Shortage,
    SpreadCause,
)
from .explain.contract import (
    CycleColumns,
    CycleView,
    Explanation,
    FilterStep,
    ScoreStep,
    SkippedColumns,
)
from .explain.facts import Fact
from .explain.facts.contract import Field, SourceObject
from .explain.facts.remedies import RemedyChange
from .explain.facts.resources import ContainerRequest
from .explain.overview import NodesOverview, Overview
from .explain.second_try import SecondTry
from .messages.contract import ExplainedMessage
from .objects.parsing import Manifest
from .plugins.helper import ComparedExpression
from .plugins.interpodaffinity.contract import (
    AffinityLedger,
    AffinityRequiredStep,
    AntiAffinityRequiredStep,
    DomainCount,
    ExistingAntiAffinityStep,
)
from .plugins.nodeaffinity import NodeAffinityTermStep
from .plugins.nodeports import PortStep
from .plugins.noderesources.fit import ResourceStep
from .plugins.podtopologyspread.contract import (
    HardSpreadConstraint,
    HardSpreadDomain,
    SoftSpreadConstraint,
    SpreadLedger,
    SpreadSkewStep,
)
from .plugins.tainttoleration import TaintStep
from .run.contract import (
    BindingPointFinished,
    CycleStarted,
    Event,
    FilterFinished,
    NormalizeScoreFinished,
    PluginRejections,
    PointFinished,
    PostFilterFinished,
    PrePointFinished,
    QueueMoved,
    RunFinished,
    RunStarted,
    ScoreFinished,
)
from .run.scenario import ScenarioContent, ScenarioSummary
from .sample_clusters.contract import Assumption, WorkloadFacts, WorkloadSpread
from .whatif.cluster_contract import (
    AddedNode,
    Capacity,
    Conflict,
    ConflictingPods,
    CostlyFact,
    FreeNode,
    MixedPod,
    MoreCapacity,
    Removal,
    RunRepair,
    WholeRun,
)
from .whatif.contract import (
    AtomicChange,
    CauseFact,
    OutsideCause,
    RelocatedPod,
    Repair,
    RepairOperation,
    RunEffects,
    WhatIf,
)

__all__ = [
    "AddedNode",
    "AdmissionReport",
    "AffinityLedger",
    "AffinityRequiredStep",
    "AntiAffinityRequiredStep",
    "Assumption",
    "AtomicChange",
    "BindingPointFinished",
    "Capacity",
    "Cause",
    "CauseFact",
    "Causes",
    "ClusterView",
    "ComparedExpression",
    "Conflict",
    "ConflictingPods",
    "ContainerRequest",
    "CostlyFact",
    "CycleColumns",
    "CycleFinished",
    "CycleStarted",
    "CycleView",
    "DomainCount",
    "Event",
    "EventComparison",
    "ExistingAntiAffinityStep",
    "ExpectationResult",
    "ExplainedMessage",
    "Explanation",
    "Fact",
    "Field",
    "FilterFinished",
    "FilterStep",
    "FreeNode",
    "HardSpreadConstraint",
    "HardSpreadDomain",
    "LabelColumn",
    "Manifest",
    "MixedPod",
    "MoreCapacity",
    "NearestNode",
    "NodeAffinityTermStep",
    "NodeFailures",
    "NodePart",
    "NodesOverview",
    "NormalizeScoreFinished",
    "OutsideCause",
    "Overview",
    "PendingWorkload",
    "PluginRejections",
    "PodGroup",
    "PointFinished",
    "PortStep",
    "PostFilterFinished",
    "PrePointFinished",
    "QueueMoved",
    "Reason",
    "RelocatedPod",
    "RemedyChange",
    "Removal",
    "Repair",
    "RepairOperation",
    "ResourceStep",
    "RunEffects",
    "RunFinished",
    "RunRepair",
    "RunStarted",
    "ScenarioContent",
    "ScenarioSummary",
    "ScoreFinished",
    "ScoreStep",
    "SecondTry",
    "SelectorCause",
    "Shift",
    "Shortage",
    "SkippedColumns",
    "SoftSpreadConstraint",
    "SourceObject",
    "SpreadCause",
    "SpreadLedger",
    "SpreadSkewStep",
    "Stay",
    "TaintStep",
    "Trace",
    "UpgradeChange",
    "UpgradeMatrix",
    "UpgradePod",
    "UpgradeProgress",
    "UpgradeStep",
    "UpgradeVersion",
    "WhatIf",
    "WholeRun",
    "WorkloadFacts",
    "WorkloadSpread",
    "failure_by",
]
