from __future__ import annotations

from django.urls import path

from webui.features.samples.views import try_on

urlpatterns = [path("w/<uuid:scenario_id>/try-on/", try_on, name="try_on")]
