"""A workload without nodes joined with the objects of a cluster, and what is assumed for that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.limits import Limits
from scheduler_core.kubernetes.objects.loading import parse_source
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.source.rendering import block
from scheduler_core.sentences import worded

from .assuming import assumption_of, missing_objects
from .catalog import SampleCluster
from .contract import Assumption
from .identity import Identity, identity_of

_SEPARATOR = "---\n"
_MANY = 500  # objects; more are written as JSON, which is read several times as fast


@dataclass(frozen=True, slots=True)
class ClusterObjects:
    """The objects of a cluster without pending pods, by identity. `texts` are YAML, each a document."""

    manifests: dict[Identity, Manifest]
    texts: dict[Identity, str]

    @classmethod
    def of_sample(cls, cluster: SampleCluster) -> ClusterObjects:
        """Return the objects of a sample cluster, with their texts as in its file."""
        texts = cluster.documents()
        manifests = [manifest for text in texts for manifest in parse_source(text, Limits())]
        return cls._of(manifests, texts)

    @classmethod
    def of_source(cls, source: str, limits: Limits) -> ClusterObjects:
        """Return the objects of a cluster that somebody brought; raise InvalidInput or TooLarge."""
        manifests = [
            manifest
            for manifest in parse_source(source, limits)
            if isinstance(manifest, dict) and kind_of(manifest) and not _is_pending_pod(manifest)
        ]
        texts = [] if len(manifests) > _MANY else [f"{block(manifest, 0)}\n" for manifest in manifests]
        return cls._of(manifests, texts)

    @classmethod
    def _of(cls, manifests: list[Manifest], texts: list[str]) -> ClusterObjects:
        identities = [identity_of(manifest) for manifest in manifests]
        return cls(dict(zip(identities, manifests, strict=True)), dict(zip(identities, texts, strict=False)))


@dataclass(frozen=True, slots=True)
class PlacedWorkload:
    """A workload on a cluster: one source with all objects, and what it assumes."""

    source: str
    assumptions: list[Assumption]


def on_cluster(sources: Sequence[str], cluster: ClusterObjects, limits: Limits) -> PlacedWorkload:
    """Join a workload with a cluster. Of objects that both have, the workload's are used.

    Raise InvalidInput or TooLarge for sources that cannot be read or that have nodes.
    """
    manifests = [manifest for source in sources for manifest in parse_source(source, limits)]
    own = {identity_of(manifest) for manifest in manifests if isinstance(manifest, dict)}
    if any(kind == "Node" for kind, _, _ in own):
        message = worded(
            "the input has nodes: only a workload without nodes can be tried on a sample cluster"
        )
        raise InvalidInput.of("", message)
    missing = missing_objects(manifests, own | cluster.manifests.keys())
    others = {
        identity: manifest for identity, manifest in cluster.manifests.items() if identity not in own
    } | missing
    assumptions = [assumption_of(identity) for identity in missing]
    if len(others) > len(cluster.texts) + len(missing):
        return PlacedWorkload(_as_json([*manifests, *others.values()]), assumptions)
    texts = [
        cluster.texts.get(identity) or f"{block(manifest, 0)}\n" for identity, manifest in others.items()
    ]
    return PlacedWorkload(_SEPARATOR.join(map(_ended, [*sources, *texts])), assumptions)


def _is_pending_pod(manifest: Manifest) -> bool:
    spec = manifest.get("spec")
    return kind_of(manifest) == "Pod" and not (isinstance(spec, dict) and spec.get("nodeName"))


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _as_json(manifests: list[Manifest]) -> str:
    """Return a List with an object on each line."""
    lines = ",\n".join(json.dumps(manifest, ensure_ascii=False) for manifest in manifests)
    return f'{{"apiVersion": "v1", "kind": "List", "items": [\n{lines}\n]}}\n'
