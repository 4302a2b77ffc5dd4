from __future__ import annotations

from django.apps import AppConfig


class TelemetryConfig(AppConfig):
    name = "webui.ground.telemetry"

    def ready(self) -> None:
        from webui.ground.telemetry import tasks  # noqa: F401 - connects its signals
