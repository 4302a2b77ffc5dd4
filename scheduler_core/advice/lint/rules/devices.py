"""Device classes and claims: selectors that do not compile, fail or match nothing; names that are not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Fix, Path, Rule
from scheduler_core.advice.lint.similar import similar
from scheduler_core.kubernetes.cel import compile_selector
from scheduler_core.kubernetes.objects.devices import Device
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import Operation, object_name
from scheduler_core.scheduler.plugins.dynamicresources.constraints import Selecting

_SPEC_OF: dict[str, Path] = {"ResourceClaim": ("spec",), "ResourceClaimTemplate": ("spec", "spec")}


@dataclass(frozen=True, slots=True)
class _Request:
    """A request of a claim or template, or an alternative of one, as written at `path`."""

    object: str
    path: Path
    written: Manifest

    @property
    def device_class(self) -> str:
        return str(self.written.get("deviceClassName") or "")

    def selectors(self) -> Iterator[tuple[Path, str]]:
        return _selectors(self.written, self.path)


def _selectors(owner: Manifest, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the expressions of a class or request with their paths."""
    for i, selector in enumerate(owner.get("selectors") or ()):
        expression = (selector.get("cel") or {}).get("expression")
        if isinstance(expression, str):
            yield (*path, "selectors", i, "cel", "expression"), expression


def _readable(linted: LintInput) -> Iterator[Manifest]:
    refused = {error.object for error in linted.errors}
    return (manifest for manifest in linted.manifests if object_name(manifest) not in refused)


def _classes(linted: LintInput) -> Iterator[Manifest]:
    return (manifest for manifest in _readable(linted) if kind_of(manifest) == "DeviceClass")


def _requests(linted: LintInput) -> Iterator[_Request]:
    """Yield the requests of claims without devices and of templates; alternatives one by one."""
    for manifest in _readable(linted):
        prefix = _SPEC_OF.get(kind_of(manifest))
        if prefix is None or (manifest.get("status") or {}).get("allocation"):
            continue
        spec: Any = manifest
        for step in prefix:
            spec = spec.get(step) or {}
        for i, request in enumerate((spec.get("devices") or {}).get("requests") or ()):
            path: Path = (*prefix, "devices", "requests", i)
            for k, alternative in enumerate(request.get("firstAvailable") or ()):
                yield _Request(object_name(manifest), (*path, "firstAvailable", k), alternative)
            if "exactly" in request:
                yield _Request(object_name(manifest), (*path, "exactly"), request["exactly"])
            elif "deviceClassName" in request:
                yield _Request(object_name(manifest), path, request)


def _all_selectors(linted: LintInput) -> Iterator[tuple[str, Path, str]]:
    for manifest in _classes(linted):
        for path, expression in _selectors(manifest["spec"], ("spec",)):
            yield object_name(manifest), path, expression
    for request in _requests(linted):
        for path, expression in request.selectors():
            yield request.object, path, expression


def selectors_unread(linted: LintInput) -> str:
    """Return why no selector of the input is looked at, "" if they are."""
    for _, _, expression in _all_selectors(linted):
        compiled = compile_selector(expression)
        return "" if compiled.read else compiled.error
    return ""


def _invalid_selector(linted: LintInput) -> Iterator[Finding]:
    for name, path, expression in _all_selectors(linted):
        compiled = compile_selector(expression)
        if compiled.error and compiled.read:
            at, text = compiled.problem
            yield Finding(name, path, {"error": text}, within=at)


def _failing_selector(linted: LintInput) -> Iterator[Finding]:
    """Yield selectors that fail on a device of the input; those of a request on devices of its class only."""
    matching = _Matching(linted)
    for manifest in _classes(linted):
        selectors = list(_selectors(manifest["spec"], ("spec",)))
        yield from matching.failures(object_name(manifest), (), selectors)
    for request in _requests(linted):
        yield from matching.failures(
            request.object, matching.class_expressions(request.device_class), list(request.selectors())
        )


def _matches_no_device(linted: LintInput) -> Iterator[Finding]:
    """Yield requests whose class and selectors choose no device of the input, if none of them fails."""
    matching = _Matching(linted)
    if not matching.devices:
        return
    for request in _requests(linted):
        of_class, selectors = matching.class_expressions(request.device_class), list(request.selectors())
        expressions = (*of_class, *(expression for _, expression in selectors))
        if request.device_class not in matching.classes or matching.count_selected(expressions):
            continue
        count = matching.count_selected(of_class)
        path = selectors[-1][0] if selectors and count else (*request.path, "deviceClassName")
        yield Finding(request.object, path, {"class": request.device_class, "count": count})


