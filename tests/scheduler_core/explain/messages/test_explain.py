"""A message in plain words: what its clauses mean, what follows from them, and a cluster that gives it."""

from __future__ import annotations

import re

import pytest

from scheduler_core import InvalidInput, explain_message, load, simulate
from scheduler_core.explain.compare import wordings
from scheduler_core.explain.messages import reasons
from scheduler_core.explain.messages.contract import ExplainedMessage
from scheduler_core.explain.messages.meanings import ENGLISH, KINDS, OTHER, kind_of
from scheduler_core.explain.messages.recipes import recipe_for
from scheduler_core.kubernetes.versions import find_version

MESSAGE = (
    "0/60 nodes are available: 11 node(s) had untolerated taint {nvidia.com/gpu: }, 3 node(s) were unschedulable, "
    "41 Insufficient cpu, 41 Insufficient memory, 5 node(s) had untolerated taint {spot: true}. no new claims to "
    "deallocate, preemption: 0/60 nodes are available: 51 Preemption is not helpful for scheduling, 9 No preemption "
    "victims found for incoming pod."
)
OLD = (
    "0/3 nodes are available: 1 node(s) had taint {node-role.kubernetes.io/master: }, that the pod didn't tolerate, "
    "2 Insufficient cpu."
)
DESCRIBED = f"""\
Name:             train-0001
Namespace:        ml
Events:
  Type     Reason            Age   From               Message
  ----     ------            ----  ----               -------
  Warning  FailedScheduling  12s   default-scheduler  {MESSAGE}
"""
NO_VICTIMS = "No preemption victims found for incoming pod"


def message_of_cluster(explained: ExplainedMessage) -> str | None:
    """Run the made-up cluster anew and return what its waiting pod is told."""
    cluster = explained["cluster"]
    assert cluster is not None, explained["no_cluster"]
    events = simulate(load(cluster["source"], version=find_version(cluster["release"])))
    return next(event["message"] for event in events if event["kind"] == "cycle.finished")


def test_each_clause_has_the_number_of_its_point_and_the_text_stays() -> None:
    explained = explain_message(DESCRIBED)
    assert explained["message"] == MESSAGE
    assert "".join(part["text"] for part in explained["parts"]) == MESSAGE
    assert [(p["text"], p["number"]) for p in explained["parts"] if p["number"]] == [
        ("11 node(s) had untolerated taint {nvidia.com/gpu: }", 2),
        ("3 node(s) were unschedulable", 1),
        ("41 Insufficient cpu", 3),
        ("41 Insufficient memory", 3),
        ("5 node(s) had untolerated taint {spot: true}", 2),
        ("51 Preemption is not helpful for scheduling", 4),
        (f"9 {NO_VICTIMS}", 4),
    ]


def test_points_stand_in_the_order_of_the_scheduler_with_plugin_and_help() -> None:
    points = explain_message(DESCRIBED)["points"]
    assert [(p["plugin"], p["count"], p["eviction"]) for p in points] == [
        ("NodeUnschedulable", 3, "no"),
        ("TaintToleration", 16, "no"),
        ("NodeResourcesFit", 41, "some"),
        ("DefaultPreemption", 60, "may"),
    ]
    assert points[2]["eviction_text"] == "preemption could help on 9"
    assert "kubectl get pod train-0001 -n ml -o jsonpath='{.spec.tolerations}'" in points[1]["commands"]


def test_what_is_not_said_follows_since_v1_34() -> None:
    explained = explain_message(MESSAGE)
    assert "51 − 19 = 32" in explained["follows"]
    assert explained["headline"] == ("No node fits: 32 are too small, 19 do not accept it, 9 are full")
    assert [(group["kind"], group["count"]) for group in explained["groups"]] == [
        ("cordoned", 3),
        ("tainted", 16),
        ("small", 32),
        ("resources", 9),
    ]


@pytest.mark.parametrize(
    "text",
    [
        OLD,
        "0/5 nodes are available: 2 Insufficient cpu, 3 node(s) were unschedulable. preemption: 0/5 nodes are "
        f"available: 2 {NO_VICTIMS}, 3 Preemption is not helpful for scheduling.",
    ],
)
def test_nothing_follows_from_older_words(text: str) -> None:
    explained = explain_message(text)
    assert explained["follows"] == ""
    assert message_of_cluster(explained) == text


