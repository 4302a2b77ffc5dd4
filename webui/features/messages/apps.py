from __future__ import annotations

from django.apps import AppConfig


class DecodingConfig(AppConfig):
    name = "webui.features.messages"
