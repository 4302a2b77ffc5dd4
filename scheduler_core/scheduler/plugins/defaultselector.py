"""The selector of the Services and controllers of a pod.

Mirrors DefaultSelector of pkg/scheduler/framework/plugins/helper/spread.go @ v1.34.1, and of v1.20.15.
"""

from __future__ import annotations

from scheduler_core.kubernetes.objects.cluster import Controller, Service
from scheduler_core.kubernetes.objects.labels import Labels, Requirement, Selector, equals
from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.scheduler.framework.handle import Handle

_API_VERSIONS = {"ReplicationController": "v1", "ReplicaSet": "apps/v1", "StatefulSet": "apps/v1"}


def default_selector(handle: Handle, template: PodTemplate) -> Selector:
    """Return the selectors of the pod's Services and of its controller as one.

    Those that are plain labels, of Services and ReplicationControllers, are merged: the last value of a key counts.
    In old versions all controllers of the namespace count that select the pod, whoever owns it.
    """
    labels: dict[str, str] = {}
    for service in services_of(handle, template):
        labels.update(service.selector)
    requirements: tuple[Requirement, ...] = ()
    for controller in _controllers(handle, template):
        if controller.kind == "ReplicationController":
            labels.update({r.key: r.values[0] for r in controller.selector.requirements})
        else:
            requirements += controller.selector.requirements
    return Selector(equals(labels).requirements + requirements)


def services_of(handle: Handle, template: PodTemplate) -> list[Service]:
    """Return the Services that select the pod (GetPodServices)."""
    return [
        service
        for service in handle.objects.services
        if service.selector
        and service.meta.namespace == template.namespace
        and _contains(template.labels, service.selector)
    ]


def _controllers(handle: Handle, template: PodTemplate) -> list[Controller]:
    listed = handle.objects.controllers
    if handle.version.every_selecting_controller_spreads:
        return [
            controller
            for kind in _API_VERSIONS
            for (other, namespace, _), controller in listed.items()
            if other == kind
            and namespace == template.namespace
            and controller.selector.requirements
            and controller.selector.matches(template.labels)
        ]
    owner = template.controller
    if owner is None or _API_VERSIONS.get(owner.kind) != owner.api_version:
        return []
    controller = listed.get((owner.kind, template.namespace, owner.name))
    return [] if controller is None else [controller]


def _contains(labels: Labels, required: Labels) -> bool:
    return all(labels.get(k) == v for k, v in required.items())
