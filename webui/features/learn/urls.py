from __future__ import annotations

from django.urls import path

from webui.features.learn import views

urlpatterns = [
    path("learn/", views.path, name="learn"),
    path("learn/by-hand/", views.hand, name="learn_by_hand"),
    path("learn/course/", views.course, name="course"),
    path("learn/<slug:slug>/", views.lesson, name="lesson"),
    path("learn/<slug:slug>/moments/<int:number>/", views.step, name="lesson_step"),
]
