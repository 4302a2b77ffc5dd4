from __future__ import annotations

from django.urls import path

from webui.gallery.views import gallery

urlpatterns = [path("", gallery, name="gallery")]
