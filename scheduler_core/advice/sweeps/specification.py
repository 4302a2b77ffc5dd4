"""From the JSON of a specification to a checked one; every error has the path, the expectation and the fix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, get_args

from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems, quoted
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS, find_version

from .bounds import (
    MOST_ADDED_NODES,
    MOST_CELLS,
    MOST_OPERATIONS,
    MOST_POINTS,
    MOST_SEEDS,
    MOST_SHAPES,
    MOST_VALUES,
)
from .contract import SweepKind, SweepSetting, SweepShape, SweepSpecification

KINDS: tuple[SweepKind, ...] = get_args(SweepKind)
WEIGHT = "weight/"
_OPERATIONS = ("set", "add", "remove", "delete", "copy", "create", "uncordon")
_MOST_WEIGHT = 1_000_000


def read_sweep(document: object) -> SweepSpecification:
    """Return a specification with its defaults filled in; raise InvalidInput. Paths begin with "sweep"."""
    problems = Problems()
    if not isinstance(document, dict):
        problems.add(
            "sweep", f"must be a mapping such as {{kind: seeds, seeds: 100}}, got {quoted(document)}"
        )
        raise InvalidInput(problems.errors())
    at = ManifestField(document, "sweep", problems)
    kind = at.text("kind")
    if kind not in KINDS:
        at.problem("kind", f"must be one of {', '.join(KINDS)}; got {quoted(at.raw('kind'))}")
        raise InvalidInput(problems.errors())
    reader, fields = _READERS[kind]
    for key in document:
        if key not in ("kind", "seeds", *fields):
            names = ", ".join(("kind", "seeds", *fields))
            at.problem(str(key), f"is not a field of a sweep of kind {kind}: use {names}")
    read = {"kind": kind, **reader(at), "seeds": _seeds(at)}
    if not problems.entries:
        _check_size(at, read)
    if problems.entries:
        raise InvalidInput(problems.errors())
    return cast("SweepSpecification", read)


def _seeds(at: ManifestField) -> int:
    seeds = at.integer("seeds", 1)
    if not 1 <= seeds <= MOST_SEEDS:
        at.problem("seeds", f"must be from 1 to {MOST_SEEDS:,}, got {seeds}")
    return seeds


def _check_size(at: ManifestField, read: dict[str, Any]) -> None:
    """Check the number of points as far as the specification alone tells it."""
    lengths = {
        "weights": lambda: len(read["x"]["values"]) * len(read.get("y", {"values": [0]})["values"]),
        "percentages": lambda: len(read["percentages"]),
        "versions": lambda: len(read["versions"]),
        "capacity": lambda: len(read["shapes"]) * len(read["counts"]),
    }
    check_points(lengths.get(read["kind"], lambda: 1)(), read["seeds"], at.problems)


def check_points(cells: int, seeds: int, problems: Problems) -> None:
    """Report too many cells, or too many points."""
    if cells > MOST_CELLS:
        problems.add("sweep", f"must have at most {MOST_CELLS:,} cells, got {cells:,}: take fewer values")
    if cells * seeds > MOST_POINTS:
        message = f"must have at most {MOST_POINTS:,} runs, got {cells:,} cells of {seeds:,} seeds"
        problems.add("sweep.seeds", f"{message}: take at most {MOST_POINTS // cells:,} seeds")


def _none(_: ManifestField) -> dict[str, Any]:
    return {}


def _weights(at: ManifestField) -> dict[str, Any]:
    read: dict[str, Any] = {"x": _setting(at, "x")}
    if at.has("y"):
        read["y"] = _setting(at, "y")
        if read["y"]["setting"] == read["x"]["setting"]:
            at.problem("y.setting", "must differ from that of x: choose another setting, or leave y out")
    if at.has("pod"):
        read["pod"] = _pod(at)
    return read


def _pod(at: ManifestField) -> str:
    name = at.text("pod")
    return name if "/" in name else f"default/{name}"


def _setting(at: ManifestField, key: str) -> SweepSetting:
    if not at.has(key):
        at.problem(key, "must be set: write {setting: weight/NodeResourcesFit, values: [0, 1, 2]}")
    axis = at.child(key)
    setting = axis.name("setting") if at.has(key) else ""
    if setting and ("/" not in setting or "" in setting.split("/")):
        axis.problem(
            "setting",
            f"must be weight/PLUGIN or PLUGIN/ARGUMENT, such as weight/NodeResourcesFit; got {quoted(setting)}",
        )
    values = _values(axis, "values") if at.has(key) else []
    for i, value in enumerate(values):
        if setting.startswith(WEIGHT):
            is_weight = isinstance(value, int) and not isinstance(value, bool)
            if not is_weight or not 0 <= value <= _MOST_WEIGHT:
                axis.problem(
                    f"values[{i}]", f"must be a weight from 0 to {_MOST_WEIGHT:,}, got {quoted(value)}"
                )
        elif not isinstance(value, int | str):
            axis.problem(f"values[{i}]", f"must be a number, a text, true or false, got {quoted(value)}")
    return {"setting": setting, "values": values}


def _values(at: ManifestField, key: str) -> list[Any]:
    """Return a list of values that are all different and not too many."""
    values = at.list(key)
    if not values and isinstance(at.raw(key) or [], list):
        at.problem(key, "must have at least one value: add one")
    if len(values) > MOST_VALUES:
        at.problem(key, f"must have at most {MOST_VALUES:,} values, got {len(values):,}: take fewer")
    for i, value in enumerate(values):
        if value in values[:i]:
            at.problem(f"{key}[{i}]", f"is there twice, {quoted(value)}: remove one")
            break
    return values


def _percentages(at: ManifestField) -> dict[str, Any]:
    return {"percentages": _numbers(at, "percentages", 0, 100)}


def _numbers(at: ManifestField, key: str, least: int, most: int) -> list[int]:
    values = _values(at, key)
    for i, value in enumerate(values):
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            at.problem(f"{key}[{i}]", f"must be a number from {least} to {most:,}, got {quoted(value)}")
    return values


def _versions(at: ManifestField) -> dict[str, Any]:
    return {"versions": [_version(at, f"versions[{i}]", v) for i, v in enumerate(_values(at, "versions"))]}


def _version(at: ManifestField, key: str, value: object) -> str:
    try:
        find_version(str(value))
    except ValueError:
        releases = list(KUBERNETES_VERSIONS)
        at.problem(key, f"must be a version from {releases[0]} to {releases[-1]}, got {quoted(value)}")
    return str(value)


def _losses(at: ManifestField) -> dict[str, Any]:
    keys = list(at.texts("topology_keys"))
    if not keys:
        at.problem(
            "topology_keys",
            "must have at least one label of nodes: add kubernetes.io/hostname or topology.kubernetes.io/zone",
        )
    if len(set(keys)) < len(keys):
        at.problem("topology_keys", "must be distinct: remove the one that is there twice")
    return {"topology_keys": keys, "pairs": at.flag("pairs")}


def _capacity(at: ManifestField) -> dict[str, Any]:
    shapes = [_shape(shape) for shape in at.children("shapes")]
    if not shapes:
        at.problem("shapes", "must have at least one shape: add {name: large, node: NAME_OF_A_NODE}")
    if len(shapes) > MOST_SHAPES:
        at.problem("shapes", f"must be at most {MOST_SHAPES}, got {len(shapes)}: take fewer")
    names = [shape["name"] for shape in shapes]
    if len(set(names)) < len(names):
        at.problem("shapes", "must have distinct names: rename all but one of those that are equal")
    return {"shapes": shapes, "counts": _numbers(at, "counts", 0, MOST_ADDED_NODES)}


def _shape(at: ManifestField) -> SweepShape:
    shape: SweepShape = {"name": at.name("name")}
    if at.has("node") == at.has("allocatable"):
        at.problem("", "must have either node, the name of a node to copy, or allocatable, its amounts")
    if at.has("node"):
        shape["node"] = at.name("node")
    if at.has("allocatable"):
        shape["allocatable"] = dict(at.quantities("allocatable"))
    return shape


def _fleet(at: ManifestField) -> dict[str, Any]:
    read: dict[str, Any] = {}
    if at.has("change"):
        read["change"] = {"operations": _operations(at.child("change"))}
    if at.has("version"):
        read["version"] = _version(at, "version", at.raw("version"))
    if not read:
        at.problem(
            "", "must have a change, a version, or both: add version: '1.36' or change: {operations: [...]}"
        )
    return read


def _operations(at: ManifestField) -> list[dict[str, Any]]:
    if len(at.list("operations")) > MOST_OPERATIONS:
        at.problem("operations", f"must be at most {MOST_OPERATIONS:,}: make fewer changes at once")
    read = []
    for entry in at.children("operations"):
        entry.choice("op", _OPERATIONS)
        if not entry.has("op"):
            entry.problem("op", f"must be one of {', '.join(_OPERATIONS)}: add it")
        path = entry.list("path")
        for i, key in enumerate(path):
            if not isinstance(key, str | int) or isinstance(key, bool):
                entry.problem(f"path[{i}]", f"must be a key or an index, got {quoted(key)}")
        operation: dict[str, Any] = {"op": entry.text("op"), "object": entry.text("object"), "path": path}
        read.append({**operation, "value": entry.raw("value")} if "value" in entry.value else operation)
    if not read:
        at.problem("operations", "must have at least one operation: add one, or leave the change out")
    return read


_READERS: dict[str, tuple[Callable[[ManifestField], dict[str, Any]], tuple[str, ...]]] = {
    "seeds": (_none, ()),
    "weights": (_weights, ("x", "y", "pod")),
    "percentages": (_percentages, ("percentages",)),
    "versions": (_versions, ("versions",)),
    "losses": (_losses, ("topology_keys", "pairs")),
    "capacity": (_capacity, ("shapes", "counts")),
    "fleet": (_fleet, ("change", "version")),
}
