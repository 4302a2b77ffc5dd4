"""What is said of an input that is wrong, to somebody who reads Chinese."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from scheduler_core import worded
from tests.webui.clusters import BROKEN
from tests.webui.conftest import Visitor
from tests.webui.english import english
from webui.ground.lib.sentences import from_stored, to_stored

POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n"
WRONG = {
    "types": "kind: Pod\nmetadata: {name: 1, labels: {a: true}}\nspec: {containers: {}, nodeSelector: []}\n",
    "spread": "kind: Pod\nmetadata: {name: p}\nspec:\n  containers: [{name: c, resources: {requests: {cpu: x}}}]\n"
    "  topologySpreadConstraints: [{maxSkew: 0, topologyKey: '', whenUnsatisfiable: Never, minDomains: 0}]\n",
    "names": "kind: Node\nmetadata: {name: A_b, labels: {a/b/c: '-'}}\n",
    "twice": "kind: Node\nmetadata: {name: n}\n---\nkind: Node\nmetadata: {name: n}\n",
    "workload": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w}\nspec: {replicas: -1, selector: {}}\n",
    "yaml": "kind: Pod\n  metadata: {\n",
    "duplicate": "kind: Pod\nkind: Node\n",
    "tag": "kind: !!binary Pod\n",
    "scalar": "just text\n",
    "config": "apiVersion: kubescheduler.config.k8s.io/v9\nkind: KubeSchedulerConfiguration\n"
    "percentageOfNodesToScore: 200\nprofiles:\n- plugins: {score: {enabled: [{name: Fit}]}, sort: {}}\n",
    "expectations": f"{POD}---\nexpect:\n- {{pod: p}}\n- {{pod: p, node: n, zone: z}}\n"
    "- {pod: p, node: n, seeds: -1, attempt: 0, colour: red}\n- {pod: p, version: '9.9', node: n}\n",
    "steps": f"{POD}---\nsteps:\n- {{}}\n- {{drain: 1}}\n- {{scale: web, replicas: -2}}\n- {{wait: long}}\n",
    "lesson": f"{POD}---\nlesson: {{moments: [], task: {{}}}}\n",
    "captions": f"{POD}---\nlesson:\n  moments: [{{kind: keep, caption: ''}}, {{kind: guess, caption: a}}]\n"
    "  guess: {kind: choice, choices: [1]}\n  task: {text: t, changes: [], par: 3}\n",
    "gates": f"{POD}---\ngates: [GangScheduling, Other]\n",
}
NOTED = {
    "unread": f"{POD}---\nkind: HorizontalPodAutoscaler\napiVersion: autoscaling/v2\nmetadata: {{name: h}}\n---\n"
    "kind: Widget\napiVersion: example.com/v1\nmetadata: {name: w}\n",
    "misspelt": POD.replace("containers", "nodeselector: {}, containers"),
    "suspended": "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec:\n  suspend: true\n"
    "  template: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: [{name: c}]}}\n",
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_have_no_english_sentence(stranger: Visitor, name: str) -> None:
    answer = stranger.post("/api/validate", {"source": WRONG[name]}, **{"accept-language": "zh-CN"}).json()
    assert answer["errors"]
    assert [said for error in answer["errors"] for said in english(error["message"])] == []


@pytest.mark.parametrize("name", NOTED)
def test_notes_have_no_english_sentence(stranger: Visitor, name: str) -> None:
    answer = stranger.post("/api/validate", {"source": NOTED[name]}, **{"accept-language": "zh-CN"}).json()
    assert answer["notes"]
    assert [said for note in answer["notes"] for said in english(note)] == []


def test_whoever_opens_a_draft_reads_its_errors_in_their_language(alice: Visitor) -> None:
    path = f"/api/scenarios/{alice.draft()['id']}"
    alice.put(path, {"source": BROKEN, "allow_errors": True}, **{"accept-language": "en"})
    (error,) = alice.get(path, **{"accept-language": "zh-CN"}).json()["errors"]
    assert error["message"] == "必须大于 0，当前为 0：请设为 1 或更大"
    (error,) = alice.get(path, **{"accept-language": "en"}).json()["errors"]
    assert error["message"] == "must be greater than 0, got 0: set it to 1 or more"


def test_what_is_kept_is_told_in_any_language() -> None:
    text = to_stored(worded("warning: {error}", error=worded("must be at least 1, got {value}", value=0)))
    assert from_stored(text) == "warning: must be at least 1, got 0"
    with override("zh-hans"):
        assert from_stored(text) == "警告：至少为 1，当前为 0"
    assert from_stored("as it was kept before") == "as it was kept before"
