"""The address that a request comes from."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

from webui.ground.lib.asgi import Scope

IPV6_PREFIX = 64  # bits: one connection of a household or a machine has all addresses below them


def client_address(request: HttpRequest) -> str:
    """Return the address of the client: of the peer or, behind TRUSTED_PROXIES, the last that no such proxy has."""
    return _behind_proxies(request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For", ""))


def address_of(scope: Scope) -> str:
    """Return the same of a request that has not reached Django."""
    peer = scope.get("client") or ("",)
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return _behind_proxies(peer[0], ",".join(forwarded))


def _behind_proxies(peer: str, forwarded: str) -> str:
    hops = [hop.strip() for hop in forwarded.split(",")] if forwarded and settings.TRUSTED_PROXIES else []
    while hops and _is_trusted(peer):
        peer = hops.pop()
    return peer


def network_of(address: str) -> str:
    """Return what limits count as one client: an IPv4 address, or the network of an IPv6 address."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, IPV6_PREFIX), strict=False))
    return str(parsed or address)


def _is_trusted(address: str) -> bool:
    """Return whether a proxy of TRUSTED_PROXIES has the address. A peer on a unix socket has none, and is ours."""
    parsed = _parsed(address)
    return not address or (
        parsed is not None and any(parsed in ip_network(proxy) for proxy in settings.TRUSTED_PROXIES)
    )


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address.strip("[]"))
    except ValueError:
        return None
    return (parsed.ipv4_mapped or parsed) if isinstance(parsed, IPv6Address) else parsed
