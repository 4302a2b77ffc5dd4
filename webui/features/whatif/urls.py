from __future__ import annotations

from django.urls import path

from webui.features.whatif.views import draft_repairs, snapshot_repairs

urlpatterns = [
    path("w/<uuid:scenario_id>/repairs/", draft_repairs, name="draft_repairs"),
    path("x/<str:snapshot_id>/repairs/", snapshot_repairs, name="snapshot_repairs"),
    *(
        route
        for question in ("run", "more", "drop")
        for route in (
            path(f"w/<uuid:scenario_id>/repairs/{question}/", draft_repairs, {"question": question}),
            path(f"x/<str:snapshot_id>/repairs/{question}/", snapshot_repairs, {"question": question}),
        )
    ),
]
