"""The page and the API of a message: stateless, and the same without scripts."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from scheduler_core.explain.messages.meanings import KINDS
from webui.core.scenarios.models import Scenario
from webui.features.gallery.cases import read_cases
from webui.features.gallery.loading import load_cases
from webui.ground.lib.shareable import HEADER, STRANGERS

TEXT = (
    "Warning FailedScheduling pod/web-3 0/4 nodes are available: 1 node(s) were unschedulable, 3 Insufficient cpu. "
    "no new claims to deallocate, preemption: 0/4 nodes are available: 1 No preemption victims found for incoming pod, "
    "3 Preemption is not helpful for scheduling."
)


def words(content: bytes) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", content.decode())))


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "post"])
def test_the_page_explains_a_text_without_scripts(client: Client, method: str) -> None:
    answer = getattr(client, method)("/message/", {"text": TEXT})
    page = words(answer.content)
    assert answer.status_code == 200
    assert "No node fits: 2 are too small, 1 cordoned, 1 is full" in page
    assert "3 − 1 = 2 are too small even when empty" in page
    assert "kubectl get pod web-3 -n default -o jsonpath='{.spec.containers[*].resources.requests}'" in page
    assert TEXT in unescape(answer.content.decode())  # it stays in the form


@pytest.mark.django_db
def test_the_page_builds_the_nearest_cluster_and_marks_the_difference(client: Client) -> None:
    text = "0/3 nodes are available: 1 node(s) are haunted, 2 Insufficient cpu."
    answer = client.get("/message/", {"text": text})
    page = words(answer.content)
    assert "We could not build a cluster that gives exactly this message" in page
    assert "Your message has instead: 1 node(s) are haunted" in page
    assert "<mark>0/2 nodes</mark>" in answer.content.decode()
    assert "kind: Node" in answer.content.decode()


def test_the_page_without_a_text_is_a_form(client: Client) -> None:
    answer = client.get("/message/")
    assert answer.status_code == 200
    assert 'action="/message/"' in answer.content.decode()


def test_a_text_without_a_message_is_refused_in_the_form(client: Client) -> None:
    answer = client.post("/message/", {"text": "<b>all is well"})
    assert answer.status_code == 422
    assert "must contain a message of the scheduler" in words(answer.content)
    assert "<b>" not in answer.content.decode()


@pytest.mark.django_db
def test_the_api_explains_and_stores_nothing(client: Client) -> None:
    answer = client.post("/api/messages", {"text": TEXT}, content_type="application/json")
    assert answer.status_code == 200
    explained = answer.json()
    assert explained["pod"] == "web-3"
    assert [point["plugin"] for point in explained["points"]] == [
        "NodeUnschedulable",
        "NodeResourcesFit",
        "DefaultPreemption",
    ]
    assert "kind: Node" in explained["cluster"]["source"]
    assert not Scenario.objects.exists()


@pytest.mark.parametrize("text", ["nothing here", "x" * 200_001])
def test_the_api_refuses_what_it_cannot_explain(client: Client, text: str) -> None:
    answer = client.post("/api/messages", {"text": text}, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["message"].startswith("must")


@pytest.mark.django_db
def test_it_is_explained_in_the_language_of_the_reader(client: Client) -> None:
    chinese = {"accept-language": "zh-hans"}
    assert "1 个节点已被 cordon" in words(client.get("/message/", {"text": TEXT}, headers=chinese).content)


def test_the_cases_that_show_it_exist() -> None:
    slugs = {case.slug for case in read_cases()}
    assert {kind.case for kind in KINDS if kind.case} <= slugs
    assert {"preemption-three-cpu", "preemption-policy-never"} <= slugs


REBUILT = {
    "issue-ingress-nginx-6048-ports-in-use",
    "issue-93934-which-node",
    "issue-bitnami-16266-disk-pressure",
}
PORTS = "node(s) didn't have free ports for the requested pod ports"
FAR = "0/5 nodes are available: {}, {}. preemption: 0/5 nodes are available: 5 Preemption is not helpful."
PRESSURE = "node(s) had untolerated taint {node.kubernetes.io/disk-pressure: }"
MASTER = "node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        (f"FailedScheduling 0/1 nodes are available: 1 {PORTS}.", ["issue-ingress-nginx-6048-ports-in-use"]),
        (f"0/36 nodes are available: 31 {PORTS},\n5 Insufficient memory.", ["issue-93934-which-node"]),
        (FAR.format(f"1 {PRESSURE}", f"4 {MASTER}"), ["issue-bitnami-16266-disk-pressure"]),
        (FAR.format("1 Insufficient cpu", f"4 {MASTER}"), []),
    ],
)
def test_a_message_that_was_reported_leads_to_the_case_and_its_thread(
    client: Client, text: str, slugs: list[str]
) -> None:
    """The one with the same letters, else those with the same reasons."""
    load_cases(case for case in read_cases() if case.slug in REBUILT)
    page = client.post("/message/", {"text": text}).content.decode()
    _, _, listed = page.partition("Reported by others, and rebuilt")
    assert re.findall(r'class="msg-case" href="/examples/([\w-]+)/"', listed) == slugs
    assert bool(slugs) == ('href="https://github.com/' in listed)


MANY = "0/999999999 nodes are available: 999999999 Insufficient cpu."


@pytest.mark.django_db
def test_a_message_of_many_nodes_has_a_page_of_bounded_size(client: Client) -> None:
    answer = client.get("/message/", {"text": MANY})
    assert answer.status_code == 200
    assert "in about the same proportions" in words(answer.content)
    assert "speaks of 999999999" in words(answer.content)
    assert len(answer.content) < 200_000


@pytest.mark.django_db
def test_a_page_of_a_link_may_be_shared_and_depends_on_language_and_cookies(client: Client) -> None:
    answer = client.get("/message/", {"text": TEXT})
    assert answer.headers[HEADER] == STRANGERS
    assert answer.headers["Cache-Control"] == "private, max-age=60"
    assert {"Cookie", "Accept-Language"} <= set(answer.headers["Vary"].split(", "))
    assert not answer.cookies


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "text"), [("post", TEXT), ("get", "nothing here")])
def test_other_answers_are_not_kept_by_anybody(client: Client, method: str, text: str) -> None:
    answer = getattr(client, method)("/message/", {"text": text})
    assert HEADER not in answer.headers
    assert answer.headers["Cache-Control"] == "private, no-store"


@pytest.mark.django_db
def test_a_form_that_is_too_large_is_refused_without_reading_it(client: Client) -> None:
    answer = client.post("/message/", {"text": "x" * 2_100_000})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "must have at most 200,000 characters" in page
    assert "xxxxxxxxxx" not in page
