from __future__ import annotations

from django.urls import path

from webui.sharing.views import snapshot

urlpatterns = [path("x/<str:snapshot_id>/", snapshot, name="snapshot")]
