"""A scenario: the objects of a cluster and a scheduler configuration, read from text or from stored content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypeVar

from scheduler_core import allowance
from scheduler_core.controlplane.admission import (
    DEFAULT_POLICY,
    NO_ADMISSION,
    AdmissionPolicy,
    Report,
    admit,
    tainted_nodes,
)
from scheduler_core.controlplane.admission.contract import AdmissionPolicyContent
from scheduler_core.controlplane.admission.policy import KEY as ADMISSION
from scheduler_core.controlplane.admission.policy import is_policy, read_policy
from scheduler_core.controlplane.workloads import expand, generate_claims, with_names
from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.collector import paused_collector
from scheduler_core.kubernetes.objects.json_text import Reduce
from scheduler_core.kubernetes.objects.kinds import has_queues
from scheduler_core.kubernetes.objects.limits import NO_LIMITS, Limits
from scheduler_core.kubernetes.objects.loading import (
    CONFIG_KIND,
    LeftOut,
    SourceManifest,
    parse_source,
    read_objects,
)
from scheduler_core.kubernetes.objects.names import check_names
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.podgroups import serving_release
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput, Problems
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.kubernetes.versions import (
    BASE,
    DEFAULT_VERSION,
    Version,
    find_version,
    name_of,
    release_age,
)
from scheduler_core.scheduler.cluster.columns import require_cells
from scheduler_core.scheduler.cluster.kubelets import KubeletRelease, kubelet_release
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cluster.view import ClusterView, cluster_view
from scheduler_core.scheduler.config import Config, is_config, release_for_config
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.plugins.defaults import config_of
from scheduler_core.scheduler.plugins.registry import make_profile
from scheduler_core.scheduler.policy import POLICY
from scheduler_core.sentences import worded
from scheduler_core.simulation.expectations.expectation import Expectation
from scheduler_core.simulation.expectations.reading import KEY as EXPECT
from scheduler_core.simulation.expectations.reading import is_expectations, read_expectations
from scheduler_core.simulation.lessons.lesson import ScenarioLesson
from scheduler_core.simulation.lessons.reading import KEY as LESSON
from scheduler_core.simulation.lessons.reading import is_lesson, read_lesson
from scheduler_core.simulation.steps.reading import KEY as STEPS
from scheduler_core.simulation.steps.reading import is_steps, read_document
from scheduler_core.simulation.steps.step import Step

from .gates import KEY as GATES
from .gates import is_gates, read_gates
from .machines import KEY as MACHINES
from .machines import Machines, is_machines, read_machines

if TYPE_CHECKING:
    from scheduler_core.queueing.admitting import Queued


_MOST_LEFT_OUT = 1_000  # errors: all is read once more for each 50


class ScenarioSummary(TypedDict):
    """The size of a scenario: its nodes, its unfinished pods, and how many of these are pending."""

    nodes: int
    pods: int
    pending: int
    kubelets: NotRequired[KubeletRelease]
    """What the nodes' kubelets say of the version; absent if that is nothing."""
    queued: NotRequired[bool]
    """Whether Kueue decides first; absent if it does not."""
    lesson: NotRequired[bool]
    """Whether it tells a lesson of its run; absent if it does not."""


class ScenarioContent(TypedDict):
    """Everything that affects the result of a run, as in the input."""

    objects: list[Manifest]
    config: Manifest | None
    expect: NotRequired[list[Manifest]]
    """The expectations of the run; absent if there are none."""
    admission: NotRequired[AdmissionPolicyContent]
    """What the API server and the controllers do before; absent if the objects are as the scheduler sees them."""
    steps: NotRequired[list[Manifest]]
    """What is done to the cluster after the run; absent if there is nothing."""
    gates: NotRequired[list[str]]
    """The feature gates that the scheduler has on besides those that are by default; absent if there are none."""
    lesson: NotRequired[Manifest]
    """Captions that lead through the run, a prediction and a task; absent if there are none."""
    machines: NotRequired[Manifest]
    """The instance types and node groups that autoscalers can make nodes of; absent if none are given."""


