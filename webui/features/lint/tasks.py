from __future__ import annotations

from webui.core.jobs.task import job_task
from webui.features.lint.execute import execute
from webui.features.lint.models import Lint

enqueue = job_task("webui.linting.tasks.compute_lint", Lint, execute)
