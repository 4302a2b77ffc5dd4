from __future__ import annotations

from django.urls import path

from webui.features.compare.views import comparison

urlpatterns = [path("x/<str:a>..<str:b>/", comparison, name="comparison")]
