"""`extenders` of KubeSchedulerConfiguration.

Mirrors staging/src/k8s.io/kube-scheduler/config/v1/types.go (Extender) and validateExtenders of
pkg/scheduler/apis/config/validation/validation.go @ v1.34.1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.kubernetes.objects.resources import is_extended
from scheduler_core.sentences import worded

DEFAULT_TIMEOUT = 5.0
_UNITS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_UNSUPPORTED_TLS = {
    "serverName": worded("name the server in urlPrefix"),
    "certData": worded("use certFile"),
    "keyData": worded("use keyFile"),
}
_PART = re.compile(r"([0-9]{1,18}(?:\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h)")


@dataclass(frozen=True, slots=True)
class TLS:
    """How the server is verified, and the client certificate."""

    insecure: bool = False
    ca_file: str = ""
    ca_data: str = ""
    cert_file: str = ""
    key_file: str = ""


@dataclass(frozen=True, slots=True)
class Extender:
    """One extender. A verb "" is not called; an empty `managed` means that the extender handles every pod."""

    url: str
    filter_verb: str = ""
    preempt_verb: str = ""
    prioritize_verb: str = ""
    bind_verb: str = ""
    weight: int = 0
    timeout: float = DEFAULT_TIMEOUT
    node_cache_capable: bool = False
    managed: frozenset[str] = frozenset()
    ignored_by_scheduler: frozenset[str] = frozenset()
    ignorable: bool = False
    tls: TLS = TLS()


def read_extenders(at: ManifestField) -> tuple[Extender, ...]:
    """Return the extenders in the order in which they are called: ignorable ones come last."""
    listed = [_extender(e) for e in at.children("extenders")]
    if sum(bool(e.bind_verb) for e in listed) > 1:
        at.problem("extenders", worded("must have only one bindVerb: remove it from the others"))
    managed = [r.text("name") for e in at.children("extenders") for r in e.children("managedResources")]
    if len(set(managed)) < len(managed):
        at.problem("extenders", worded("must not manage a resource twice: name it in one managedResources"))
    return tuple(sorted(listed, key=lambda e: e.ignorable))


def _extender(at: ManifestField) -> Extender:
    url = at.name("urlPrefix")
    if url and not _is_http(url):
        at.problem("urlPrefix", worded("must be an address such as http://127.0.0.1:8888/scheduler"))
    weight = at.integer("weight", 0)
    if at.text("prioritizeVerb") and weight <= 0:
        at.problem(
            "weight", worded("must be greater than 0 with a prioritizeVerb, got {value}", value=weight)
        )
    managed, ignored = _managed(at)
    return Extender(
        url=url,
        filter_verb=at.text("filterVerb"),
        preempt_verb=at.text("preemptVerb"),
        prioritize_verb=at.text("prioritizeVerb"),
        bind_verb=at.text("bindVerb"),
        weight=weight,
        timeout=_seconds(at, "httpTimeout") or DEFAULT_TIMEOUT,
        node_cache_capable=at.flag("nodeCacheCapable"),
        managed=managed,
        ignored_by_scheduler=ignored,
        ignorable=at.flag("ignorable"),
        tls=_tls(at.child("tlsConfig"), https=at.flag("enableHTTPS")),
    )


def _is_http(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _managed(at: ManifestField) -> tuple[frozenset[str], frozenset[str]]:
    """Return the managed resources, and those of them that NodeResourcesFit leaves to the extender."""
    managed, ignored = [], []
    for resource in at.children("managedResources"):
        name = resource.name("name")
        if name and not is_extended(name):
            resource.problem(
                "name",
                worded("must be an extended resource such as example.com/gpu, got {value}", value=name),
            )
        managed.append(name)
        if resource.flag("ignoredByScheduler"):
            ignored.append(name)
    return frozenset(managed), frozenset(ignored)


def _seconds(at: ManifestField, key: str) -> float:
    """Return a Go duration ("100ms", "1m30s", "0") in seconds; 0 if it is absent."""
    text = at.text(key)
    parts = _PART.findall(text)
    if "".join(number + unit for number, unit in parts) != text and text != "0":
        at.problem(key, worded("must be a duration such as 500ms or 5s, got {value}", value=text))
        return 0.0
    return sum(float(number) * _UNITS[unit] for number, unit in parts)


def _tls(at: ManifestField, *, https: bool) -> TLS:
    """Return the TLS settings; enableHTTPS without a CA verifies no certificate (makeTransport)."""
    for key, fix in _UNSUPPORTED_TLS.items():
        if at.has(key):
            at.problem(key, worded("is not supported here: {fix}", fix=fix))
    ca_file, ca_data = at.text("caFile"), at.text("caData")
    insecure = at.flag("insecure") or (https and not ca_file and not ca_data)
    return TLS(insecure, ca_file, ca_data, at.text("certFile"), at.text("keyFile"))
