from __future__ import annotations

from webui.jobs.task import job_task
from webui.upgrading.execute import execute
from webui.upgrading.models import Upgrade

enqueue = job_task("webui.upgrading.tasks.compute_upgrade", Upgrade, execute)
