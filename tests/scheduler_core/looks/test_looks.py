"""Whatever is computed on what came from outside looks at the allowance all along: no input makes work in between.

`ENTRIES` are the ways into the engine that the site offers, each with inputs that are made to multiply its work. A new
public name is in `ENTRIES` or in `PLAIN`; a new part of the input, such as a resource of an autoscaler, has an input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from inspect import isclass, isfunction
from typing import Any

import pytest

import scheduler_core as engine
from scheduler_core import InvalidInput, Limits, Recording, load, public

from . import inputs
from .counting import longest_stretch
from .inputs import MANY

MOST_LINES = 60_000  # between two looks, some six milliseconds: ten for each pair of MANY objects
MOST_LOOKS = 2_000
Computation = Callable[[], object]
Prepare = Callable[[str], Computation]
PODS = (
    *("budgets", "volumes", "terms", "constraints", "taints", "resources", "selectors", "priorities"),
    *("namespaces", "workloads", "devices", "gangs"),
)
QUEUES = ("queues", "fair_queues", "preempting_queues", "cohorts", "flavors")
READ = (*PODS, "quotas", "daemons", "faults", "unknown", "expectations", "pools", *QUEUES)


def recording(source: str) -> Recording:
    return Recording.of(load(source))


def last_pod(recorded: Recording) -> str:
    return recorded.finished[-1]["pod"]


def pending(recorded: Recording) -> str:
    return next(event["pod"] for event in recorded.finished if event["node"] is None)


def all_of(steps: Iterable[object]) -> None:
    for _ in steps:
        pass


def _read(source: str) -> Computation:
    return lambda: load(source)


def _reduce(source: str) -> Computation:
    return lambda: engine.content_text(engine.load_reduced(source, Limits()).scenario.content())


def _report(source: str) -> Computation:
    scenario = load(source)
    return lambda: engine.note_lines(engine.reading_report(scenario, [source]))


def _lint(source: str) -> Computation:
    def compute() -> None:
        report = engine.lint_report([source], limits=Limits())
        for output in ("text", "json", "sarif"):
            engine.printed_report(report, [("a.yaml", source)], output)

    return compute


def _lint_on(source: str) -> Computation:
    return lambda: engine.lint_report([source], engine.find_cluster("eks"), limits=Limits())


def _outline(source: str) -> Computation:
    return lambda: engine.read_outline(source, "Pod default/p1")


def _edit(source: str) -> Computation:
    operations = [
        engine.Operation("set", f"Pod default/p{i}", ("spec", "nodeName"), "n1") for i in range(MANY)
    ]
    return lambda: engine.apply_operations(source, operations)


def _try_on(source: str) -> Computation:
    def compute() -> None:
        cluster = engine.ClusterObjects.of_sample(engine.find_cluster("eks"))
        joined = engine.on_cluster([source], cluster, Limits()).source
        engine.workload_facts(load(joined).objects)

    return compute


def _run(source: str) -> Computation:
    scenario = load(source)
    return lambda: all_of(engine.simulate(scenario))


def _summaries(source: str) -> Computation:
    recorded = recording(source)

    def compute() -> None:
        engine.overview(recorded)
        engine.causes(recorded)
        engine.check_run(recorded)
        engine.explanation(recorded, last_pod(recorded))
        recorded.scenario.cluster()
        recorded.scenario.admitted.json()

    return compute


def _cycles(source: str) -> Computation:
    recorded = recording(source)

    def compute() -> None:
        cycle = recorded.cycle(len(recorded.finished) - 1)
        view = cycle.view()
        cycle.columns()
        engine.cycle_differences(recorded.cycle(0), None)
        message = "0/15 nodes are available: 15 Insufficient cpu."
        clauses = view["clauses"]
        engine.compare_event(message, clauses=clauses, message=None, node=None, nodes=15)

    return compute


def _second_try(source: str) -> Computation:
    scenario = load(source)
    return lambda: engine.second_try(scenario, "default/p1")


def _inputs(source: str) -> Computation:
    before, after = load(source).content(), load(source.replace('"p', '"other')).content()
    return lambda: [engine.innermost(found) for found in engine.input_differences(before, after)]


def _upgrade(source: str) -> Computation:
    scenario = load(source)
    return lambda: engine.upgrade_matrix(scenario, engine.select_versions("1.33..1.34"))


def _repairs(source: str) -> Computation:
    recorded = recording(source)
    return lambda: all_of(engine.Inquiry(recorded, pending(recorded)).answers())


def _whole_run(source: str) -> Computation:
    recorded = recording(source)

    def compute() -> None:
        question = engine.RunInquiry(recorded)
        all_of(question.steps())
        question.answer()

    return compute


def _capacity(source: str) -> Computation:
    recorded = recording(source)

    def compute() -> None:
        given, pods = engine.with_template(recorded, TEMPLATE)
        question = engine.CapacityInquiry(given, [{"pod": pods[0].key, "times": 1}], 3, templates=pods)
        all_of(question.steps())
        question.answer()

    return compute


def _removal(source: str) -> Computation:
    recorded = recording(source)

    def compute() -> None:
        for question in (engine.RemovalInquiry(recorded), engine.LeavingInquiry(recorded)):
            all_of(question.steps())
            question.answer()

    return compute


def _trial(source: str) -> Computation:
    recorded = recording(source)
    operation: Any = {"op": "set", "object": "Node n1", "path": ["spec", "unschedulable"], "value": True}

    def compute() -> None:
        question = engine.Trying(recorded, [operation])
        all_of(question.steps())
        question.answer()

    return compute


def _play(source: str) -> Computation:
    scenario = load(f"{source}---\nsteps: [{{drain: n1}}]\n")

    def compute() -> None:
        played = engine.play(engine.prepare(scenario))
        played.timeline()
        engine.verdicts(played)
        engine.check_play(played)
        engine.descheduling_of(played)
        engine.moment_content(played, 0)
        engine.end_states(scenario, seeds=1)

    return compute


def _sweep(source: str) -> Computation:
    scenario = load(source)

    def compute() -> None:
        sweep = engine.Sweep([scenario], engine.read_sweep({"kind": "seeds", "seeds": 2}))
        tally = engine.merge_sweeps(sweep.evaluate(0, 1), sweep.evaluate(1, 2))
        engine.sweep_table(sweep.result(tally))

    return compute


def _queues(source: str) -> Computation:
    scenario = load(source)
    assert scenario.queued is not None
    stored = scenario.queued.settled.stored
    waiting = [key for key, workload in stored.items() if not workload.reserves_quota]
    members = list(scenario.queued.members)

    def compute() -> None:
        engine.queue_answer(scenario)
        for key in waiting[-1:]:
            engine.waiting_workload(scenario, key)
        for pod in members[-1:]:
            engine.kueue_walk(scenario, pod)

    return compute


def _cures(source: str) -> Computation:
    scenario = load(source)
    assert scenario.queued is not None
    stored = scenario.queued.settled.stored
    waiting = [key for key, workload in stored.items() if not workload.reserves_quota]
    return lambda: [engine.queue_cures(scenario, key) for key in waiting[-1:]]


def _message(source: str) -> Computation:
    return lambda: engine.explain_message(source)


def _steps(source: str) -> Computation:
    steps = [{"scale": f"d{i}", "replicas": i} for i in range(MANY)]
    return lambda: engine.read_steps(steps)


TEMPLATE = "apiVersion: v1\nkind: Pod\nmetadata: {name: new}\nspec: {containers: [{name: c, image: c}]}\n"

ENTRIES: dict[Prepare, tuple[str, tuple[str, ...]]] = {
    _read: ("load Scenario", READ),
    _reduce: ("load_reduced content_text ReducedScenario", ("budgets", "selectors")),
    _report: ("note_lines reading_report", ("daemons", "unknown", "workloads")),
    _lint: ("lint_report printed_report", (*PODS, "faults", "quotas", "daemons", "queues")),
    _lint_on: ("find_cluster SampleCluster", ("workloads",)),
    _outline: ("read_outline", ("budgets", "devices", "selectors")),
    _edit: ("apply_operations Operation", ("budgets",)),
    _try_on: ("on_cluster ClusterObjects workload_facts", ("workloads",)),
    _run: ("simulate", PODS),
    _summaries: ("Recording overview causes check_run explanation", (*PODS, "expectations")),
    _cycles: ("Cycle cycle_differences compare_event", PODS),
    _second_try: ("second_try as_pending", ("budgets",)),
    _inputs: ("input_differences innermost", ("budgets", "terms")),
    _upgrade: ("upgrade_matrix select_versions", ("terms", "priorities")),
    _repairs: ("Inquiry SearchLimits", ("taints", "priorities", "pools")),
    _whole_run: ("RunInquiry", ("taints", "priorities", "pools")),
    _capacity: ("CapacityInquiry with_template", ("constraints", "budgets")),
    _removal: ("RemovalInquiry LeavingInquiry", ("terms", "budgets", "pools")),
    _trial: ("Trying", ("terms",)),
    _play: (
        "play prepare Play Start verdicts check_play descheduling_of moment_content end_states",
        ("workloads", "budgets", "constraints"),
    ),
    _sweep: ("Sweep read_sweep merge_sweeps sweep_table", ("terms", "priorities")),
    _queues: ("queue_answer QueueInquiry waiting_workload kueue_walk admitted_workload", QUEUES),
    _cures: ("queue_cures", QUEUES),
    _message: ("explain_message Language", ("message",)),
    _steps: ("read_steps Step", ("workloads",)),
}
_OF_COMMANDS = """
    best_changes costly_facts how_many_more nodes_that_could_go nodes_to_add remedied_operations repaired_source
    keep_scheduling_fields FilteredObjects keyed_pseudonyms lines_of
