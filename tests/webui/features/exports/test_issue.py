"""A step as a block for an issue."""

from __future__ import annotations

import pytest

from tests.webui.clusters import SPREAD
from tests.webui.conftest import Visitor
from webui.features.upgrade.models import Upgrade

UNFIT = """\
apiVersion: v1
kind: Node
metadata: {name: node-a1}
status: {allocatable: {cpu: "2", memory: 4Gi, pods: "110"}}
---
apiVersion: v1
kind: Pod
metadata: {name: web-0}
spec:
  containers: [{name: web, resources: {requests: {cpu: "3"}}}]
"""


def block(visitor: Visitor, run: str, query: str = "", language: str = "en") -> str:
    answer = visitor.get(f"/api/runs/{run}/issue?{query}", **{"Accept-Language": language})
    assert answer.status_code == 200, answer.content
    return str(answer.json()["markdown"])


def test_a_refusal_has_the_message_the_sum_the_version_and_the_link(
    alice: Visitor, stranger: Visitor
) -> None:
    run = alice.run(alice.draft(UNFIT), kubernetes_version="1.36")
    lines = block(stranger, run["id"], "pod=default/web-0&point=Filter&plugin=NodeResourcesFit").splitlines()
    assert lines[0].startswith("**`default/web-0`: Rejected by NodeResourcesFit** (kube-scheduler 1.36")
    assert lines[2].startswith("> 0/1 nodes are available: 1 Insufficient cpu.")
    assert "* `node-a1`, NodeResourcesFit: cpu: 3 requested > 2 free (2 − 0)" in lines
    assert "Run under Kubernetes 1.36." in lines
    link = f"/x/{run['snapshot']}/?pod=default/web-0&point=Filter&plugin=NodeResourcesFit)"
    assert lines[-1].endswith(link)
    assert block(stranger, run["id"], language="zh-hans") == block(stranger, run["id"])


def test_versions_are_those_of_the_matrix_in_which_it_ends_so(alice: Visitor) -> None:
    run = alice.run(alice.draft(UNFIT))
    stays = [
        {"first": 0, "last": 0, "state": "placed", "node": "node-a1", "shift": None},
        {"first": 1, "last": 2, "state": "pending", "node": None, "shift": None},
    ]
    versions = [{"release": f"1.{n}", "name": f"v1.{n}"} for n in (34, 35, 36)]
    matrix = {"pods": [{"pod": "default/web-0", "group": "", "stays": stays}], "versions": versions}
    Upgrade.objects.create(
        snapshot_id=run["snapshot"], releases="1.34,1.35,1.36", matrix=matrix, status="finished"
    )
    assert "It ends so under 2 of the 3 versions that were tried: v1.35, v1.36." in block(alice, run["id"])


def test_a_choice_has_what_decided_it(alice: Visitor) -> None:
    only_one = block(alice, alice.run(alice.draft(SPREAD))["id"])
    assert "Placed on node2" in only_one
    assert "= 2 > maxSkew 1" in only_one
    fits = UNFIT.replace('cpu: "3"', 'cpu: "1"')
    second = UNFIT.split("---\n", maxsplit=1)[0].replace("node-a1", "node-b1").replace('cpu: "2"', 'cpu: "8"')
    two = block(alice, alice.run(alice.draft(f"{second}---\n{fits}"))["id"])
    assert "Placed on node-b1" in two
    totals = [line for line in two.splitlines() if line.startswith("* ")]
    assert [line.split(":")[0] for line in totals] == ["* `node-b1`", "* `node-a1`"]
    assert all("NodeResourcesFit 1 × " in line for line in totals)


@pytest.mark.parametrize("query", ["pod=default/nobody", "pod=%00"])
def test_an_unknown_pod_is_the_most_telling_one_or_refused(alice: Visitor, query: str) -> None:
    run = alice.run(alice.draft(UNFIT))
    answer = alice.get(f"/api/runs/{run['id']}/issue?{query}")
    assert answer.status_code == (422 if "%00" in query else 200)
