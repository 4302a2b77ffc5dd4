"""Small clusters worked off by the engine, as the recorded ones are."""

from __future__ import annotations

from typing import Any

from scheduler_core.cli.trace import trace_scenario
from scheduler_core.kubernetes.versions import BASE, Version

Json = dict[str, Any]


def answer(
    *objects: Json,
    schedule: list[str] | None = None,
    config: Json | None = None,
    mode: str | None = None,
    version: Version = BASE,
) -> Any:
    """`nodeOrder` and `trace`; the pending pods are scheduled in their order if `schedule` does not say."""
    if schedule is None:
        pods = [o for o in objects if o["kind"] == "Pod" and "nodeName" not in o["spec"]]
        schedule = [f"{pod['metadata']['namespace']}/{pod['metadata']['name']}" for pod in pods]
    scenario = {"objects": list(objects), "schedule": schedule, "config": config, "mode": mode}
    return trace_scenario(scenario, version)


def cycles(*objects: Json, **options: Any) -> list[Json]:
    """The entries of the trace."""
    return list(answer(*objects, **options)["trace"])


def last_cycle(*objects: Json, **options: Any) -> Json:
    """The entry of the last pod, usually the only one."""
    return cycles(*objects, **options)[-1]


def configuration(**fields: Any) -> Json:
    return {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", **fields}
