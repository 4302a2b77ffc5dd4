from __future__ import annotations

from django.urls import path

from webui.features.byhand.views import draft_by_hand, snapshot_by_hand

urlpatterns = [
    path("w/<uuid:scenario_id>/by-hand/", draft_by_hand, name="draft_by_hand"),
    path("x/<str:snapshot_id>/by-hand/", snapshot_by_hand, name="snapshot_by_hand"),
]
