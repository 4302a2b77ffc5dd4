"""A change in a few words, by which runs of a draft are told apart."""

from __future__ import annotations

import re

from django.utils.translation import gettext, ngettext

from webui.core.snapshots.changes import Change, ChangedInput

_LONG_PATH = 8  # characters that are worth leaving out
_LAST_KEY = re.compile(r'(?:\["(?P<quoted>[^"]*)"\]|(?P<plain>[^.\[\]]+))(?:\[\d+\])*$')
# Their fields have telling names, and there are few of them in a scenario; nodes are many, with equal fields.
_NOT_NAMED = frozenset(
    {
        "Pod",
        "Deployment",
        "ReplicaSet",
        "ReplicationController",
        "StatefulSet",
        "DaemonSet",
        "Job",
        "CronJob",
        "KubeSchedulerConfiguration",
    }
)


def change_name(change: Change) -> str:
    """Return `maxSkew 1 → 2`, `node a2: cordoned`, `+ pod default/x`, `3 changes: replicas 2 → 3 …`, `first run`."""
    if change["is_first"]:
        return gettext("first run")
    return ", ".join([_inputs(change), *_settings(change)])


def change_details(change: Change) -> list[str]:
    """Return the first objects and fields in full: `Pod default/web: spec.priority 0 → 10`."""
    return [_detail(changed) for changed in change["inputs"]]


def _inputs(change: Change) -> str:
    if not change["count"]:
        return gettext("same input")
    # A selector with its labels: once.
    phrases = list(dict.fromkeys(_phrase(changed) for changed in change["inputs"]))
    if change["count"] <= 2:
        return ", ".join(phrases)
    counted = ngettext("%(n)s change: %(first)s …", "%(n)s changes: %(first)s …", change["count"])
    return counted % {"n": change["count"], "first": phrases[0]}


def _settings(change: Change) -> list[str]:
    phrases = []
    if "kubernetes_version" in change["settings"]:
        version = change["settings"]["kubernetes_version"]
        phrases.append(gettext("version %(version)s") % {"version": version})
    if "seed" in change["settings"]:
        seed = change["settings"]["seed"]
        phrases.append(gettext("no seed") if seed is None else gettext("seed %(seed)s") % {"seed": seed})
    return phrases


def _phrase(changed: ChangedInput) -> str:
    kind = changed["object"].partition(" ")[0]
    named = _named(changed["object"])
    if not changed["path"]:
        return f"{_SIGNS[changed['kind']]} {named}"
    if kind == "Node" and changed["path"] == "spec.unschedulable":
        text = gettext("cordoned") if changed["after"] == "true" else gettext("uncordoned")
    else:
        text = _field(_key(changed["path"]), changed)
    return text if kind in _NOT_NAMED else f"{named}: {text}"


_SIGNS = {"added": "+", "removed": "−"}


def _field(name: str, changed: ChangedInput) -> str:
    before, after = changed["before"], changed["after"]
    if changed["kind"] == "changed":
        if before is None or after is None:
            return gettext("%(field)s changed") % {"field": name}
        return "{} {} → {}".format(name, *_without_shared_path(before, after))
    value = after if changed["kind"] == "added" else before
    return " ".join(part for part in (_SIGNS[changed["kind"]], name, value) if part)


def _without_shared_path(before: str, after: str) -> tuple[str, str]:
    """Leave out the path that both have: `…/api:1` and `…/api:2` of two images."""
    (path, _, name), (other_path, _, other_name) = before.rpartition("/"), after.rpartition("/")
    is_shared = path == other_path and len(path) >= _LONG_PATH
    return (f"…/{name}", f"…/{other_name}") if is_shared else (before, after)


def _detail(changed: ChangedInput) -> str:
    if not changed["path"]:
        return f"{_SIGNS[changed['kind']]} {changed['object']}"
    return f"{changed['object']}: {_field(changed['path'], changed)}"


def _named(name: str) -> str:
    """Return the object with pods and nodes as plain words; other kinds as Kubernetes writes them."""
    kind, _, rest = name.partition(" ")
    if kind == "Pod":
        return gettext("pod %(name)s") % {"name": rest}
    return gettext("node %(name)s") % {"name": rest} if kind == "Node" else name


def _key(path: str) -> str:
    """Return the last key of a path, without the index of an item."""
    match = _LAST_KEY.search(path)
    return (match["quoted"] or match["plain"]) if match else path
