"""The hash of a NodePool's template, as Karpenter's own code gave it."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.autoscaling.objects.nodepool_hash import nodepool_hash

CLASS = {"group": "karpenter.test.sh", "kind": "TestNodeClass", "name": "default"}
SPEC: dict[str, Any] = {"expireAfter": "720h", "nodeClassRef": CLASS}


@pytest.mark.parametrize(
    ("template", "recorded"),
    [
        ({"metadata": {}, "spec": SPEC}, "15987417032968393143"),
        (
            {"spec": {**SPEC, "taints": [{"effect": "NoSchedule", "key": "dedicated", "value": "a"}]}},
            "13620406085465740014",
        ),
        ({"metadata": {"labels": {"tier": "2"}}, "spec": SPEC}, "7972873913695093216"),
    ],
)
def test_the_hash_is_the_recorded_one(template: dict[str, Any], recorded: str) -> None:
    assert nodepool_hash(template) == recorded


def test_what_is_not_hashed_changes_nothing() -> None:
    requirements = [{"key": "kubernetes.io/arch", "operator": "Exists"}]
    assert nodepool_hash({"spec": {**SPEC, "requirements": requirements}}) == nodepool_hash({"spec": SPEC})


def test_each_other_field_changes_the_hash() -> None:
    taint = {"key": "a", "effect": "NoSchedule"}
    templates: list[dict[str, Any]] = [
        {"spec": SPEC},
        {"spec": {**SPEC, "expireAfter": "Never"}},
        {"spec": {**SPEC, "expireAfter": "24h"}},
        {"spec": {**SPEC, "terminationGracePeriod": "1h"}},
        {"spec": {**SPEC, "taints": [taint]}},
        {"spec": {**SPEC, "startupTaints": [taint]}},
        {"spec": {**SPEC, "nodeClassRef": {**CLASS, "name": "other"}}},
        {"metadata": {"annotations": {"a": "b"}}, "spec": SPEC},
        {"metadata": {"labels": {"a": "b"}}, "spec": SPEC},
    ]
    assert len(set(map(nodepool_hash, templates))) == len(templates)


def test_the_order_of_taints_does_not_matter() -> None:
    taints = [{"key": key, "effect": "NoSchedule"} for key in "ab"]
    backwards = list(reversed(taints))
    assert nodepool_hash({"spec": {"taints": taints}}) == nodepool_hash({"spec": {"taints": backwards}})
