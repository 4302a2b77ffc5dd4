"""What a computation may use, looked at where the work is made."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from scheduler_core import (
    Allowance,
    AllowanceSpent,
    InvalidInput,
    Limits,
    Recording,
    lint_report,
    load,
    play,
    read_steps,
    simulate,
    within,
)
from scheduler_core.allowance import check, patience
from tests.builders import make_deployment

NODE = """
apiVersion: v1
kind: Node
metadata: {name: node1, labels: {zone: a}}
status: {allocatable: {cpu: "8", memory: 16Gi, pods: "110"}}
"""
POD_SPEC = "{containers: [{name: web, image: web, resources: {requests: {cpu: 10m}}}]}"
TEMPLATE = (
    "selector: {matchLabels: {app: web}}, "
    f"template: {{metadata: {{labels: {{app: web}}}}, spec: {POD_SPEC}}}"
)
WORKLOAD = (
    "---\napiVersion: {group}\nkind: {kind}\nmetadata: {{name: {name}}}\nspec: {{{spec}, {template}}}\n"
)
TEN = Allowance(objects=10)


class Stopped(Exception):
    pass


def workload(spec: str, kind: str = "Deployment", name: str = "web") -> str:
    group = "batch/v1" if kind == "Job" else "apps/v1"
    template = TEMPLATE if kind != "Job" else TEMPLATE.partition("}}, ")[2].replace(POD_SPEC, JOB_SPEC)
    return WORKLOAD.format(group=group, kind=kind, name=name, spec=spec, template=template)


JOB_SPEC = POD_SPEC.replace("{containers", "{restartPolicy: Never, containers")


def stopping_after(looks: int) -> Allowance:
    """Return an allowance whose caller ends the computation the next time that it is asked after so many."""
    asked = 0

    def stop() -> None:
        nonlocal asked
        asked += 1
        if asked > looks:
            raise Stopped

    return Allowance(stop=stop, interval=0)


@pytest.mark.parametrize("kind", ["Deployment", "ReplicaSet", "StatefulSet"])
def test_replicas_have_a_bound_with_their_path(kind: str) -> None:
    source = NODE + workload("replicas: 11", kind)
    assert len(load(source).objects.pods) == 11
    with within(TEN), pytest.raises(InvalidInput) as refused:
        load(source)
    assert [(e.path, e.line is not None) for e in refused.value.errors] == [("spec.replicas", True)]
    assert refused.value.errors[0].message == "must be at most 10 here, got 11: use fewer"


@pytest.mark.parametrize(
    "source",
    [
        workload("replicas: 6") + workload("replicas: 6", name="api"),
        workload("parallelism: 11, completions: 11", "Job"),
        workload("parallelism: 11, completions: 11, completionMode: Indexed", "Job"),
        """---
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {name: set}
spec:
  replicatedJobs:
  - name: worker
    replicas: 1000000000
    template: {spec: {parallelism: 0, template: {metadata: {}, spec: {restartPolicy: Never, containers: []}}}}
""",
    ],
)
def test_all_that_workloads_ask_for_together_has_a_bound(source: str) -> None:
    with (
        within(TEN),
        pytest.raises(InvalidInput, match="objects; the limit is 10: use fewer replicas"),
    ):
        load(NODE + source)


def test_completed_indexes_are_passed_over_however_many_there_are() -> None:
    done = workload("parallelism: 2, completions: 1000000000, completionMode: Indexed", "Job")
    done += "status: {completedIndexes: 1-999999998}\n"
    assert [pod.name.rpartition("-")[0] for pod in load(NODE + done).objects.pods] == [
        "web-0",
        "web-999999999",
    ]


WEB = make_deployment("web", 1_000_000)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"scale": "web", "replicas": 13}, "steps[0].replicas: must be a number from 0 to 12, got 13"),
        (
            {"apply": WEB},
            "Deployment default/web: steps[0].spec.replicas: must be at most 12 here, got 1,000,000: use fewer",
        ),
        ({"rollout": "web"}, "steps: the steps ask for more than 12 pods at once: ask for fewer replicas"),
    ],
)
def test_steps_have_the_same_bound(step: dict[str, object], message: str) -> None:
    scenario = load(NODE + workload("replicas: 10"))
    with within(Allowance(objects=12)), pytest.raises(InvalidInput) as refused:
        play(scenario, read_steps([step]))
    assert str(refused.value) == message


SMALL = NODE + workload("replicas: 3")
COMPUTATIONS: dict[str, Callable[[], object]] = {
    "reading": lambda: load(SMALL),
    "running": lambda: list(simulate(load(SMALL))),
    "linting": lambda: lint_report([SMALL], limits=Limits()),
    "playing": lambda: play(load(SMALL + "---\nsteps: [{rollout: web, image: next}]\n")),
    "folding": lambda: Recording.of(load(SMALL)).cycle(2),
}


@pytest.mark.parametrize("name", COMPUTATIONS)
def test_the_caller_is_asked_all_along_and_may_end_it(name: str) -> None:
    """However far the computation has come: it can be stopped after each of its looks."""
    for looks in range(10_000):
        try:
            with within(stopping_after(looks)):
                COMPUTATIONS[name]()
        except Stopped:
            continue
        assert looks > 5
        return
    raise AssertionError("it never came to its end")


def test_time_is_up_at_some_point() -> None:
    with within(Allowance(seconds=0)) as allowance, pytest.raises(AllowanceSpent):
        allowance.seconds -= 1  # what is read grants some
        load(SMALL)


def test_an_allowance_ends_with_its_block() -> None:
    with within(TEN):
        pass
    assert len(load(NODE + workload("replicas: 11")).objects.pods) == 11


def test_patience_lasts_until_something_is_found() -> None:
    results: list[int] = []
    with patience(0, lambda: len(results) > 2):
        for number in count():
            results.append(number)
            check()
    assert len(results) > 2
    with patience(60, lambda: results):
        check()
        results.clear()
    assert results == [], "what is done in time is not ended"
