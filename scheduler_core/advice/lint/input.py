"""The input of the linter: the objects that can be read, their workloads, and what the API server refuses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from scheduler_core.controlplane.sample_clusters import (
    ClusterObjects,
    SampleCluster,
    find_cluster,
    on_cluster,
)
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.limits import NO_LIMITS, Limits
from scheduler_core.kubernetes.objects.loading import parse_source
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.kubernetes.source import object_name
from scheduler_core.kubernetes.versions import Version
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario, read_manifests

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
    are objects that several texts have: one of these is applied, or one after the other.
    """

    manifests: list[Manifest]
    scenario: Scenario
    errors: list[InputError]
    has_nodes: bool
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
    ) -> LintInput:
        """Read the texts together; raise InvalidInput or TooLarge for what is no manifest."""
        texts = [parse_source(source, limits) for source in sources]
        manifests = [m for text in texts for m in text]
        if not manifests:
            raise InvalidInput.of("", worded("must contain Kubernetes objects"))
        has_nodes = any(isinstance(m, dict) and m.get("kind") == "Node" for m in manifests)
        everything, name = manifests, ""
        if not has_nodes:
            sample = cluster or find_cluster(DEFAULT_CLUSTER)
            placed = on_cluster(sources, ClusterObjects.of_sample(sample), limits)
            everything, name = parse_source(placed.source, NO_LIMITS), sample.name
        scenario, errors = _readable(at_their_least(everything), version)
        own = [m for m in manifests if isinstance(m, dict)]
        return cls(own, scenario, errors, has_nodes or cluster is not None, name, _in_several(texts))

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


def _readable(manifests: list[Any], version: Version | None) -> tuple[Scenario, list[InputError]]:
    """Return the scenario of the manifests without those that the API server refuses, and why it refuses these.

    Raise InvalidInput for what is no object of Kubernetes.
    """
    errors: list[InputError] = []
    while True:
        scenario, problems = read_manifests(manifests, version=version)
        if not problems.entries:
            return scenario, errors
        unreadable = [e for _, e in problems.entries if e.object.startswith("object ") or e.path == "kind"]
        if unreadable:
            raise InvalidInput(unreadable)
        refused = {index for index, _ in problems.entries}
        errors += problems.errors()
        manifests = [m for index, m in enumerate(manifests) if index not in refused]
