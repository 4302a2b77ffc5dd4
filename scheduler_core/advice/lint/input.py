"""The input of the linter: the objects that can be read, their workloads, and what the API server refuses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

import orjson

from scheduler_core.controlplane.sample_clusters import (
    ClusterObjects,
    SampleCluster,
    find_cluster,
    on_cluster,
)
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.limits import NO_LIMITS, Limits
from scheduler_core.kubernetes.objects.loading import LeftOut, parse_source
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.kubernetes.source import object_name
from scheduler_core.kubernetes.versions import Version
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario, is_statement, read_readable

from .autoscaled import at_their_least
from .cluster import ClusterFacts
from .runs import Runs
from .workloads import LintedWorkload, workloads_of

DEFAULT_CLUSTER = "three-zones"  # on which consequences are shown without nodes


@dataclass(eq=False)
class LintInput:
    """What rules look at.

    `manifests` are those of the texts, `errors` what the API server refuses in them. `scenario` has the others, on the
    sample cluster `cluster` if the texts have no nodes; `has_nodes` says whether the cluster was given. `alternatives`
    are objects that several texts have: one of these is applied, or one after the other. `sources` are the texts, empty
    where they have no object.
    """

    manifests: list[Manifest]
    scenario: Scenario
    errors: list[InputError]
    has_nodes: bool
    sources: Sequence[str]
    cluster: str = ""
    alternatives: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        sources: Sequence[str],
        cluster: SampleCluster | None = None,
        *,
        version: Version | None = None,
        limits: Limits = NO_LIMITS,
        left_out: LeftOut | None = None,
    ) -> LintInput:
        """Read the texts together; raise InvalidInput or TooLarge for what is no manifest.

        `left_out` gets what is no manifest, which is an error without it and where nothing else is left.
        """
        left = LeftOut() if left_out is None else left_out
        texts = [left.parsed(number, source, limits) for number, source in enumerate(sources)]
        if left_out is not None:
            left.others = [
                number for number, text in enumerate(texts) if text and not any(map(_is_meant, text))
            ]
            texts = [[] if number in left.others else text for number, text in enumerate(texts)]
        left.add(_no_objects(texts), sources, texts)
        if left.errors and (left_out is None or not any(map(kind_of, chain.from_iterable(texts)))):
            raise InvalidInput(left.errors)
        if left_out is not None:
            texts = [[m for m in text if not _problem(m)] for text in texts]
            sources = [source if text else "" for source, text in zip(sources, texts, strict=True)]
        manifests = [m for text in texts for m in text]
        if not manifests:
            raise InvalidInput.of("", worded("must contain Kubernetes objects"))
        has_nodes = any(isinstance(m, dict) and m.get("kind") == "Node" for m in manifests)
        everything, name = manifests, ""
        if not has_nodes:
            sample = cluster or find_cluster(DEFAULT_CLUSTER)
            own_texts = [orjson.dumps(text).decode() for text in texts] if left.errors else sources
            placed = on_cluster(own_texts, ClusterObjects.of_sample(sample), limits)
            everything, name = parse_source(placed.source, NO_LIMITS), sample.name
        scenario, entries = read_readable(at_their_least(everything), version=version, leaves_out="all")
        errors = [error for _, error in entries]
        return cls(
            manifests, scenario, errors, has_nodes or cluster is not None, sources, name, _in_several(texts)
        )

    @property
    def has_own_nodes(self) -> bool:
        """Whether the texts have nodes themselves: then they are a cluster, and no half of it is in another file."""
        return self.has_nodes and not self.cluster

    @cached_property
    def workloads(self) -> list[LintedWorkload]:
        """The workloads and pods of the texts that can be read."""
        refused = {error.object for error in self.errors}
        readable = [m for m in self.manifests if object_name(m) not in refused]
        return workloads_of(readable, self.scenario)

    @cached_property
    def nodes(self) -> ClusterFacts:
        return ClusterFacts.of(self.scenario)

    @cached_property
    def recording(self) -> Recording:
        """The run of the scenario."""
        return Recording.of(self.scenario)

    @cached_property
    def runs(self) -> Runs:
        return Runs(self.scenario)


def _in_several(texts: list[list[Any]]) -> frozenset[str]:
    """Return the objects that stand in more than one text."""
    names = [{object_name(m) for m in text if isinstance(m, dict)} for text in texts]
    return frozenset(name for name, count in Counter(chain.from_iterable(names)).items() if count > 1)


def _no_objects(texts: list[list[Any]]) -> list[tuple[int, InputError]]:
    """Return what is wrong with documents that are no objects of Kubernetes, by index among all."""
    listed = enumerate(chain.from_iterable(texts))
    return [(i, replace(error, object=f"object {i + 1}")) for i, m in listed if (error := _problem(m))]


def _problem(manifest: Any) -> InputError | None:
    if not isinstance(manifest, dict):
        rule = worded("must be a Kubernetes object: a mapping with apiVersion, kind and metadata")
        return InputError("", rule)
    if kind_of(manifest) or is_statement(manifest):
        return None
    return InputError("kind", worded("must be set, for example to Pod or Node"))


def _is_meant(manifest: Any) -> bool:
    """Return whether somebody meant this to be an object of Kubernetes or a statement of ours."""
    return isinstance(manifest, dict) and (
        "kind" in manifest or "apiVersion" in manifest or is_statement(manifest)
    )
