"""The resource requests of a pod.

Mirrors staging/src/k8s.io/component-helpers/resource/helpers.go and
pkg/scheduler/framework/types.go (calculateResource) @ v1.34.1. Amounts are integers: thousandths of a core for
cpu, whole units (bytes, counts) for everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from scheduler_core.kubernetes.golang import wrap
from scheduler_core.sentences import worded

from .quantity import milli_value, value
from .reading import ManifestField

Amounts = Mapping[str, int]

CPU, MEMORY, EPHEMERAL, PODS = "cpu", "memory", "ephemeral-storage", "pods"

_NONE: Amounts = {}

# util.DefaultMilliCPURequest and DefaultMemoryRequest: the amounts of a container without requests in scores.
NON_MISSING: Amounts = {CPU: 100, MEMORY: 200 * 1024 * 1024}


@dataclass(frozen=True, slots=True)
class Container:
    """The scheduler's view of a container; `sidecar` is an init container with restartPolicy Always."""

    name: str
    image: str
    requests: Amounts
    sidecar: bool = False
    in_use: Amounts | None = None
    allocated: Amounts | None = None


def amounts(quantities: Mapping[str, str]) -> dict[str, int]:
    return {name: (milli_value if name == CPU else value)(text) for name, text in quantities.items()}


def read_amounts(at: ManifestField, key: str) -> dict[str, int]:
    return amounts(at.quantities(key))


def read_requests(at: ManifestField) -> dict[str, int]:
    """Return a container's requests; a missing request defaults to the limit (SetDefaults_Pod)."""
    resources = at.child("resources")
    requests, limits = read_amounts(resources, "requests"), read_amounts(resources, "limits")
    for name, limit in limits.items():
        if requests.get(name, 0) > limit:
            resources.problem(f"requests.{name}", worded("must be less than or equal to the limit"))
    return {**limits, **requests}


def is_scalar(name: str) -> bool:
    """Return whether NodeInfo lists the resource among its scalar resources."""
    return name not in (CPU, MEMORY, EPHEMERAL, PODS)


def is_extended(name: str) -> bool:
    """Return whether this is an extended resource (v1helper.IsExtendedResourceName)."""
    return "/" in name and "kubernetes.io/" not in name and not name.startswith("requests.")


def supported_at_pod_level(name: str) -> bool:
    return name in (CPU, MEMORY) or name.startswith("hugepages-")


def _largest(parts: Iterable[Amounts]) -> dict[str, int]:
    result: dict[str, int] = {}
    for part in parts:
        for name, amount in part.items():
            result[name] = max(result.get(name, amount), amount)
    return result


def _add(total: dict[str, int], part: Amounts) -> None:
    for name, amount in part.items():
        total[name] = wrap(total.get(name, 0) + amount)


def _container_requests(container: Container, non_missing: Amounts, *, infeasible: bool) -> Amounts:
    """Return a container's requests (determineContainerReqs), with defaults for missing resources."""
    requests: Amounts = container.requests
    if container.in_use is not None or container.allocated is not None:
        running = (container.in_use or {}, container.allocated or {})
        requests = _largest(running if infeasible else (requests, *running))
    missing = {name: amount for name, amount in non_missing.items() if name not in requests}
    return {**requests, **missing} if missing else requests


@dataclass(frozen=True, slots=True)
class PodResources:
    """The parts of a spec and status that determine what the pod requests."""

    containers: tuple[Container, ...] = ()
    init_containers: tuple[Container, ...] = ()
    overhead: Amounts = field(default_factory=dict)
    pod_level: Amounts = field(default_factory=dict)
    resize_infeasible: bool = False

    def requests(self, non_missing: Amounts = _NONE, *, pod_level: bool = True) -> dict[str, int]:
        """Return the sum of containers and sidecars, at least each initialization step, plus overhead (PodRequests)."""
        total = self.of_containers(non_missing)
        if pod_level:
            total.update(self.pod_level)
        _add(total, self.overhead)
        return total

    def requests_after_init(self) -> dict[str, int]:
        """Return what is requested once init containers have ended, which the scheduler never looks at."""
        total = {**self._side_by_side(), **self.pod_level}
        _add(total, self.overhead)
        return total

    def as_specified(self) -> PodResources:
        """Return the resources without what the pod's status says of a resize."""

        def as_specified(containers: tuple[Container, ...]) -> tuple[Container, ...]:
            return tuple(replace(c, in_use=None, allocated=None) for c in containers)

        return replace(
            self,
            containers=as_specified(self.containers),
            init_containers=as_specified(self.init_containers),
        )

    def of_containers(self, non_missing: Amounts = _NONE) -> dict[str, int]:
        return _largest((self._side_by_side(non_missing), *self._init_steps(non_missing)))

    def _side_by_side(self, non_missing: Amounts = _NONE) -> dict[str, int]:
        """Return the sum of containers and sidecars, which run together."""
        total: dict[str, int] = {}
        sidecars = (c for c in self.init_containers if c.sidecar)
        for container in (*self.containers, *sidecars):
            _add(total, self._needs(container, non_missing))
        return total

    def _needs(self, container: Container, non_missing: Amounts) -> Amounts:
        return _container_requests(container, non_missing, infeasible=self.resize_infeasible)

    def _init_steps(self, non_missing: Amounts = _NONE) -> list[Amounts]:
        """Return per init container the requests while it runs: its own and those of earlier sidecars."""
        running: dict[str, int] = {}
        steps: list[Amounts] = []
        for container in self.init_containers:
            step = dict(running)
            _add(step, self._needs(container, non_missing))
            steps.append(step)
            if container.sidecar:
                running = step
        return steps

    def non_zero_requests(self) -> dict[str, int]:
        """Return the amounts that the pod adds to NodeInfo.NonZeroRequested (cpu and memory)."""
        requests = self.requests()
        if self.pod_level:
            missing = {name: amount for name, amount in NON_MISSING.items() if not requests.get(name)}
        else:
            missing = dict(NON_MISSING)
        return self.requests(missing) if missing else requests

    def non_zero_without_sidecars(self) -> dict[str, int]:
        """Return these amounts as v1.30 counts them: sidecars only in the steps of initialization, not after it."""
        total: dict[str, int] = {}
        for container in self.containers:
            _add(total, self._needs(container, NON_MISSING))
        total = _largest((total, *({**NON_MISSING, **step} for step in self._init_steps())))
        _add(total, self.overhead)
        return total
