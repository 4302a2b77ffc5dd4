"""Compute an upgrade matrix."""

from __future__ import annotations

from scheduler_core import upgrade_matrix, worded
from scheduler_core.contract import UpgradeProgress
from webui.core.jobs import execute as jobs
from webui.core.jobs.execute import Watch
from webui.features.upgrade.models import Upgrade

ADVICE = worded("Try fewer versions, pods or nodes.")


def execute(upgrade: Upgrade) -> None:
    """Compute the matrix and end it as finished, failed or cancelled."""

    def work(watch: Watch) -> None:
        upgrade.matrix = _matrix(upgrade, watch)

    jobs.execute(upgrade, work, results=("matrix",), advice=ADVICE)


def _matrix(upgrade: Upgrade, watch: Watch) -> object:
    snapshot = upgrade.snapshot

    def report(progress: UpgradeProgress) -> None:
        watch.check()
        watch.save(progress=progress)

    return upgrade_matrix(snapshot.scenario(), upgrade.releases.split(","), seed=snapshot.seed, report=report)
