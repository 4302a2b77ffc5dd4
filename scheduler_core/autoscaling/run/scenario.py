"""Scenarios of autoscaling: how they are read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from scheduler_core import allowance
from scheduler_core.autoscaling.objects.instance_type import InstanceType, read_instance_type
from scheduler_core.autoscaling.objects.instance_types import InstanceTypes
from scheduler_core.autoscaling.objects.objects import Objects, read_objects
from scheduler_core.autoscaling.objects.settings import read_settings
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.kubernetes.objects.collector import paused_collector
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.kubernetes.objects.times import read_time, seconds
from scheduler_core.sentences import worded

# The provider of the recordings: NodePools with another kind of NodeClass are not its own.
NODE_CLASS = ("karpenter.test.sh", "TestNodeClass")

Kind = Literal["provisioning", "disruption"]
_KINDS: tuple[Kind, ...] = ("provisioning", "disruption")


@dataclass(frozen=True, slots=True)
class Scenario:
    """What Karpenter is asked about a cluster; `drifted` are the provider's reasons by NodeClaim."""

    kind: Kind
    cluster: Cluster
    reconciles_conditions: bool
    drifted: dict[str, str]


def read_scenario(content: Any) -> Scenario:
    """Return a scenario of its content; raise InvalidInput."""
    with paused_collector():
        return _read(content)


def _read(content: Any) -> Scenario:
    problems = Problems()
    if not isinstance(content, dict):
        raise InvalidInput.of("", worded("must be a scenario: a mapping with kind, now and objects"))
    at = ManifestField(content, "", problems)
    kind = at.choice("kind", _KINDS, "provisioning")
    objects = read_objects([manifest.value for manifest in at.children("objects")], problems)
    problems.object = ""
    options = at.child("options")
    settings = read_settings(options)
    cluster = Cluster(
        now=seconds(read_time(at, "now")),
        settings=settings,
        objects=objects,
        types=_read_types(at, objects, settings.well_known),
        failing=dict(at.child("errorsForNodePool").value),
        marked=frozenset(at.texts("markedForDeletion")),
        nominated=frozenset(at.texts("nominated")),
        node_class=NODE_CLASS,
    )
    if not at.has("now"):
        at.problem("now", worded("must be set, for example to 2026-01-31T12:00:00Z"))
    drifted = dict(at.string_map("drifted"))
    if problems.entries:
        raise InvalidInput(problems.errors())
    return Scenario(
        "disruption" if kind == "disruption" else "provisioning",
        cluster,
        options.flag("reconcileConditions"),
        drifted,
    )


def _read_types(at: ManifestField, objects: Objects, well_known: frozenset[str]) -> dict[str, InstanceTypes]:
    """Return the instance types of each NodePool: all, unless the NodePool has its own."""
    if at.has("catalog") and not at.has("instanceTypes"):
        message = worded("must be set: put the types of catalog {name} there", name=at.text("catalog"))
        at.problem("instanceTypes", message)
    common = InstanceTypes(_read_list(at.children("instanceTypes")), well_known)
    own = at.child("instanceTypesByNodePool")
    return {
        pool.name: InstanceTypes(_read_list(own.children(pool.name)), well_known)
        if pool.name in own.value
        else common
        for pool in objects.nodepools
    }


def _read_list(types: Iterable[ManifestField]) -> list[InstanceType]:
    read = []
    for instance_type in types:
        allowance.check()
        read.append(read_instance_type(instance_type))
    return read