@dataclass(slots=True)
class Scenario:
    """The input of a run. `manifests` are the objects as in the input, without configuration and expectations.

    `config` is the configuration as read for `version`. `objects` are what `admission` makes of the manifests, and
    `admitted` says what that was. `queued` is what Kueue did before, None where the manifests have no queues of it.
    """

    objects: Objects
    config: Config
    manifests: list[Manifest]
    config_manifest: Manifest | None = None
    name: str = ""
    version: Version = BASE
    expectations: tuple[Expectation, ...] = ()
    admission: AdmissionPolicy = NO_ADMISSION
    admitted: Report = field(default_factory=Report)
    steps: tuple[Step, ...] = ()
    gates: tuple[str, ...] = ()
    queued: Queued | None = None
    lesson: ScenarioLesson | None = None
    machines: Machines = Machines()  # noqa: RUF009 (frozen)

    def under(self, version: Version) -> Scenario:
        """Return the scenario for another version, with the same objects; raise InvalidInput for its configuration."""
        if version == self.version:
            return self
        problems = Problems(CONFIG_KIND)
        config = _read_config(self.config_manifest, problems, version.with_gates(self.gates))
        if problems.entries:
            raise InvalidInput(problems.errors())
        return replace(self, config=config, version=version)

    def configured(self, manifest: Manifest | None) -> Scenario:
        """Return the scenario with another configuration of the scheduler; raise InvalidInput."""
        problems = Problems(CONFIG_KIND)
        config = _read_config(manifest, problems, self.version.with_gates(self.gates))
        if problems.entries:
            raise InvalidInput(problems.errors())
        return replace(self, config=config, config_manifest=manifest)

    def under_release(self, text: str | None) -> Scenario:
        """Return the scenario for a version by name, None for its own; raise ValueError and InvalidInput."""
        return self if text is None else self.under(find_version(text))

    def content(self) -> ScenarioContent:
        """Return everything that affects the result as JSON: manifests, configuration, expectations."""
        content: ScenarioContent = {"objects": self.manifests, "config": self.config_manifest}
        if self.expectations:  # absent if empty, so that the digests of contents stay the same
            content["expect"] = [expectation.manifest for expectation in self.expectations]
        if self.admission != NO_ADMISSION:
            content["admission"] = self.admission.content()
        if self.steps:
            content["steps"] = [step.written for step in self.steps]
        if self.gates:
            content["gates"] = list(self.gates)
        if self.lesson:
            content["lesson"] = self.lesson.written
        if self.machines:
            content["machines"] = self.machines.written
        return content

    @classmethod
    @paused_collector()
    def from_content(
        cls,
        content: Mapping[str, object],
        *,
        name: str = "",
        version: Version = BASE,
        workloads: bool = True,
    ) -> Scenario:
        """Return the scenario of `content()`; raise InvalidInput. Without `workloads` these create no pods.

        Without `admission` the objects are taken as the scheduler sees them, as recorded scenarios are.
        """
        objects, config = content.get("objects") or [], content.get("config")
        if not isinstance(objects, list):
            raise InvalidInput.of("objects", worded("must be a list of Kubernetes objects"))
        if not isinstance(config, dict | None):
            raise InvalidInput.of("config", worded("must be a {kind} or null", kind=CONFIG_KIND))
        allowance.grant("stored", len(objects))
        stated = (EXPECT, ADMISSION, STEPS, GATES, LESSON, MACHINES)
        others = [{key: content[key]} for key in stated if content.get(key)]
        policy = NO_ADMISSION if content.get(ADMISSION) is None else DEFAULT_POLICY
        limit = NO_LIMITS.objects if workloads else None
        scenario, problems = _read([*objects, *others], config, name, version, limit, policy)
        if problems.entries:
            raise InvalidInput(problems.errors())
        return scenario

    @property
    def release(self) -> str:
        """The name of `version`, as in the list of versions: "1.36", with its switches."""
        return name_of(self.version)

    @property
    def kubelets(self) -> KubeletRelease | None:
        """The release of the nodes' kubelets, None if they tell none that can be followed."""
        return kubelet_release(node.kubelet_version for node in self.objects.nodes)

    def summary(self) -> ScenarioSummary:
        pods = [p for p in self.objects.pods if not p.finished]
        summary: ScenarioSummary = {
            "nodes": len(self.objects.nodes),
            "pods": len(pods),
            "pending": sum(not p.node_name for p in pods),
        }
        if kubelets := self.kubelets:
            summary["kubelets"] = kubelets
        if self.queued is not None:
            summary["queued"] = True
        if self.lesson is not None:
            summary["lesson"] = True
        return summary

    def cluster(self) -> ClusterView:
        """Return the cluster before the first cycle, for the map."""
        return cluster_view(self.objects)


