"""Quota of ClusterQueues and Cohorts by flavor and resource (apis/kueue/v1beta2 @ v0.19.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.kubernetes.objects.reading import ManifestField

from .amounts import FlavorResource, quota_amount


@dataclass(frozen=True, slots=True)
class ResourceQuota:
    """The quota of one resource in one flavor; a limit is None where there is none."""

    nominal: int = 0
    borrowing_limit: int | None = None
    lending_limit: int | None = None


NO_QUOTA = ResourceQuota()


@dataclass(frozen=True, slots=True)
class ResourceGroup:
    """Resources that take their quota from the same flavor, and the flavors in the order of the search."""

    resources: tuple[str, ...]
    flavors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quotas:
    """The resource groups of a ClusterQueue or Cohort, and the quota of each flavor and resource in them."""

    groups: tuple[ResourceGroup, ...] = ()
    by_flavor: Mapping[FlavorResource, ResourceQuota] = field(default_factory=dict)

    def group_of(self, resource: str) -> ResourceGroup | None:
        """Return the group that covers a resource (RGByResource)."""
        return next((group for group in self.groups if resource in group.resources), None)


NO_QUOTAS = Quotas()


def read_quotas(spec: ManifestField) -> Quotas:
    groups, by_flavor = [], {}
    for group in spec.children("resourceGroups"):
        flavors = list(group.children("flavors"))
        names = tuple(flavor.name("name") for flavor in flavors)
        groups.append(ResourceGroup(group.texts("coveredResources"), names))
        for name, flavor in zip(names, flavors, strict=True):
            for resource in flavor.children("resources"):
                by_flavor[name, resource.name("name")] = _read_quota(resource)
    return Quotas(tuple(groups), by_flavor)


def _read_quota(at: ManifestField) -> ResourceQuota:
    resource = at.name("name")

    def amount(key: str) -> int | None:
        quantity = at.quantity(key)
        return None if quantity is None else quota_amount(resource, quantity)

    return ResourceQuota(amount("nominalQuota") or 0, amount("borrowingLimit"), amount("lendingLimit"))
