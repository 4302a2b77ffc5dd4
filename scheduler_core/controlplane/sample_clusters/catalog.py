"""The sample clusters: a YAML file each, with its pools of nodes and its other objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

import yaml

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.sentences import worded

FOLDER = Path(__file__).parent
NAMES = ("three-zones", "eks", "gke", "aks", "three-pools")


class UnknownCluster(ValueError):
    """There is no sample cluster of this name."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Nodes of one template; `nodes` are their names by zone."""

    name: str
    nodes: Mapping[str, tuple[str, ...]]
    template: str

    @property
    def node_count(self) -> int:
        return sum(map(len, self.nodes.values()))

    def manifests(self) -> list[str]:
        """Return the text of each node, zone by zone."""
        template = Template(self.template)
        return [
            template.substitute(name=name, zone=zone) for zone, names in self.nodes.items() for name in names
        ]


@dataclass(frozen=True, slots=True)
class SampleCluster:
    """A cluster to try workloads on. `objects` are the texts of those besides its nodes, such as StorageClasses."""

    name: str
    title: str
    pools: tuple[Pool, ...]
    objects: tuple[str, ...]

    @property
    def node_count(self) -> int:
        return sum(pool.node_count for pool in self.pools)

    def documents(self) -> list[str]:
        """Return the text of each object as a YAML document that ends with a line break."""
        return [*(text for pool in self.pools for text in pool.manifests()), *self.objects]


@cache
def clusters_by_name() -> Mapping[str, SampleCluster]:
    """Return the sample clusters by name, in the order in which they are offered."""
    return {name: _read(name) for name in NAMES}


def find_cluster(name: str) -> SampleCluster:
    """Return a sample cluster; raise UnknownCluster, which lists the names."""
    try:
        return clusters_by_name()[name]
    except KeyError:
        raise UnknownCluster(
            worded("must be one of {names}; got {value}", names=", ".join(NAMES), value=repr(name))
        ) from None


def _read(name: str) -> SampleCluster:
    content = yaml.load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    pools = tuple(_pool(pool) for pool in content["pools"])
    return SampleCluster(name, content["title"], pools, tuple(content["objects"]))


def _pool(content: Manifest) -> Pool:
    nodes = {zone: tuple(names) for zone, names in content["nodes"].items()}
    return Pool(content["name"], nodes, content["template"])
