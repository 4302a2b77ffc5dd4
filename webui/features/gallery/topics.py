"""The topics of the gallery: names, and the misconception that the cases of each correct."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from webui.features.gallery.models import GalleryCase

INFAMOUS = "infamous"
DAY_TWO = "day-two"
KNOWN_ISSUES = "known-issues"
QUEUES = "queues"
# What the cases of these do was not recorded from a real scheduler: they are held to their expectations.
NOT_RECORDED = frozenset({DAY_TWO, "devices", "gangs", QUEUES, KNOWN_ISSUES})

_NAMES: dict[str, tuple[Promise, Promise]] = {
    INFAMOUS: (_("The infamous six"), _("What nearly everyone gets wrong once.")),
    "topology-spread": (
        _("Topology spread"),
        _("maxSkew is not a number of pods: the emptiest domain decides."),
    ),
    "taints": (_("Taints"), _("A node that the pod cannot use is still counted.")),
    "anti-affinity": (_("Anti-affinity"), _("It works in both directions, and it sees old revisions.")),
    "pod-affinity": (_("Pod affinity"), _("One pod must match all terms, and running pods matter too.")),
    "defaults": (_("Defaults"), _("A pod without constraints still follows default rules.")),
    "scoring": (_("Scoring"), _("A soft rule is one vote among several.")),
    "preemption": (_("Preemption"), _("Pods are evicted on one node, and a budget does not forbid it.")),
    "resources": (_("Resources"), _("Requests count, not usage, and nodes are not added up.")),
    "volumes": (_("Volumes"), _("A disk may decide before any rule applies.")),
    "devices": (
        _("Devices"),
        _("A device belongs to one claim, and a claim is satisfied completely or not at all."),
    ),
    "gangs": (
        _("Gangs"),
        _("A group of pods is placed together; pods that fit without the others are rolled back."),
    ),
    QUEUES: (
        _("Queues"),
        _("Kueue admits by quota before scheduling, and the two count different things."),
    ),
    DAY_TWO: (
        _("Day two"),
        _("A placement is right when it is made, and nothing moves it afterwards."),
    ),
    KNOWN_ISSUES: (
        _("Known issues"),
        _(
            "Reported in public threads and rebuilt here: the same message or outcome, and the arithmetic "
            "behind it."
        ),
    ),
    "sampling": (_("Sampling"), _("Not every node is evaluated.")),
    "myths": (_("Myths"), _("What web pages claim but the scheduler does not do.")),
}

# Topics whose first case is shown to begin with, beside the infamous ones.
_BEGINNING = ("resources", "anti-affinity", "preemption", "devices", "gangs", DAY_TWO)

LEVELS = {1: _("First steps"), 2: _("Some knowledge"), 3: _("For experts")}


@dataclass(slots=True)
class Section:
    topic: str
    name: str | Promise
    about: str | Promise
    cases: list[GalleryCase] = field(default_factory=list)


def sections(cases: Iterable[GalleryCase]) -> list[Section]:
    """Return the cases by topic, in order; the infamous ones come first."""
    section_by_topic: dict[str, Section] = {}
    for topic, case in _with_topic(cases):
        if topic not in section_by_topic:
            section_by_topic[topic] = Section(
                topic, *_NAMES.get(topic, (capfirst(topic.replace("-", " ")), ""))
            )
        section_by_topic[topic].cases.append(case)
    return list(section_by_topic.values())


def beginning(by_topic: Iterable[Section]) -> list[GalleryCase]:
    """Return the first case of some topics: with the infamous ones a dozen."""
    return [section.cases[0] for section in by_topic if section.topic in _BEGINNING]


def name_of(topic: str) -> str | Promise:
    """Return the translated name of a topic."""
    return _NAMES[topic][0] if topic in _NAMES else capfirst(topic.replace("-", " "))


def _with_topic(cases: Iterable[GalleryCase]) -> Iterator[tuple[str, GalleryCase]]:
    return ((INFAMOUS if case.infamous else case.topic, case) for case in cases)
