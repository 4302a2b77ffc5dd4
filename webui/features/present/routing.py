from __future__ import annotations

from typing import Any

from django.urls import path

from webui.features.present.socket import sit

application: Any = sit  # Django's types know views alone
websocket_urlpatterns = [path("ws/rooms/<str:code>", application)]
