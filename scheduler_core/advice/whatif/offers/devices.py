"""Claims of devices: a constraint dropped, a taint of devices tolerated, fewer devices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scheduler_core.advice.phrases import say
from scheduler_core.advice.whatif.change import Change, Edit, Path
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import value_at

_OF_CLAIM: Path = ("spec", "devices")
_OF_TEMPLATE: Path = ("spec", "spec", "devices")
_CONSTRAINTS = ("matchAttribute", "distinctAttribute")


class _Asked(NamedTuple):
    """Where a claim of the pod is written, and the path of its devices there."""

    object: str
    path: Path
    devices: Manifest

    @property
    def name(self) -> str:
        return self.object.partition(" ")[2].rpartition("/")[2]

    @property
    def commands(self) -> tuple[str, ...]:
        """What to do in a cluster, where neither claims nor their templates can be changed."""
        return (f"# make {self.object.partition(' ')[0]} {self.name} again so, and then its pods",)

    def requests(self) -> Iterator[tuple[Path, str, Manifest]]:
        """Yield each request for certain devices with its path and name."""
        for i, request in enumerate(self.devices.get("requests") or ()):
            if exactly := request.get("exactly"):
                yield (*self.path, "requests", i, "exactly"), request["name"], exactly


def _asked(situation: Situation) -> Iterator[_Asked]:
    """Yield the claims of the pod that have no devices yet, as the input has them."""
    namespace, manifests = situation.pod.namespace, situation.cluster.manifests
    claims = situation.record.framework.handle.claims
    for entry in value_at(situation.manifest, ("spec", "resourceClaims")) or ():
        name, kind, path = entry.get("resourceClaimName"), "ResourceClaim", _OF_CLAIM
        if template := entry.get("resourceClaimTemplateName"):
            name, kind, path = template, "ResourceClaimTemplate", _OF_TEMPLATE
        elif (claim := claims.get(f"{namespace}/{name}")) is None or claim.allocation is not None:
            continue
        for written in (f"{kind} {namespace}/{name}", f"{kind} {name}"):
            if devices := value_at(manifests.get(written) or {}, path):
                yield _Asked(written, path, devices)
                break


def apart(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield a claim without the constraint that its devices agree, or differ, in an attribute."""
    for asked in _asked(situation):
        for constraint in asked.devices.get("constraints") or ():
            field = next((name for name in _CONSTRAINTS if constraint.get(name) == reason.operand), None)
            if field is not None:
                yield _without(asked, constraint, field)


def _without(asked: _Asked, constraint: Manifest, field: str) -> Change:
    attribute = constraint[field]
    return Change(
        say("device constraint removed", claim=asked.name, field=field, attribute=attribute),
        "manifest",
        ("device constraint", asked.object, attribute),
        (Edit("drop", (*asked.path, "constraints"), constraint, object=asked.object),),
        commands=asked.commands,
        notes=(say("devices apart"),) if field == "matchAttribute" else (),
    )


def tolerate_devices(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield a toleration of the devices' taint, in each request of a claim."""
    key, _, effect = reason.operand.rpartition(":")
    key, _, value = key.partition("=")
    toleration = {"key": key, "operator": "Equal" if value else "Exists", "effect": effect}
    if value:
        toleration["value"] = value
    for asked in _asked(situation):
        for path, name, _ in asked.requests():
            yield Change(
                say("device toleration", claim=asked.name, request=name, taint=reason.operand),
                "manifest",
                ("device toleration", asked.object, name, reason.operand),
                (Edit("add", (*path, "tolerations"), toleration, object=asked.object),),
                commands=asked.commands,
                rank=0.4,
                notes=(say("taint of device"),),
            )


def fewer_devices(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield a request for fewer devices, as many as may be."""
    if reason.plugin != "DynamicResources":
        return
    for asked in _asked(situation):
        for path, name, exactly in asked.requests():
            if reason.kind == "message" or name == reason.operand:
                yield from _fewer(asked, path, name, exactly.get("count", 1))


def _fewer(asked: _Asked, path: Path, request: str, count: int) -> Iterator[Change]:
    for after in range(count - 1, 0, -1):
        yield Change(
            say("device count", claim=asked.name, request=request, before=count, after=after),
            "manifest",
            ("device count", asked.object, request),
            (Edit("set", (*path, "count"), after, object=asked.object),),
            commands=asked.commands,
            amount=float(count - after),
        )
