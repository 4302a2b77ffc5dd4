"""How many nodes a pool may have: the groups in the status of Cluster Autoscaler, the annotations of sets of machines.

The status is a document of YAML since 1.30, a text before. Both are read line by line, so that nothing else of it gets
any further: it also has messages of clouds, with names of accounts, of which only the code stays. The browser's
import does the same (`static/js/import/nodeGroups.js`).
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
_SIZE: Final = re.compile(r"\b(cloudProviderTarget|minSize|maxSize)(?:=|: *)([0-9]{1,9})\b")
_PART: Final = re.compile(r"\b(health|scaleUp|scaleDown):")
_BACKOFF: Final = re.compile(r"\b(status|errorCode): *[\"']?([A-Za-z0-9_.-]{1,100})")
_TIME: Final = re.compile(r"\b(time|lastTransitionTime): *[\"']?([0-9-]{10}[ T][0-9:]{8})")


@dataclass(frozen=True, slots=True)
class NodeGroup:
    """A group by the last part of its name, how many nodes it asks its cloud for, and how many it may have.

    `code` and `since` say why and when its last scale-up failed, if it is in backoff.
    """

    name: str
    count: int
    most: int
    least: int | None = None
    code: str = ""
    since: str = ""
    in_backoff: bool = False


def node_groups(status: str) -> list[NodeGroup]:
    """Return the groups of a status that say both numbers, in its order."""
    return [
        NodeGroup(
            group["name"],
            int(group["cloudProviderTarget"]),
            int(group["maxSize"]),
            int(group["minSize"]) if "minSize" in group else None,
            group.get("errorCode", ""),
            group.get("lastTransitionTime", ""),
            group.get("status") == "Backoff",
        )
        for group in _groups(status)[1:]
        if group.keys() >= {"name", "cloudProviderTarget", "maxSize"}
    ]


def _groups(status: str) -> list[dict[str, str]]:
    """Return what lines say of each group; of the scale-up, its state, error code, and time."""
    groups: list[dict[str, str]] = [{}]  # the first is what stands before all groups
    part = ""
    for line in status.splitlines():
        if _BEGIN.match(line):
            groups.append({})
            part = ""
        of_part = _PART.search(line)
        part = of_part[1] if of_part else part
        found = [("name", named[1])] if (named := _NAME.search(line)) else []
        found += _SIZE.findall(line)
        if part == "scaleUp":
            found += _BACKOFF.findall(line)
        if part == "scaleUp" or len(groups) == 1:
            found += _TIME.findall(line)
        for key, text in found:
            groups[-1].setdefault(key, text)
    return groups


def reduced_status(status: str) -> str:
    """Return a status with nothing but its time, its groups with their sizes, and why a scale-up failed and when."""
    time = _groups(status)[0].get("time")
    return (
        (f"time: '{time}'\n" if time else "") + "nodeGroups:\n" + "".join(map(_written, node_groups(status)))
    )


def _written(group: NodeGroup) -> str:
    least = "" if group.least is None else f"minSize: {group.least}, "
    text = f"- name: {group.name}\n  health: {{cloudProviderTarget: {group.count}, {least}maxSize: {group.most}}}\n"
    if not group.in_backoff:
        return text
    since = f", lastTransitionTime: '{group.since}'" if group.since else ""
    code = f", backoffInfo: {{errorCode: '{group.code}'}}" if group.code else ""
    return f"{text}  scaleUp: {{status: Backoff{since}{code}}}\n"
