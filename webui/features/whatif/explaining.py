"""The open form of an explanation: of a run, with the repairs that an inquiry has found."""

from __future__ import annotations

from scheduler_core import explanation
from scheduler_core.contract import PodExplanation
from webui.core.runs import cycles
from webui.core.runs.models import Run
from webui.features.whatif.access import question_costs
from webui.features.whatif.models import Inquiry
from webui.ground.lib.errors import engine_refusals


def explained(run: Run, pod: str) -> PodExplanation:
    """Return the explanation. Raise Problem: 409 for a log that cannot be read, 422 for a pod that was not pending."""
    inquiries = Inquiry.objects.filter(
        run=run, kind=Inquiry.Kind.POD, pod=pod, node="", costs=question_costs({})
    )
    inquiry = inquiries.filter(status=Inquiry.Status.FINISHED).order_by("-created").first()
    with cycles.reading(run) as recording, engine_refusals():
        return explanation(recording, pod, inquiry.answer if inquiry else None)
