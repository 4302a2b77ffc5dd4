"""Volumes: a volume in another place, a claim that waits for its first consumer."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.phrases import say
from scheduler_core.advice.whatif.change import Change, Edit, Path
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.storage import PersistentVolumeClaim
from scheduler_core.kubernetes.source import value_at
from scheduler_core.scheduler.plugins.volumebinding.claims import claims_of

PLUGINS = ("VolumeBinding", "VolumeZone")
_TERMS = ("spec", "nodeAffinity", "required", "nodeSelectorTerms")


def volumes(situation: Situation, nodes: NodeClass) -> Iterator[Change]:
    """Yield what brings the pod's bound volumes within reach of a node of the class."""
    if not any(reason.plugin in PLUGINS for reason in nodes.reasons):
        return
    handle = situation.record.framework.handle
    claims = claims_of(situation.pod, handle.objects.storage, handle.version)
    if isinstance(claims, str):
        return
    manifests = situation.cluster.manifests
    known = [claim for claim in claims.bound if manifests.get(f"PersistentVolume {claim.volume_name}")]
    yield from _elsewhere(situation, known, dict(situation.node(int(nodes.nodes[0])).labels))
    yield from _later(situation, known)


def _elsewhere(
    situation: Situation, claims: list[PersistentVolumeClaim], labels: dict[str, str]
) -> Iterator[Change]:
    """Yield the volumes where the node is: with the values of its labels in their node affinity."""
    edits, parts = list[Edit](), list[str]()
    for name in (f"PersistentVolume {claim.volume_name}" for claim in claims):
        for path, key, values in _values(situation.cluster.manifests[name] or {}):
            actual = labels.get(key)
            if actual and actual not in values:
                edits.append(Edit("set", path, [actual], object=name))
                parts.append(f"{name.partition(' ')[2]} {key} {', '.join(values)} → {actual}")
    moved = list(dict.fromkeys(edit.object.partition(" ")[2] for edit in edits))
    if moved:
        yield Change(
            say("volume elsewhere", volumes="; ".join(parts)),
            "node",
            ("volume",),
            tuple(edits),
            commands=(f"# move the data of {', '.join(moved)}: restore a snapshot of it there",),
            rank=0.4,
            times=len(moved),
        )


def _values(manifest: Manifest) -> Iterator[tuple[Path, str, list[str]]]:
    """Yield the places of the values in a volume's node affinity, with their label."""
    for i, term in enumerate(value_at(manifest, _TERMS) or ()):
        for j, expression in enumerate(term.get("matchExpressions") or ()):
            if expression["operator"] == "In":
                path = (*_TERMS, i, "matchExpressions", j, "values")
                yield path, expression["key"], expression["values"]


def _later(situation: Situation, claims: list[PersistentVolumeClaim]) -> Iterator[Change]:
    """Yield the claims bound again, once the pod has a node: by a class that waits for its first consumer."""
    manifests, edits, again = situation.cluster.manifests, list[Edit](), list[str]()
    for claim in claims:
        storage = f"StorageClass {claim.storage_class}"
        own = next((name for name in _names(claim) if manifests.get(name) is not None), None)
        provisioner = (manifests.get(storage) or {}).get("provisioner", "no-provisioner")
        if own is not None and not str(provisioner).endswith("no-provisioner"):
            edits += _unbound(storage, own, manifests[own] or {}, f"PersistentVolume {claim.volume_name}")
            again.append(claim.meta.name)
    if again:
        classes = ", ".join(dict.fromkeys(claim.storage_class for claim in claims))
        names = ", ".join(again)
        yield Change(
            say("claim again", classes=classes, claims=names),
            "node",
            ("claim",),
            tuple(edits),
            commands=(f"# make {names} again with a class that waits; back up the data first",),
            rank=0.1,
            times=len(again),
        )


def _unbound(storage: str, own: str, claim: Manifest, volume: str) -> Iterator[Edit]:
    """Yield the edits that make a claim wait for its pod."""
    yield Edit("set", ("volumeBindingMode",), "WaitForFirstConsumer", object=storage)
    yield Edit("remove", ("spec", "volumeName"), object=own)
    yield Edit("set", ("status",), {"phase": "Pending"}, object=own)
    annotations = value_at(claim, ("metadata", "annotations")) or {}
    others = {k: v for k, v in annotations.items() if not k.startswith("pv.kubernetes.io/")}
    if others != annotations:
        yield Edit("set", ("metadata", "annotations"), others, object=own)
    yield Edit("delete", object=volume)


def _names(claim: PersistentVolumeClaim) -> tuple[str, str]:
    namespace, name = claim.key
    return f"PersistentVolumeClaim {namespace}/{name}", f"PersistentVolumeClaim {name}"
