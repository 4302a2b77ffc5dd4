from __future__ import annotations

from django.urls import path

from webui.ground.dev.consumers import ChangesConsumer

websocket_urlpatterns = [path("ws/changes", ChangesConsumer.as_asgi())]
