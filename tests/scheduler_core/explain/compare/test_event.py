"""Comparing messages, as clusters print them, with those of a run."""

from __future__ import annotations

import pytest

from scheduler_core import InvalidInput, Recording, Scenario, compare_event
from scheduler_core.explain.compare.event import EventComparison
from scheduler_core.explain.compare.event_text import Clause, parse
from scheduler_core.explain.compare.wordings import Reason, recognize
from scheduler_core.explain.view.contract import CycleView
from tests.builders import make_node, make_pod, spread

SPREAD = "node(s) didn't match pod topology spread constraints"
TAINT = "node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }"
HELPLESS = "Preemption is not helpful for scheduling"
VICTIMLESS = "No preemption victims found for incoming pod"
PLAIN = f"0/4 nodes are available: 1 {TAINT}, 3 {SPREAD}."


@pytest.mark.parametrize(
    ("text", "pod"),
    [
        (PLAIN, ""),
        (f"  Warning  FailedScheduling  12s (x3 over 40s)  default-scheduler  {PLAIN}", ""),
        (f"default  12s  Warning  FailedScheduling  pod/web-3  {PLAIN}", "web-3"),
        (f'"Unable to schedule pod; no fit; waiting" pod="shop/web-3" err="{PLAIN}"', "shop/web-3"),
        (f"Name:   web-3\nNamespace:  shop\nEvents:\n  Warning  FailedScheduling  {PLAIN}", "web-3"),
        (PLAIN.replace(", 3", ",\n    3"), ""),
        (f'"message": "{PLAIN}",', ""),
        (f"{PLAIN} preemption: 0/4 nodes are available: 4 {HELPLESS}.", ""),
    ],
)
def test_the_message_is_found_in_what_kubectl_and_logs_print(text: str, pod: str) -> None:
    message = parse(text)
    assert (message.available, message.nodes, message.pod) == (0, 4, pod)
    assert message.clauses == (Clause(1, TAINT), Clause(3, SPREAD))


def test_preemption_has_clauses_of_its_own() -> None:
    message = parse(
        f"{PLAIN} no new claims to deallocate, preemption: 0/4 nodes are available: 1 {HELPLESS}, 3 {VICTIMLESS}."
    )
    assert message.clauses == (Clause(1, TAINT), Clause(3, SPREAD))
    assert message.preemption == (Clause(1, HELPLESS), Clause(3, VICTIMLESS))


def test_reasons_of_prefilter_are_about_all_nodes() -> None:
    message = parse(
        "0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: x"
    )
    assert message.clauses == (Clause(3, "pod has unbound immediate PersistentVolumeClaims"),)


def test_a_taint_may_contain_commas_and_numbers() -> None:
    taint = "node(s) had untolerated taint {a: b, 3 c}"
    assert parse(f"0/2 nodes are available: 1 {taint}, 1 Insufficient cpu.").clauses == (
        Clause(1, taint),
        Clause(1, "Insufficient cpu"),
    )


def test_the_message_of_a_cluster_without_nodes_is_parsed() -> None:
    assert parse("no nodes available to schedule pods").nodes == 0


@pytest.mark.parametrize("text", ["", "Successfully assigned default/web-0 to node-1", "nodes are available"])
def test_a_text_without_a_message_is_rejected_with_an_example(text: str) -> None:
    with pytest.raises(InvalidInput, match="0/4 nodes are available"):
        parse(text)


def waiting_pod() -> CycleView:
    """Return the cycle of a web pod that fits nowhere: one zone is full by its constraint, the other's node tainted."""
    taint = {"key": "dedicated", "value": "gpu", "effect": "NoSchedule"}
    scenario = Scenario.from_content(
        {
            "objects": [
                make_node("a1", zone="a"),
                make_node("a2", zone="a"),
                make_node("b1", zone="b", taints=[taint]),
                make_pod("web-0", node="a1", app="web"),
                make_pod("web-1", app="web", spread=[spread("zone")]),
            ],
            "config": None,
        }
    )
    return Recording.of(scenario).cycle(0).view()


def compared(text: str) -> EventComparison:
    view = waiting_pod()
    return compare_event(
        text,
        clauses=view["clauses"],
        message=view["trace"]["fitError"],
        node=view["trace"].get("selected"),
        nodes=len(view["node_order"]),
    )


