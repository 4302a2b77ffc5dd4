from __future__ import annotations

from django.urls import path

from webui.features.byhand.views import by_hand

urlpatterns = [path("x/<str:snapshot_id>/by-hand/", by_hand, name="by_hand")]
