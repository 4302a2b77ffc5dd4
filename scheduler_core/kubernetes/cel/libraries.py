"""Kubernetes' functions for lists, sets, addresses and URLs, as overloads to declare and to call.

Mirrors lists.go, regex.go, ip.go, cidr.go and urls.go of staging/src/k8s.io/apiserver/pkg/cel/library @ v1.34.1, and
the sets of cel-go. Left out: formats, images, string() of addresses, comprehensions of two variables.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit

from .overload import DYN, TEXTS, Overload
from .patterns import all_matches
from .values import CelError, Cidr, Ip, Url, equal, is_number, no_overload

_TEXT, _INT, _BOOL, _LIST, _MAP = "string", "int", "bool", "list", "map"
_IP, _CIDR, _URL = "net.IP", "net.CIDR", "kubernetes.URL"

# ---- lists and sets ----


def _check_order(elements: list[Any], function: str) -> None:
    """Raise CelError unless all elements can be compared with the first."""
    for element in elements:
        both_numbers = is_number(element) and is_number(elements[0])
        ordered = isinstance(element, bool | int | float | str | bytes)
        if not ordered or (type(element) is not type(elements[0]) and not both_numbers):
            raise no_overload(function, elements)


def _is_sorted(elements: list[Any]) -> bool:
    _check_order(elements, "isSorted")
    return all(one <= other for one, other in pairwise(elements))


def _sum(elements: list[Any]) -> Any:
    if not all(map(is_number, elements)):
        raise no_overload("sum", elements)
    return sum(elements)


def _extreme(name: str, choose: Callable[[list[Any]], Any]) -> Overload:
    def extreme(elements: list[Any]) -> Any:
        if not elements:
            raise CelError(f"{name} called on empty list")
        _check_order(elements, name)
        return choose(elements)

    return Overload(name, (_LIST,), DYN, extreme)


def _index_of(elements: Iterable[Any], wanted: Any) -> int:
    return next((i for i, element in enumerate(elements) if equal(element, wanted)), -1)


def _last_index_of(elements: list[Any], wanted: Any) -> int:
    after = _index_of(reversed(elements), wanted)
    return len(elements) - 1 - after if after >= 0 else -1


def _holds(elements: list[Any], wanted: Any) -> bool:
    return _index_of(elements, wanted) >= 0


def _has_all(one: list[Any], other: list[Any]) -> bool:
    return all(_holds(one, element) for element in other)


# ---- addresses ----


def _ip(text: str) -> Ip:
    if "%" in text:
        raise CelError(f'IP address "{text}" with zone value is not allowed')
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        detail = f'ParseAddr("{text}"): unable to parse IP'
        raise CelError(f'IP Address "{text}" parse error during conversion from string: {detail}') from None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        raise CelError(f'IPv4-mapped IPv6 address "{text}" is not allowed')
    return Ip(address)


def _cidr(text: str) -> Cidr:
    address, slash, length = text.partition("/")
    try:
        if not slash or not length.isdigit() or (len(length) > 1 and length[0] == "0"):
            raise ValueError
        return Cidr(_ip(address).address, ipaddress.ip_network(text, strict=False))
    except (ValueError, CelError):
        detail = f'netip.ParsePrefix("{text}"): ' + ("bad prefix" if slash else "no '/'")
        raise CelError(f"network address parse error during conversion from string: {detail}") from None


def _parses(parse: Callable[[str], Any]) -> Callable[[str], bool]:
    def parses(text: str) -> bool:
        try:
            parse(text)
        except CelError:
            return False
        return True

    return parses


def _is_canonical(text: str) -> bool:
    return str(_ip(text).address) == text


def _is_global_unicast(ip: Ip) -> bool:
    address = ip.address
    excluded = address.is_unspecified or address.is_loopback or address.is_multicast or address.is_link_local
    return not excluded and str(address) != "255.255.255.255"


def _is_link_local_multicast(ip: Ip) -> bool:
    network = "224.0.0.0/24" if ip.address.version == 4 else "ff02::/16"
    return ip.address in ipaddress.ip_network(network)


def _contains_ip(cidr: Cidr, ip: Ip) -> bool:
    return ip.address.version == cidr.network.version and ip.address in cidr.network


def _contains_cidr(cidr: Cidr, other: Cidr) -> bool:
    longer = other.network.prefixlen >= cidr.network.prefixlen
    return longer and _contains_ip(cidr, Ip(other.network.network_address))


def _masked(cidr: Cidr) -> Cidr:
    return Cidr(cidr.network.network_address, cidr.network)


# ---- URLs ----


def _url(text: str) -> Url:
    """Return an absolute URL, or an absolute path, as url.ParseRequestURI does."""
    try:
        split: SplitResult = urlsplit(text)
        valid = bool(split.scheme or text.startswith("/")) and not re.search(r"[\x00-\x20\x7f]", text)
        _ = split.port
    except ValueError:
        valid = False
    if not valid:
        detail = f'parse "{text}": invalid URI for request'
        raise CelError(f"URL parse error during conversion from string: {detail}")
    return Url(text)


def _host(url: Url) -> str:
    return urlsplit(url.text).netloc.rpartition("@")[2]


def _hostname(url: Url) -> str:
    return re.sub(r":\d*$", "", _host(url)).strip("[]")


def _port(url: Url) -> str:
    match = re.search(r":(\d*)$", _host(url))
    return match[1] if match else ""


FUNCTIONS = (
    Overload("isSorted", (_LIST,), _BOOL, _is_sorted),
    Overload("sum", (_LIST,), DYN, _sum),
    _extreme("min", min),
    _extreme("max", max),
    Overload("indexOf", (_LIST, DYN), _INT, _index_of),
    Overload("lastIndexOf", (_LIST, DYN), _INT, _last_index_of),
    Overload("sets.contains", (_LIST, _LIST), _BOOL, _has_all, member=False),
    Overload(
        "sets.equivalent",
        (_LIST, _LIST),
        _BOOL,
        lambda a, b: _has_all(a, b) and _has_all(b, a),
        member=False,
    ),
    Overload(
        "sets.intersects",
        (_LIST, _LIST),
        _BOOL,
        lambda a, b: any(_holds(a, element) for element in b),
        member=False,
    ),
    Overload("findAll", (_TEXT, _TEXT), TEXTS, lambda text, pattern: all_matches(pattern, text)),
    Overload(
        "findAll", (_TEXT, _TEXT, _INT), TEXTS, lambda text, pattern, limit: all_matches(pattern, text, limit)
    ),
    Overload("ip", (_TEXT,), _IP, _ip, member=False),
    Overload("isIP", (_TEXT,), _BOOL, _parses(_ip), member=False),
    Overload("ip.isCanonical", (_TEXT,), _BOOL, _is_canonical, member=False),
    Overload("family", (_IP,), _INT, lambda ip: ip.address.version),
    Overload("isUnspecified", (_IP,), _BOOL, lambda ip: ip.address.is_unspecified),
    Overload("isLoopback", (_IP,), _BOOL, lambda ip: ip.address.is_loopback),
    Overload("isLinkLocalMulticast", (_IP,), _BOOL, _is_link_local_multicast),
    Overload("isLinkLocalUnicast", (_IP,), _BOOL, lambda ip: ip.address.is_link_local),
    Overload("isGlobalUnicast", (_IP,), _BOOL, _is_global_unicast),
    Overload("cidr", (_TEXT,), _CIDR, _cidr, member=False),
    Overload("isCIDR", (_TEXT,), _BOOL, _parses(_cidr), member=False),
    Overload("containsIP", (_CIDR, _IP), _BOOL, _contains_ip),
    Overload("containsIP", (_CIDR, _TEXT), _BOOL, lambda cidr, text: _contains_ip(cidr, _ip(text))),
    Overload("containsCIDR", (_CIDR, _CIDR), _BOOL, _contains_cidr),
    Overload("containsCIDR", (_CIDR, _TEXT), _BOOL, lambda cidr, text: _contains_cidr(cidr, _cidr(text))),
    Overload("ip", (_CIDR,), _IP, lambda cidr: Ip(cidr.address)),
    Overload("masked", (_CIDR,), _CIDR, _masked),
    Overload("prefixLength", (_CIDR,), _INT, lambda cidr: cidr.network.prefixlen),
    Overload("url", (_TEXT,), _URL, _url, member=False),
    Overload("isURL", (_TEXT,), _BOOL, _parses(_url), member=False),
    Overload("getScheme", (_URL,), _TEXT, lambda url: urlsplit(url.text).scheme),
    Overload("getHost", (_URL,), _TEXT, _host),
    Overload("getHostname", (_URL,), _TEXT, _hostname),
    Overload("getPort", (_URL,), _TEXT, _port),
    Overload("getEscapedPath", (_URL,), _TEXT, lambda url: urlsplit(url.text).path),
    Overload(
        "getQuery", (_URL,), _MAP, lambda url: parse_qs(urlsplit(url.text).query, keep_blank_values=True)
    ),
)