def test_the_run_agrees_with_its_own_message() -> None:
    comparison = compared(f"Warning FailedScheduling pod/web-1 {waiting_pod()['trace']['fitError']}")
    assert comparison["agreed"]
    assert comparison["pod"] == "web-1"
    assert {row["reason"]: row["nodes"] for row in comparison["clauses"]} == {
        "node(s) had untolerated taint {dedicated: gpu}": ["b1"],
        SPREAD: ["a1", "a2"],
    }
    assert all(row["agreed"] for row in comparison["preemption"])


@pytest.mark.parametrize(
    "taint",
    [
        "had untolerated taint(s)",
        "had untolerated taint {dedicated: gpu}",
        "had taint {dedicated: gpu}, that the pod didn't tolerate",
    ],
)
def test_reasons_worded_by_other_versions_agree(taint: str) -> None:
    assert compared(f"0/3 nodes are available: 1 node(s) {taint}, 2 {SPREAD}.")["agreed"]


AFFINITY = "node(s) didn't match pod affinity/anti-affinity"


@pytest.mark.parametrize(
    ("former", "current", "plugin"),
    [
        (
            "node(s) had volume node affinity conflict",
            "node(s) didn't match PersistentVolume's node affinity",
            "VolumeBinding",
        ),
        (
            "node(s) didn't match node selector",
            "node(s) didn't match Pod's node affinity/selector",
            "NodeAffinity",
        ),
        (
            "node(s) didn't match Pod's node affinity",
            "node(s) didn't match Pod's node affinity/selector",
            "NodeAffinity",
        ),
        (
            "node(s) had taint {k: v, 3}, that the pod didn't tolerate",
            "node(s) had untolerated taint {k: v, 3}",
            "TaintToleration",
        ),
        (
            "node(s) had taints that the pod didn't tolerate",
            "node(s) had untolerated taint(s)",
            "TaintToleration",
        ),
        (
            "node(s) didn't match the requested hostname",
            "node(s) didn't match the requested node name",
            "NodeName",
        ),
        ("Insufficient pods", "Too many pods", "NodeResourcesFit"),
        ("Insufficient nvidia.com/gpu", "Insufficient nvidia.com/gpu", "NodeResourcesFit"),
        (
            "node(s) didn't satisfy plugin(s) [NodeAffinity] simultaneously",
            "node(s) didn't satisfy plugin(s) [NodeAffinity]",
            "NodeAffinity",
        ),
        (
            "pvc(s) bound to non-existent pv(s)",
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
            "VolumeBinding",
        ),
        (
            "pod has unbound immediate PersistentVolumeClaims (repeated 3 times)",
            "pod has unbound immediate PersistentVolumeClaims",
            "VolumeBinding",
        ),
        (
            "No victims found on node n1 for preemptor pod web-0",
            "No preemption victims found for incoming pod",
            "DefaultPreemption",
        ),
        (
            "node(s) didn't have free ports for the requested pod ports",
            "node(s) didn't have free ports for the requested pod ports",
            "NodePorts",
        ),
        ("of a plugin out of the tree", "of a plugin out of the tree", None),
    ],
)
def test_a_wording_of_any_version_is_recognized(former: str, current: str, plugin: str | None) -> None:
    assert recognize(former) == Reason(current, plugin)


def differences(theirs: str, ours: dict[str, list[str]], nodes: int = 3) -> list[str]:
    """Return the reasons that differ between a text about `nodes` nodes and a run with these reasons."""
    comparison = compare_event(
        theirs,
        clauses=[
            {"plugin": "Any", "reason": reason, "nodes": names, "count": len(names), "code": "Unschedulable"}
            for reason, names in ours.items()
        ],
        message=None,
        node=None,
        nodes=nodes,
    )
    return [row["reason"] for row in comparison["clauses"] if not row["agreed"]]


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (
            "3 node(s) had volume node affinity conflict",
            {"node(s) didn't match PersistentVolume's node affinity": ["a", "b", "c"]},
        ),
        (
            f"3 {AFFINITY}, 3 node(s) didn't match pod anti-affinity rules",
            {"node(s) didn't match pod anti-affinity rules": ["a", "b", "c"]},
        ),
        ("1 Insufficient pods, 2 Insufficient cpu", {"Too many pods": ["a"], "Insufficient cpu": ["b", "c"]}),
        (f"3 {SPREAD}", {SPREAD: ["a"], f"{SPREAD} (missing required label)": ["b", "c"]}),
        (
            "3 node(s) had untolerated taint(s)",
            {"node(s) had untolerated taint {a: }": ["a"], "node(s) had untolerated taint {b: }": ["b", "c"]},
        ),
        (
            "3 node is filtered out by the prefilter result",
            {"node(s) didn't satisfy plugin(s) [NodeAffinity]": ["a", "b", "c"]},
        ),
        (
            f"1 Insufficient cpu, 2 {SPREAD[:20]} ...",
            {"Insufficient cpu": ["a"], "Insufficient memory": ["b"]},
        ),
    ],
)
def test_a_difference_of_words_is_none_of_facts(theirs: str, ours: dict[str, list[str]]) -> None:
    other = [SPREAD[:20]] if theirs.endswith("...") else []
    assert differences(f"0/3 nodes are available: {theirs}", ours) == other


