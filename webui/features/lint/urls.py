from __future__ import annotations

from django.urls import path

from webui.features.lint.views import draft_lint, snapshot_lint

urlpatterns = [
    path("w/<uuid:scenario_id>/lint/", draft_lint, name="draft_lint"),
    path("x/<str:snapshot_id>/lint/", snapshot_lint, name="snapshot_lint"),
]
