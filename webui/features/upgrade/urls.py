from __future__ import annotations

from django.urls import path

from webui.features.upgrade.views import draft_upgrade, snapshot_upgrade

urlpatterns = [
    path("w/<uuid:scenario_id>/upgrade/", draft_upgrade, name="draft_upgrade"),
    path("x/<str:snapshot_id>/upgrade/", snapshot_upgrade, name="upgrade"),
]
