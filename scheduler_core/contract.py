"""What the web and tests name of the JSON that the engine hands out, and the Python types of the page's answers.

`scripts/types.py` writes them for the page, with all that they are made of.
"""

from __future__ import annotations

from .advice.descheduler.contract import PlayDescheduling
from .advice.explanation.contract import PodExplanation
from .advice.lint.contract import LintReport
from .advice.quota.contract import QueueCure, QueueCures
from .advice.sweeps.contract import SweepResult, SweepSpecification, SweepTally
from .advice.whatif.cluster_contract import Conflict, MixedPod, MoreCapacity, Removal, WholeRun
from .advice.whatif.contract import Repair, RepairOperation, WhatIf
from .advice.whatif.tried import TriedChange
from .controlplane.admission.contract import AdmissionReport
from .controlplane.sample_clusters.contract import Assumption, WorkloadFacts, WorkloadSpread
from .explain.checks.checking import ExpectationResult
from .explain.compare.event import EventComparison
from .explain.compare.upgrade import UpgradeMatrix, UpgradeProgress
from .explain.live.contract import (
    LiveCause,
    LiveClosed,
    LiveDecision,
    LiveEntry,
    LiveFinding,
    LiveImagined,
    LiveMinute,
    LiveNode,
    LiveNodeVerdict,
    LiveNodeView,
    LiveNow,
    LiveWorkloadTurn,
)
from .explain.messages.contract import ExplainedMessage
from .explain.queueing.contract import KueueWalk, QueueAnswer, WaitingWorkload
from .explain.view.causes.contract import Causes, Reason
from .explain.view.contract import CycleColumns, CycleView, Explanation, FilterStep, SkippedColumns
from .explain.view.facts import Fact
from .explain.view.facts.contract import Field, SourceObject
from .explain.view.facts.remedies import RemedyChange
from .explain.view.facts.resources import ContainerRequest
from .explain.view.gangs import GangView, OrderView
from .explain.view.overview import NodesOverview, Overview
from .explain.view.second_try import SecondTry
from .kubernetes.objects.parsing import Manifest
from .scheduler.cluster.view import ClusterView, LabelColumn
from .scheduler.cycle.contract import CycleFinished, NodeFailures, Trace, failure_by
from .scheduler.plugins.dynamicresources.contract import ClaimRequestStep, NodeClaims
from .scheduler.plugins.helper import ComparedExpression
from .scheduler.plugins.interpodaffinity.contract import (
    AffinityLedger,
    AffinityRequiredStep,
    AntiAffinityRequiredStep,
    DomainCount,
    ExistingAntiAffinityStep,
)
from .scheduler.plugins.nodeaffinity import NodeAffinityTermStep
from .scheduler.plugins.nodeports import PortStep
from .scheduler.plugins.noderesources.fit import ResourceStep
from .scheduler.plugins.podtopologyspread.contract import (
    HardSpreadConstraint,
    HardSpreadDomain,
    SoftSpreadConstraint,
    SpreadLedger,
    SpreadSkewStep,
)
from .scheduler.plugins.tainttoleration import TaintStep
from .simulation.daytwo.contract import (
    ActionVerdict,
    AvailabilityVerdict,
    EndStates,
    PlayMoment,
    PlayStay,
    ProgressVerdict,
    SeriesPoint,
    SkewVerdict,
    Timeline,
    WorkloadBounds,
)
from .simulation.expectations.finding import Phrase
from .simulation.run.contract import (
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
from .simulation.run.scenario import ScenarioContent, ScenarioSummary