class _Matching:
    """The devices of the input, and which of them expressions select. Answers are kept, as many claims are alike."""

    def __init__(self, linted: LintInput) -> None:
        objects = linted.scenario.objects.devices
        self.classes = objects.classes
        self.devices: list[tuple[str, str, Device]] = [
            (pool.driver, f"{pool.driver}/{pool.pool}/{device.name}", device)
            for pool in objects.slices
            for device in pool.devices
        ]
        self._selecting = Selecting()
        self._selected_counts: dict[tuple[str, ...], int] = {}
        self._failures: dict[tuple[str, ...], tuple[str, str] | None] = {}

    def class_expressions(self, name: str) -> tuple[str, ...]:
        device_class = self.classes.get(name)
        return device_class.selectors if device_class else ()

    def count_selected(self, expressions: tuple[str, ...]) -> int:
        """Return how many devices are selected by all, or not known to be."""
        count = self._selected_counts.get(expressions)
        if count is None:
            count = sum(self._selected(driver, device, expressions) for driver, _, device in self.devices)
            self._selected_counts[expressions] = count
        return count

    def _selected(self, driver: str, device: Device, expressions: tuple[str, ...]) -> bool:
        for expression in expressions:
            verdict = self._selecting.verdict(driver, device, expression)
            if verdict.error or not verdict.selected:
                return bool(verdict.error)
        return True

    def failures(
        self, name: str, before: tuple[str, ...], selectors: Sequence[tuple[Path, str]]
    ) -> Iterator[Finding]:
        """Yield each selector that fails on a device which the expressions before it select."""
        for path, expression in selectors:
            if not compile_selector(expression).error and (failure := self._failure((*before, expression))):
                device, error = failure
                yield Finding(name, path, {"device": device, "error": error})
            before = (*before, expression)

    def _failure(self, expressions: tuple[str, ...]) -> tuple[str, str] | None:
        """Return a device on which the last expression fails, with the error, if those before it select it."""
        if expressions not in self._failures:
            self._failures[expressions] = self._find_failure(expressions[:-1], expressions[-1])
        return self._failures[expressions]

    def _find_failure(self, before: tuple[str, ...], last: str) -> tuple[str, str] | None:
        for driver, name, device in self.devices:
            verdicts = (self._selecting.verdict(driver, device, selector) for selector in before)
            if any(verdict.error or not verdict.selected for verdict in verdicts):
                continue
            verdict = self._selecting.verdict(driver, device, last)
            if verdict.error:
                return name, verdict.error
        return None


def _missing_class(linted: LintInput) -> Iterator[Finding]:
    """Yield requests for a class that is not there, if the input has devices or classes at all."""
    devices = linted.scenario.objects.devices
    if not devices.classes and not devices.slices:
        return
    for request in _requests(linted):
        if request.device_class and request.device_class not in devices.classes:
            path = (*request.path, "deviceClassName")
            fix = _renamed(request.object, path, request.device_class, devices.classes)
            yield Finding(request.object, path, {"class": request.device_class}, fix=fix)


def _missing_claim(linted: LintInput) -> Iterator[Finding]:
    """Yield pods that name a claim or template that is not there, if the input has devices at all."""
    devices = linted.scenario.objects.devices
    if not (devices.classes or devices.slices or devices.claims or devices.templates):
        return
    for workload in linted.workloads:
        named = {name for pod in workload.pods for name in pod.claim_names}
        for i, entry in enumerate(workload.template.resource_claims):
            if entry.template_name:
                field, kind, name = "resourceClaimTemplateName", "ResourceClaimTemplate", entry.template_name
                names = {name for namespace, name in devices.templates if namespace == workload.namespace}
            else:
                field, kind, name = "resourceClaimName", "ResourceClaim", entry.claim_name
                keys = (key.partition("/") for key in devices.claims)
                names = {name for namespace, _, name in keys if namespace == workload.namespace}
            if not name or name in names or entry.name in named:
                continue
            path = workload.path("resourceClaims", i, field)
            fix = _renamed(workload.object, path, name, names)
            operands = {"kind": kind, "name": name}
            yield Finding(workload.object, path, operands, pods=len(workload.pods), fix=fix)


def _renamed(name: str, path: Path, word: str, candidates: Any) -> Fix | None:
    meant = similar(word, candidates)
    return Fix((Operation("set", name, path, meant),), {"value": meant}) if meant else None


RULES = (
    Rule(
        "device-selector-invalid",
        "error",
        "This selector does not compile",
        "Each attempt to schedule with it ends with an error: {error}.",
        "The scheduler compiles a selector when a pod needs a device, and every attempt ends with the error.",
        _invalid_selector,
    ),
    Rule(
        "device-selector-fails",
        "warning",
        "This selector fails on a device",
        "On {device}: {error}. An attempt that reaches such a device fails, whatever other nodes offer.",
        "Reading an attribute that a device lacks is an error, not false. It ends the attempt for all "
        "nodes, and may appear only once earlier devices are in use.",
        _failing_selector,
    ),
    Rule(
        "request-matches-no-device",
        "error",
        "No device matches this request",
        "The request selects no device in the input; the class {class} alone selects {count}.",
        "The pods stay pending with cannot allocate all claims, which does not say that no such device "
        "exists.",
        _matches_no_device,
    ),
    Rule(
        "device-class-missing",
        "error",
        "This device class does not exist",
        "The input has no DeviceClass {class}: pods with this claim are rejected on all nodes.",
        "A class is looked up when a pod is scheduled, not when the claim is created.",
        _missing_class,
        "Change to {value}",
    ),
    Rule(
        "claim-missing",
        "error",
        "This claim or template does not exist",
        "The input has no {kind} {name} in the pods' namespace: the scheduler does not try the pods.",
        "Pods whose claims are missing are not queued, and the scheduler writes no event.",
        _missing_claim,
        "Change to {value}",
    ),
)