def load(
    source: str,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    *,
    name: str = "",
    version: Version | None = None,
    admission: AdmissionPolicy = DEFAULT_POLICY,
    reduce: Reduce | None = None,
) -> Scenario:
    """Return the scenario in a text of YAML or JSON; raise InvalidInput (TooLarge if it exceeds the limits).

    Without a `version` it is that of the nodes' kubelets or, if they tell none, the newest recorded one that reads
    the configuration, or the first that serves the API version of its PodGroups. With `reduce` the items of a List
    in JSON are reduced as they are decoded.
    """
    return load_all([source], limits, name=name, version=version, admission=admission, reduce=reduce)


@paused_collector()
def load_all(
    sources: Sequence[str],
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    *,
    name: str = "",
    version: Version | None = None,
    admission: AdmissionPolicy = DEFAULT_POLICY,
    reduce: Reduce | None = None,
    left_out: LeftOut | None = None,
) -> Scenario:
    """Return the scenario in several texts together; raise as `load`.

    The texts pass admission by this policy, which a document `admission:` among them may change. `left_out` gets what
    cannot be read, which is an error without it and where nothing else is left.
    """
    left = LeftOut() if left_out is None else left_out
    texts = [left.parsed(number, source, limits, reduce) for number, source in enumerate(sources)]
    if left.errors and (left_out is None or not any(texts)):
        raise InvalidInput(left.errors)
    manifests = [manifest for text in texts for manifest in text]
    try:
        scenario, entries = read_readable(
            manifests,
            limits,
            name=name,
            version=version,
            admission=admission,
            leaves_out="nothing" if left_out is None else "objects",
        )
    except Unreadable as error:
        left.add(error.entries, sources, texts)
        raise InvalidInput(left.errors) from None
    left.add(entries, sources, texts)
    if entries and not scenario.manifests:
        raise InvalidInput(left.errors)
    if not scenario.manifests:
        raise InvalidInput.of("", worded("must contain Kubernetes objects: add at least a Node and a Pod"))
    return scenario


@paused_collector()
def read_manifests(
    manifests: list[Any],
    limits: Limits = NO_LIMITS,
    *,
    name: str = "",
    version: Version | None = None,
    admission: AdmissionPolicy = DEFAULT_POLICY,
) -> tuple[Scenario, Problems]:
    """Return the scenario of manifests as `load` reads them, with what is wrong with them.

    Raise InvalidInput for more than one configuration.
    """
    configs = [m for m in manifests if is_config(m)] or _configs_in_maps(manifests, limits)
    if len(configs) > 1:
        raise InvalidInput.of(
            "",
            worded(
                "must have only one {kind}, got {count}: remove the others",
                kind=CONFIG_KIND,
                count=len(configs),
            ),
        )
    config = configs[0] if configs else None
    scenario, problems = _read(manifests, config, name, version, limits.objects, admission)
    check_names(manifests, problems)
    return scenario, problems


class Unreadable(InvalidInput):
    """What cannot be read is no object that can be left out; `entries` are the errors with their indices."""

    def __init__(self, entries: list[tuple[int, InputError]]) -> None:
        super().__init__([error for _, error in entries])
        self.entries = entries


