"""`mcp`: read-only tools for assistants, over stdio, by the Model Context Protocol."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, islice
from threading import Lock
from typing import Any, TypeVar

import orjson
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from scheduler_core.advice.explanation import explanation, repaired_explanation
from scheduler_core.advice.leaving import LeavingInquiry
from scheduler_core.advice.leaving.contract import NodesLeaving
from scheduler_core.advice.lint import lint
from scheduler_core.advice.lint.contract import LintReport
from scheduler_core.advice.scaling import scaling_of
from scheduler_core.advice.scaling.contract import NewNodeAnswer
from scheduler_core.advice.whatif import Inquiry
from scheduler_core.explain.compare.upgrade import UpgradeMatrix, select_versions, upgrade_matrix
from scheduler_core.explain.view.causes import causes
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.kubernetes.versions import Version
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario, load_all

from .answer import answer_lines
from .whatif import whatif_lines

MOST_NODES = 20  # names of a group of nodes: counts are never cut
MOST_OF_A_POD, MOST_OF_A_LIST = 2_000, 6_000  # characters: an assistant reads all of an answer, at a price
INSTRUCTIONS = (
    "Answers for a Kubernetes cluster why its pods are placed where they are or stay pending, by computing what"
    " kube-scheduler decides. Begin with list_causes. Nothing is ever changed: repairs come with the commands that a"
    " person may run. Answers are short texts; with details they are JSON with all reasons of all nodes, in which"
    " amounts of CPU are thousandths of a core, amounts of memory bytes."
)
_READ_ONLY = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
F = TypeVar("F", bound=Callable[..., Any])


class Fit(TypedDict):
    """What becomes of the pods of manifests in the cluster."""

    fits: bool
    """Whether all of them get a node."""
    pods: int
    placements: dict[str, str]
    """The node of each pod that gets one, by `namespace/name`."""
    pending: list[str]
    """Why the others get none: in words, for the first of each class of equal pods."""


class NewNodes(TypedDict):
    """What each autoscaler of the cluster does about a pending pod; none if the files show none."""

    new_nodes: list[NewNodeAnswer]


class Tools:
    """The tools, for a cluster that is read anew by each call: files may change between two."""

    def __init__(self, read: Callable[[], Sequence[str]], version: Version | None = None) -> None:
        self._read, self._version = read, version
        self._texts: list[str] = []
        self._recording: Recording | None = None
        self._one_at_a_time = Lock()

    def explain_pod(self, pod: str, *, details: bool = False) -> str:
        """Explain why a pod (namespace/name) has its node, or none; with details, by all reasons of all nodes."""
        with self._turn():
            explained = explanation(self._run(), pod, most_nodes=MOST_NODES)
            return orjson.dumps(explained).decode() if details else _why(self._run(), pod)

    def list_causes(self, *, details: bool = False) -> str:
        """List the pending pods by cause, with what is short, which nodes are nearest, and which pods are alike."""
        with self._turn():
            listed = causes(self._run())
            if details:
                return orjson.dumps(listed).decode()
            return _within(answer_lines(listed), MOST_OF_A_LIST) or "no pod is pending"

    def would_it_fit(self, manifests: str) -> Fit:
        """Try the pods of manifests (YAML or JSON; Deployments and the like are expanded) in the cluster as it is."""
        with self._turn():
            former = {pod.key for pod in self._run().scenario.objects.pods}
            return _fit(Recording.of(self._load([*self._texts, manifests])), former)

    def what_would_it_take(self, pod: str, node: str = "", *, details: bool = False) -> str:
        """Search for the smallest changes that place a pending pod (namespace/name), each verified by a new run.

        They come by risk: safe, costs money, weakens availability, may lose data. With a node, search for those that
        place it there, for which the pod may also run elsewhere.
        """
        with self._turn():
            if details:
                found = repaired_explanation(self._run(), pod, node or None, most_nodes=MOST_NODES)
                return orjson.dumps(found).decode()
            inquiry = Inquiry(self._run(), pod, node=node or None)
            for _ in inquiry.answers():
                pass
            return _within(whatif_lines(inquiry.answer()), MOST_OF_A_POD)

    def why_no_new_node(self, pod: str) -> NewNodes:
        """Say why Karpenter or Cluster Autoscaler adds no node for a pending pod (namespace/name), or which one.

        There is a row for each NodePool or node group, with the first clause that excludes it.
        """
        with self._turn():
            recording = self._run()
            if not recording.attempts(pod) or pod in recording.placements:
                raise InvalidInput.of("pod", worded("must be pending"))
            return {"new_nodes": scaling_of(recording).of(pod)}

    def which_nodes_go(self) -> NodesLeaving:
        """Say which nodes Karpenter or Cluster Autoscaler removes now, with what that saves, and why others stay."""
        with self._turn():
            inquiry = LeavingInquiry(self._run())
            for _ in inquiry.steps():
                pass
            return inquiry.answer()

    def upgrade_moves(self, versions: str) -> UpgradeMatrix:
        """Show which pods land elsewhere under other versions of Kubernetes (1.33..1.36), and which changes do that."""
        with self._turn():
            return upgrade_matrix(self._run().scenario, select_versions(versions))

    def lint(self, manifests: str = "") -> LintReport:
        """Find constraints that do not do what they were written for: in manifests against the cluster, or in it."""
        with self._turn():
            texts = list(self._read())
            report = lint([*texts, manifests] if manifests else texts, version=self._version)
            own = [f for f in report["findings"] if not manifests or f["source"] == len(texts)]
            return {**report, "findings": own}

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Let one question at a time use the run, whose cycles share a cluster; tell the caller what it can mend."""
        with self._one_at_a_time:
            try:
                yield
            except InvalidInput as error:
                raise ToolError("\n".join(map(str, error.errors))) from error
            except (OSError, ValueError) as error:
                raise ToolError(str(error)) from error

    def _run(self) -> Recording:
        """Return the run of the cluster as it is now; raise InvalidInput and OSError."""
        texts = list(self._read())
        if self._recording is None or texts != self._texts:
            self._recording = Recording.of(self._load(texts))
            self._texts = texts
        return self._recording

    def _load(self, texts: Sequence[str]) -> Scenario:
        return load_all(list(texts), NO_LIMITS, version=self._version)


