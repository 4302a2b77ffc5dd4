"""An API server, with the official client's logins: lists page by page, and watches line by line. Only GET is sent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson

from scheduler_core.contract import Manifest
from webui.core.scenarios.live_cluster import NOT_FOUND, PAGE, ApiError, ClientMissing, Resource
from webui.features.live.following.pages import Pages

GONE = 410
CONNECT_SECONDS = 10
QUIET_SECONDS = 90  # without a line of a watch, which has a bookmark a minute, it is taken for dead


class Unreachable(ApiError):
    """The API server gave no answer: it may give one later."""

    def __init__(self, reason: str) -> None:
        super().__init__(0, reason)


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list has, and the version up to which it is complete."""

    resource: Resource
    objects: Iterable[Manifest]
    version: str


class ApiServer:
    """A connection to a cluster. Raises ApiError for what is refused and for what cannot be reached."""

    def __init__(self, api: Any) -> None:
        self._api = api

    @classmethod
    async def connect(cls, context: str | None, kubeconfig: str | None) -> ApiServer:
        """Connect as kubectl does, or from within the cluster. Raise ClientMissing or ApiError."""
        try:
            from kubernetes.aio import client, config
        except ImportError as error:
            raise ClientMissing from error
        try:
            client_of = config.new_client_from_config
            return cls(await client_of(kubeconfig, context=context, persist_config=False))  # type: ignore[no-untyped-call]
        except (config.ConfigException, OSError) as error:
            if context is not None or kubeconfig is not None:
                raise ApiError(0, str(error)) from error
        try:
            config.load_incluster_config()  # type: ignore[no-untyped-call]
        except config.ConfigException as error:
            raise ApiError(0, "there is neither a kubeconfig nor a service account: name one") from error
        return cls(client.ApiClient())

    async def close(self) -> None:
        """End the connection."""
        await self._api.close()

    async def get(self, path: str, query: Mapping[str, str] | None = None, *, timeout: int = 60) -> Manifest:
        """Get a path, within so many seconds."""
        manifest: Manifest = orjson.loads(await self._body(path, query or {}, timeout=timeout))
        return manifest

    async def _body(self, path: str, query: Mapping[str, str], *, timeout: int = 60) -> bytes:
        response = await self._request(path, query, timeout=timeout)
        data: bytes = await response.read()
        if response.status != 200:
            raise ApiError(response.status, _message(data) or str(response.reason))
        return data

    async def list(self, resource: Resource) -> Listing:
        """List all objects of a resource by the newest version of the API that the server has."""
        try:
            return await self._list(resource)
        except ApiError as error:
            for api in resource.older if error.status == NOT_FOUND else ():
                try:
                    return await self._list(replace(resource, api=api))
                except ApiError as other:
                    if other.status != NOT_FOUND:
                        raise
            raise

    async def _list(self, resource: Resource) -> Listing:
        pages = Pages(resource.kind)
        query = {"limit": str(PAGE)}
        while True:
            body = await self._body(resource.path(None), query)
            pages.add(body)
            meta = orjson.loads(body).get("metadata", {})
            if not meta.get("continue"):
                return Listing(resource, pages, str(meta.get("resourceVersion", "")))
            query = {**query, "continue": meta["continue"]}

    async def version_of(self, resource: Resource) -> str:
        """Return the version that a list has now."""
        page = await self.get(resource.path(None), {"limit": "1"})
        return str(page.get("metadata", {}).get("resourceVersion", ""))

    async def watch(self, resource: Resource, version: str, seconds: int) -> AsyncIterator[Manifest]:
        """Yield the events after a version, bookmarks too, until the server ends the watch."""
        query = {
            "watch": "true",
            "resourceVersion": version,
            "allowWatchBookmarks": "true",
            "timeoutSeconds": str(seconds),
        }
        response = await self._request(resource.path(None), query, timeout=None)
        try:
            if response.status != 200:
                raise ApiError(response.status, _message(await response.read()) or str(response.reason))
            async for line in _lines(response):
                yield orjson.loads(line)
        finally:
            response.close()

    async def _request(self, path: str, query: Mapping[str, str], timeout: int | None) -> Any:
        import aiohttp

        request = await self._api.param_serialize(
            "GET",
            path,
            query_params=list(query.items()),
            header_params={"Accept": "application/json"},
            auth_settings=["BearerToken"],
        )
        limits = aiohttp.ClientTimeout(total=timeout, sock_connect=CONNECT_SECONDS, sock_read=QUIET_SECONDS)
        try:
            answer = await self._api.call_api(*request, _request_timeout=limits, _preload_content=False)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Unreachable(_words(error)) from error
        return getattr(answer, "response", answer)


async def _lines(response: Any) -> AsyncIterator[bytes]:
    """Yield the lines of a response as they come; raise ApiError if the connection ends before the server does."""
    import aiohttp

    rest = b""
    try:
        async for part in response.content.iter_any():
            *lines, rest = (rest + part).split(b"\n")
            for line in lines:
                if line:
                    yield line
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Unreachable(f"the watch broke off: {_words(error)}") from error


def _words(error: Exception) -> str:
    """Return what an error says, or else is."""
    return str(getattr(error, "reason", "")) or str(error) or type(error).__name__


def _message(data: bytes) -> str:
    """Return the words of a Status."""
    try:
        return str(orjson.loads(data).get("message", ""))
    except (orjson.JSONDecodeError, AttributeError):
        return ""
