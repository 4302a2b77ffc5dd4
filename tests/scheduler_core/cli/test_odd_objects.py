"""One object that cannot be read ends no answer: it is left out, named, and said what that can change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from scheduler_core.__main__ import main
from scheduler_core.kubernetes.cel import patterns, selector
from tests.builders import Manifest, make_deployment, make_node, make_pod, with_spec

NODES = [make_node("n1", cpu="4"), make_node("n2", cpu="4")]
PENDING = make_pod("p", requests={"cpu": "8"})
GOOD = [*NODES, PENDING]


def odd(api: str, kind: str, **fields: Any) -> Manifest:
    return {"apiVersion": api, "kind": kind, "metadata": {"name": "odd", "namespace": "other"}, **fields}


def odd_pod(**spec: Any) -> Manifest:
    return odd("v1", "Pod", spec={"containers": [{"name": "c"}], **spec})


def odd_spread(**fields: Any) -> Manifest:
    usual = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}
    return odd_pod(topologySpreadConstraints=[{**usual, **fields}])


def odd_affinity(kind: str, value: Any) -> Manifest:
    return odd_pod(affinity={kind: {"requiredDuringSchedulingIgnoredDuringExecution": value}})


# Objects of others that nothing of ours should trip over: of wrong types, unknown versions, with odd amounts.
ODD: dict[str, Manifest] = {
    "a pod without containers": odd("v1", "Pod", spec={}),
    "a pod whose spec is a text": odd("v1", "Pod", spec="none"),
    "a pod without a spec": odd("v1", "Pod"),
    "containers as a mapping": odd_pod(containers={"name": "c"}),
    "a container that is a text": odd_pod(containers=["c"]),
    "an amount in words": odd_pod(containers=[{"name": "c", "resources": {"requests": {"cpu": "much"}}}]),
    "a negative amount": odd_pod(containers=[{"name": "c", "resources": {"requests": {"cpu": "-1"}}}]),
    "requests as a list": odd_pod(containers=[{"name": "c", "resources": {"requests": ["cpu"]}}]),
    "a priority in words": odd_pod(priority="high"),
    "a node name that is a number": odd_pod(nodeName=7),
    "a node name that no node has": odd_pod(nodeName="gone"),
    "tolerations as a text": odd_pod(tolerations="all"),
    "a toleration with an unknown operator": odd_pod(tolerations=[{"key": "a", "operator": "Like"}]),
    "a toleration with an unknown effect": odd_pod(tolerations=[{"operator": "Exists", "effect": "Never"}]),
    "a selector with a number": odd_pod(nodeSelector={"rank": 3}),
    "a selector with a key of two slashes": odd_pod(nodeSelector={"a/b/c": "d"}),
    "node affinity as a list": odd_pod(affinity=["node"]),
    "node affinity without terms": odd_affinity("nodeAffinity", {"nodeSelectorTerms": []}),
    "an unknown operator": odd_affinity(
        "nodeAffinity", {"nodeSelectorTerms": [{"matchExpressions": [{"key": "a", "operator": "Near"}]}]}
    ),
    "a term without a topology key": odd_affinity("podAffinity", [{"labelSelector": {}}]),
    "terms as a mapping": odd_affinity("podAntiAffinity", {"topologyKey": "zone"}),
    "maxSkew of zero": odd_spread(maxSkew=0),
    "maxSkew in words": odd_spread(maxSkew="one"),
    "an unknown whenUnsatisfiable": odd_spread(whenUnsatisfiable="Perhaps"),
    "constraints as a mapping": odd_pod(topologySpreadConstraints={"maxSkew": 1}),
    "gates as texts": odd_pod(schedulingGates=["a"]),
    "a scheduler of its own": odd_pod(schedulerName="volcano"),
    "a pod of a claim that is not there": odd_pod(
        resourceClaims=[{"name": "gpu", "resourceClaimName": "none"}]
    ),
    "a volume that is a text": odd_pod(volumes=["data"]),
    "labels as a list": {**odd_pod(), "metadata": {"name": "odd", "labels": ["app"]}},
    "no metadata": {"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "c"}]}},
    "a name that is a number": {**odd_pod(), "metadata": {"name": 7}},
    "a node without a status": odd("v1", "Node"),
    "a node whose capacity is a list": odd("v1", "Node", status={"allocatable": ["cpu"]}),
    "a node with an amount in words": odd("v1", "Node", status={"allocatable": {"cpu": "plenty"}}),
    "a node with a taint that is a text": odd("v1", "Node", spec={"taints": ["dedicated"]}),
    "a Deployment with replicas in words": odd("apps/v1", "Deployment", spec={"replicas": "three"}),
    "a Deployment without a template": odd("apps/v1", "Deployment", spec={"replicas": 1}),
    "a Job without a template": odd("batch/v1", "Job", spec={}),
    "a CronJob without a template": odd("batch/v1", "CronJob", spec={"schedule": "* * * * *"}),
    "a claim without a spec": odd("v1", "PersistentVolumeClaim"),
    "a claim of an amount in words": odd(
        "v1", "PersistentVolumeClaim", spec={"resources": {"requests": {"storage": "big"}}}
    ),
    "a volume without a spec": odd("v1", "PersistentVolume"),
    "a storage class without a provisioner": odd("storage.k8s.io/v1", "StorageClass"),
    "a quota in words": odd("v1", "ResourceQuota", spec={"hard": {"pods": "some"}}),
    "a budget in words": odd("policy/v1", "PodDisruptionBudget", spec={"minAvailable": "most"}),
    "a priority class without a value": odd("scheduling.k8s.io/v1", "PriorityClass"),
    "a device class with CEL that is none": odd(
        "resource.k8s.io/v1", "DeviceClass", spec={"selectors": [{"cel": {"expression": "device. =="}}]}
    ),
    "a slice without a pool": odd("resource.k8s.io/v1", "ResourceSlice", spec={"driver": "gpu.example.com"}),
    "a NodePool whose template is a text": odd("karpenter.sh/v1", "NodePool", spec={"template": "any"}),
    "a NodeClaim without a spec": odd("karpenter.sh/v1", "NodeClaim"),
    "a ClusterQueue with groups as a text": odd(
        "kueue.x-k8s.io/v1beta1", "ClusterQueue", spec={"resourceGroups": "all"}
    ),
    "a Workload without a spec": odd("kueue.x-k8s.io/v1beta1", "Workload"),
    "an unknown version of a known kind": odd("apps/v9", "Deployment", spec={"replicas": 1}),
    "a kind that nobody knows": odd("example.com/v1", "Mystery", spec=[1, 2, 3]),
    "a Pod of another group": odd("example.com/v1", "Pod", spec={"rooms": 3}),
    "an Event": odd("v1", "Event", involvedObject={"kind": "Pod", "name": "p"}, message="hello"),
    "a Secret": odd("v1", "Secret", data={"a": "Yg=="}),
    "a List in a List": {"apiVersion": "v1", "kind": "List", "items": [odd_pod(priority="high")]},
    "a definition of a kind": odd("apiextensions.k8s.io/v1", "CustomResourceDefinition", spec={"group": 1}),
}
COMMANDS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "simulate": lambda file: ("simulate", file),
    "explain": lambda file: ("explain", file, "--pod", "default/p"),
    "whatif": lambda file: ("whatif", file, "--pod", "default/p"),
    "whatif of all": lambda file: ("whatif", file),
    "capacity": lambda file: ("capacity", file, "--pod", "default/p"),
    "lint": lambda file: ("lint", file),
    "compare": lambda file: ("compare", file, "--versions", "1.35", "1.36"),
}


def dumped(path: Path, manifests: list[Manifest]) -> str:
    file = path / "all.yaml"
    file.write_text(yaml.safe_dump_all(manifests))
    return str(file)


@pytest.mark.parametrize("name", ODD)
def test_an_odd_object_ends_no_answer(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = dumped(tmp_path, GOOD), dumped_beside(tmp_path, ODD[name])
    main(("simulate", files[0]))
    answer = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("default/p "))
    code = main(("simulate", files[1]))
    out, err = capsys.readouterr()
    alone = answer.partition(" pending")[0]
    assert any(line.startswith(f"{alone} pending") for line in out.splitlines()), err
    assert (code == 2) == ("left out: " in err)
    if code == 2:
        assert "(line " in err


def dumped_beside(path: Path, manifest: Manifest) -> str:
    (path / "odd").mkdir()
    return dumped(path / "odd", [*GOOD, manifest])


def named_apart() -> Iterator[Manifest]:
    for number, manifest in enumerate(ODD.values()):
        metadata = manifest.get("metadata", {})
        is_plain = metadata.get("name") == "odd"
        yield {**manifest, "metadata": {**metadata, "name": f"odd-{number}"}} if is_plain else manifest


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_is_ended_by_any_of_them(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All of them at once: what is left out is told object by object, and the answer is there."""
    code = main(COMMANDS[command](dumped(tmp_path, [*GOOD, *named_apart()])))
    out, err = capsys.readouterr()
    if command == "lint":  # to lint, what the API server refuses is a finding
        assert code == 1
        assert out.count("refused-by-api-server") > 20
        return
    assert code == 2
    assert command == "compare" or "default/p" in out or '"name": "p"' in out  # nothing differs
    assert err.count("left out: ") > 5


