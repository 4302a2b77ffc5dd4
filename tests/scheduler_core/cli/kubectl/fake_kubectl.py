"""A small kubectl that answers as recorded of a real API server (v1.36.2), with the lines that kubectl prints.

FAKE_CALLS names a file that gets a line of JSON per call. FAKE_FORBIDDEN lists resources that may not be read in all
namespaces, FAKE_NAMESPACE the one in which the namespaced ones may be. FAKE_OBJECTS names another file of objects.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).parent / "recorded"
CLUSTER_SCOPED = {"Node", "Namespace", "PriorityClass", "PersistentVolume", "StorageClass", "CSINode"}


def plural(kind: str) -> str:
    word = kind.lower()
    return f"{word}es" if word.endswith("s") else f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def resource_of(item: dict[str, Any]) -> str:
    return f"{plural(item['kind'])}.{item['apiVersion'].partition('/')[0]}"


def option(name: str) -> str | None:
    return next((word.partition("=")[2] for word in sys.argv if word.startswith(f"--{name}=")), None)


def refusal(resource: str, namespace: str | None) -> str:
    name, _, group = resource.partition(".")
    where = f'in the namespace "{namespace}"' if namespace else "at the cluster scope"
    return (
        f'Error from server (Forbidden): {resource} is forbidden: User "system:serviceaccount:default:limited" '
        f'cannot list resource "{name}" in API group "{group}" {where}'
    )


def is_forbidden(resource: str, namespace: str | None) -> bool:
    listed = os.environ.get("FAKE_FORBIDDEN", "").split(",")
    if resource.partition(".")[0] not in listed:
        return False
    allowed = os.environ.get("FAKE_NAMESPACE")
    kinds = {plural(kind) for kind in CLUSTER_SCOPED}
    return namespace is None or namespace != allowed or resource.partition(".")[0] in kinds


def listed(resources: list[str], namespace: str | None) -> int:
    refused = [resource for resource in resources if is_forbidden(resource, namespace)]
    wanted = {resource.partition(".")[0] for resource in resources if resource not in refused}
    objects = Path(os.environ.get("FAKE_OBJECTS", RECORDED / "objects.json"))
    items: list[dict[str, Any]] = json.loads(objects.read_text())["items"]
    listing = [
        item
        for item in items
        if plural(item["kind"]) in wanted
        and (namespace is None or item["metadata"].get("namespace", namespace) == namespace)
    ]
    if selector := option("selector"):
        key, _, value = selector.partition("=")
        listing = [item for item in listing if item["metadata"].get("labels", {}).get(key) == value]
    output = option("output") or ""
    if option("raw"):
        print(json.dumps(as_server_sends(listing, resources[0])) if not refused else "", end="")
    elif output.startswith("jsonpath"):
        print(*(f"{item['metadata']['namespace']}/{item['metadata']['name']}" for item in listing), sep="\n")
    elif output == "name":
        print(*(f"{item['kind'].lower()}/{item['metadata']['name']}" for item in listing), sep="\n")
    else:
        print(json.dumps({"apiVersion": "v1", "kind": "List", "items": listing}))
    for resource in refused:
        print(refusal(resource, namespace), file=sys.stderr)
    return int(bool(refused))


def as_server_sends(items: list[dict[str, Any]], resource: str) -> dict[str, Any]:
    """Return the server's list of one kind, whose objects do not say what they are."""
    kind = {"pods": "Pod", "nodes": "Node", "replicasets.apps": "ReplicaSet"}[resource]
    bare = [
        {key: value for key, value in item.items() if key not in ("kind", "apiVersion")} for item in items
    ]
    return {"kind": f"{kind}List", "apiVersion": "apps/v1" if kind == "ReplicaSet" else "v1", "items": bare}


def main() -> int:
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    with Path(os.environ["FAKE_CALLS"]).open("a", encoding="utf-8") as calls:
        calls.write(json.dumps(sys.argv[1:]) + "\n")
    if option("context") == "nowhere":
        print('error: context "nowhere" does not exist', file=sys.stderr)
        return 1
    if words[0] == "get" and (path := option("raw")):
        *where, name = path.split("/")
        resource = f"{name}.{where[2]}" if where[1] == "apis" else name
        return listed([resource], where[-1] if "namespaces" in where else None)
    if words[0] == "get":
        everywhere = "--all-namespaces" in sys.argv
        namespace = None if everywhere else option("namespace") or os.environ.get("FAKE_DEFAULT", "default")
        return listed(words[1].split(","), namespace)
    recorded = {"api-resources": "api-resources.txt", "version": "version.json", "config": "config-view.json"}
    print((RECORDED / recorded[words[0]]).read_text(), end="")
    if words[0] == "api-resources" and "FAKE_OBJECTS" in os.environ:
        items = json.loads(Path(os.environ["FAKE_OBJECTS"]).read_text())["items"]
        print(*sorted({resource_of(item) for item in items if "." in item["apiVersion"]}), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
