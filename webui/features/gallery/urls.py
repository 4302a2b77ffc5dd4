from __future__ import annotations

from django.urls import path

from webui.features.gallery.views import cases, example, home

urlpatterns = [
    path("", home, name="home"),
    path("cases/", cases, name="cases"),
    path("examples/<slug:slug>/", example, name="example"),
]
