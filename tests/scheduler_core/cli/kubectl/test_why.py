"""`why` and the other commands about a cluster, held against what the real scheduler wrote of the same cluster."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests.builders import Manifest, make_deployment, make_node, make_pod
from tests.services.folder import ROOT

from .conftest import Recorded
from .fake_kubectl import RECORDED
from .test_not_scheduled import ask, stored

VALIDATOR = Draft202012Validator(json.loads((ROOT / "schemas" / "explanation-1.json").read_text()))
EVENTS: dict[str, str] = json.loads((RECORDED / "events.json").read_text())
TRAIN, API = (next(key for key in EVENTS if name in key) for name in ("/train-", "/api-"))


def as_json(cluster: Recorded, *arguments: str) -> tuple[int, dict[str, Any]]:
    code, out, _ = cluster.ask(*arguments, "-o", "json")
    return code, json.loads(out)


@pytest.mark.parametrize("pod", EVENTS)
def test_the_message_is_that_of_the_real_event(cluster: Recorded, pod: str) -> None:
    code, answer = as_json(cluster, "why", pod)
    assert (code, answer["message"], answer["agrees"]) == (1, EVENTS[pod], True)


def test_the_first_line_is_the_answer_and_repairs_have_commands(cluster: Recorded) -> None:
    code, out, _ = cluster.ask("why", TRAIN)
    lines = out.splitlines()
    assert code == 1
    assert lines[0].startswith(f"x {TRAIN} waits for ")
    assert "6 nodes, none fits" in lines[0]
    assert "    6 too full         not enough cpu" in lines
    assert any(line.startswith("Sum      needs 9 cores; 27.7 cores free on 6 nodes") for line in lines)
    assert sum(line.startswith(("Try", "         +")) for line in lines) == 1
    assert "         and 3 more: -o wide" in lines
    wide = cluster.ask("why", TRAIN, "-o", "wide")[1]
    assert "$ kubectl patch deployment train -n default --type=json -p" in wide
    assert "  the scheduler says the same, word for word" in lines


def test_no_line_but_those_of_commands_is_wider_than_80_columns_or_coloured(cluster: Recorded) -> None:
    for arguments in (("why", TRAIN), ("why", "-A"), ("node", "node-0001")):
        _, out, err = cluster.ask(*arguments)
        assert "\x1b" not in out + err
        assert [
            line for line in out.splitlines() if len(line) > 80 and "'[{" not in line and "# " not in line
        ] == []


def test_all_pods_that_wait_by_cause(cluster: Recorded) -> None:
    code, answer = as_json(cluster, "why", "-A")
    assert (code, answer["waiting"], answer["context"], answer["kubernetes"]) == (1, 6, "local", "v1.36.2")
    assert answer["messages"] == {"compared": 6, "equal": 6, "differing": []}
    assert [cause["pod_count"] for cause in answer["causes"]] == [3, 2, 1]
    lines = cluster.ask("why", "-A")[1].splitlines()
    rows = [line.split()[1] for line in lines[2:] if line.startswith((" x ", " ! "))]
    assert rows == ["3", "2", "1"] * 2  # a table, then each in full
    placed = {repair["workload"]: repair["placed"] for repair in reversed(answer["repairs"])}
    assert placed == {"Deployment default/api": 3, "Deployment default/train": 2}


def test_answers_for_programs_hold_the_open_form(cluster: Recorded, tmp_path: Path) -> None:
    pod = as_json(cluster, "why", TRAIN)[1]["explanation"]
    several = as_json(cluster, "why", "-A")[1]["explanations"]
    not_fitting = as_json(cluster, "fit", "-f", deployment(tmp_path, cpu="7"), "-n", "shop")[1]["explanation"]
    repaired = as_json(cluster, "whatif", "--pod", API)[1]["explanation"]
    upgraded = as_json(cluster, "upgrade", "1.37")[1]["explanations"]
    for explained in (pod, *several, not_fitting, repaired, *upgraded):
        VALIDATOR.validate(explained)
    assert pod["condition"]["message"] == EVENTS[TRAIN]
    assert any(repair["verified"]["run"] for repair in pod["repairs"]["found"])
    assert [explained["pod"]["workload"]["name"] for explained in several] == ["api", "train", ANY]
    assert not_fitting["reasons"][0]["code"] == "InsufficientResource"
    assert (repaired["pod"]["name"], bool(repaired["repairs"]["found"])) == (API.partition("/")[2], True)
    assert [explained["pod"]["workload"]["name"] for explained in upgraded] == ["api", "train", ANY]
    assert {explained["kubernetes"]["version"] for explained in upgraded} == {"v1.37"}


def test_one_namespace_one_label_or_one_workload(cluster: Recorded) -> None:
    assert as_json(cluster, "why", "-n", "shop")[1]["waiting"] == 1
    assert as_json(cluster, "why", "-A", "-l", "app=api")[1]["waiting"] == 3
    assert as_json(cluster, "why", "deploy/train")[1]["asked"] == 4
    assert as_json(cluster, "why", "sts/kafka", "-n", "shop")[0] == 0


def test_a_running_pod_is_tried_again(cluster: Recorded) -> None:
    code, out, _ = cluster.ask("why", "shop/kafka-0")
    assert code == 0
    assert "shop/kafka-0 runs on node-0000 and would get" in out


def test_a_misspelt_name_is_an_error_with_what_was_meant(cluster: Recorded) -> None:
    code, out, err = cluster.ask("why", "kafka-00", "-n", "shop")
    assert (code, out) == (2, "")
    assert "Pod shop/kafka-00: is not in the cluster, in namespace shop: did you mean kafka-0" in err


def test_yaml_says_what_json_says(cluster: Recorded) -> None:
    _, out, _ = cluster.ask("why", API, "-o", "yaml")
    assert yaml.safe_load(out)["message"] == EVENTS[API]


def test_what_holds_a_node(cluster: Recorded) -> None:
    code, answer = as_json(cluster, "node", "node-0001")
    held = {
        pod["pod"]: [hold["kind"] for hold in pod["holds"]] for pod in answer["hold"]["pods"] if pod["holds"]
    }
    assert code == 1
    assert held == {
        next(key for key in held if "/train-" in key): ["room"],
        "shop/batch": ["rule", "annotation", "local-storage", "bare"],
        "shop/cache": ["volume", "bare"],
    }
    assert [pod["pod"][:18] for pod in answer["hold"]["pods"] if pod["stays"]] == ["kube-system/agents"]
    assert answer["drain"]["verdict"] == "goes"
    assert answer["leaving"] == [], "the cluster shows no autoscaler"
    assert "node-0001" not in answer["free"]


def test_a_budget_holds_a_node(cluster: Recorded) -> None:
    code, answer = as_json(cluster, "node", "node-0000")
    assert code == 1
    assert answer["drain"]["verdict"] == "hangs"
    assert "node-0000" not in answer["together"]


def test_a_node_that_can_go(cluster: Recorded) -> None:
    code, out, _ = cluster.ask("node", "node-0002")
    assert code == 0
    assert out.startswith("+ node-0002 could go: there is room for its 2 pods")


def deployment(path: Path, **requests: str) -> str:
    containers = [{"name": "c", "image": "x", "resources": {"requests": requests}}]
    file = path / "new.yaml"
    file.write_text(yaml.safe_dump(make_deployment("new", 2, {"containers": containers})))
    return str(file)


def test_whether_a_manifest_fits_and_how_often(cluster: Recorded, tmp_path: Path) -> None:
    code, answer = as_json(cluster, "fit", "-f", deployment(tmp_path, cpu="1"), "-n", "shop")
    assert code == 0
    assert all(key.startswith("shop/new-") and node for key, node in answer["placements"].items())
    assert answer["more"]["capacity"]["pods"] == 22  # whole cores that are free, node by node, less two
    code, out, _ = cluster.ask("fit", "-f", deployment(tmp_path, cpu="7"), "-n", "shop", "-o", "wide")
    assert code == 1
    assert out.startswith("x 2 pods: 0 of them fit now")
    words = " ".join(out.split())
    assert words.index("(costs money): fits on") < words.index(
        "request cpu 7 → 6.4 (weakens availability): fits"
    )


def test_lint_whatif_and_upgrade_read_the_cluster(cluster: Recorded) -> None:
    code, out, _ = cluster.ask("lint")
    assert code == 1
    assert "selector-matches-no-node      default/api" in out
    code, out, _ = cluster.ask("whatif", "--pod", API.partition("/")[2])
    assert code == 0
    assert "nodeSelector pool=memory-xl removed" in out
    code, out, _ = cluster.ask("upgrade", "1.37")
    assert code == 0
    assert "under 2 versions, 1.36 to 1.37" in out


def daemon_pod(node: str) -> Manifest:
    """Return the pod of a DaemonSet for a node, larger than that."""
    only = {"key": "metadata.name", "operator": "In", "values": [node]}
    terms = {"nodeSelectorTerms": [{"matchFields": [only]}]}
    affinity = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}
    pod = stored(make_pod(f"agent-{node}", requests={"cpu": "10"}, affinity=affinity), "shop")
    owner = {"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent", "uid": "1", "controller": True}
    pod["metadata"]["ownerReferences"] = [owner]
    return pod


def test_a_repair_of_several_pods_of_a_daemonset_is_one_line(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects = [stored(make_node("n2", cpu="8")), daemon_pod("n1"), daemon_pod("n2")]
    _, out = ask(cluster, monkeypatch, objects, "-A")
    words = " ".join(out.split())
    assert words.count("request cpu") == 1
    assert "+ request cpu 10 → 8 (weakens availability): each of agent-n1 and agent-n2" in words
    _, out, _ = cluster.ask("whatif")
    assert out.count("request cpu 10 → 8") == 1
    assert "places 1 more for each of agent-n1 and agent-n2" in out


def test_a_claim_that_does_not_exist_is_to_be_created(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    pod = stored(make_pod("db-0"), "shop")
    pod["spec"]["volumes"] = [{"name": "data", "persistentVolumeClaim": {"claimName": "data-db-0"}}]
    _, out = ask(cluster, monkeypatch, [pod], "db-0", "-n", "shop")
    assert (
        "Besides There is no PersistentVolumeClaim data-db-0 in namespace shop: create it there, or correct "
        "the claimName of volume data." in " ".join(out.split())
    )
