from __future__ import annotations

from django.urls import path

from webui.features.live.views import live_cluster, live_clusters, live_node

urlpatterns = [
    path("live/", live_clusters, name="live"),
    path("live/<uuid:cluster_id>/", live_cluster, name="live_cluster"),
    path("live/<uuid:cluster_id>/nodes/<str:node>/", live_node, name="live_node"),
]
