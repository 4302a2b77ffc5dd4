"""What expectations say to somebody who reads Chinese: the page puts the phrases of an answer into words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scheduler_core import Recording, check_run, load
from scheduler_core.contract import ExpectationResult, Phrase
from scheduler_core.explain.checks.played import check_play
from scheduler_core.sentences import filled
from scheduler_core.simulation.daytwo import play, prepare
from scripts.messages import read
from tests.webui.english import english

CLUSTER = """\
kind: Node
metadata: {name: a1, labels: {zone: a}}
status: {allocatable: {cpu: 2, memory: 4Gi, pods: 10}}
---
kind: Node
metadata: {name: b1, labels: {zone: b}}
spec: {taints: [{key: kept, effect: NoSchedule}]}
status: {allocatable: {cpu: 2, memory: 4Gi, pods: 10}}
---
kind: Deployment
apiVersion: apps/v1
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: c, resources: {requests: {cpu: 1}}}]
      topologySpreadConstraints:
      - {maxSkew: 9, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}
---
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}
---
"""
OF_RUN = """\
expect:
- {pod: p, node: a1}
- {pod: p, node: b1, seeds: 2}
- {pod: p, domain: {zone: b}, attempt: 2}
- {pod: p, pending: true, control: {without: tolerations}}
- {pod: p, pending: false, version: "1.30"}
- {pod: p, stable: 2}
- {pod: p, feasible: []}
- {pod: p, feasible: [a1]}
- {pod: p, rejectedNode: a1, reason: taint}
- {pod: p, rejectedNode: b1, reason: taint}
- {pod: p, rejectedNode: c1}
- {pod: p, score: {plugin: NodeResourcesFit, raw: {a1: 1}}}
- {pod: p, total: {a1: 1}}
- {pod: p, pdbViolations: {a1: 1}}
- {pod: p, pluginSkipped: NodeAffinity}
- {pod: p, victims: [q], nominatedNode: a1}
- {pod: none, node: a1}
- {skew: {key: zone, selector: {app: web}, max: 0}}
- {counts: {key: zone, selector: {}, namespace: default, values: {a: 3}}}
- {samePlacement: {from: "1.30", to: "1.34"}}
- {samePlacement: {to: "1.33"}, pod: p}
- {workload: Job default/j, admitted: true}
- {workload: Job default/j, admitted: false, reason: quota}
"""
OF_PLAY = """\
steps:
- {scale: web, replicas: 5}
---
expect:
- {heals: web, key: zone, after: scale}
- {heals: web}
- {heals: web, key: rack}
- {finishes: web}
- {finishes: none}
- {stuck: web, reason: cpu, after: 1}
- {available: web, min: 4, max: 1}
- {available: web, max: 9, during: scale}
- {outcome: web, key: zone, among: [3/0, 2/1, 1/2]}
- {outcome: web, key: rack, among: ["3"]}
- {skew: {key: zone, selector: {app: web}, max: 1}, after: scale}
- {counts: {key: zone, selector: {app: web}, values: {a: 1}}, after: 7}
"""


def results_of_run() -> list[ExpectationResult]:
    return check_run(Recording.of(load(CLUSTER + OF_RUN)))


def results_of_play() -> list[ExpectationResult]:
    return check_play(play(prepare(load(CLUSTER + OF_PLAY))))


def chinese(said: Phrase) -> str:
    message = CATALOGUE.get(said["template"])
    template = str(message.string) if message else said["template"]
    operands = {
        name: value if isinstance(value, str) else chinese(value) for name, value in said["operands"].items()
    }
    return filled(template, operands)


CATALOGUE = read("zh_Hans", "djangojs")


@pytest.mark.parametrize("results", [results_of_run, results_of_play])
def test_expectations_and_findings_have_no_english_sentence(
    results: Callable[[], list[ExpectationResult]],
) -> None:
    checked = results()
    texts = [chinese(said) for result in checked for said in (result["said"], result["found"])]
    assert [said for text in texts for said in english(text)] == []
    assert {result["holds"] for result in checked} == {True, False}


def test_a_phrase_is_the_sentence() -> None:
    for result in results_of_play():
        assert filled_out(result["said"]) == result["text"]
        assert filled_out(result["found"]) == result["actual"]


def filled_out(said: Phrase) -> str:
    return filled(
        said["template"],
        {
            name: operand if isinstance(operand, str) else filled_out(operand)
            for name, operand in said["operands"].items()
        },
    )
