from __future__ import annotations

from django.urls import path

from webui.features.sweeps.views import draft_sweeps, snapshot_sweeps

urlpatterns = [
    path("w/<uuid:scenario_id>/sweeps/", draft_sweeps, name="draft_sweeps"),
    path("x/<str:snapshot_id>/sweeps/", snapshot_sweeps, name="snapshot_sweeps"),
]
