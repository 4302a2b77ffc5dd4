from __future__ import annotations

from webui.jobs.task import job_task
from webui.linting.execute import execute
from webui.linting.models import Lint

enqueue = job_task("webui.linting.tasks.compute_lint", Lint, execute)
