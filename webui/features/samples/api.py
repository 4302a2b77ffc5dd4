from __future__ import annotations

from django.http import HttpRequest
from ninja import Router

from scheduler_core import clusters_by_name
from webui.features.samples.choices import pasted, samples
from webui.features.samples.schemas import ClusterOut, PoolOut, TryOnIn, TryOnOut
from webui.features.samples.trial import facts, trials
from webui.ground.lib.errors import ErrorsOut, engine_refusals

router = Router(tags=["try on"])


@router.get("/clusters", response=list[ClusterOut])
def list_clusters(request: HttpRequest) -> list[ClusterOut]:
    """List the sample clusters on which workloads without nodes are tried."""
    return [
        ClusterOut(
            name=cluster.name,
            title=cluster.title,
            pools=[PoolOut(name=pool.name, nodes=pool.node_count) for pool in cluster.pools],
            source="---\n".join(cluster.documents()),
        )
        for cluster in clusters_by_name().values()
    ]


@router.post("/try-on", response={200: TryOnOut, 413: ErrorsOut, 422: ErrorsOut})
def try_on(request: HttpRequest, body: TryOnIn) -> TryOnOut:
    """Try a workload without nodes on each sample cluster, or on nodes of the caller's. Nothing is stored.

    `POST /api/scenarios` with `on` keeps it on one of them.
    """
    choices = [pasted(body.nodes)] if body.nodes is not None else list(samples())
    with engine_refusals(too_large=413):
        return TryOnOut(workloads=facts(body.source, choices[0]), trials=list(trials(body.source, choices)))