def test_a_pod_of_another_scheduler_ends_no_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = dumped(tmp_path, [*GOOD, with_spec(make_pod("theirs"), schedulerName="volcano")])
    assert main(("whatif", file)) == 0
    assert main(("capacity", file, "--pod", "default/p")) in (0, 1)
    assert "volcano" not in capsys.readouterr().err


@contextmanager
def plain_installation(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the libraries of the extra `devices` be missing, as in an installation without extras."""

    def without_devices(module: str) -> ModuleType:
        if module.partition(".")[0] in ("cel_expr_python", "re2"):
            raise ModuleNotFoundError(name=module)
        return import_module(module)

    cached = (selector.compile_selector, selector._library, selector._environment, patterns._re2)
    monkeypatch.setattr("scheduler_core.extras.import_module", without_devices)
    for function in cached:
        function.cache_clear()
    try:
        yield
    finally:
        for function in cached:
            function.cache_clear()


DEVICE_CLASS = odd(
    "resource.k8s.io/v1",
    "DeviceClass",
    spec={"selectors": [{"cel": {"expression": 'device.driver == "gpu.example.com"'}}]},
)
CLAIM = {
    **odd("resource.k8s.io/v1", "ResourceClaim"),
    "metadata": {"name": "gpu", "namespace": "default"},
    "spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "odd"}}]}},
}
SLICE = odd(
    "resource.k8s.io/v1",
    "ResourceSlice",
    spec={
        "driver": "gpu.example.com",
        "nodeName": "n1",
        "pool": {"name": "n1", "generation": 1, "resourceSliceCount": 1},
        "devices": [{"name": "d0"}],
    },
)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_plain_installation_answers_beside_selectors_that_it_cannot_read(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = with_spec(make_pod("q"), resourceClaims=[{"name": "gpu", "resourceClaimName": "gpu"}])
    file = dumped(tmp_path, [*GOOD, asks, DEVICE_CLASS, CLAIM, SLICE])
    with plain_installation(monkeypatch):
        code = main(COMMANDS[command](file))
    out, err = capsys.readouterr()
    assert code in (0, 1), err
    assert command == "compare" or "default/p" in out or "n1" in out  # nothing differs
    if command == "simulate":
        assert "default/q pending" in out
        assert "not evaluated" in out and "schedscope[devices]" in out


def test_files_that_are_no_manifests_are_named_and_the_others_linted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workflow = tmp_path / "ci.yaml"
    workflow.write_text("on: push\njobs: {test: {runs-on: ubuntu}}\n")
    broken = tmp_path / "broken.yaml"
    broken.write_text("a: [1\n")
    good = tmp_path / "good.yaml"
    good.write_text(yaml.safe_dump_all([*NODES, make_deployment("web", 2, PENDING["spec"])]))
    code = main(("lint", str(workflow), str(broken), str(good)))
    out, err = capsys.readouterr()
    assert code == 2
    assert "good.yaml" in out
    assert f"{workflow}: no object of Kubernetes: not linted" in err
    assert "broken.yaml" in err
    assert main(("lint", str(workflow))) == 0
