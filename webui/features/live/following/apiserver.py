"""An API server, with the official client's logins: lists page by page, and watches line by line. Only GET is sent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from scheduler_core.contract import Manifest
from webui.core.scenarios.live_cluster import NOT_FOUND, PAGE, ApiError, ClientMissing, Resource
from webui.features.live.following.answers import Odd, Unreachable, decoded, plain, version_of
from webui.features.live.following.pages import MOST_BYTES, Pages, Room

if TYPE_CHECKING:
    from webui.features.live.following.login import Login

UNAUTHORIZED, GONE, BUSY, FAULT = 401, 410, 429, 500
CONNECT_SECONDS, PAGE_SECONDS = 10, 60
LIST_SECONDS = 600.0  # for all pages
QUIET_SECONDS = 90  # without a line of a watch, which may have a bookmark a minute, it is asked for again
LONGEST_RELEASE = 64
RENEW_SECONDS = 60.0  # between two attempts to log in anew that fail
MOST_BYTES_OF_A_PAGE = 32 * 2**20
MOST_BYTES_OF_AN_ANSWER = 4 * 2**20  # that is no list
FEWEST = 5  # objects of a page, if more are too many bytes
MOST_BYTES_OF_A_LINE = 16 * 2**20  # as client-go's decoder of a watch
MOST_BYTES_OF_A_REFUSAL = 2**16
PAGES_AT_ONCE = 4  # each is in memory


class TooLong(Odd):
    """An answer has more bytes than one may have."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list has, and the version up to which it is complete."""

    resource: Resource
    objects: Iterable[Manifest]
    version: str


