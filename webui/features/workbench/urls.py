from __future__ import annotations

from django.urls import path

from webui.features.workbench.answer import draft_answer, snapshot_answer
from webui.features.workbench.draft import draft
from webui.features.workbench.snapshot import snapshot

urlpatterns = [
    path("w/<uuid:scenario_id>/", draft, name="draft"),
    path("w/<uuid:scenario_id>/answer/", draft_answer, name="draft_answer"),
    path("x/<str:snapshot_id>/", snapshot, name="snapshot"),
    path("x/<str:snapshot_id>/answer/", snapshot_answer, name="snapshot_answer"),
]
