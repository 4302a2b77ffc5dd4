"""The scheduling framework of Kubernetes on columns: schedules pods as kube-scheduler does, and explains why."""

from __future__ import annotations

from .admission import NO_ADMISSION
from .allowance import Allowance, AllowanceSpent, grant, share, within
from .checks.checking import check_run
from .checks.played import check_play
from .compare import Difference, InputDifference, cycle_differences, innermost, input_differences
from .compare.event import compare_event
from .compare.upgrade import select_versions, upgrade_matrix
from .daytwo import Play, Start, end_states, moment_content, play, prepare, verdicts
from .explain.causes import causes
from .explain.cycle_view import Cycle
from .explain.overview import overview
from .explain.recording import Recording
from .explain.second_try import second_try
from .lenses import lenses_after_play
from .lint import RULES as LINT_RULES
from .lint import lint as lint_report
from .lint import printed_report
from .log_format import READABLE_FORMATS, RECORDING_FORMAT, UnreadableLog
from .messages.explain import explain_message
from .messages.language import Language
from .objects.kinds import KIND_GROUPS
from .objects.limits import Limits
from .objects.lines import locate_in as lines_of
from .objects.reading import InputError, InvalidInput, TooLarge
from .objects.resolvers import AmbiguousScalars
from .objects.simulator import EXPORTED_KINDS
from .plugins.defaults import default_plugins
from .run.as_pending import as_pending
from .run.reading_report import note_lines, reading_report
from .run.reduction import ReducedScenario, content_text, load_reduced
from .run.run import simulate
from .run.scenario import Scenario, load
from .sample_clusters import (
    ClusterObjects,
    SampleCluster,
    UnknownCluster,
    clusters_by_name,
    find_cluster,
    on_cluster,
    workload_facts,
)
from .source import (
    HARMLESS_FIELDS,
    MAX_OPERATIONS,
    SCHEDULING_FIELDS,
    FilteredObjects,
    Operation,
    apply_operations,
    keep_scheduling_fields,
    read_outline,
)
from .steps.reading import read_steps
from .steps.step import Step
from .sweeps import Sweep, read_sweep
from .sweeps import merge as merge_sweeps
from .sweeps import table as sweep_table
from .versions import DEFAULT_VERSION, KUBERNETES_VERSIONS, RECORDED
from .whatif import (
    DEFAULT_COSTS,
    CapacityInquiry,
    Inquiry,
    RemovalInquiry,
    RunInquiry,
    SearchLimits,
    best_changes,
    costly_facts,
    how_many_more,
    nodes_that_could_go,
    nodes_to_add,
    with_template,
)
from .whatif import documents as repaired_source
from .whatif import remedied_documents as remedied_source

__all__ = [
    "DEFAULT_COSTS",
    "DEFAULT_VERSION",
    "EXPORTED_KINDS",
    "HARMLESS_FIELDS",
    "KIND_GROUPS",
    "KUBERNETES_VERSIONS",
    "LINT_RULES",
    "MAX_OPERATIONS",
    "NO_ADMISSION",
    "READABLE_FORMATS",
    "RECORDED",
    "RECORDING_FORMAT",
    "SCHEDULING_FIELDS",
    "Allowance",
    "AllowanceSpent",
    "AmbiguousScalars",
    "CapacityInquiry",
    "ClusterObjects",
    "Cycle",
    "Difference",
    "FilteredObjects",
    "InputDifference",
    "InputError",
    "Inquiry",
    "InvalidInput",
    "Language",
    "Limits",
    "Operation",
    "Play",
    "Recording",
    "ReducedScenario",
    "RemovalInquiry",
    "RunInquiry",
    "SampleCluster",
    "Scenario",
    "SearchLimits",
    "Start",
    "Step",
    "Sweep",
    "TooLarge",
    "UnknownCluster",
    "UnreadableLog",
    "apply_operations",
    "as_pending",
    "best_changes",
    "causes",
    "check_play",
    "check_run",
    "clusters_by_name",
    "compare_event",
    "content_text",
    "costly_facts",
    "cycle_differences",
    "default_plugins",
    "end_states",
    "explain_message",
    "find_cluster",
    "grant",
    "how_many_more",
    "innermost",
    "input_differences",
    "keep_scheduling_fields",
    "lenses_after_play",
    "lines_of",
    "lint_report",
    "load",
    "load_reduced",
    "merge_sweeps",
    "moment_content",
    "nodes_that_could_go",
    "nodes_to_add",
    "note_lines",
    "on_cluster",
    "overview",
    "play",
    "prepare",
    "printed_report",
    "read_outline",
    "read_steps",
    "read_sweep",
    "reading_report",
    "remedied_source",
    "repaired_source",
    "second_try",
    "select_versions",
    "share",
    "simulate",
    "sweep_table",
    "upgrade_matrix",
    "verdicts",
    "with_template",
    "within",
    "workload_facts",
]
