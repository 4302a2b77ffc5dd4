from __future__ import annotations

from django.urls import path

from webui.features.daytwo.views import draft_day_two, offline_day_two, snapshot_day_two

urlpatterns = [
    path("w/<uuid:scenario_id>/day-two/", draft_day_two, name="draft_day_two"),
    path("x/<str:snapshot_id>/day-two/", snapshot_day_two, name="snapshot_day_two"),
    path("x/<str:snapshot_id>/day-two/offline/", offline_day_two, name="offline_day_two"),
]
