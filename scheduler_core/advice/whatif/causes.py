"""Minimal causes: sets of facts with which alone the pod is rejected, and without any one of which some node fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord, find_feasible
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.interfaces import PreFilterPlugin, PreFilterResult
from scheduler_core.scheduler.framework.profile import Profile
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.plugins.interpodaffinity.filtering import PreFilterState
from scheduler_core.simulation.run.outcome import Skipped

from .contract import CauseFact
from .facts import Fact, dropped_terms, facts_of, without
from .trial import Trial

MOST_CAUSES = 12
_MOST_ROUNDS = 4  # in which facts come to light behind others


@dataclass
class Causes:
    """The facts of a rejection, and the minimal sets of them that suffice for it.

    A set is tried by a cycle in which all other facts are left out of account: the pod, in another class without what
    they are about, or the profile without their plugin. A pod that had no cycle has no facts.
    """

    trial: Trial
    facts: list[Fact] = field(default_factory=list)
    count: int = 0
    _fits: dict[frozenset[Fact], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        first = self.trial.attempt(())
        self._first = None if isinstance(first, Skipped) else first
        if self._first is not None:
            self._collect(self._first)

    def _collect(self, record: CycleRecord) -> None:
        """Collect the facts, round by round: without those that are known, others may come to light."""
        for _ in range(_MOST_ROUNDS):
            new = [fact for fact in facts_of(record) if fact not in self.facts]
            self.facts += new
            if not new:
                return
            record = self._attempt(self.facts)
            if len(record.feasible):
                return

    def minimal(self) -> list[list[Fact]]:
        """Return the minimal causes, each proven by cycles, those with the fewest facts first."""
        if self._first is None or not self.facts or not self.gained(self.facts):
            return []  # no node refuses the pod, its group may
        proven: dict[frozenset[Fact], None] = {}
        for candidate in _hitting_sets([self._refusing(i) for i in self._classes()]):
            cause = self._shrunk(candidate if self._rejects(candidate) else frozenset(self.facts))
            if self._is_minimal(cause):
                proven.setdefault(cause)
            if len(proven) == MOST_CAUSES:
                break
        ordered = sorted(proven, key=lambda cause: (len(cause), sorted(fact.text for fact in cause)))
        return [[fact for fact in self.facts if fact in cause] for cause in ordered]

    def as_json(self) -> list[CauseFact]:
        """Return the facts, each with the number of nodes that refuse the pod for it, and that would fit without it."""
        return [
            {
                "text": fact.text,
                "phrase": fact.phrase.as_json(),
                "of": fact.of,
                "plugin": fact.plugin,
                "rejected": int(fact.mask.sum()),
                "gained": self.gained([fact]),
            }
            for fact in self.facts
        ]

    def gained(self, dropped: Iterable[Fact]) -> int:
        """Return how many nodes fit if these facts are left out of account."""
        key = frozenset(dropped)
        if key not in self._fits:
            self._fits[key] = len(self._attempt(key).feasible)
        return self._fits[key]

    def nodes_without(self, dropped: Iterable[Fact]) -> IntArray:
        """Return the nodes that fit if these facts are left out of account, as indices."""
        return self._attempt(dropped).feasible

    def _rejects(self, cause: frozenset[Fact]) -> bool:
        return not self.gained(frozenset(self.facts) - cause)

    def _is_minimal(self, cause: frozenset[Fact]) -> bool:
        return bool(cause) and self._rejects(cause) and not any(self._rejects(cause - {f}) for f in cause)

    def _shrunk(self, cause: frozenset[Fact]) -> frozenset[Fact]:
        """Return the facts without those that are not needed for the rejection."""
        for fact in self.facts:
            if fact in cause and self._rejects(cause - {fact}):
                cause = cause - {fact}
        return cause

    def _classes(self) -> list[int]:
        """Return a node for each set of facts for which nodes refuse the pod."""
        masks = np.array([fact.mask for fact in self.facts])
        _, first = np.unique(masks, axis=1, return_index=True)
        listed: list[int] = first.tolist()
        return listed

    def _refusing(self, node: int) -> frozenset[Fact]:
        return frozenset(fact for fact in self.facts if fact.mask[node])

    def _attempt(self, dropped: Iterable[Fact]) -> CycleRecord:
        """Make the first half of the cycle again without regard to these facts."""
        assert self._first is not None
        self.count += 1
        listed = list(dropped)
        pod, framework = self.trial.pod, self._first.framework
        template = _without_terms(self._first, without(pod.template, listed), listed)
        plugins = {fact.drop[1] for fact in listed if fact.drop[0] == "plugin"}
        plugins |= {fact.plugin for fact in listed if fact.of == "configuration"}
        keys = {fact.drop[1] for fact in listed if fact.drop[0] == "existing"}
        if plugins or keys:
            profile = _without_plugins(framework.profile, plugins)
            framework = Framework(_without_existing_terms(profile, keys), framework.handle)
        return find_feasible(framework, replace(pod, template=template), percentage=100, start_index=0)


def _without_terms(record: CycleRecord, template: PodTemplate, dropped: list[Fact]) -> PodTemplate:
    affinity = template.affinity
    for kind, part in (("affinity", "pod"), ("anti_affinity", "pod_anti")):
        indices = dropped_terms(record, kind, {fact.drop[1] for fact in dropped if fact.drop[0] == kind})
        own = getattr(affinity, part)
        required = tuple(term for i, term in enumerate(own.required) if i not in indices)
        affinity = replace(affinity, **{part: replace(own, required=required)})
    return replace(template, affinity=affinity)


def _without_plugins(profile: Profile, names: set[object]) -> Profile:
    # PostFilter plugins run the filters of the framework they were attached to last: they stay with the trial's.
    return replace(
        profile,
        post_filter=[],
        pre_filter=[plugin for plugin in profile.pre_filter if plugin.name not in names],
        filter=[plugin for plugin in profile.filter if plugin.name not in names],
    )


@dataclass
class _WithoutExistingTerms:
    """InterPodAffinity without regard to the anti-affinity of running pods over these topology keys."""

    plugin: PreFilterPlugin
    keys: set[object]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plugin, name)

    def pre_filter(self, state: CycleState, pod: Pod) -> PreFilterResult:
        result = self.plugin.pre_filter(state, pod)
        if (counts := state.get(PreFilterState)) is not None:
            counts.existing = [c for c in counts.existing if c.term.term.topology_key not in self.keys]
        return result


def _without_existing_terms(profile: Profile, keys: set[object]) -> Profile:
    if not keys:
        return profile
    pre_filter: list[Any] = [
        _WithoutExistingTerms(plugin, keys) if plugin.name == "InterPodAffinity" else plugin
        for plugin in profile.pre_filter
    ]
    return replace(profile, pre_filter=pre_filter)


def _hitting_sets(sets: list[frozenset[Fact]]) -> Iterator[frozenset[Fact]]:
    """Yield the minimal sets with a member in common with each of the sets, one set after another (Berge)."""
    smallest = [s for s in each(sets) if not any(other < s for other in sets)]
    hitting: list[frozenset[Fact]] = [frozenset()]
    for members in each(dict.fromkeys(smallest)):
        minimal = [h for h in hitting if h & members]
        grown = [h | {fact} for h in hitting if not h & members for fact in members]
        minimal += [g for g in dict.fromkeys(grown) if not any(m <= g for m in minimal)]
        hitting = sorted(minimal, key=len)[: 8 * MOST_CAUSES]
    yield from hitting
