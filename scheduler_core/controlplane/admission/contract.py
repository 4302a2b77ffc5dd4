"""The JSON of what was filled in before scheduling, and of the policy that decides it."""

from __future__ import annotations

from scheduler_core.kubernetes.typeddict import TypedDict


class AdmissionPolicyContent(TypedDict):
    """Admission plugins and controllers that differ from the defaults; `*` in `disable` stands for all of them."""

    enable: list[str]
    disable: list[str]


class FilledIn(TypedDict):
    """A value that one or more objects received in the same field, for the same cause."""

    path: str
    """Empty if the whole object was made."""
    value: str
    added: bool
    """Whether the value joined a list."""
    by: str
    """The admission plugin or controller."""
    cause: str
    """The object or field that made it act; may be empty."""
    objects: list[str]
    """The first 50, as "Pod default/web-0"."""
    count: int


class Refused(TypedDict):
    """An object that would not exist; it takes no part in the run."""

    object: str
    message: str
    """The API server's answer."""
    by: str
    cause: str


class Noticed(TypedDict):
    """Something that a cluster would object to, but that the input may merely leave out."""

    message: str
    missing: str
    """The object, as "Namespace shop"."""
    answer: str
    """The API server's, where it is missing."""
    by: str
    cause: str
    objects: list[str]
    count: int


class AdmissionReport(TypedDict):
    """What the API server, its admission plugins and the controllers do before the scheduler sees the objects."""

    filled: list[FilledIn]
    refused: list[Refused]
    noticed: list[Noticed]
