from __future__ import annotations

from webui.daytwo.execute import execute
from webui.daytwo.models import Play
from webui.jobs.task import job_task

enqueue = job_task("webui.daytwo.tasks.compute_play", Play, execute)
