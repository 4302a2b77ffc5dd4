"""The upgrade matrix, which a worker computes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field

from scheduler_core import select_versions, upgrade_matrix, worded
from scheduler_core.contract import UpgradeMatrix, UpgradeProgress
from webui.core.accounts.quotas import Requester
from webui.core.jobs.execute import Watch
from webui.core.jobs.kinds import JobKind, JobOut, JobRequest, register
from webui.core.snapshots.models import Snapshot
from webui.features.upgrade.models import Upgrade
from webui.ground.lib.errors import invalid
from webui.ground.lib.fields import Unchecked
from webui.ground.lib.sentences import spoken


class UpgradeIn(Schema, extra="forbid"):
    kind: Literal["upgrade"] = "upgrade"
    versions: Annotated[str, Field(max_length=100)]
    """A range ("1.30..1.34") or a list ("1.30,1.34")."""


class UpgradeOut(JobOut):
    """The matrix is null until it is finished."""

    snapshot: str
    progress: Annotated[UpgradeProgress | None, Unchecked()]
    matrix: Annotated[UpgradeMatrix | None, Unchecked()]

    @classmethod
    def about(cls, job: Upgrade) -> dict[str, Any]:
        return {"snapshot": job.snapshot_id, "progress": job.progress, "matrix": job.matrix}


class UpgradeKind(JobKind[Upgrade]):
    """Run the scenario under every version of a range, and find the change that causes each difference."""

    name = "upgrade"
    model = Upgrade
    task = "webui.upgrading.tasks.compute_upgrade"
    tag = "upgrades"
    start_path = "/snapshots/{snapshot_id}/upgrades"
    path = "/upgrades/{uuid:upgrade_id}"
    question = UpgradeIn
    answer = UpgradeOut
    results = ("matrix",)
    advice = worded("Try fewer versions, pods or nodes.")

    def ask(self, about: Snapshot, question: UpgradeIn, requester: Requester) -> JobRequest:
        try:
            releases = select_versions(question.versions)
        except ValueError as error:
            raise invalid("versions", spoken(error.args[0])) from error
        return JobRequest(costs={"upgrades": 1}, question={"snapshot": about, "releases": ",".join(releases)})

    def work(self, job: Upgrade, watch: Watch) -> None:
        def report(progress: UpgradeProgress) -> None:
            watch.check()
            watch.save(progress=progress)

        snapshot = job.snapshot
        job.matrix = upgrade_matrix(
            snapshot.scenario(), job.releases.split(","), seed=snapshot.seed, report=report
        )


UPGRADE = register(UpgradeKind())
