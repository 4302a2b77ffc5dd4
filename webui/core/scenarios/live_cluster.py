"""Read a live cluster with the official client: list the kinds that scheduling reads, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import orjson

from scheduler_core import RESOURCES_READ
from scheduler_core.contract import Manifest

PAGE = 500
NOT_FOUND = 404

Get: TypeAlias = Callable[[str, dict[str, str]], Manifest]
"""Get a path of the API server with a query; raise ApiError."""


class ClientMissing(Exception):
    """The official client is not installed."""

    def __str__(self) -> str:
        return "needs the official client: pip install 'schedscope[cluster]', or: pip install kubernetes"


class ApiError(Exception):
    """The API server refused a request or could not be reached; `status` is 0 without a response."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(f"{status} {reason}" if status else reason)
        self.status = status


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource type to list. Without the required ones there is nothing to schedule.

    `older` are versions of the API to try, in order, where the server does not have `api`. What is added is brought by
    an operator: most servers do not have it.
    """

    kind: str
    api: str
    plural: str
    namespaced: bool = False
    required: bool = False
    older: tuple[str, ...] = ()
    added: bool = False

    def path(self, namespace: str | None) -> str:
        """Return the path of the list, of one namespace or of all."""
        namespace_part = f"namespaces/{namespace}/" if namespace and self.namespaced else ""
        return f"/{self.api}/{namespace_part}{self.plural}"


_REQUIRED = ("Node", "Pod")


def _resources() -> Iterator[Resource]:
    """Yield what is read of a cluster, its nodes first."""
    for read in sorted(RESOURCES_READ, key=lambda read: read.kind != "Node"):
        newest, *older = (f"apis/{read.group}/{v}" if read.group else f"api/{v}" for v in read.versions)
        required = read.kind in _REQUIRED
        yield Resource(
            read.kind, newest, read.plural, read.is_namespaced, required, tuple(older), read.is_added
        )


RESOURCES = tuple(_resources())


def connect(context: str | None) -> Get:
    """Connect as kubectl does, or from within the cluster. Raise ClientMissing or ApiError."""
    try:
        from kubernetes import client, config
        from kubernetes.client.exceptions import ApiException
        from urllib3.exceptions import HTTPError
    except ImportError as error:
        raise ClientMissing from error
    try:
        api = config.new_client_from_config(context=context)  # type: ignore[no-untyped-call]
    except config.ConfigException as error:
        if context is not None:
            raise ApiError(0, str(error)) from error
        try:
            config.load_incluster_config()  # type: ignore[no-untyped-call]
        except config.ConfigException:
            raise ApiError(0, str(error)) from error
        api = client.ApiClient()

    def get(path: str, query: dict[str, str]) -> Manifest:
        request = api.param_serialize(
            "GET",
            path,
            query_params=list(query.items()),
            header_params={"Accept": "application/json"},
            auth_settings=["BearerToken"],
        )
        try:
            response = api.call_api(*request)
            data = response.read()
        except (ApiException, HTTPError) as error:
            raise ApiError(0, f"the API server cannot be reached: {error}") from error
        if response.status != 200:
            raise ApiError(response.status, str(response.reason))
        manifest: Manifest = orjson.loads(data)
        return manifest

    return get


def read_cluster(
    get: Get, namespaces: list[str], on_skipped: Callable[[Resource, ApiError], None]
) -> Iterator[Manifest]:
    """Yield the objects, each with its kind.

    A resource that cannot be listed is reported to `on_skipped`, unless it is one that no operator has brought; raise
    ApiError if it is required.
    """
    for resource in RESOURCES:
        try:
            yield from _list_newest(get, resource, namespaces)
        except ApiError as error:
            if resource.required:
                raise ApiError(error.status, f"{resource.plural} cannot be listed: {error}") from error
            if not (resource.added and error.status == NOT_FOUND):
                on_skipped(resource, error)


def _list_newest(get: Get, resource: Resource, namespaces: list[str]) -> Iterator[Manifest]:
    """List by the newest version of the API that the server has; raise the first refusal if it has none."""
    try:
        yield from _list(get, resource, namespaces)
    except ApiError as error:
        if error.status != NOT_FOUND:
            raise
        for api in resource.older:
            try:
                yield from _list(get, replace(resource, api=api), namespaces)
            except ApiError as other:
                if other.status != NOT_FOUND:
                    raise
            else:
                return
        raise


def _list(get: Get, resource: Resource, namespaces: list[str]) -> Iterator[Manifest]:
    for namespace in (namespaces if resource.namespaced else None) or [None]:  # type: ignore[list-item]
        query = {"limit": str(PAGE)}
        while True:
            page = get(resource.path(namespace), query)
            version = page.get("apiVersion", resource.api.removeprefix("apis/").removeprefix("api/"))
            for item in page.get("items") or ():
                yield {"apiVersion": version, "kind": resource.kind, **item}
            continue_token = page.get("metadata", {}).get("continue")
            if not continue_token:
                break
            query = {**query, "continue": continue_token}
