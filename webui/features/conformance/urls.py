from __future__ import annotations

from django.urls import path

from webui.features.conformance.views import conformance

urlpatterns = [path("conformance/", conformance, name="conformance")]
