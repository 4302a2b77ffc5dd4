from __future__ import annotations

from django.urls import path

from webui.features.gallery.views import example, gallery

urlpatterns = [path("", gallery, name="gallery"), path("examples/<slug:slug>/", example, name="example")]
