from __future__ import annotations

from typing import Any

from django.urls import path

from webui.features.live.socket import watch

application: Any = watch  # Django's types know views alone
websocket_urlpatterns = [path("ws/live/<uuid:cluster_id>", application)]
