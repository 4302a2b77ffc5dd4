"""What a request queues is computed at once, as a worker does it: it ends without an internal error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.inputs import Fault, sent

if TYPE_CHECKING:
    from webui.ground.lib.work import Work


def compute_queued() -> None:
    """Compute all queued runs and jobs; raise Fault if one fails as only a mistake of ours makes it fail."""
    from webui.core.runs.execute import claim
    from webui.core.runs.execute import execute as compute
    from webui.core.runs.models import Run
    from webui.features.upgrade.execute import execute as fill
    from webui.features.upgrade.models import Upgrade
    from webui.features.whatif.execute import execute as answer
    from webui.features.whatif.models import Inquiry

    for run_id in Run.objects.filter(status=Run.Status.QUEUED).values_list("pk", flat=True):
        if run := claim(run_id, owner="fuzz"):
            compute(run, live=False)
            _require_no_fault(run)
    for inquiry_id in Inquiry.objects.filter(status=Inquiry.Status.QUEUED).values_list("pk", flat=True):
        if inquiry := Inquiry.claim(inquiry_id, owner="fuzz"):
            answer(inquiry)
            _require_no_fault(inquiry)
    for upgrade_id in Upgrade.objects.filter(status=Upgrade.Status.QUEUED).values_list("pk", flat=True):
        if upgrade := Upgrade.claim(upgrade_id, owner="fuzz"):
            fill(upgrade)
            _require_no_fault(upgrade)


def _require_no_fault(work: Work) -> None:
    work.refresh_from_db(fields=["status", "error"])
    sent.answers[work.status] += 1
    if work.status in work.UNFINISHED or "internal error" in work.error:
        raise Fault(f"{type(work).__name__} {work.status}: {work.error}")
