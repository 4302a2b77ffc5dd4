"""Labels that Karpenter knows, restricts or translates (pkg/apis/v1/labels.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from scheduler_core.kubernetes.objects.node import HOSTNAME, OLD_REGION, OLD_ZONE, REGION, ZONE

GROUP: Final = "karpenter.sh"

NODEPOOL: Final = f"{GROUP}/nodepool"
INITIALIZED: Final = f"{GROUP}/initialized"
REGISTERED: Final = f"{GROUP}/registered"
CAPACITY_TYPE: Final = f"{GROUP}/capacity-type"
INSTANCE_TYPE: Final = "node.kubernetes.io/instance-type"
ARCH: Final = "kubernetes.io/arch"
OS: Final = "kubernetes.io/os"

DO_NOT_DISRUPT: Final = f"{GROUP}/do-not-disrupt"
NODEPOOL_HASH: Final = f"{GROUP}/nodepool-hash"
NODEPOOL_HASH_VERSION: Final = f"{GROUP}/nodepool-hash-version"

SPOT: Final = "spot"
ON_DEMAND: Final = "on-demand"
RESERVED: Final = "reserved"
CAPACITY_TYPES: Final = (ON_DEMAND, RESERVED, SPOT)

WELL_KNOWN: Final = frozenset(
    (
        NODEPOOL,
        ZONE,
        REGION,
        INSTANCE_TYPE,
        ARCH,
        OS,
        CAPACITY_TYPE,
        "node.kubernetes.io/windows-build",
    )
)

NORMALIZED: Final = {
    OLD_ZONE: ZONE,
    OLD_REGION: REGION,
    "beta.kubernetes.io/arch": ARCH,
    "beta.kubernetes.io/os": OS,
    "beta.kubernetes.io/instance-type": INSTANCE_TYPE,
}


def is_restricted(key: str, well_known: Set[str]) -> bool:
    """Return whether pods must not select by the label: Karpenter sets it itself (IsRestrictedLabel)."""
    domain, slash, _ = key.partition("/")
    in_domain = bool(slash) and (domain == GROUP or domain.endswith(f".{GROUP}"))
    return key not in well_known and (in_domain or key == HOSTNAME)
