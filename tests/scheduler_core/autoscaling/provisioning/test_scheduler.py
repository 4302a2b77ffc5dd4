"""Where pods go in one pass."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import allowance
from scheduler_core.autoscaling.provisioning.provisioner import schedule
from scheduler_core.autoscaling.provisioning.refusals import (
    IncompatibleRequirements,
    LimitsExceeded,
    NoInstanceType,
    NoNodePool,
    NoReservation,
)
from scheduler_core.autoscaling.state.recorder import Recorder
from tests.scheduler_core.autoscaling.clusters import (
    CAPACITY_TYPE,
    INSTANCE_TYPE,
    ZONE,
    errors,
    instance_type,
    node,
    nodepool,
    pending,
    placed,
    provisioned,
    required,
    running,
    scenario,
)

SMALL = instance_type("small", cpu="2", price=1)
LARGE = instance_type("large", cpu="8", price=4)
BOTH = (SMALL, LARGE)
SOFT = {"key": "spare", "effect": "PreferNoSchedule"}


def preferring(*terms: tuple[int, dict[str, Any]]) -> dict[str, Any]:
    preferred = [{"weight": w, "preference": {"matchExpressions": [term]}} for w, term in terms]
    return {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": preferred}}


def test_the_largest_pods_are_tried_first_then_by_memory_age_and_uid() -> None:
    old = pending("old")
    old["metadata"]["creationTimestamp"] = "2026-03-01T12:00:00Z"
    large, rich = pending("large", cpu="2"), pending("rich")
    rich["spec"]["containers"][0]["resources"]["requests"]["memory"] = "1Gi"
    results = provisioned(pending("b"), pending("a"), old, rich, large, nodepool(), types=BOTH)
    assert [pod.name for pod in results.queue] == ["large", "rich", "a", "b", "old"]


def test_pods_of_a_known_time_come_after_those_without_one() -> None:
    old, new = pending("old"), pending("new")
    old["metadata"]["creationTimestamp"] = "2026-03-01T12:00:00Z"
    new["metadata"]["creationTimestamp"] = "2026-03-02T12:00:00Z"
    results = provisioned(new, old, nodepool(), types=BOTH)
    assert [pod.name for pod in results.queue] == ["old", "new"]


def test_nodes_come_before_nodeclaims_and_initialized_ones_first() -> None:
    new = node("a", LARGE)
    for o in new:
        o["metadata"]["labels"] = {**o["metadata"]["labels"], "karpenter.sh/initialized": "false"}
    new[0]["status"] |= {"allocatable": LARGE["capacity"], "capacity": LARGE["capacity"]}
    pods = [pending(name, cpu="2") for name in "xyz"]
    results = provisioned(*new, *node("b", SMALL), *pods, nodepool(), types=BOTH)
    assert placed(results) == {"b": ["x"], "a": ["y", "z"]}


def test_what_runs_there_and_the_daemons_to_come_leave_less_room() -> None:
    daemonset = {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "ds", "namespace": "default", "uid": "ds"},
        "spec": {
            "template": {"spec": {"containers": [{"name": "c", "resources": {"limits": {"cpu": "1"}}}]}}
        },
    }
    there = running("there", "n", cpu="6")
    assert placed(
        provisioned(*node("n", LARGE), there, pending("p"), daemonset, nodepool(), types=[SMALL])
    ) == {"n": ["p"]}
    results = provisioned(
        *node("n", LARGE), there, pending("p", cpu="1100m"), daemonset, nodepool(), types=BOTH
    )
    assert placed(results) == {"large": ["p"]}  # 1.1 and the daemon's 1 are too much for the small type
    daemon = running("daemon", "n", cpu="1")
    daemon["metadata"]["ownerReferences"] = [
        {"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "ds", "uid": "ds", "controller": True}
    ]
    results = provisioned(*node("n", LARGE), there, daemon, pending("p"), daemonset, nodepool(), types=BOTH)
    assert placed(results) == {"n": ["p"]}


def test_a_pod_joins_the_nodeclaim_with_the_fewest_pods() -> None:
    away = {
        "podAntiAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": [
                {"labelSelector": {"matchLabels": {"app": "x"}}, "topologyKey": "kubernetes.io/hostname"}
            ]
        }
    }
    apart = [pending(name, cpu="2", labels={"app": "x"}, affinity=away) for name in ("a1", "a2")]
    results = provisioned(*apart, *(pending(f"p{i}") for i in range(4)), nodepool(), types=[LARGE])
    assert [[pod.name for pod in claim.pods] for claim in results.new_nodeclaims] == [
        ["a1", "p0", "p3"],
        ["a2", "p1", "p2"],
    ]


def test_the_heaviest_nodepool_is_tried_first_and_equal_ones_by_name_backwards() -> None:
    pools = [nodepool("a", weight=1), nodepool("b"), nodepool("c")]
    (claim,) = provisioned(*pools, pending("p"), types=BOTH).new_nodeclaims
    assert claim.nodepool == "a"
    (claim,) = provisioned(*pools[1:], pending("p"), types=BOTH).new_nodeclaims
    assert claim.nodepool == "c"


def test_a_nodepool_without_its_conditions_is_not_used() -> None:
    pool = nodepool()
    for i in range(3):
        conditions = [c for j, c in enumerate(pool["status"]["conditions"]) if j != i]
        unready = {**pool, "status": {"conditions": conditions}}
        assert "p" in errors(
            provisioned(unready, nodepool("other", required(ZONE, "none")), pending("p"), types=BOTH)
        )


def test_why_each_nodepool_refuses_is_told_as_values() -> None:
    small = nodepool("small", required(INSTANCE_TYPE, "small"), limits={"cpu": "1"})
    large = nodepool("large", required(INSTANCE_TYPE, "large"), required(ZONE, "a"))
    huge = pending("p", cpu="16")
    (error,) = provisioned(small, large, huge, types=BOTH).pod_errors.values()
    assert isinstance(error, NoNodePool)
    (first, exceeded), (second, none) = error.refusals
    assert (first, second) == ("small", "large")
    assert exceeded == LimitsExceeded("small")
    assert isinstance(none, NoInstanceType)
    assert (none.compatible, none.fits, none.offered) == (True, False, True)
    assert str(error) == (
        "all available instance types exceed limits for nodepool (NodePool=small); no instance type has enough "
        "resources, requirements=karpenter.sh/nodepool In [large], karpenter.test.sh/testnodeclass In [default], "
        "node.kubernetes.io/instance-type In [large], topology.kubernetes.io/zone In [a], "
        'resources={"cpu":"16","pods":"1"}'
    )


def test_a_million_cores_are_taken_for_a_misprint() -> None:
    assert errors(provisioned(nodepool(), pending("p", cpu="1M"), types=BOTH))["p"].endswith(
        "(CPU request >= 1 Million, m vs M typo?)"
    )
    assert not errors(provisioned(nodepool(), pending("p", cpu="999k"), types=BOTH))["p"].endswith("typo?)")


def test_an_undefined_label_is_refused_and_a_well_known_one_is_not() -> None:
    pods = [pending("a", nodeSelector={"team": "red"}), pending("b", nodeSelector={ZONE: "a"})]
    results = provisioned(nodepool(), *pods, types=BOTH)
    (error,) = results.pod_errors.values()
    assert isinstance(error, NoNodePool)
    ((_, refusal),) = error.refusals
    assert isinstance(refusal, IncompatibleRequirements)
    assert str(refusal) == 'incompatible requirements, label "team" does not have known values'
    assert placed(results) == {"small": ["b"]}
    assert errors(provisioned(nodepool(labels={"team": "red"}), *pods, types=BOTH)) == {}


def test_new_nodes_count_with_their_largest_type_against_the_limits() -> None:
    apart = [
        pending(name, cpu="1500m", nodeSelector={ZONE: zone}) for name, zone in zip("pq", "ab", strict=True)
    ]
    assert errors(provisioned(nodepool(limits={"cpu": "16"}), *apart, types=BOTH)) == {}
    results = provisioned(nodepool(limits={"cpu": "9"}), *apart, types=BOTH)
    assert list(errors(results)) == ["q"]  # 8 of 9 may be used by the first
    narrowed = nodepool("default", required(INSTANCE_TYPE, "small"), limits={"cpu": "4"})
    assert errors(provisioned(narrowed, *apart, types=BOTH)) == {}


def test_nodes_that_are_there_count_against_the_limits() -> None:
    pool = nodepool(limits={"cpu": "9", "nodes": "2"})
    assert errors(provisioned(pool, *node("n", SMALL), pending("p", cpu="7"), types=BOTH))["p"].startswith(
        "no instance type has enough resources"
    )  # the small type alone is left
    two = [*node("n", SMALL), *node("m", SMALL)]
    assert errors(provisioned(pool, *two, pending("p", cpu="7"), types=BOTH)) == {
        "p": "node limits have been exhausted for nodepool (NodePool=default)"
    }


def test_preferences_are_given_up_one_by_one_the_heaviest_first() -> None:
    terms = preferring((1, required(ZONE, "a")), (9, required(ZONE, "nowhere")))
    (claim,) = provisioned(nodepool(), pending("p", affinity=terms), types=BOTH).new_nodeclaims
    assert str(claim.requirements.of(ZONE)) == f"{ZONE} In [a]"
    ignoring = {"options": {"preferencePolicy": "Ignore"}}
    (claim,) = provisioned(nodepool(), pending("p", affinity=terms), types=BOTH, **ignoring).new_nodeclaims
    assert ZONE not in claim.requirements


def test_required_terms_are_alternatives_of_which_the_last_stays() -> None:
    def terms(*zones: str) -> dict[str, Any]:
        terms = [{"matchExpressions": [required(ZONE, zone)]} for zone in zones]
        return {
            "nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
        }

    (claim,) = provisioned(nodepool(), pending("p", affinity=terms("x", "b")), types=BOTH).new_nodeclaims
    assert str(claim.requirements.of(ZONE)) == f"{ZONE} In [b]"
    assert (
        "zone In [y]"
        in errors(provisioned(nodepool(), pending("p", affinity=terms("x", "y")), types=BOTH))["p"]
    )


def test_a_soft_taint_holds_until_nothing_else_is_left() -> None:
    pools = [nodepool("soft", taints=[SOFT], weight=9), nodepool("hard", required(INSTANCE_TYPE, "small"))]
    results = provisioned(*pools, pending("small"), pending("large", cpu="7"), types=BOTH)
    assert {c.nodepool: [pod.name for pod in c.pods] for c in results.new_nodeclaims} == {
        "soft": ["large"],
        "hard": ["small"],
    }


def test_minvalues_are_met_or_relaxed() -> None:
    pool = nodepool("default", required(INSTANCE_TYPE, operator="Exists", minValues=2))
    huge = pending("p", cpu="7")
    assert errors(provisioned(pool, huge, types=BOTH))["p"].startswith(
        f"minValues requirement is not met for label(s) (label(s)=[{INSTANCE_TYPE}]), requirements="
    )
    best_effort = {"options": {"minValuesPolicy": "BestEffort"}}
    (claim,) = provisioned(pool, huge, types=BOTH, **best_effort).new_nodeclaims
    assert claim.requirements.of(INSTANCE_TYPE).min_values == 1
    assert claim.template.min_values_relaxed
    (claim,) = provisioned(pool, pending("p"), types=BOTH, **best_effort).new_nodeclaims
    assert not claim.template.min_values_relaxed


def test_a_nodeclaim_is_dropped_if_too_few_types_can_be_sent() -> None:
    pool = nodepool("default", required(INSTANCE_TYPE, operator="Exists", minValues=2))
    results = provisioned(pool, pending("p"), types=BOTH, options={"maxInstanceTypes": 1})
    assert results.new_nodeclaims == []
    assert errors(results)["p"].startswith("pod didn’t schedule because NodePool couldn’t meet minValues")


def reserved(capacity: int) -> dict[str, Any]:
    offering = {
        "price": 0,
        "available": True,
        "reservationCapacity": capacity,
        "requirements": [
            required(ZONE, "a"),
            required(CAPACITY_TYPE, "reserved"),
            required("karpenter.test.sh/reservation-id", "r1"),
        ],
    }
    type = instance_type("both", capacity_types=["on-demand", "reserved"])
    return {**type, "offerings": [o for o in type["offerings"] if "on-demand" in str(o)] + [offering]}


def test_a_pod_waits_for_reserved_capacity_rather_than_to_take_other() -> None:
    pods = [pending(name, cpu="3") for name in "pq"]
    results = provisioned(nodepool(), *pods, types=[reserved(1)])
    (claim,) = results.new_nodeclaims
    assert str(claim.requirements.of(CAPACITY_TYPE)) == f"{CAPACITY_TYPE} In [reserved]"
    assert claim.requirements.of("karpenter.test.sh/reservation-id").only == "r1"
    (error,) = results.pod_errors.values()
    assert isinstance(error, NoNodePool)
    assert error.deferred
    assert error.refusals == (("default", NoReservation(lost=False)),)
    assert len(provisioned(nodepool(), *pods, types=[reserved(2)]).new_nodeclaims) == 2
    off = {"options": {"featureGates": {"ReservedCapacity": False}}}
    assert len(provisioned(nodepool(), *pods, types=[reserved(1)], **off).new_nodeclaims) == 2


def test_no_lighter_nodepool_is_tried_while_a_pod_waits_for_reserved_capacity() -> None:
    pools = [nodepool("first", weight=9), nodepool("second")]
    own = {"instanceTypesByNodePool": {"first": [reserved(0)], "second": [SMALL]}}
    results = provisioned(*pools, pending("p"), types=(), **own)
    assert results.new_nodeclaims == []


def test_a_host_port_is_used_once_on_a_node() -> None:
    def with_port(name: str, **port: Any) -> dict[str, Any]:
        pod = pending(name)
        pod["spec"]["containers"][0]["ports"] = [{"hostPort": 80, "protocol": "TCP", **port}]
        return pod

    def claims(*pods: dict[str, Any]) -> int:
        return len(provisioned(nodepool(), *pods, types=[LARGE]).new_nodeclaims)

    assert claims(with_port("a"), with_port("b")) == 2
    assert claims(with_port("a"), with_port("b", protocol="UDP")) == 1
    assert claims(with_port("a", hostIP="10.0.0.1"), with_port("b", hostIP="10.0.0.2")) == 1
    assert claims(with_port("a", hostIP="10.0.0.1"), with_port("b", hostIP="::")) == 2


def test_a_pod_with_claims_of_devices_is_passed_over() -> None:
    pod = pending("p")
    pod["spec"]["containers"][0]["resources"]["claims"] = [{"name": "gpu"}]
    assert "Dynamic Resource Allocation" in errors(provisioned(nodepool(), pod, types=BOTH))["p"]
    looking = {"options": {"ignoreDRARequests": False}}
    assert errors(provisioned(nodepool(), pod, types=BOTH, **looking)) == {}


def test_equal_domains_are_told() -> None:
    spread = {
        "maxSkew": 1,
        "topologyKey": ZONE,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "x"}},
    }
    pods = [pending(n, labels={"app": "x"}, topologySpreadConstraints=[spread]) for n in "pq"]
    (tie,) = provisioned(nodepool(), *pods, types=[SMALL]).ties
    assert (tie.pod, tie.key, tie.domains) == ("default/p", ZONE, ("a", "b"))


def test_a_pass_ends_with_its_allowance() -> None:
    cluster = scenario(nodepool(), *(pending(f"p{i}") for i in range(50)), types=BOTH).cluster
    with (
        allowance.within(allowance.Allowance(seconds=0, interval=0)),
        pytest.raises(allowance.AllowanceSpent),
    ):
        schedule(cluster, Recorder())
