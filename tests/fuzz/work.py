"""What a request queues is computed at once, as a worker does it: it ends without an internal error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.inputs import Fault, sent

if TYPE_CHECKING:
    from webui.ground.lib.work import Work


def compute_queued() -> None:
    """Compute all queued runs and jobs; raise Fault if one fails as only a mistake of ours makes it fail."""
    from webui.core.jobs.kinds import perform
    from webui.core.jobs.models import job_models
    from webui.core.runs.execute import claim
    from webui.core.runs.execute import execute as compute
    from webui.core.runs.models import Run
    from webui.features.sweeps.models import Sweep

    for run_id in Run.objects.filter(status=Run.Status.QUEUED).values_list("pk", flat=True):
        if run := claim(run_id, owner="fuzz"):
            compute(run, live=False)
            _require_no_fault(run)
    for model in job_models():
        queued = model._default_manager.filter(status=model.Status.QUEUED).values_list("pk", flat=True)
        for job_id in queued if model is not Sweep else ():
            if job := model.claim(job_id, owner="fuzz"):
                perform(job)
                _require_no_fault(job)


def _require_no_fault(work: Work) -> None:
    work.refresh_from_db(fields=["status", "error"])
    sent.answers[work.status] += 1
    if work.status in work.UNFINISHED or "internal error" in work.error:
        raise Fault(f"{type(work).__name__} {work.status}: {work.error}")
