"""A run with a configuration that only older versions read is computed, shown and exported by its own version."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.clusters import node, pod, source
from tests.webui.conftest import Visitor

V1BETA3 = """
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
"""


@pytest.fixture
def old(alice: Visitor) -> dict[str, Any]:
    return alice.run(alice.draft(source(node("n1"), pod("p")) + "---" + V1BETA3))


def test_the_run_ends(alice: Visitor, old: dict[str, Any]) -> None:
    run = alice.get(f"/api/runs/{old['id']}").json()
    assert (run["status"], run["placed"], run["kubernetes_version"]) == ("finished", 1, "1.27")


@pytest.mark.parametrize("path", ["cluster", "cycles/0", "overview", "causes", "admission"])
def test_its_answers_are_computed(alice: Visitor, old: dict[str, Any], path: str) -> None:
    assert alice.get(f"/api/runs/{old['id']}/{path}").status_code == 200


@pytest.mark.parametrize("kind", ["png", "json"])
def test_its_link_is_exported(alice: Visitor, old: dict[str, Any], kind: str) -> None:
    assert alice.get(f"/x/{old['snapshot']}.{kind}").status_code == 200


def test_it_has_variants(alice: Visitor, old: dict[str, Any]) -> None:
    assert alice.post(f"/api/snapshots/{old['snapshot']}/variants", {"seed": 7}).status_code == 202
