"""Types that several facts share: fields with their paths and origins, clauses of selectors, source objects."""

from __future__ import annotations

from typing import Literal, NotRequired

from scheduler_core.kubernetes.objects.labels import LabelRequirement
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.plugins.noderesources.resource_allocation import Unit

Origin = Literal[
    "written",
    "admission",
    "default",
    "limits",
    "capacity",
    "priority class",
    "matchLabelKeys",
    "mismatchLabelKeys",
    "namespace",
    "profile",
    "labelSelector",
    "default selector",
]
"""The origin of a field.

"admission" is an admission plugin or a controller, as the run's report of fill-ins says; "default" is the API server;
"namespace" the pod's own namespace, as none is named; "profile" the default constraints of the profile; "default
selector" the pod's Services and controller.
"""


class NamedFact(TypedDict):
    fact: NotRequired[str]
    """The name by which the fact was requested."""


class Place(TypedDict):
    """The place of a field in the source."""

    path: str
    at: NotRequired[str]
    """Its path in the source, where that differs."""
    line: NotRequired[int]
    """Its line in the source, from 1; absent if it has none."""
    text: NotRequired[str]
    """The line, without leading and trailing space."""


class SelectorClause(LabelRequirement):
    """A clause of a selector with its origin."""

    origin: Origin


class ComparedClause(LabelRequirement):
    """A clause of a selector with the label that it is compared with."""

    origin: NotRequired[Origin]
    actual: str | None
    ok: bool


class Field(Place):
    """A field as the scheduler reads it: its value, or a clause where it is a selector."""

    origin: Origin
    value: NotRequired[str | int | bool | None]
    clause: NotRequired[SelectorClause]
    weight: NotRequired[int]
    """Of the preferred term of the clause."""
    unit: NotRequired[Unit]
    of: NotRequired[str]
    """The PriorityClass that gave the value."""


class SourceObject(TypedDict):
    """The object whose source has the fields: a pod itself, or its workload."""

    object: str
    """As errors name it: "Pod default/web-0"."""
    prefix: str
    """The prefix of the paths there: "spec.template." in a workload."""


class ResourceAmount(TypedDict):
    resource: str
    amount: int
    unit: Unit
