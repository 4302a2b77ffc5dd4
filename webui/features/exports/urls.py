from __future__ import annotations

from django.urls import path

from webui.features.exports.views import embed, export

urlpatterns = [
    path("x/<slug:snapshot_id>.<slug:kind>", export, name="export"),
    path("e/<str:snapshot_id>/", embed, name="embed"),
]
