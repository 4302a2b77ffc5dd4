from __future__ import annotations

from django.apps import AppConfig


class BundlesConfig(AppConfig):
    name = "webui.ground.bundles"
