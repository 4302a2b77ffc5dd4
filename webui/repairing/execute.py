"""Search what it would take to place a pod."""

from __future__ import annotations

import time

import orjson

from scheduler_core import DEFAULT_COSTS
from scheduler_core import Inquiry as Question
from webui.jobs import execute as jobs
from webui.jobs.execute import Watch
from webui.repairing.models import Inquiry
from webui.runs import cycles

ADVICE = "Try it with fewer pods or nodes."
SAVED_EVERY = 0.3  # seconds: a reader sees repairs as they are found


def execute(inquiry: Inquiry) -> None:
    """Search, and end the inquiry as finished, failed or cancelled; what was found until then stays."""
    jobs.execute(inquiry, lambda watch: _search(inquiry, watch), result="answer", advice=ADVICE)


def _search(inquiry: Inquiry, watch: Watch) -> None:
    costs = {**DEFAULT_COSTS, **orjson.loads(inquiry.costs)}
    question = Question(cycles.recording(inquiry.run), inquiry.pod, costs, node=inquiry.node or None)
    saved = time.monotonic()
    for answer in question.answers():
        inquiry.answer = answer
        if time.monotonic() - saved > SAVED_EVERY:
            watch.check()
            watch.save(answer=answer)
            saved = time.monotonic()
