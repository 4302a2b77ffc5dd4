"""What is given up for a pod, and how that is told."""

from __future__ import annotations

from typing import Any

from scheduler_core.autoscaling.objects.pod import Pod, read_pod
from scheduler_core.autoscaling.provisioning.preferences import relax
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from tests.scheduler_core.autoscaling.clusters import pending, required


def given_up(pod: Pod, *, tolerates_preferred: bool = False) -> list[str]:
    steps = []
    while relaxed := relax(pod, tolerates_preferred=tolerates_preferred):
        pod, relaxation = relaxed
        steps.append(str(relaxation))
    return steps


def read(**spec: Any) -> Pod:
    return read_pod(ManifestField(pending("p", **spec), "", Problems()))


def pod_term(weight: int, key: str) -> dict[str, Any]:
    return {
        "weight": weight,
        "podAffinityTerm": {"topologyKey": key, "labelSelector": {"matchLabels": {"a": "b"}}},
    }


def test_each_kind_is_exhausted_before_the_next_one() -> None:
    required_terms = [{"matchExpressions": [required("k", value)]} for value in "ab"]
    preferred = "preferredDuringSchedulingIgnoredDuringExecution"
    affinity = {
        "nodeAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": required_terms},
            preferred: [{"weight": 1, "preference": {"matchExpressions": [required("p", "q")]}}],
        },
        "podAffinity": {preferred: [pod_term(1, "light"), pod_term(9, "heavy")]},
        "podAntiAffinity": {preferred: [pod_term(5, "away")]},
    }
    soft = {"topologyKey": "k", "maxSkew": 1, "whenUnsatisfiable": "ScheduleAnyway", "minDomains": 2}
    steps = given_up(read(affinity=affinity, topologySpreadConstraints=[soft]), tolerates_preferred=True)
    assert steps == [
        "removing: spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]="
        '{"matchExpressions":[{"key":"k","operator":"In","values":["a"]}]}',
        "removing: spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]="
        '{"weight":9,"podAffinityTerm":{"labelSelector":{"matchLabels":{"a":"b"}},"topologyKey":"heavy"}}',
        "removing: spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]="
        '{"weight":1,"podAffinityTerm":{"labelSelector":{"matchLabels":{"a":"b"}},"topologyKey":"light"}}',
        "removing: spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]="
        '{"weight":5,"podAffinityTerm":{"labelSelector":{"matchLabels":{"a":"b"}},"topologyKey":"away"}}',
        "removing: spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]="
        '{"weight":1,"preference":{"matchExpressions":[{"key":"p","operator":"In","values":["q"]}]}}',
        "removing: spec.topologySpreadConstraints = "
        '{"maxSkew":1,"topologyKey":"k","whenUnsatisfiable":"ScheduleAnyway","minDomains":2}',
        "adding: toleration for PreferNoSchedule taints",
    ]


def test_the_last_spread_takes_the_place_of_the_one_that_is_given_up() -> None:
    spread = [
        {"topologyKey": key, "maxSkew": 1, "whenUnsatisfiable": policy}
        for key, policy in (("a", "ScheduleAnyway"), ("b", "DoNotSchedule"), ("c", "ScheduleAnyway"))
    ]
    relaxed = relax(read(topologySpreadConstraints=spread), tolerates_preferred=False)
    assert relaxed is not None
    assert [constraint.topology_key for constraint in relaxed[0].spread] == ["c", "b"]


def test_no_toleration_is_added_that_is_there() -> None:
    own = [{"operator": "Exists", "effect": "PreferNoSchedule"}]
    assert given_up(read(tolerations=own), tolerates_preferred=True) == []
    assert given_up(read(), tolerates_preferred=False) == []
