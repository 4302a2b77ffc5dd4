"""A configuration must not make the server call an address: runs with extenders are refused, and say so."""

from __future__ import annotations

import pytest

from tests.webui.clusters import SPREAD
from tests.webui.core.runs.test_log import queued, take
from webui.core.runs.execute import execute

CONFIGURATION = """
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
- urlPrefix: http://127.0.0.1:1/scheduler
  filterVerb: filter
"""


@pytest.mark.django_db
def test_a_run_with_extenders_fails_before_its_first_cycle() -> None:
    run = take(queued(f"{SPREAD}\n---\n{CONFIGURATION}"))
    execute(run, live=False)
    run.refresh_from_db()
    assert (run.status, run.cycles) == ("failed", 0)
    assert "extenders: must be absent, as calls to extenders are not allowed here" in run.problem
