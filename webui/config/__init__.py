from __future__ import annotations

from webui.config.celery import app as celery_app

__all__ = ["celery_app"]  # so that tasks find the application wherever Django is set up