def read_readable(
    manifests: list[Any],
    limits: Limits = NO_LIMITS,
    *,
    name: str = "",
    version: Version | None = None,
    admission: AdmissionPolicy = DEFAULT_POLICY,
    leaves_out: Literal["nothing", "objects", "all"] = "objects",
) -> tuple[Scenario, list[tuple[int, InputError]]]:
    """Return the scenario of the objects that can be read, and what is wrong with the others, by index.

    Raise Unreadable for what is not left out, such as the configuration or statements of ours.
    """
    entries: list[tuple[int, InputError]] = []
    indices = list(range(len(manifests)))
    while True:
        scenario, problems = read_manifests(
            [manifests[i] for i in indices], limits, name=name, version=version, admission=admission
        )
        if not problems.entries:
            return scenario, entries
        entries += [(indices[index], error) for index, error in problems.entries]
        wrong = {
            indices[index]
            for index, error in problems.entries
            if leaves_out == "all"
            or (error.object != CONFIG_KIND and not is_statement(manifests[indices[index]]))
        }
        if leaves_out == "nothing" or not wrong or len(entries) > _MOST_LEFT_OUT:
            raise Unreadable(entries)
        indices = [index for index in indices if index not in wrong]


def _suggested_release(objects: Objects, config: Manifest | None, manifests: Iterable[object]) -> str:
    """Return the release of the kubelets; without it, one that reads the configuration and serves the PodGroups."""
    if kubelets := kubelet_release(node.kubelet_version for node in objects.nodes):
        return kubelets["release"]
    if release := release_for_config(config):
        return release
    return max(DEFAULT_VERSION, serving_release(manifests) or DEFAULT_VERSION, key=release_age)


def _configs_in_maps(manifests: list[Any], limits: Limits) -> list[Manifest]:
    """Return the configurations of the scheduler that ConfigMaps hold as text; other text is not read."""
    texts = [
        text
        for manifest in manifests
        if isinstance(manifest, dict) and manifest.get("kind") == "ConfigMap"
        if isinstance(data := manifest.get("data"), dict)
        for text in data.values()
        if isinstance(text, str) and any(kind in text for kind in (CONFIG_KIND, POLICY))
    ]
    return [m for text in texts for m in _manifests_in(text, limits) if is_config(m)]


def _manifests_in(text: str, limits: Limits) -> list[Any]:
    try:
        return parse_source(text, limits)
    except InvalidInput:
        return []


Entry = TypeVar("Entry")


def _read(
    manifests: list[Any],
    config: Manifest | None,
    name: str,
    version: Version | None,
    limit: int | None,
    policy: AdmissionPolicy,
) -> tuple[Scenario, Problems]:
    """Read a scenario. Workloads create pods up to `limit` objects; None creates no pods."""
    problems = Problems()
    manifests = with_names(manifests)
    expectations = _entries(manifests, is_expectations, read_expectations, problems)
    steps = _entries(manifests, is_steps, read_document, problems)
    gates = _entries(manifests, is_gates, read_gates, problems)
    lesson = _read_lesson(manifests, problems)
    machines = Machines()
    for index, manifest in enumerate(manifests):
        if is_machines(manifest):
            machines = read_machines(manifest, index, problems, machines)
    for index, manifest in enumerate(manifests):
        if is_policy(manifest):
            policy = read_policy(manifest, index, problems, policy)
    objects, report, queued = _objects(manifests, problems, limit, policy)
    _require_tables(objects)
    if version is None:
        version = find_version(_suggested_release(objects, config, manifests))
    problems.object = CONFIG_KIND
    problems.index = next((i for i, m in enumerate(manifests) if m is config), 0)
    parsed_config = _read_config(config, problems, version.with_gates(gates))
    object_manifests = [m for m in manifests if m is not config and not is_statement(m)]
    scenario = Scenario(
        objects,
        parsed_config,
        object_manifests,
        config,
        name,
        version,
        expectations,
        policy,
        report,
        steps,
        gates,
        queued,
        lesson,
        machines,
    )
    return scenario, problems


def _require_tables(objects: Objects) -> None:
    """Raise TooLarge for more labels or resources than a table with a column for each node may have."""
    labels = {key for node in objects.nodes for key in node.labels}
    resources = {name for node in objects.nodes for name in node.allocatable}
    for template in {pod.template for pod in objects.pods}:
        resources.update(template.requests)
    require_cells(max(len(labels), len(resources)), len(objects.nodes))