@pytest.mark.parametrize(
    "text",
    [
        MESSAGE,
        "0/6 nodes are available: 1 node(s) didn't match PersistentVolume's node affinity, 1 node(s) exceed max volume "
        "count, 2 node(s) didn't match pod affinity rules, 2 node(s) didn't match pod topology spread constraints. "
        "no new claims to deallocate, preemption: 0/6 nodes are available: 3 "
        f"{NO_VICTIMS}, 3 Preemption is not helpful for scheduling.",
        "0/2 nodes are available: 2 node(s) didn't match pod topology spread constraints. no new claims to deallocate, "
        f"preemption: 0/2 nodes are available: 2 {NO_VICTIMS}.",
        "0/4 nodes are available: 3 Too many pods, 4 Insufficient example.com/gpu. no new claims to deallocate, "
        f"preemption: 0/4 nodes are available: 2 Insufficient example.com/gpu, 2 {NO_VICTIMS}.",
        "0/3 nodes are available: 3 node(s) didn't have free ports for the requested pod ports. no new claims to "
        "deallocate, preemption: not eligible due to preemptionPolicy=Never.",
        "0/2 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found",
        "no nodes available to schedule pods",
    ],
)
def test_the_made_up_cluster_gives_the_message_to_the_letter(text: str) -> None:
    assert message_of_cluster(explain_message(text)) == text


def test_a_text_without_the_part_about_preemption_is_the_beginning() -> None:
    explained = explain_message("0/2 nodes are available: 2 node(s) had untolerated taint(s).")
    assert explained["cluster"]
    assert explained["cluster"]["continues"]
    assert str(message_of_cluster(explained)).startswith(f"{explained['message']} ")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "0/3 nodes are available: 1 Insufficient cpu, 1 Insufficient memory.",
            "at most 2 of its nodes, 3 in all",
        ),
        (
            "0/3 nodes are available: 2 Insufficient cpu, 3 Insufficient memory, 1 node(s) were unschedulable.",
            "at least 4 nodes, but it mentions 3",
        ),
        (
            "0/3 nodes are available: 3 Insufficient cpu. preemption: 0/3 nodes are available: 5 Preemption is not "
            "helpful for scheduling.",
            "about preemption does not add up to the number of its nodes, 3",
        ),
        ("0/3 nodes are available: 3 node(s) are haunted.", "we do not know how"),
        (
            "0/200 nodes are available: "
            + ", ".join(f"1 node(s) had untolerated taint {{k{number}: }}" for number in range(200)),
            "too many different reasons",
        ),
        ("0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unsch...", "ends in the middle"),
    ],
)
def test_what_cannot_be_made_up_says_why(text: str, why: str) -> None:
    explained = explain_message(text)
    assert explained["cluster"] is None
    assert why in explained["no_cluster"]
    assert explained["points"]


def test_a_list_of_events_has_more_messages() -> None:
    events = "\n".join(
        f"12s  Warning  FailedScheduling  pod/{pod}  0/4 nodes are available: {reason}."
        for pod, reason in (
            ("a", "4 Insufficient cpu"),
            ("b", "4 Too many pods"),
            ("c", "4 Insufficient cpu"),
        )
    )
    explained = explain_message(events)
    assert explained["pod"] == "a"
    [other] = explained["others"]
    assert other["pod"] == "b"
    assert explain_message(other["text"])["message"] == "0/4 nodes are available: 4 Too many pods."


def test_a_log_line_keeps_its_quotes() -> None:
    line = r'pod="shop/web-3" err="0/2 nodes are available: persistentvolumeclaim \"data\" not found."'
    explained = explain_message(line)
    assert explained["message"] == '0/2 nodes are available: persistentvolumeclaim "data" not found.'
    assert (explained["pod"], explained["points"][0]["kind"]) == ("shop/web-3", "claims")


def test_a_text_without_a_message_is_refused() -> None:
    with pytest.raises(InvalidInput, match="0/4 nodes are available"):
        explain_message("Successfully assigned default/web-0 to node-1")


@pytest.mark.parametrize("kind", [*KINDS, OTHER], ids=lambda kind: kind.name)
def test_every_kind_has_its_words(kind) -> None:  # type: ignore[no-untyped-def]
    for text in (
        kind.title_for(1, "cpu", ENGLISH),
        kind.title_for(2, "cpu", ENGLISH),
        kind.about,
        kind.waiting,
        kind.label,
    ):
        assert re.fullmatch(r"[^{}]{4,}", text)
    for words in kind.reasons:
        filled = re.sub(r"\{\w+\}", "x", words)
        assert kind_of(filled)[0] is kind


