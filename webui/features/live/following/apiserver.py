"""An API server, with the official client's logins: lists page by page, and watches line by line. Only GET is sent."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from typing import Any

import orjson

from scheduler_core.contract import Manifest
from webui.core.scenarios.live_cluster import NOT_FOUND, PAGE, ApiError, ClientMissing, Resource

LEVEL = 1  # fast: they are kept until they have been read once


class Pages:
    """The answers of an API server to a list; yields their objects, each with its kind, as often as they are asked.

    They are many and large: kept as they came, and decoded as they are looked at.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._pages: list[bytes] = []

    def add(self, body: bytes) -> None:
        """Take a page, as JSON."""
        self._pages.append(zlib.compress(body, LEVEL))

    def __iter__(self) -> Iterator[Manifest]:
        for page in self._pages:
            items = orjson.loads(zlib.decompress(page))
            version = items.get("apiVersion", "v1")
            for item in items.get("items") or ():
                yield {"apiVersion": version, "kind": self._kind, **item}


UNAUTHORIZED, GONE, BUSY, FAULT = 401, 410, 429, 500
CONNECT_SECONDS, LIST_SECONDS = 10, 60
QUIET_SECONDS = 90  # without a line of a watch, which may have a bookmark a minute, it is asked for again


class Unreachable(ApiError):
    """The API server gave no answer, or none for now: it may give one later."""

    def __init__(self, reason: str, status: int = 0) -> None:
        super().__init__(status, reason)


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list has, and the version up to which it is complete."""

    resource: Resource
    objects: Iterable[Manifest]
    version: str


class ApiServer:
    """A connection to a cluster. Raises ApiError for what is refused and for what cannot be reached.

    `loader` has read the login from a kubeconfig, and reads it again, or asks the plugin of the kubeconfig for another
    one, when the API server no longer accepts it.
    """

    def __init__(self, api: Any, loader: Any = None) -> None:
        self._api, self._loader = api, loader
        self._renewing = asyncio.Lock()

    @classmethod
    async def connect(cls, context: str | None, kubeconfig: str | None) -> ApiServer:
        """Connect as kubectl does, or from within the cluster. Raise ClientMissing or ApiError."""
        try:
            from kubernetes.aio import client, config
        except ImportError as error:
            raise ClientMissing from error
        configuration = client.Configuration()
        try:
            loader = await config.load_kube_config(  # type: ignore[no-untyped-call]
                kubeconfig, context, client_configuration=configuration, persist_config=False
            )
            return cls(client.ApiClient(configuration), loader)
        except (config.ConfigException, OSError) as error:
            if context is not None or kubeconfig is not None:
                raise ApiError(0, str(error)) from error
        try:
            config.load_incluster_config(configuration)  # type: ignore[no-untyped-call]
        except config.ConfigException as error:
            raise ApiError(0, "there is neither a kubeconfig nor a service account: name one") from error
        return cls(client.ApiClient(configuration))

    async def close(self) -> None:
        """End the connection."""
        await self._api.close()

    async def get(self, path: str, query: Mapping[str, str] | None = None, *, timeout: int = 60) -> Manifest:
        """Get a path, within so many seconds."""
        data, _ = await self._answer(path, query or {}, timeout)
        manifest: Manifest = orjson.loads(data)
        return manifest

    async def version(self) -> tuple[str, float | None]:
        """Return the server's version, and its time in seconds since 1970 if it tells it."""
        data, headers = await self._answer("/version", {}, CONNECT_SECONDS)
        date = headers.get("Date")
        time = parsedate_to_datetime(date).timestamp() if date else None
        return str(orjson.loads(data).get("gitVersion", "")), time

    async def _answer(
        self, path: str, query: Mapping[str, str], timeout: int
    ) -> tuple[bytes, Mapping[str, str]]:
        response = await self._request(path, query, timeout)
        data = await _read(response)
        if response.status != 200:
            raise _refusal(response, data)
        return data, response.headers

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
            body, _ = await self._answer(resource.path(None), query, LIST_SECONDS)
            pages.add(body)
            meta = orjson.loads(body).get("metadata", {})
            if not meta.get("continue"):
                return Listing(resource, pages, str(meta.get("resourceVersion", "")))
            query = {**query, "continue": meta["continue"]}

    async def version_of(self, resource: Resource) -> str:
        """Return the version that a list has now."""
        page = await self.get(resource.path(None), {"limit": "1"})
        return str(page.get("metadata", {}).get("resourceVersion", ""))

    @asynccontextmanager
    async def watch(
        self, resource: Resource, version: str, seconds: int
    ) -> AsyncIterator[AsyncIterator[Manifest]]:
        """Watch a resource from a version on: its events, bookmarks too, until the server ends the watch."""
        query = {
            "watch": "true",
            "resourceVersion": version,
            "allowWatchBookmarks": "true",
            "timeoutSeconds": str(seconds),
        }
        response = await self._request(resource.path(None), query, timeout=None)
        try:
            if response.status != 200:
                raise _refusal(response, await _read(response))
            yield (orjson.loads(line) async for line in _lines(response))
        finally:
            response.close()

    async def _request(self, path: str, query: Mapping[str, str], timeout: int | None) -> Any:
        """Return the response to a request; with another login if the one that was used has expired."""
        token = self._token
        response = await self._sent(path, query, timeout)
        if response.status == UNAUTHORIZED and await self._renew(token):
            response.close()
            response = await self._sent(path, query, timeout)
        return response

    @property
    def _token(self) -> str | None:
        token: str | None = self._api.configuration.api_key.get("BearerToken")
        return token

    async def _renew(self, refused: str | None) -> bool:
        """Log in anew, unless another request has; return whether the login is another than the refused one."""
        if self._loader is None:  # a service account's token is read again as it grows old
            return False
        async with self._renewing:
            if self._token == refused:
                await self._loader.load_and_set(self._api.configuration)
        return self._token != refused

    async def _sent(self, path: str, query: Mapping[str, str], timeout: int | None) -> Any:
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


async def _read(response: Any) -> bytes:
    """Return the whole body of a response; raise Unreachable if the connection ends before it does."""
    import aiohttp

    try:
        data: bytes = await response.read()
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Unreachable(f"the answer broke off: {_words(error)}") from error
    return data


async def _lines(response: Any) -> AsyncIterator[bytes]:
    """Yield the lines of a response as they come, until nothing is said for long.

    Raise Unreachable if the connection ends before the server does.
    """
    import aiohttp

    rest = b""
    try:
        async for part in response.content.iter_any():
            *lines, rest = (rest + part).split(b"\n")
            for line in lines:
                if line:
                    yield line
    except TimeoutError:  # before the others, as it is one of them
        return
    except (aiohttp.ClientError, OSError) as error:
        raise Unreachable(f"the watch broke off: {_words(error)}") from error


def _refusal(response: Any, data: bytes) -> ApiError:
    """Return what a response refuses: for good or, as one of a server that begins or has too much to do, for now."""
    reason = _message(data) or str(response.reason)
    if response.status == BUSY or response.status >= FAULT:
        return Unreachable(reason, response.status)
    return ApiError(response.status, reason)


def _words(error: Exception) -> str:
    """Return what an error says, or else is."""
    return str(getattr(error, "reason", "")) or str(error) or type(error).__name__


def _message(data: bytes) -> str:
    """Return the words of a Status."""
    try:
        return str(orjson.loads(data).get("message", ""))
    except (orjson.JSONDecodeError, AttributeError):
        return ""
