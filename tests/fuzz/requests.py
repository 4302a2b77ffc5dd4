"""Requests from the API's own description, with valid and senseless values, and addresses of the pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from tests.fuzz.inputs import Fault, sent, timed
from tests.fuzz.mutations import SNIPPETS, mutated
from tests.fuzz.work import compute_queued

UNKNOWN_ID = "5f0c1a52-0000-4000-8000-000000000000"
JUNK: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        1.5,
        2**31,
        2**53,
        2**63,
        2**64,
        -(2**63) - 1,
        10**30,
        1e308,
        "",
        " ",
        "x",
    ),
    *(
        [],
        {},
        [None],
        [[]],
        {"a": None},
        "\0",
        "a\0b",
        "0",
        "-1",
        "1e3",
        "NaN",
        "x" * 5000,
        "default/p1",
        "node1",
    ),
    *(
        "٣",
        "é",
        "\N{GRINNING FACE}",
        "../..",
        "%00",
        "%",
        "a/b/c",
        "'\"<script>",
        "1" * 400,
        "2026-99-99",
        "null",
    ),
)
TOLERATION = {"kind": "toleration", "taints": ["x:NoSchedule"]}
TEXTS = [value for value in JUNK if isinstance(value, str)]
FACTS = (
    "filter:NodeResourcesFit:node1",
    "score:0:node1",
    "domain:filter:0:zone-a",
    "weight:NodeResourcesFit",
)
QUERY = (
    *(
        "pod",
        "node",
        "cycle",
        "point",
        "plugin",
        "step",
        "fact",
        "cell",
        "view",
        "c",
        "p",
        "n",
        "by",
        "group",
        "q",
    ),
    *(
        "attempt",
        "seed",
        "version",
        "level",
        "topic",
        "filter",
        "message",
        "theme",
        "next",
        "of",
        "lang",
        "on",
        "run",
    ),
)
REPAIRS = ("repairs/", "repairs/run/", "repairs/more/", "repairs/drop/")


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the description."""

    method: str
    path: str
    parameters: list[dict[str, Any]]
    body: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class World:
    """What exists while requests come: a client that owns it, the API's operations, ids by a parameter's name."""

    client: Any
    operations: list[Operation]
    schemas: Mapping[str, Any]
    ids: Mapping[str, list[str]]
    source: str


# ---- values from a schema ----


def value_of(schema: Mapping[str, Any], random: Random, world: World, name: str = "", depth: int = 0) -> Any:
    """Return a value for a schema, one in eight times any other."""
    if random.random() < 0.12 or depth > 6:
        return random.choice(JUNK)
    if "$ref" in schema:
        schema = world.schemas[schema["$ref"].rpartition("/")[2]]
    if choices := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        return value_of(random.choice(choices), random, world, name, depth + 1)
    if "enum" in schema:
        return random.choice(schema["enum"])
    maker: Callable[..., Any] = _MAKERS.get(schema.get("type", "null"), _null)
    return maker(schema, random, world, name, depth)


def _null(schema: Mapping[str, Any], random: Random, world: World, name: str, depth: int) -> Any:
    return random.choice((None, "x", {}))


def _object(schema: Mapping[str, Any], random: Random, world: World, name: str, depth: int) -> Any:
    required = schema.get("required", ())
    return {
        key: value_of(inner, random, world, key, depth + 1)
        for key, inner in schema.get("properties", {}).items()
        if (key in required and random.random() < 0.95) or random.random() < 0.5
    }


def _array(schema: Mapping[str, Any], random: Random, world: World, name: str, depth: int) -> Any:
    items = schema.get("items", {})
    return [value_of(items, random, world, name, depth + 1) for _ in range(random.randint(0, 3))]


def _string(schema: Mapping[str, Any], random: Random, world: World, name: str, depth: int) -> Any:
    if name in ("source", "manifest", "cluster", "workload", "text"):
        return random.choice((world.source, mutated(random), mutated(random)))
    if name == "of":
        return random.choice(FACTS)
    named = {"pod": "default/p2", "node": "n1", "plugin": "NodeResourcesFit", "object": "Pod default/p2"}
    ids = world.ids.get(name)
    return random.choice((named.get(name, "x"), random.choice(SNIPPETS), *(ids or ["default/p2"])))


def _integer(schema: Mapping[str, Any], random: Random, world: World, name: str, depth: int) -> Any:
    return random.choice(
        (0, 1, 2, schema.get("minimum", -1), schema.get("maximum", 3), random.randint(0, 50))
    )


_MAKERS: dict[str, Callable[..., Any]] = {
    "object": _object,
    "array": _array,
    "string": _string,
    "integer": _integer,
    "number": lambda schema, random, *_: random.choice((0, 0.5, -1, 1e308)),
    "boolean": lambda schema, random, *_: random.random() < 0.5,
}


# ---- requests ----


def request_of_the_api(random: Random, world: World) -> None:
    """Send a request to an operation, and require an answer of the one form in time."""
    operation = random.choice(world.operations)
    path = operation.path
    for name in _names(path):
        path = path.replace(f"{{{name}}}", quote(_path_value(name, random, world), safe=""))
    query = {
        parameter["name"]: value_of(parameter["schema"], random, world, parameter["name"])
        for parameter in operation.parameters
        if parameter["in"] == "query" and random.random() < 0.9
    }
    address = f"{path}?{urlencode(query, errors='replace')}" if query else path
    body = _body(operation, random, world)
    method = (
        operation.method.upper() if random.random() < 0.97 else random.choice(("PUT", "PATCH", "OPTIONS"))
    )
    answer = _send(world, method, address, body)
    check_answer(answer)


def _names(path: str) -> list[str]:
    return [part.partition("}")[0] for part in path.split("{")[1:]]


