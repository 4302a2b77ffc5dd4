"""The one list of the resources that are read of a running cluster (`resources_read.yaml`), and what each bears on.

Commands read them through kubectl, `import_cluster` and `follow` with the official client; the role that these take is
made of the list too. What a cluster does not serve is passed over: operators bring many of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

NODES: Final = "nodes"
PODS: Final = "pods"

# Lists as long as the cluster is large, with their API: kubectl passes on what the server sends, rather than decode
# and print each object (10,000 pods: 0.1 s of a core rather than 7).
STREAMED: Final[Mapping[str, str]] = {PODS: "/api/v1", NODES: "/api/v1", "replicasets.apps": "/apis/apps/v1"}


@dataclass(frozen=True, slots=True)
class ReadResource:
    """A kind of objects that is read.

    `group` is its API's, "" for the core group, and `versions` are those that can be read, the newest first.
    `consequence` is what an answer without it can be wrong about. `is_added` is whether an operator brings it, so that
    most clusters do not serve it.
    """

    kind: str
    plural: str
    consequence: str
    group: str = ""
    versions: tuple[str, ...] = ("v1",)
    is_namespaced: bool = True
    is_added: bool = False

    @property
    def name(self) -> str:
        """As kubectl spells it: "pods", "replicasets.apps"."""
        return f"{self.plural}.{self.group}" if self.group else self.plural


def _read(row: Mapping[str, Any]) -> ReadResource:
    return ReadResource(**{**row, "versions": tuple(row.get("versions", ("v1",)))})


_TABLE: Final = Path(__file__).with_name("resources_read.yaml")
# By group of one call of kubectl: as many calls as are worth making side by side.
RESOURCES: Final[Mapping[str, tuple[ReadResource, ...]]] = {
    group: tuple(map(_read, rows))
    for group, rows in yaml.load(_TABLE.read_text(encoding="utf-8"), yaml.CSafeLoader).items()
}
READ: Final = tuple(resource for group in RESOURCES.values() for resource in group)
CONSEQUENCES: Final = {resource.name: resource.consequence for resource in READ}


def path_of(resource: str, namespace: str | None) -> str:
    """Return the path of the list of one of `STREAMED`, of a namespace or of all."""
    where = "" if namespace is None else f"/namespaces/{namespace}"
    return f"{STREAMED[resource]}{where}/{resource.partition('.')[0]}"