"""
_OF_FOLLOWERS = """
    live_news look_ahead live_too_large LiveHeard LiveJudge MovingCluster live_content live_gap live_node live_nodes
    live_queued node_verdicts LiveQueues LiveSaid
"""
_OF_CONSTANT_SIZE = """
    Allowance AllowanceSpent grant keeps share within UnknownCluster clusters_by_name Difference InputDifference
    UnreadableLog Limits InputError InvalidInput TooLarge AmbiguousScalars find_version release_age release_named
    version_name default_plugins Sentence worded phrase CaptionMoment CaptionStep ReaderGuess ReaderTask
    ScenarioLesson imported_fields spoken_wordings scheduling_fields harmless_fields
"""
PLAIN = {*_OF_COMMANDS.split(), *_OF_FOLLOWERS.split(), *_OF_CONSTANT_SIZE.split()}


def source_of(name: str) -> str:
    manifests = getattr(inputs, name)()
    return manifests if isinstance(manifests, str) else inputs.text(manifests)


@pytest.mark.parametrize(
    ("prepare", "name"),
    [
        pytest.param(prepare, name, id=f"{prepare.__name__}-{name}")
        for prepare, (_, names) in ENTRIES.items()
        for name in names
    ],
)
def test_no_input_makes_work_between_two_looks(prepare: Prepare, name: str) -> None:
    source = source_of(name)

    computation = prepare(source)

    def compute() -> None:
        with suppress(InvalidInput):
            computation()

    stretch = longest_stretch(compute, MOST_LOOKS)
    assert stretch.lines <= MOST_LINES, str(stretch)


def test_every_public_name_has_a_hostile_input_or_is_plain() -> None:
    computing = {name for names, _ in ENTRIES.values() for name in names.split()}
    public_names = {
        n for n, v in vars(public).items() if isfunction(v) or isclass(v) or hasattr(v, "cache_info")
    }
    assert computing & PLAIN == set()
    assert computing | PLAIN == public_names
