"""The worked examples, played from their causes to the recorded end."""

from __future__ import annotations

from typing import Any

from scheduler_core import Play, play, read_steps

from .clusters import (
    HOSTNAME,
    ZONE,
    apart,
    budget,
    differing_cycles,
    ends,
    node,
    scenario,
    spread,
    whys,
    workload,
)

MACHINES = (node("node-1"), node("node-2"), node("node-3"))


def pending(played: Play) -> list[str]:
    return [stay["pod"] for stay in played.recorder.stays if stay["gone"] is None and stay["node"] is None]


def by_domain(played: Play, key: str) -> dict[str, int]:
    """Return the number of pods per domain at the end."""
    counts: dict[str, int] = {}
    for stay in played.recorder.stays:
        if stay["gone"] is None and stay["node"]:
            labels = played.recorder.nodes[stay["node"]]["states"][0]["labels"]
            counts[labels[key]] = counts.get(labels[key], 0) + 1
    return dict(sorted(counts.items()))


# ---- the rollout that hangs ----


def hanging(**strategy: Any) -> Play:
    # With three replicas 25 % are one pod more, and none less.
    web = workload(replicas=3, pod=apart(), strategy=strategy)
    return play(scenario(*MACHINES, web), read_steps([{"rollout": "web", "image": "web:1.5"}]))


def test_rollout_hangs_when_every_node_refuses_the_surge() -> None:
    played = hanging()
    assert len(pending(played)) == 1
    assert whys(played, "deadline-exceeded") == ["progress deadline"]
    assert played.recorder.moments[-1]["at"] - played.recorder.actions[1]["at"] == 600
    message = next(m for m in played.recorder.moments if m["kind"] == "pod-pending")["why"]["operands"][
        "message"
    ]
    assert "3 node(s) didn't match pod anti-affinity rules" in str(message)
    assert ends(played) == {"": 1, "node-1": 1, "node-2": 1, "node-3": 1}
    assert differing_cycles(played) == []


def test_same_rollout_ends_without_a_surge() -> None:
    played = hanging(type="RollingUpdate", rollingUpdate={"maxSurge": 0, "maxUnavailable": 1})
    assert pending(played) == []
    revisions = {stay["revision"] for stay in played.recorder.stays if stay["gone"] is None}
    assert len(revisions) == 1
    assert whys(played, "workload-complete") == ["complete", "complete"]


def test_recreate_creates_nothing_while_an_old_pod_is_there() -> None:
    played = hanging(type="Recreate")
    old = [m["number"] for m in played.recorder.moments if m["kind"] == "pod-gone"]
    new = [m["number"] for m in played.recorder.moments if m["kind"] == "pod-created"]
    assert len(old) == len(new) == 3
    assert max(old) < min(new)
    assert pending(played) == []


# ---- disks in each other's way ----


def grid(policy: str) -> Play:
    names = ("node-1a", "node-1b", "node-2a", "node-2b")
    nodes = [node(name, rack=f"rack-{name[5]}", row=f"row-{name[6]}") for name in names]
    volumes = [volume(i, name) for i, name in enumerate(names)]
    claim = {
        "metadata": {"name": "data"},
        "spec": {
            "accessModes": ["ReadWriteOnce"],
            "storageClassName": "local",
            "resources": {"requests": {"storage": "10Gi"}},
        },
    }
    both = [spread(key, "db")["topologySpreadConstraints"][0] for key in ("rack", "row")]
    db = workload(
        "StatefulSet",
        "db",
        4,
        pod={"topologySpreadConstraints": both},
        podManagementPolicy=policy,
        volumeClaimTemplates=[claim],
    )
    local = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": "local"},
        "provisioner": "kubernetes.io/no-provisioner",
        "volumeBindingMode": "WaitForFirstConsumer",
    }
    parts = [part for pair in volumes for part in pair]
    return play(scenario(*nodes, local, *parts, db))


