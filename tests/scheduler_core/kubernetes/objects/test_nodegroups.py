"""Groups of nodes, as the page has them too (tests/js/model/nodekinds.test.js)."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubernetes.objects.nodegroups import group_of, pool_of, role_of
from tests.shared import shared


@pytest.mark.parametrize("case", shared("node_groups"), ids=lambda case: case["name"])
def test_the_first_label_names_the_group(case: dict[str, Any]) -> None:
    assert group_of(case["labels"]) == case["group"]
    assert role_of(case["labels"]) == case.get("role")
    assert pool_of(case["labels"]) == (case["group"] or case.get("role") or "")