def test_a_difference_of_facts_stays_one() -> None:
    assert differences(
        f"0/3 nodes are available: 3 {SPREAD}.", {f"{SPREAD} (missing required label)": ["a"]}
    ) == [
        SPREAD,
        f"{SPREAD} (missing required label)",
    ]


def test_a_reason_that_was_cut_is_completed_if_only_one_begins_so() -> None:
    message = parse("0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unsch ...")
    assert message.is_cut
    assert message.clauses[-1] == Clause(2, "node(s) were unschedulable")
    cut_later = parse(
        f"0/3 nodes are available: 3 Insufficient cpu. preemption: 0/3 nodes are available: 3 {VICTIMLESS[:9]}..."
    )
    assert not cut_later.is_cut
    assert cut_later.preemption == ()


@pytest.mark.parametrize(
    "text",
    [
        'running "VolumeBinding" filter plugin for pod "web-0": pod has unbound immediate PersistentVolumeClaims',
        "pod has unbound PersistentVolumeClaims (repeated 3 times)",
        'persistentvolumeclaim "data" not found',
    ],
)
def test_a_message_without_counts_is_about_all_nodes(text: str) -> None:
    message = parse(text, nodes=3)
    assert (message.nodes, [clause.count for clause in message.clauses]) == (3, [3])


def test_two_periods_end_a_message_too() -> None:
    text = (
        f"0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 {VICTIMLESS}.."
    )
    assert parse(text).preemption == (Clause(1, VICTIMLESS),)


def test_differences_are_listed_reason_by_reason() -> None:
    comparison = compared(f"0/4 nodes are available: 1 {SPREAD}, 3 Insufficient cpu.")
    assert not comparison["agreed"]
    assert comparison["nodes"] == {"theirs": 4, "ours": 3}
    assert [(row["reason"], row["theirs"], row["ours"], row["agreed"]) for row in comparison["clauses"]] == [
        (SPREAD, 1, 2, False),
        ("Insufficient cpu", 3, 0, False),
        ("node(s) had untolerated taint {dedicated: gpu}", 0, 1, False),
    ]
    assert comparison["clauses"][0]["plugin"] == "PodTopologySpread"


@pytest.mark.parametrize("digits", ["9" * 5000 + "/4", "0/" + "9" * 5000, "9" * 20_000])
def test_numbers_beyond_any_cluster_are_not_a_message(digits: str) -> None:
    with pytest.raises(InvalidInput, match="must contain a message"):
        parse(f"{digits} nodes are available: 4 Insufficient cpu.")


def test_a_count_beyond_any_cluster_is_not_a_clause() -> None:
    assert parse(f"0/4 nodes are available: {'9' * 5000} x, 3 y.").clauses == (Clause(3, "y"),)


@pytest.mark.parametrize("end", ["...", "…", " ...", ' ..." ', "...'\n\"", " …  "])
def test_the_dots_of_a_text_that_was_cut_off_are_no_part_of_it(end: str) -> None:
    assert parse(f"0/3 nodes are available: 3 Insufficient cpu{end}").clauses == (
        Clause(3, "Insufficient cpu"),
    )


@pytest.mark.parametrize("filler", [" ", '"', "' ", "Insufficient ", "node(s) had untolerated taint {"])
def test_a_long_text_of_no_wording_is_read(filler: str) -> None:
    text = f"0/3 nodes are available: 3 {filler * (200_000 // len(filler))}!"
    assert parse(text).nodes == 3
