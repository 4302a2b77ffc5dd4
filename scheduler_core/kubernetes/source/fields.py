"""The fields that affect scheduling: the allow-list of everything that is imported, which `fields.yaml` has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import yaml

Role = Literal["keep", "name", "uid", "image", "message", "groups"]
Fields: TypeAlias = "Role | Sequence[Fields] | Mapping[str, Fields]"
Tree: TypeAlias = Mapping[str, Fields]

KEEP: Final = "keep"
NAME: Final = "name"
UID: Final = "uid"
IMAGE: Final = "image"
MESSAGE: Final = "message"
GROUPS: Final = "groups"

# Annotations by which an owner asks that an autoscaler does not move a pod, with the value that says so.
KEEPS_ITS_NODE: Final = {
    "cluster-autoscaler.kubernetes.io/safe-to-evict": "false",
    "karpenter.sh/do-not-disrupt": "true",
    "karpenter.sh/do-not-evict": "true",
}
_PATH: Final = Path(__file__).with_name("fields.yaml")


def scheduling_fields() -> Mapping[str, Tree]:
    """Return what is imported of each kind that affects scheduling."""
    fields: Mapping[str, Tree] = _table()["scheduling"]
    return fields


@cache
def imported_fields() -> Mapping[str, Tree]:
    """Return what is imported, by kind, or by kind and name where one object of a kind is."""
    table = _table()
    return {**table["scheduling"], **table["pools"], **table["queueing settings"]}


def harmless_fields() -> Sequence[str]:
    """Return the last words of paths of other fields that reveal nothing about their owners."""
    words: Sequence[str] = _table()["harmless"]
    return words


@cache
def _table() -> Mapping[str, Any]:
    """Return the table, which no command needs that reads no cluster."""
    table: Mapping[str, Any] = yaml.load(_PATH.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return table
