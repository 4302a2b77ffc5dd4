"""The Celery application: `celery -A webui.config.celery worker`."""

from __future__ import annotations

import os

from celery import Celery

from webui.config.worker import PeriodicWork

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webui.config.settings")

app = Celery("schedscope")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["consumer"].add(PeriodicWork)
app.autodiscover_tasks()
app.autodiscover_tasks(related_name="job")
