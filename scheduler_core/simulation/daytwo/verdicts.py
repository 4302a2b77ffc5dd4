"""What came of each action of a play, per workload and constraint."""

from __future__ import annotations

from .contract import ActionVerdict
from .moments import spans
from .play import Play
from .verdicts_availability import availability_verdicts
from .verdicts_progress import progress_verdicts
from .verdicts_skew import all_spreads, skew_verdicts


def verdicts(play: Play) -> list[ActionVerdict]:
    """Return the verdicts after each action of a play, for the workloads that it touches."""
    timeline = play.timeline()
    spreads = all_spreads(timeline, play.recorder.uncounted)
    return [
        {
            "action": span.number,
            "skew": list(skew_verdicts(timeline, span, spreads)),
            "availability": list(availability_verdicts(timeline, span)),
            "progress": list(progress_verdicts(timeline, span, spreads)),
        }
        for span in spans(timeline)
    ]
