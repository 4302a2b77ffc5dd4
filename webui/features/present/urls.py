from __future__ import annotations

from django.urls import path

from webui.features.present import views

urlpatterns = [path("j/<str:code>/", views.room, name="room")]
