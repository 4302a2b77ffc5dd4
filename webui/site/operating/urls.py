from __future__ import annotations

from django.urls import path

from webui.site.operating.views import cancel_job, cancel_run, operator

urlpatterns = [
    path("operator/", operator, name="operator"),
    path("operator/runs/<uuid:run_id>/cancel/", cancel_run, name="operator_cancel"),
    path("operator/<str:kind>/<uuid:job_id>/cancel/", cancel_job, name="operator_cancel_job"),
]