def _entries(
    manifests: list[Any],
    is_meant: Callable[[Any], bool],
    read: Callable[[Manifest, int, Problems], Iterable[Entry]],
    problems: Problems,
) -> tuple[Entry, ...]:
    """Return the entries of all documents of a kind."""
    documents = (
        (index, manifest) for index, manifest in enumerate(allowance.each(manifests)) if is_meant(manifest)
    )
    return tuple(entry for index, manifest in documents for entry in read(manifest, index, problems))


def _read_lesson(manifests: list[Any], problems: Problems) -> ScenarioLesson | None:
    documents = [(index, manifest) for index, manifest in enumerate(manifests) if is_lesson(manifest)]
    for index, _ in documents[1:]:
        problems.index, problems.object = index, ""
        problems.add(
            LESSON,
            worded(
                "must stand only once, got {count} documents: put all moments into one", count=len(documents)
            ),
        )
    return read_lesson(documents[0][1], documents[0][0], problems) if documents else None


def _objects(
    manifests: list[Any], problems: Problems, limit: int | None, policy: AdmissionPolicy
) -> tuple[Objects, Report, Queued | None]:
    """Return the objects as the scheduler sees them, and what admission and Kueue did to them before."""
    report = Report()
    expanded, sources, queued = _stored(manifests, problems, limit, policy, report)
    objects = read_objects(sources, problems)
    generate_claims(objects)
    objects.expanded = expanded
    return objects, report, queued


def stored_objects(scenario: Scenario) -> list[Manifest]:
    """Return the manifests as an API server has them, with the pods of workloads; workloads are as written."""
    _, sources, _ = _stored(scenario.manifests, Problems(), NO_LIMITS.objects, scenario.admission, Report())
    return [source.manifest for source in sources]


def _stored(
    manifests: list[Any], problems: Problems, limit: int | None, policy: AdmissionPolicy, report: Report
) -> tuple[dict[str, list[str]], list[SourceManifest], Queued | None]:
    """Return the pods made from workloads, what is stored after admission, and what Kueue did before."""
    queued: Queued | None = None
    current = tainted_nodes(manifests, policy, report)
    if limit is None:
        expanded, sources = {}, [SourceManifest(m, i) for i, m in enumerate(current)]
    else:
        if policy != NO_ADMISSION and has_queues(current):
            from scheduler_core.queueing.admitting import admit_workloads  # here: few inputs have queues

            queued = admit_workloads(current, problems, limit)
        expansion = expand(queued.manifests if queued else current, problems, limit)
        expanded, sources = expansion.pods, expansion.sources
        if queued:
            from scheduler_core.queueing.admitting import queueing_fill_ins

            sources = queued.released(sources)
            for fill_in, name in queueing_fill_ins(current, queued, sources):
                report.fill(fill_in, name)
    sources = [source for source in allowance.each(sources) if not is_statement(source.manifest)]
    if policy != NO_ADMISSION:
        sources = [_with_written(source, manifests) for source in sources]
        sources = admit(sources, policy, problems, report)
    return expanded, sources, queued


def _with_written(source: SourceManifest, manifests: list[Any]) -> SourceManifest:
    """Return the source with the manifest of the input, if a controller has changed that."""
    written = manifests[source.index]
    is_changed = source.role == "written" and source.manifest is not written
    return replace(source, written=written) if is_changed else source


def is_statement(manifest: Any) -> bool:
    """Return whether a document states something of ours, such as expectations, and is not an object."""
    return any(
        states(manifest)
        for states in (is_expectations, is_policy, is_steps, is_gates, is_lesson, is_machines)
    )


def _read_config(manifest: Manifest | None, problems: Problems, version: Version) -> Config:
    """Return the configuration, with the plugins created once, so that invalid arguments are reported."""
    config = config_of(manifest, problems, version)
    if manifest is None:  # the defaults are valid
        return config
    handle = Handle(Snapshot(()), Objects(), version)
    for profile in config.profiles:
        make_profile(profile, handle, problems)
    return config