@pytest.mark.parametrize(
    "reason",
    [
        *(reasons.PORTS, reasons.ANTI_AFFINITY, reasons.EXISTING_ANTI_AFFINITY, reasons.VOLUME_COUNT),
        *(reasons.ONE_POD, reasons.DISK, reasons.TOO_MANY_PODS, f"{reasons.INSUFFICIENT}cpu"),
        *(wordings.SPREAD, wordings.SPREAD_LABEL, wordings.UNNAMED_TAINTS, wordings.EXCLUDED_NODES),
        wordings.TAINT.format(taint="{gpu: }"),
    ],
)
def test_what_is_said_of_a_reason_is_found_by_the_words_that_the_engine_knows_it_by(reason: str) -> None:
    assert kind_of(reason)[0] is not OTHER


def test_a_long_text_of_no_wording_is_of_no_kind() -> None:
    between = '" bound to non-existent persistentvolume "'
    reason = f'persistentvolumeclaim "{between * 4_000}!'
    assert kind_of(reason) == (OTHER, {})
    assert recipe_for(reason) is None
    assert explain_message(f"0/4 nodes are available: {'Insufficient ' * 15_000}")["nodes"] == 4


def nearest(text: str) -> tuple[str, list[str], list[str]]:
    """Return the message of the nearest cluster, what of it the text lacks, and what the text has instead."""
    answer = explain_message(text)["nearest"]
    assert answer is not None
    foreign = [piece["text"] for piece in answer["pieces"] if not piece["is_shared"]]
    return "".join(piece["text"] for piece in answer["pieces"]), foreign, answer["lacks"]


def test_the_nearest_message_may_differ_in_its_order_alone() -> None:
    message, foreign, lacks = nearest(
        "0/4 nodes are available: 3 Insufficient cpu, 1 node(s) were unschedulable."
    )
    assert message.startswith("0/4 nodes are available: 1 node(s) were unschedulable, 3 Insufficient cpu.")
    assert (foreign, lacks) == ([], [])


def test_the_nearest_message_lacks_what_cannot_be_made_up() -> None:
    message, foreign, lacks = nearest("0/3 nodes are available: 1 node(s) are haunted, 2 Insufficient cpu.")
    assert message.startswith("0/2 nodes are available: 2 Insufficient cpu.")
    assert (foreign, lacks) == (["0/2 nodes"], ["1 node(s) are haunted"])


def test_the_nearest_message_may_count_other_nodes() -> None:
    _, foreign, lacks = nearest("0/6 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable.")
    assert (foreign, lacks) == (["0/3 nodes"], [])


def test_words_of_two_versions_are_told_apart() -> None:
    """No version has both of these wordings."""
    tainted = "1 node(s) had taint {a: b}, that the pod didn't tolerate"
    _, foreign, lacks = nearest(
        f"0/2 nodes are available: {tainted}, 1 node(s) didn't match Pod's node affinity/selector."
    )
    assert len(foreign) == len(lacks) == 1


def test_a_message_that_a_cluster_gives_needs_no_nearest_one() -> None:
    assert explain_message(MESSAGE)["nearest"] is None


def test_the_nearest_cluster_gives_the_message_that_is_said_of_it() -> None:
    text = "0/6 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable."
    answer = explain_message(text)["nearest"]
    assert answer is not None
    scenario = load(answer["cluster"]["source"])
    finished = next(event for event in simulate(scenario) if event["kind"] == "cycle.finished")
    assert finished["message"] == "".join(piece["text"] for piece in answer["pieces"])


@pytest.mark.parametrize(
    ("plugins", "kind"),
    [("NodeAffinity", "labels"), ("NodeResourceTopologyMatch", "excluded"), ("A B", "excluded")],
)
def test_only_node_affinity_excludes_nodes_by_their_labels(plugins: str, kind: str) -> None:
    text = f"0/3 nodes are available: 3 node(s) didn't satisfy plugin(s) [{plugins}]."
    explained = explain_message(text)
    assert [point["kind"] for point in explained["points"]] == [kind]
    assert (explained["cluster"] is None) == (kind == "excluded")