def _path_value(name: str, random: Random, world: World) -> str:
    if random.random() < 0.05:
        return str(random.choice(TEXTS))
    return random.choice((*world.ids.get(name, ["1"]), *world.ids.get(name, ["1"]), UNKNOWN_ID))


def _body(operation: Operation, random: Random, world: World) -> bytes | None:
    if operation.body is None:
        return None
    if random.random() < 0.03:
        return random.choice((b"", b"{", b"null", b"[]", b"\xff\xfe", b"[" * 3000, b'{"title": NaN}', b"7"))
    return json.dumps(value_of(operation.body, random, world), allow_nan=True).encode()


def page(random: Random, world: World) -> None:
    """Open an address of the pages with any parameters."""
    paths = [
        *("/", "/glossary/", "/conformance/", "/message/", "/account/", "/account/sign-in/", "/examples/x/"),
        *("/learn/", "/learn/by-hand/", "/learn/three-one-zero/", "/learn/three-one-zero/moments/2/"),
        *(
            "/examples/affinity-zone/",
            "/account/sign-up/",
            "/account/openid/back/",
            "/operator/",
            "/language/",
        ),
        *("/healthz", "/scripts/x-x.js", "/language/zh-hans/x.js", "/glossary/zh-hans/x.js"),
        *(
            f"/w/{id}/{rest}"
            for id in world.ids["scenario_id"]
            for rest in ("", "answer/", "try-on/", *REPAIRS)
        ),
        *(
            f"/x/{id}/{rest}"
            for id in world.ids["snapshot_id"]
            for rest in ("", "answer/", "upgrade/", *REPAIRS)
        ),
        *(
            f"/x/{id}.{kind}"
            for id in world.ids["snapshot_id"]
            for kind in ("yaml", "json", "svg", "png", "html", "md")
        ),
        *(f"/x/{a}..{b}/" for a in world.ids["snapshot_id"] for b in world.ids["snapshot_id"]),
        *(f"/e/{id}/" for id in world.ids["snapshot_id"]),
    ]
    path = random.choice(paths)
    if random.random() < 0.1:
        at = random.randrange(len(path))
        path = path[:at] + quote(str(random.choice(TEXTS)), safe="/") + path[at:]
    if not path.startswith("/"):
        path = f"/{path}"
    query = {
        random.choice(QUERY): random.choice((*TEXTS, *FACTS, "1", "2", "default/p2", "n1", "Filter", "Score"))
        for _ in range(random.randint(0, 4))
    }
    check_answer(_send(world, "GET", f"{path}?{urlencode(query, errors='replace')}", None))


def _send(world: World, method: str, address: str, body: bytes | None) -> Any:
    from django.db import transaction

    sent.text = f"{method} {address}\n\n{(body or b'').decode(errors='replace')}"
    with transaction.atomic():
        with timed():
            answer = world.client.generic(method, address, body or b"", content_type="application/json")
            if answer.streaming:
                for _ in answer.streaming_content:
                    pass
        if method != "GET" and answer.status_code < 300:
            compute_queued()
        transaction.set_rollback(True)  # the next input meets the same world
    sent.answers[str(answer.status_code)] += 1
    return answer


def check_answer(answer: Any) -> None:
    """Raise Fault for an internal error, and for an error of the API in any form but its own."""
    if answer.status_code >= 500:
        raise Fault(f"status {answer.status_code}")
    if answer.status_code >= 400 and answer.request["PATH_INFO"].startswith("/api/"):
        errors = json.loads(answer.content or b'{"errors": []}')["errors"]
        if answer.content and not (errors and all(error["message"] for error in errors)):
            raise Fault(f"an error without a message: {answer.content[:200]!r}")


# ---- the world ----


def made_world() -> World:
    """Return a new world in the database of the process: two drafts have been run, and questions answered."""
    from tests.webui.conftest import Visitor
    from webui.site.api import api

    visitor = Visitor()
    visitor.client.raise_request_exception = False
    source = (Path(__file__).parent / "world.yaml").read_text()
    drafts = [visitor.draft(source), visitor.draft(source.replace("name: p2", "name: p3"))]
    runs = [visitor.run(draft) for draft in drafts]
    snapshots = [run["snapshot"] for run in runs]
    asked = f"/api/runs/{runs[0]['id']}"
    jobs = {
        "inquiry_id": [
            visitor.post(f"{asked}/inquiries", {"pod": "default/large"}),
            visitor.post(f"{asked}/cluster-inquiries", {"kind": "run"}),
            visitor.post(f"{asked}/cluster-inquiries", {"kind": "removal"}),
        ],
        "trial_id": [
            visitor.post(f"{asked}/changes/try", {"pod": "default/large", "change": TOLERATION}),
        ],
        "upgrade_id": [visitor.post(f"/api/snapshots/{snapshots[0]}/upgrades", {"versions": "1.33..1.34"})],
    }
    compute_queued()
    ids = {
        "scenario_id": [draft["id"] for draft in drafts],
        "run_id": [run["id"] for run in runs],
        **{name: [job.json()["id"] for job in started] for name, started in jobs.items()},
        **dict.fromkeys(("snapshot_id", "a", "b"), snapshots),
        "n": ["0", "1", "2", "99", "-1"],
        "number": ["0", "1", "2"],
        "name": ["skew-0", "skew-score-0", "affinity", "heatmap", "totals", "normalize", "use"],
    }
    schema = api.get_openapi_schema()
    return World(visitor.client, list(_operations(schema)), schema["components"]["schemas"], ids, source)


def _operations(schema: Mapping[str, Any]) -> Iterator[Operation]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            body = content.get("application/json", {}).get("schema")
            yield Operation(method, path, operation.get("parameters", []), body)
