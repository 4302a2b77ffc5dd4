from __future__ import annotations

from webui.core.jobs.task import job_task
from webui.features.whatif.execute import execute
from webui.features.whatif.models import Inquiry

enqueue = job_task("webui.repairing.tasks.answer_inquiry", Inquiry, execute)
