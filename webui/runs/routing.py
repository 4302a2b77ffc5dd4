from __future__ import annotations

from django.urls import path

from webui.runs.socket import watch

websocket_urlpatterns = [path("ws/runs/<uuid:run_id>", watch)]