def _fit(recording: Recording, former: set[str]) -> Fit:
    """Return what becomes of the pods that were not there before; raise InvalidInput if one would not be created."""
    new = [pod for pod in recording.scenario.objects.pods if pod.key not in former]
    nodes = {pod.key: recording.placements.get(pod.key) for pod in new}
    pending: dict[PodTemplate, str] = {}
    for pod in new:
        if nodes[pod.key] is None:
            pending.setdefault(pod.template, pod.key)
    refused = [
        refusal.object.partition(" ")[2]
        for refusal in recording.scenario.admitted.refusals
        if refusal.object.startswith("Pod ") and refusal.object.partition(" ")[2] not in former
    ]
    return {
        "fits": bool(new) and not pending and not refused,
        "pods": len({*nodes, *refused}),
        "placements": {key: node for key, node in nodes.items() if node is not None},
        "pending": [_why(recording, key) for key in dict.fromkeys([*pending.values(), *refused])],
    }


def _why(recording: Recording, pod: str) -> str:
    """Return in words why a pod has its node, or none; raise InvalidInput if there is no such pod."""
    explained = explanation(recording, pod)
    attempt = explained["attempt"]
    lines = [f"{pod} -> {attempt['node']}" if attempt["node"] else f"{pod}: {attempt['message']}"]
    return _within([*lines, *islice(answer_lines(causes(recording, [pod])), 1, None)], MOST_OF_A_POD)


def _within(lines: Iterable[str], most: int) -> str:
    """Return the first lines of a text that have so many characters together, and how many are left out."""
    listed = [line[:most] for line in lines]
    lengths = accumulate(len(line) + 1 for line in listed)
    count = sum(length < most - 60 for length in lengths)
    left = len(listed) - count
    return "\n".join([*listed[:count], *([f"{left:,} more lines: ask with details"] if left else [])])


def server(read: Callable[[], Sequence[str]], version: Version | None = None) -> MCPServer[Any]:
    """Return the server of the tools for a cluster; `read` gives its manifests."""
    tools = Tools(read, version)
    made: MCPServer[Any] = MCPServer("schedscope", title="SchedScope", instructions=INSTRUCTIONS)
    for tool, title in (
        (tools.explain_pod, "Explain a pod"),
        (tools.list_causes, "List why pods are pending"),
        (tools.would_it_fit, "Try manifests"),
        (tools.what_would_it_take, "Find what would place a pod"),
        (tools.why_no_new_node, "Say why no new node came"),
        (tools.which_nodes_go, "Say which nodes go"),
        (tools.upgrade_moves, "Show what an upgrade moves"),
        (tools.lint, "Lint"),
    ):
        made.add_tool(tool, title=title, annotations=_READ_ONLY, structured_output=True)
    return made


def serve(options: argparse.Namespace, read: Callable[[str], str], version: Version | None) -> None:
    """Answer on stdin and stdout until stdin ends."""
    server(lambda: [read(name) for name in options.files], version).run("stdio")
