"""The engine's public names, which `scheduler_core` hands out: what the web application and other programs use."""

from __future__ import annotations

from .advice.ahead import LOOKS as LIVE_LOOKS
from .advice.ahead import live_news, look_ahead
from .advice.ahead import too_large as live_too_large
from .advice.descheduler import descheduling_of
from .advice.explanation import explanation
from .advice.leaving import LeavingInquiry
from .advice.lint import RULES as LINT_RULES
from .advice.lint import lint as lint_report
from .advice.lint import printed_report
from .advice.quota import queue_cures
from .advice.sweeps import Sweep, read_sweep
from .advice.sweeps import merge as merge_sweeps
from .advice.sweeps import table as sweep_table
from .advice.whatif import (
    DEFAULT_COSTS,
    CapacityInquiry,
    Inquiry,
    RemovalInquiry,
    RunInquiry,
    SearchLimits,
    Trying,
    best_changes,
    costly_facts,
    how_many_more,
    nodes_that_could_go,
    nodes_to_add,
    remedied_operations,
    with_template,
)
from .advice.whatif import documents as repaired_source
from .allowance import Allowance, AllowanceSpent, grant, keeps, share, within
from .controlplane.admission import NO_ADMISSION
from .controlplane.sample_clusters import (
    ClusterObjects,
    SampleCluster,
    UnknownCluster,
    clusters_by_name,
    find_cluster,
    on_cluster,
    workload_facts,
)
from .explain.checks.checking import check_run
from .explain.checks.played import check_play
from .explain.compare import Difference, InputDifference, cycle_differences, innermost, input_differences
from .explain.compare.event import compare_event
from .explain.compare.upgrade import select_versions, upgrade_matrix
from .explain.live import Heard as LiveHeard
from .explain.live import Judge as LiveJudge
from .explain.live import (
    MovingCluster,
    live_content,
    live_gap,
    live_node,
    live_nodes,
    live_queued,
    node_verdicts,
)
from .explain.live import Queues as LiveQueues
from .explain.live import Said as LiveSaid
from .explain.messages.explain import explain_message
from .explain.messages.meanings import Language
from .explain.messages.statements import spoken_wordings
from .explain.queueing import QueueInquiry, admitted_workload, kueue_walk, queue_answer, waiting_workload
from .explain.view.causes import causes
from .explain.view.cycle_view import Cycle
from .explain.view.overview import overview
from .explain.view.recording import Recording
from .explain.view.second_try import second_try
from .kubernetes.log_format import READABLE_FORMATS, RECORDING_FORMAT, UnreadableLog
from .kubernetes.objects.kinds import KIND_GROUPS
from .kubernetes.objects.limits import Limits
from .kubernetes.objects.lines import locate_in as lines_of
from .kubernetes.objects.reading import InputError, InvalidInput, TooLarge
from .kubernetes.objects.resolvers import AmbiguousScalars
from .kubernetes.objects.simulator import EXPORTED_KINDS
from .kubernetes.resources_read import CONSEQUENCES as UNREAD_CONSEQUENCES
from .kubernetes.resources_read import READ as RESOURCES_READ
from .kubernetes.source import (
    MAX_OPERATIONS,
    FilteredObjects,
    Operation,
    apply_operations,
    harmless_fields,
    imported_fields,
    keep_scheduling_fields,
    read_outline,
    scheduling_fields,
)
from .kubernetes.source.pseudonyms import keyed_pseudonyms
from .kubernetes.versions import (
    DEFAULT_VERSION,
    KUBERNETES_VERSIONS,
    RECORDED,
    VERSIONS_WITH_FAIR_TIES,
    find_version,
    release_age,
    release_named,
)
from .kubernetes.versions import name_of as version_name
from .scheduler.plugins.defaults import default_plugins
from .sentences import Sentence, worded
from .simulation.daytwo import Play, Start, end_states, moment_content, play, prepare, verdicts
from .simulation.expectations.finding import phrase
from .simulation.lessons.lesson import CaptionMoment, CaptionStep, ReaderGuess, ReaderTask, ScenarioLesson
from .simulation.run.as_pending import as_pending
from .simulation.run.reading_report import note_lines, reading_report
from .simulation.run.reduction import ReducedScenario, content_text, load_reduced
from .simulation.run.run import simulate
from .simulation.run.scenario import Scenario, load
from .simulation.steps.reading import read_steps
from .simulation.steps.step import Step
