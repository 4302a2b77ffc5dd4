"""Opportunistic batching: the next pod with the same signature is tried on the next best node of the list before.

Mirrors pkg/scheduler/framework/runtime/batch.go and SignPod of framework.go @ v1.36.2. Time stands still in a
simulation, so that no list is too old.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from scheduler_core.kubernetes.objects.pod import PodTemplate

from .profile import Profile

SignedFields = tuple[str, ...] | Callable[[PodTemplate], tuple[str, ...] | None]
"""The fields of a pod class on which a plugin's answers depend (`affinity.node` is a field of a field).

A plugin declares them as `signed_fields`: a tuple, or a function of the class that returns None for a class that
cannot be signed. A plugin without them cannot sign any pod.
"""


@dataclass(frozen=True)
class Batch:
    """What a successful decision leaves to the very next cycle: the chosen node, and the others, the best first.

    `list_others` is called if the next pod asks for them; few do.
    """

    signature: Hashable
    chosen: int
    list_others: Callable[[], tuple[int, ...]]

    @cached_property
    def others(self) -> tuple[int, ...]:
        """The nodes that are left, the best first."""
        return self.list_others()

    @property
    def has_others(self) -> bool:
        """Whether a node is left for the next pod."""
        return bool(self.others)

    def after_hint(self) -> Batch:
        """Return what is left after the pod has taken the hinted node."""
        first, *others = self.others
        return Batch(self.signature, first, lambda: tuple(others))


def signature(profile: Profile, template: PodTemplate) -> Hashable | None:
    """Return what pods must share to be tried on one list of nodes; None if the class cannot be signed."""
    plugins = [*profile.pre_filter, *profile.filter, *profile.pre_score, *(p for p, _ in profile.score)]
    signed: dict[str, Hashable] = {"scheduler_name": template.scheduler_name}
    for plugin in plugins:
        declared: SignedFields | None = getattr(plugin, "signed_fields", None)
        fields = declared(template) if callable(declared) else declared
        if fields is None:
            return None
        for name in fields:
            signed[name] = _hashable(attrgetter(name)(template))
    return frozenset(signed.items())


def _hashable(value: object) -> Hashable:
    return frozenset(value.items()) if isinstance(value, dict) else value
