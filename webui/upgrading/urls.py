from __future__ import annotations

from django.urls import path

from webui.upgrading.views import upgrade

urlpatterns = [path("x/<str:snapshot_id>/upgrade/", upgrade, name="upgrade")]
