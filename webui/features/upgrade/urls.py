from __future__ import annotations

from django.urls import path

from webui.features.upgrade.views import upgrade

urlpatterns = [path("x/<str:snapshot_id>/upgrade/", upgrade, name="upgrade")]