class ApiServer:
    """A connection to a cluster. Raises ApiError for what is refused and for what cannot be reached.

    `login` is that of a kubeconfig: it is read again, or its plugin is asked again, when the API server no longer
    accepts it.
    """

    def __init__(self, api: Any, login: Login | None = None) -> None:
        self._api, self._login = api, login
        self._renewing = asyncio.Lock()
        self._failed: tuple[str | None, float, ApiError] | None = None
        self._pages = asyncio.Semaphore(PAGES_AT_ONCE)
        self._room = Room(MOST_BYTES)

    @classmethod
    async def connect(cls, context: str | None, kubeconfig: str | None) -> ApiServer:
        """Connect as kubectl does, or from within the cluster. Raise ClientMissing or ApiError."""
        try:
            from kubernetes.aio import client, config

            from webui.features.live.following.login import Login
        except ImportError as error:
            raise ClientMissing from error
        configuration = client.Configuration()
        configuration.trace_configs = [_without_redirects()]
        try:
            login = Login(kubeconfig, context)
        except (config.ConfigException, OSError) as error:
            if context is not None or kubeconfig is not None:
                raise ApiError(0, str(error)) from error
        else:
            await login.log_in(configuration)
            return cls(client.ApiClient(configuration), login)
        try:
            config.load_incluster_config(configuration)  # type: ignore[no-untyped-call]
        except config.ConfigException as error:
            raise ApiError(0, "there is neither a kubeconfig nor a service account: name one") from error
        return cls(client.ApiClient(configuration))

    async def close(self) -> None:
        """End the connection."""
        await self._api.close()

    async def get(self, path: str, *, timeout: int = PAGE_SECONDS) -> Manifest:
        """Get a path, within so many seconds."""
        data, _ = await self._answer(path, {}, timeout)
        return decoded(data, path)

    async def version(self) -> tuple[str, float | None]:
        """Return the server's version, and its time in seconds since 1970 if it tells it."""
        data, headers = await self._answer("/version", {}, CONNECT_SECONDS)
        release = plain(decoded(data, "/version").get("gitVersion", ""))[:LONGEST_RELEASE]
        try:
            return release, parsedate_to_datetime(headers["Date"]).timestamp()
        except (KeyError, ValueError, OverflowError):
            return release, None

    async def _answer(
        self, path: str, query: Mapping[str, str], timeout: int, most: int = MOST_BYTES_OF_AN_ANSWER
    ) -> tuple[bytes, Mapping[str, str]]:
        response = await self._request(path, query, timeout)
        try:
            if response.status != 200:
                raise await _refusal(response)
            return await _read(response, most), response.headers
        finally:
            response.close()

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
        pages = Pages(resource.kind, self._room)
        try:
            async with asyncio.timeout(LIST_SECONDS):
                await self._add_pages(pages, resource.path(None))
        except TimeoutError:
            pages.drop()
            raise Unreachable(f"the list is not complete after {LIST_SECONDS:.0f} s") from None
        except BaseException:
            pages.drop()
            raise
        return Listing(resource, pages, pages.version)

    async def _add_pages(self, pages: Pages, path: str) -> None:
        """Ask for all pages of a list, for smaller ones where one is too large."""
        limit = PAGE
        while True:
            query = {"limit": str(limit)} | ({"continue": pages.following} if pages.following else {})
            try:
                async with self._pages:
                    body, _ = await self._answer(path, query, PAGE_SECONDS, MOST_BYTES_OF_A_PAGE)
                    pages.add(body)
            except TooLong:
                if limit == FEWEST:
                    raise
                limit = max(limit // 10, FEWEST)
                continue
            if not pages.following:
                return

    async def version_of(self, resource: Resource) -> str:
        """Return the version that a list has now."""
        async with self._pages:
            body, _ = await self._answer(
                resource.path(None), {"limit": "1"}, PAGE_SECONDS, MOST_BYTES_OF_A_PAGE
            )
            return version_of(decoded(body, "the list"))

    @asynccontextmanager
    async def watch(
        self, resource: Resource, version: str, seconds: int
    ) -> AsyncIterator[AsyncIterator[tuple[Manifest, int]]]:
        """Watch a resource from a version on: its events, bookmarks too, each with its bytes, until the watch ends.

        It ends when the server ends it, or does not although it was to last for so many seconds.
        """
        query = {
            "watch": "true",
            "resourceVersion": version,
            "allowWatchBookmarks": "true",
            "timeoutSeconds": str(seconds),
        }
        response = await self._request(resource.path(None), query, seconds + QUIET_SECONDS)
        try:
            if response.status != 200:
                raise await _refusal(response)
            yield ((decoded(line, "the watch"), len(line)) async for line in _lines(response))
        finally:
            response.close()

    async def _request(self, path: str, query: Mapping[str, str], timeout: int) -> Any:
        """Return the response to a request; with another login if the one that was used has expired."""
        token = self._token
        response = await self._sent(path, query, timeout)
        if response.status != UNAUTHORIZED:
            return response
        try:
            is_renewed = await self._renew(token)
        except BaseException:
            response.close()
            raise
        if not is_renewed:
            return response
        response.close()
        return await self._sent(path, query, timeout)

    @property
    def _token(self) -> str | None:
        token: str | None = self._api.configuration.api_key.get("BearerToken")
        return token

    async def _renew(self, refused: str | None) -> bool:
        """Log in anew, unless another request has; return whether the login is another than the refused one.

        Raise ApiError if there is none; for all requests that ask meanwhile, without another attempt.
        """
        if self._login is None:  # a service account's token is read again as it grows old
            return False
        async with self._renewing:
            if self._failed and self._failed[0] == refused and time.monotonic() < self._failed[1]:
                raise self._failed[2]
            if self._token == refused:
                try:
                    await self._login.log_in(self._api.configuration)
                except ApiError as error:
                    self._failed = refused, time.monotonic() + RENEW_SECONDS, error
                    raise
        return self._token != refused

    async def _sent(self, path: str, query: Mapping[str, str], timeout: int) -> Any:
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


async def _read(response: Any, most: int) -> bytes:
    """Return the whole body of a response; raise Unreachable if the connection ends before it does, or TooLong."""
    import aiohttp

    parts: list[bytes] = []
    try:
        async for data in response.content.iter_any():
            parts.append(data)
            most -= len(data)
            if most < 0:
                raise TooLong("the answer is too long")
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Unreachable(f"the answer broke off: {_words(error)}") from error
    return b"".join(parts)


async def _lines(response: Any) -> AsyncIterator[bytes]:
    """Yield the lines of a response as they come, until nothing is said for long.

    Raise Unreachable if the connection ends before the server does, TooLong at a line that is too long.
    """
    import aiohttp

    line = bytearray()
    try:
        async for data in response.content.iter_any():
            first, *others = data.split(b"\n")
            line += first
            for part in others:
                if line:
                    yield bytes(line)
                line = bytearray(part)
            if len(line) > MOST_BYTES_OF_A_LINE:
                raise TooLong("a line of the watch is too long")
    except TimeoutError:  # before the others, as it is one of them
        return
    except (aiohttp.ClientError, OSError) as error:
        raise Unreachable(f"the watch broke off: {_words(error)}") from error


async def _refusal(response: Any) -> ApiError:
    """Return what a response refuses: for good or, as one of a server that begins or has too much to do, for now."""
    try:
        reason = decoded(await _read(response, MOST_BYTES_OF_A_REFUSAL), "").get("message")
    except Odd:
        reason = None
    said = plain(reason or response.reason)
    if response.status == BUSY or response.status >= FAULT:
        return Unreachable(said, response.status)
    return ApiError(response.status, said)


def _words(error: Exception) -> str:
    """Return what an error says, or else is."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    return str(getattr(error, "reason", "")) or str(error) or type(error).__name__


def _without_redirects() -> Any:
    """Return what lets aiohttp follow no redirect: the login is for one server."""
    import aiohttp

    async def refuse(_: object, __: object, redirect: Any) -> None:
        response = redirect.response
        response.close()
        raise Odd(
            f"it redirects to {response.headers.get('Location')}, which is not followed", response.status
        )

    tracing = aiohttp.TraceConfig()
    tracing.on_request_redirect.append(refuse)
    return tracing
