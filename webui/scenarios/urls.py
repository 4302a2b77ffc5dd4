from __future__ import annotations

from django.urls import path

from webui.scenarios.views import draft

urlpatterns = [path("w/<uuid:scenario_id>/", draft, name="draft")]
