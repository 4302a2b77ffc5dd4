"""A workload without nodes: its result on each cluster beforehand, and a run on the one that is chosen."""

from __future__ import annotations

import re

import pytest

from scheduler_core import load
from tests.webui.clusters import node, pod
from tests.webui.conftest import Visitor, compute
from webui.core.scenarios.models import Scenario

DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 6
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      priorityClassName: gold
      topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: topology.kubernetes.io/zone
        whenUnsatisfiable: DoNotSchedule
        labelSelector: {matchLabels: {app: web}}
      containers: [{name: web, image: registry.example.com/web:1, resources: {requests: {cpu: "2"}}}]
"""
SAMPLES = ["three-zones", "eks", "gke", "aks", "three-pools"]
CHANGES = re.compile(r'<a href="([^"]*)" aria-label="(Change[^"]*)">')
CARD = re.compile(r'<label class="try-c".*?</label>', re.DOTALL)


def cards(visitor: Visitor, draft: str) -> list[str]:
    """The words of each card of the page."""
    page = visitor.get(f"/w/{draft}/try-on/").content.decode()
    return [" ".join(re.sub(r"<[^>]+>", " ", card).split()) for card in CARD.findall(page)]


def choose(visitor: Visitor, draft: str, **fields: str) -> str:
    """Posts the form and returns where it leads."""
    answer = visitor.client.post(f"/w/{draft}/try-on/", fields)
    assert answer.status_code == 302, answer.content
    return answer["Location"]


@pytest.mark.django_db
def test_each_cluster_is_tried_through_the_api_and_nothing_is_stored(stranger: Visitor) -> None:
    answer = stranger.post("/api/try-on", {"source": DEPLOYMENT}).json()
    assert [trial["cluster"] for trial in answer["trials"]] == SAMPLES
    assert [(trial["placed"], trial["pods"]) for trial in answer["trials"]] == [(6, 6)] * 5
    eks = answer["trials"][1]
    assert [sum(node["landed"] for node in zone["nodes"]) for zone in eks["zones"]] == [2, 2, 2]
    assert {node["label"] for node in eks["zones"][0]["nodes"] if node["tainted"]} == {"gpu", "spot"}
    assert {"kind": "PriorityClass", "name": "gold"} in eks["assumptions"]
    (workload,) = answer["workloads"]
    assert (workload["kind"], workload["name"], workload["pods"], workload["cpu"]) == (
        "Deployment",
        "web",
        6,
        2000,
    )
    assert not Scenario.objects.exists()


@pytest.mark.django_db
def test_what_stays_pending_has_the_schedulers_message(stranger: Visitor) -> None:
    source = DEPLOYMENT.replace('cpu: "2"', 'cpu: "7"')
    trials = stranger.post("/api/try-on", {"source": source}).json()["trials"]
    assert [trial["placed"] for trial in trials] == [0, 0, 3, 0, 6]
    assert trials[0]["message"] == "0/6 nodes are available: 6 Insufficient cpu."


@pytest.mark.django_db
def test_nodes_of_ones_own_are_tried_through_the_api(stranger: Visitor) -> None:
    nodes = node("n1") + "---\n" + node("n2")
    (trial,) = stranger.post("/api/try-on", {"source": pod("p"), "nodes": nodes}).json()["trials"]
    assert (trial["placed"], trial["nodes"]) == (1, 2)
    assert stranger.post("/api/try-on", {"source": node("n1")}).status_code == 422
    assert stranger.post("/api/try-on", {"source": pod("p"), "nodes": "kind: [Node"}).status_code == 422
    (empty,) = stranger.post("/api/try-on", {"source": pod("p"), "nodes": ""}).json()["trials"]
    assert (empty["nodes"], empty["message"]) == (0, "no nodes available to schedule pods")


@pytest.mark.django_db
def test_the_sample_clusters_are_listed_and_one_is_taken_on_creation(alice: Visitor) -> None:
    clusters = alice.get("/api/clusters").json()
    assert [cluster["name"] for cluster in clusters] == SAMPLES
    assert load(clusters[1]["source"]).summary()["nodes"] == 14
    created = alice.post("/api/scenarios", {"source": DEPLOYMENT, "on": "eks"}).json()
    assert created["summary"] == {"nodes": 14, "pods": 6, "pending": 6}
    refused = alice.post("/api/scenarios", {"source": DEPLOYMENT, "on": "mars"})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "on")


def test_the_page_says_what_it_is_and_the_result_of_each(alice: Visitor) -> None:
    draft = alice.draft(DEPLOYMENT, "web.yaml")
    page = alice.get(f"/w/{draft['id']}/try-on/").content.decode()
    assert "6 replicas of web, and no cluster yet" in page
    assert "PriorityClass gold has the value 0" in page
    assert "Namespace shop exists and has no labels" in page
    results = cards(alice, draft["id"])
    assert len(results) == 5
    assert "6 of 6 placed , 2 / 2 / 2. None on the 5 tainted nodes." in results[1]


def test_the_workload_and_what_is_assumed_lead_to_where_they_change(alice: Visitor) -> None:
    draft = alice.draft(DEPLOYMENT, "web.yaml")
    page = alice.get(f"/w/{draft['id']}/try-on/").content.decode()
    links = {name: address for address, name in CHANGES.findall(page)}
    assert links["Change the cluster: paste nodes"] == "#nodes"
    assert 'id="nodes"' in page
    edit = f"/w/{draft['id']}/#edit"
    for name in ("the workload", "the scheduler"):
        assert links[f"Change {name}"] == edit
    assert links["Change: PriorityClass gold has the value 0"] == edit
    assert alice.get(edit.split("#", maxsplit=1)[0]).status_code == 200


def test_a_choice_opens_as_a_run_of_its_own_and_leaves_the_draft(alice: Visitor) -> None:
    draft = alice.draft(DEPLOYMENT, "web.yaml")
    opened = choose(alice, draft["id"], cluster="eks")
    assert re.fullmatch(r"/w/[0-9a-f-]{36}/", opened)
    scenario = alice.get(f"/api/scenarios/{opened.split('/')[2]}").json()
    assert scenario["title"] == "web.yaml on EKS"
    assert compute(scenario["run"]).placed == 6
    assert alice.get(f"/api/scenarios/{draft['id']}").json()["source"] == DEPLOYMENT
    pending = alice.draft(DEPLOYMENT.replace('cpu: "2"', 'cpu: "7"'), "large")
    assert choose(alice, pending["id"], cluster="three-zones").endswith("/answer/")


def test_pasted_nodes_and_what_is_wrong_with_them(alice: Visitor) -> None:
    draft = alice.draft(pod("p"))
    opened = choose(alice, draft["id"], cluster="nodes", nodes=node("n1"))
    assert alice.get(f"/api/scenarios/{opened.split('/')[2]}").json()["summary"]["nodes"] == 1
    for fields, complaint in (
        ({"cluster": "nodes", "nodes": node("n1") * 2}, "is duplicated"),
        ({"cluster": "nodes"}, "Choose a cluster."),
        ({}, "Choose a cluster."),
    ):
        answer = alice.client.post(f"/w/{draft['id']}/try-on/", fields)
        assert answer.status_code == 422
        assert complaint in answer.content.decode()


def test_the_cluster_used_last_is_offered_with_its_running_pods(alice: Visitor) -> None:
    choose(alice, alice.draft(DEPLOYMENT, "web")["id"], cluster="eks")
    draft = alice.draft(pod("new"))
    assert len(cards(alice, draft["id"])) == 5, "a sample is not one's own"
    mine = "---\n".join([node("mine-1", cpu="1"), pod("old", on="mine-1"), pod("waits")])
    alice.draft(mine, "mine.yaml")
    *_, last = cards(alice, draft["id"])
    assert "Your last cluster: mine.yaml 1 node, 1 running pod" in last
    assert "1 of 1 placed" in last
    opened = choose(alice, draft["id"], cluster="last")
    source = alice.get(f"/api/scenarios/{opened.split('/')[2]}").json()["source"]
    assert "name: old" in source
    assert "name: waits" not in source


def test_the_page_is_that_of_a_draft_without_nodes_for_its_owner(alice: Visitor, stranger: Visitor) -> None:
    with_nodes, without = alice.draft(), alice.draft(pod("p"))
    assert alice.get(f"/w/{with_nodes['id']}/try-on/")["Location"] == f"/w/{with_nodes['id']}/"
    assert stranger.get(f"/w/{without['id']}/try-on/").status_code == 404
