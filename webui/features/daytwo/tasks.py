from __future__ import annotations

from webui.core.jobs.task import job_task
from webui.features.daytwo.execute import execute
from webui.features.daytwo.models import Play

enqueue = job_task("webui.daytwo.tasks.compute_play", Play, execute)
