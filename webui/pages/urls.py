from __future__ import annotations

from django.urls import path

from webui.pages.draft import draft
from webui.pages.snapshot import snapshot

urlpatterns = [
    path("w/<uuid:scenario_id>/", draft, name="draft"),
    path("x/<str:snapshot_id>/", snapshot, name="snapshot"),
]
