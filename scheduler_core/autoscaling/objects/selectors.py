"""Label selectors of topology terms, with what tells apart those that are written differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.labels import Labels, Requirement, Selector
from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.selectors import read_label_selector

_ALL = Selector()


@dataclass(frozen=True, slots=True)
class PodSelector:
    """A label selector.

    `identity` is what hashSelector of topologygroup.go hashes: an expression is not the label that it is equal to.
    """

    selects: Selector
    identity: Hashable

    @property
    def lists(self) -> Selector:
        """What is counted in the cluster: without a selector all pods, though it selects none (TopologyListOptions)."""
        return _ALL if self.selects.nothing else self.selects


def read_pod_selector(
    at: ManifestField, key: str, labels: Mapping[str, str] = {}, match_label_keys: Iterable[str] = ()
) -> PodSelector:
    """Return a selector that also requires the pod's own value of some labels."""
    selector = read_label_selector(at, key)
    if selector.nothing:
        return PodSelector(selector, None)
    merged = tuple(Requirement(k, "In", (labels[k],)) for k in match_label_keys if k in labels)
    expressions = [
        (e.text("key"), e.text("operator"), as_set(e.texts("values")))
        for e in at.child(key).children("matchExpressions")
    ]
    expressions += [(r.key, r.operator, as_set(r.values)) for r in merged]
    match_labels: Labels = at.child(key).string_map("matchLabels")
    identity = frozenset(match_labels.items()), frozenset(expressions)
    return PodSelector(Selector(selector.requirements + merged), identity)


def as_set(values: Iterable[Hashable]) -> frozenset[Hashable]:
    """Return what is left of a list that is hashed as a set by XOR: elements that are there twice cancel out."""
    return frozenset(value for value, count in Counter(values).items() if count % 2)
