from __future__ import annotations

from webui.core.jobs.task import job_task
from webui.features.upgrade.execute import execute
from webui.features.upgrade.models import Upgrade

enqueue = job_task("webui.upgrading.tasks.compute_upgrade", Upgrade, execute)
