from __future__ import annotations

from webui.jobs.task import job_task
from webui.repairing.execute import execute
from webui.repairing.models import Inquiry

enqueue = job_task("webui.repairing.tasks.answer_inquiry", Inquiry, execute)
