from __future__ import annotations

from django.apps import AppConfig


class GalleryConfig(AppConfig):
    name = "webui.features.gallery"
    default_auto_field = "django.db.models.BigAutoField"