def volume(ordinal: int, on: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the claim of a pod and the disk that it is bound to."""
    terms = [{"matchExpressions": [{"key": HOSTNAME, "operator": "In", "values": [on]}]}]
    disk = {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": f"pv-{ordinal}"},
        "spec": {
            "capacity": {"storage": "10Gi"},
            "accessModes": ["ReadWriteOnce"],
            "storageClassName": "local",
            "claimRef": {"namespace": "default", "name": f"data-db-{ordinal}"},
            "local": {"path": "/mnt/disk"},
            "nodeAffinity": {"required": {"nodeSelectorTerms": terms}},
        },
        "status": {"phase": "Bound"},
    }
    claim = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {
            "name": f"data-db-{ordinal}",
            "namespace": "default",
            "annotations": {"pv.kubernetes.io/bind-completed": "yes"},
        },
        "spec": {
            "accessModes": ["ReadWriteOnce"],
            "storageClassName": "local",
            "volumeName": f"pv-{ordinal}",
            "resources": {"requests": {"storage": "10Gi"}},
        },
        "status": {"phase": "Bound"},
    }
    return disk, claim


def test_ordered_start_never_comes_to_the_disk_that_would_unlock_the_others() -> None:
    played = grid("OrderedReady")
    assert ends(played) == {"": 1, "node-1a": 1}
    assert pending(played) == ["default/db-1"]


def test_parallel_start_unlocks_itself() -> None:
    assert ends(grid("Parallel")) == {"node-1a": 1, "node-1b": 1, "node-2a": 1, "node-2b": 1}


# ---- zones, drains, scales ----


def test_lost_zone_leaves_pods_pending_that_must_spread_over_it() -> None:
    nodes = [node(f"{zone}{i}", zone=zone) for i in (1, 2) for zone in "abc"]
    web = workload(replicas=6, pod=spread(ZONE))
    lose = {"lose": {"key": ZONE, "value": "a"}}
    lost = play(scenario(*nodes, web), read_steps([lose]))
    assert len(pending(lost)) == 2  # the dead zone counts with 0 pods: 3 - 0 exceeds maxSkew
    restored = play(scenario(*nodes, web), read_steps([lose, {"restore": lose["lose"]}]))
    assert by_domain(restored, ZONE) == {"a": 2, "b": 2, "c": 2}
    # The first node that loses its taints takes all that wait.
    assert sorted(ends(restored).get(name, 0) for name in ("a1", "a2")) == [0, 2]


def test_zone_that_spread_does_not_count_leaves_no_pod_pending() -> None:
    nodes = [node(f"{zone}{i}", zone=zone) for i in (1, 2) for zone in "abc"]
    web = workload(replicas=6, pod=spread(ZONE, nodeTaintsPolicy="Honor"))
    lose = {"lose": {"key": ZONE, "value": "a"}}
    lost = play(scenario(*nodes, web), read_steps([lose]))
    living = [s["node"] for s in lost.recorder.stays if s["gone"] is None and s["deleting"] is None]
    assert sorted(name[0] for name in living if name) == ["b", "b", "b", "c", "c", "c"]


def test_drained_node_leaves_the_third_pod_pending() -> None:
    zookeeper = workload("StatefulSet", "zk", 3, pod=apart(app="zk"))
    played = play(
        scenario(*MACHINES, zookeeper, budget("zk", maxUnavailable=1)), read_steps([{"drain": "node-2"}])
    )
    assert len(pending(played)) == 1
    back = play(
        scenario(*MACHINES, zookeeper, budget("zk", maxUnavailable=1)),
        read_steps([{"drain": "node-2"}, {"uncordon": "node-2"}]),
    )
    assert ends(back) == {"node-1": 1, "node-2": 1, "node-3": 1}


def test_scale_down_may_leave_a_skew_that_the_next_pod_has_to_heal() -> None:
    web = workload(replicas=10, pod=spread(HOSTNAME))
    steps = read_steps([{"scale": "web", "replicas": 3}, {"scale": "web", "replicas": 5}])
    start = scenario(*MACHINES, web)
    skewed = [
        seed
        for seed in range(12)
        if max(_after(play(start, steps[:1], seed))) - min(_after(play(start, steps[:1], seed))) > 1
    ]
    assert skewed
    healed = _after(play(start, steps, skewed[0]))
    assert max(healed) - min(healed) <= 1


def _after(played: Play) -> list[int]:
    return [ends(played).get(f"node-{i}", 0) for i in (1, 2, 3)]
