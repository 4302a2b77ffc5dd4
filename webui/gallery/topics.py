"""The topics of the gallery: their names, and the misconception that the cases of each clear up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from webui.gallery.models import GalleryCase

INFAMOUS = "infamous"

_NAMES: dict[str, tuple[Promise, Promise]] = {
    INFAMOUS: (_("The infamous six"), _("What nearly everybody gets wrong once.")),
    "topology-spread": (
        _("Topology spread"),
        _("maxSkew is no number of pods: the emptiest domain decides."),
    ),
    "taints": (_("Taints"), _("A node that the pod cannot use is counted all the same.")),
    "anti-affinity": (_("Anti-affinity"), _("It works in both directions, and it sees old revisions.")),
    "pod-affinity": (_("Pod affinity"), _("One pod must match all terms, and running pods have a say.")),
    "defaults": (_("Defaults"), _("A pod without a constraint is not without rules.")),
    "scoring": (_("Scoring"), _("A soft rule is one vote among several.")),
    "preemption": (_("Preemption"), _("Pods are evicted on one node, and a budget does not forbid it.")),
    "resources": (_("Resources"), _("Requests decide, not use, and nodes are not added up.")),
    "volumes": (_("Volumes"), _("A disk may have chosen before any rule is asked.")),
    "sampling": (_("Sampling"), _("Not every node is looked at.")),
    "myths": (_("Myths"), _("What pages say that the scheduler does not do.")),
}

LEVELS = {1: _("First steps"), 2: _("Some knowledge"), 3: _("For experts")}


@dataclass(slots=True)
class Section:
    topic: str
    name: str | Promise
    about: str | Promise
    cases: list[GalleryCase] = field(default_factory=list)


def sections(cases: Iterable[GalleryCase]) -> list[Section]:
    """The cases by topic in their order, the infamous ones before all."""
    found: dict[str, Section] = {}
    for topic, case in _placed(cases):
        if topic not in found:
            found[topic] = Section(topic, *_NAMES.get(topic, (capfirst(topic.replace("-", " ")), "")))
        found[topic].cases.append(case)
    return list(found.values())


def name_of(topic: str) -> str | Promise:
    return _NAMES[topic][0] if topic in _NAMES else capfirst(topic.replace("-", " "))


def _placed(cases: Iterable[GalleryCase]) -> Iterator[tuple[str, GalleryCase]]:
    return ((INFAMOUS if case.infamous else case.topic, case) for case in cases)
