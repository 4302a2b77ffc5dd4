"""Misspelt and misplaced fields are named, with what was meant."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubernetes.objects.unknown_fields import unknown_fields
from scripts import fields
from tests.builders import make_node, make_pod
from tests.dumps import kubectl_list


def test_the_table_of_fields_is_that_of_the_official_client() -> None:
    assert fields.FILE.read_text(encoding="utf-8") == fields.text(), "renew it: python -m scripts.fields"


@pytest.mark.parametrize(
    ("spec", "path", "hint"),
    [
        ({"nodeselector": {}}, "spec.nodeselector", "did you mean nodeSelector?"),
        (
            {"topologySpreadConstraint": []},
            "spec.topologySpreadConstraint",
            "mean topologySpreadConstraints?",
        ),
        (
            {"containers": [{"name": "c", "tolerations": []}]},
            "spec.containers[0].tolerations",
            "spec of a pod",
        ),
        ({"affinity": {"podAntiAfinity": {}}}, "spec.affinity.podAntiAfinity", "mean podAntiAffinity?"),
    ],
)
def test_an_unknown_field_is_named_with_what_was_meant(spec: dict[str, Any], path: str, hint: str) -> None:
    pod = make_pod("p")
    pod["spec"] |= spec
    (warning,) = unknown_fields([make_node("n1"), pod])
    assert (warning.object, warning.path) == ("Pod default/p", path)
    assert warning.message.startswith("unknown field")
    assert hint in warning.message


def test_a_dump_and_objects_of_other_groups_have_no_unknown_field() -> None:
    other = {"apiVersion": "longhorn.io/v1beta2", "kind": "Node", "spec": {"disks": {}}}
    assert unknown_fields([*kubectl_list(nodes=3, pods=6, waiting=1)["items"], other]) == []
