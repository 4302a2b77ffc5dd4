"""How many nodes a pool may have: the groups in the status of Cluster Autoscaler, the annotations of sets of machines.

The status is a document of YAML since 1.30, a text before. Both are read line by line, so that nothing else of it gets
any further: it also has messages of clouds, with names of accounts. The browser's import does the same
(`static/js/import/nodeGroups.js`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

STATUS: Final = "ConfigMap kube-system/cluster-autoscaler-status"
# Annotations of sets of machines, of Cluster API and of OpenShift.
MAXIMA: Final = (
    "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size",
    "machine.openshift.io/cluster-api-autoscaler-node-group-max-size",
)
_BEGIN: Final = re.compile(r"\s*(?:- |Name:)")
_NAME: Final = re.compile(r"(?:^|\s)[Nn]ame: *[\"']?(?:[^\s\"']*/)?([A-Za-z0-9_.-]+)")
_SIZE: Final = re.compile(r"\b(cloudProviderTarget|maxSize)(?:=|: *)([0-9]{1,9})\b")


@dataclass(frozen=True, slots=True)
class NodeGroup:
    """A group by the last part of its name, how many nodes it asks its cloud for, and how many it may have."""

    name: str
    count: int
    most: int


def node_groups(status: str) -> list[NodeGroup]:
    """Return the groups of a status that say both numbers, in its order."""
    groups: list[dict[str, str]] = [{}]  # the first is what stands before all groups
    for line in status.splitlines():
        if _BEGIN.match(line):
            groups.append({})
        if named := _NAME.search(line):
            groups[-1].setdefault("name", named[1])
        for key, number in _SIZE.findall(line):
            groups[-1].setdefault(key, number)
    return [
        NodeGroup(group["name"], int(group["cloudProviderTarget"]), int(group["maxSize"]))
        for group in groups[1:]
        if group.keys() == {"name", "cloudProviderTarget", "maxSize"}
    ]


def reduced_status(status: str) -> str:
    """Return a status with nothing but its groups and their sizes."""
    return "nodeGroups:\n" + "".join(
        f"- name: {group.name}\n  health: {{cloudProviderTarget: {group.count}, maxSize: {group.most}}}\n"
        for group in node_groups(status)
    )
