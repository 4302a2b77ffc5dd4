from __future__ import annotations

from typing import Any

from django.urls import path

from webui.core.runs.socket import watch

application: Any = watch  # Django's types know views alone
websocket_urlpatterns = [path("ws/runs/<uuid:run_id>", application), path("ws/runs", application)]
