"""The scheduler's sources with the recorder in them, as an overlay: the tree itself stays as it is.

`go build -overlay FILE` takes each of the files that it names from elsewhere. New files are this folder's;
upstream's files are taken as they are, with some functions wrapped: the function is renamed, and a new one of
its name and its signature calls it and tells the taps. So nothing of the scheduler is written again, and types
that have moved from release to release need not be named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SCHEDULER = "pkg/scheduler"
FRAMEWORK = f"{SCHEDULER}/framework"
PROGRAM = "schedscope-recorder"


class UnknownSource(ValueError):
    """The tree has no such function, or not in the form that the recorder knows."""


@dataclass(frozen=True)
class Function:
    """A function of Go: its receiver with a space behind, parameters as (name, type), the results' types."""

    name: str
    receiver: str
    parameters: tuple[tuple[str, str], ...]
    results: tuple[str, ...]

    def __getitem__(self, index: int) -> str:
        """Return the name of a parameter."""
        return self.parameters[index][0]

    @property
    def signature(self) -> str:
        parameters = ", ".join(f"{name} {of}" for name, of in self.parameters)
        return f"{self.receiver}{self.name}({parameters}) ({', '.join(self.results)})"

    @property
    def upstream(self) -> str:
        """Return the call of the renamed function."""
        own = self.receiver.strip("() ").split(" ")[0]
        call = f"{own}.upstream_{self.name}" if own else f"upstream_{self.name}"
        return f"{call}({', '.join(name for name, _ in self.parameters)})"


class Source:
    """A file of the scheduler that is changed."""

    def __init__(self, tree: Path, path: str) -> None:
        self.path = path
        self.text = (tree / path).read_text(encoding="utf-8")

    def wrap(self, name: str) -> Function:
        """Rename a function to upstream_NAME, and return what it was."""
        receiver = r"(?P<receiver>\(\w+ \*?\w+\) )?"
        parameters, results = r"(?P<parameters>[^{]*?)", r"(?P<results>[^{]*?)"
        match = re.search(
            rf"^func {receiver}{name}\({parameters}\){results} ?{{$", self.text, re.MULTILINE | re.DOTALL
        )
        if not match:
            raise UnknownSource(f"{self.path} has no function {name} that the recorder could wrap")
        start = match.start() + len("func ") + len(match["receiver"] or "")
        self.text = f"{self.text[:start]}upstream_{self.text[start:]}"
        return Function(
            name,
            match["receiver"] or "",
            tuple(_parameters(match["parameters"])),
            tuple(_results(match["results"])),
        )

    def add(self, function: Function, body: str) -> None:
        """Add a function of the signature of the wrapped one."""
        self.text += f"\nfunc {function.signature} {{\n{body}\n}}\n"

    def replace(self, old: str, new: str) -> None:
        """Replace a text that must be there."""
        if old not in self.text:
            raise UnknownSource(f"{self.path} has no {old!r}")
        self.text = self.text.replace(old, new)

    def __contains__(self, text: str) -> bool:
        return text in self.text


def _parameters(text: str) -> Iterator[tuple[str, str]]:
    """Yield name and type; Go lets parameters share a type: `a, b string`."""
    waiting: list[str] = []
    for part in _split(text):
        name, _, of = part.partition(" ")
        waiting.append(name)
        if of:
            yield from ((name, of) for name in waiting)
            waiting = []


def _results(text: str) -> Iterator[str]:
    """Yield the types of the results, without their names."""
    text = text.strip()
    if not text.startswith("("):
        yield from [text] if text else []
        return
    for part in _split(text[1:-1]):
        name, _, of = part.partition(" ")
        yield of or name


def _split(text: str) -> list[str]:
    """Split at the commas outside of brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def home(tree: Path) -> Path:
    """Return the folder of k8s.io/kubernetes in a tree: the tree, or where it is vendored."""
    for folder in (tree, tree / "vendor" / "k8s.io" / "kubernetes"):
        if (folder / SCHEDULER / "schedule_one.go").is_file():
            return folder
    raise UnknownSource(f"{tree} has no {SCHEDULER}/schedule_one.go, nor in vendor/k8s.io/kubernetes")


def write_overlay(tree: Path, folder: Path) -> Path:
    """Write the changed sources of a tree into a folder; return the file that `go build -overlay` takes."""
    kubernetes = home(tree)
    replaced = {tree / PROGRAM / "main.go": HERE / "main.go"}
    replaced[kubernetes / FRAMEWORK / "recorder_taps.go"] = HERE / "scheduler" / "taps.go"
    names = ["record.go", "trace.go", "objects.go", "api.go", "informers.go"]
    informer = _shared_informer(tree)
    if "AddEventHandlerWithOptions(" in informer:
        names.append("informers_options.go")
    for name in names:
        replaced[kubernetes / SCHEDULER / f"recorder_{name}"] = HERE / "scheduler" / name
    for source in (_runtime(kubernetes), *_preemption(kubernetes), _cycle(kubernetes)):
        written = folder / source.path.replace("/", "_")
        written.write_text(source.text, encoding="utf-8")
        replaced[kubernetes / source.path] = written
    overlay = folder / "overlay.json"
    overlay.write_text(
        json.dumps({"Replace": {str(to): str(of) for to, of in replaced.items()}}), encoding="utf-8"
    )
    return overlay


def _shared_informer(tree: Path) -> str:
    for folder in ("vendor/k8s.io", "staging/src/k8s.io"):
        if (path := tree / folder / "client-go/tools/cache/shared_informer.go").is_file():
            return path.read_text(encoding="utf-8")
    raise UnknownSource(f"{tree} has no client-go")


def _runtime(tree: Path) -> Source:
    """The framework's runtime: each call of a plugin is told."""
    source = Source(tree, f"{FRAMEWORK}/runtime/framework.go")
    of = source.wrap("runPreFilterPlugin")
    source.add(
        of,
        f"""	result, status := {of.upstream}
	var names []string
	if !result.AllNodes() {{
		names = sets.List(result.NodeNames)
	}}
	code, reasons := recorderStatus(status)
	framework.Recorder.PreFilter({of[1]}.Name(), code, reasons, names)
	return result, status""",
    )
    of = source.wrap("runFilterPlugin")
    context, plugin, state, pod, node = (name for name, _ in of.parameters)
    pods = "GetPods()" if ".GetPods()" in source or "fwk.NodeInfo" in of.signature else "Pods"
    skipped = "GetSkipFilterPlugins()" if "GetSkipFilterPlugins()" in source else "SkipFilterPlugins"
    source.add(
        of,
        f"""	status := {of.upstream}
	name, own := {node}.Node().Name, 0
	if snapshot, err := f.snapshotSharedLister.NodeInfos().Get(name); err == nil {{
		own = len(snapshot.{pods})
	}}
	code, reasons := recorderStatus(status)
	if framework.Recorder.Filter({plugin}.Name(), name, len({node}.{pods}), own, code, reasons) {{
		behind := false
		for _, other := range f.filterPlugins {{
			if behind && !{state}.{skipped}.Has(other.Name()) {{
				code, reasons := recorderStatus(f.upstream_{of.name}({context}, other, {state}, {pod}, {node}))
				framework.Recorder.FilterToo(other.Name(), name, code, reasons)
			}}
			behind = behind || other.Name() == {plugin}.Name()
		}}
	}}
	return status""",
    )
    of = source.wrap("runPreScorePlugin")
    source.add(
        of,
        f"""	status := {of.upstream}
	framework.Recorder.PreScore({of[1]}.Name(), status.Code().String())
	return status""",
    )
    of = source.wrap("runScorePlugin")
    name, of_node = of.parameters[-1]
    named = name if of_node == "string" else f"{name}.Node().Name"
    source.add(
        of,
        f"""	score, status := {of.upstream}
	plugin := {of[1]}.Name()
	framework.Recorder.Score(plugin, {named}, score, f.scorePluginWeight[plugin])
	return score, status""",
    )
    of = source.wrap("runScoreExtension")
    source.add(
        of,
        f"""	status := {of.upstream}
	for _, node := range {of[-1]} {{
		framework.Recorder.Normalized({of[1]}.Name(), node.Name, node.Score)
	}}
	return status""",
    )
    of = source.wrap("RunPostFilterPlugins")
    source.add(
        of,
        f"""	result, status := {of.upstream}
	nominates, node := false, ""
	if result != nil && result.NominatingInfo != nil {{
		nominates, node = int(result.NominatingMode) == 1, result.NominatedNodeName
	}}
	framework.Recorder.PostFilter(status.Code().String(), status.Message(), nominates, node)
	return result, status""",
    )
    of = source.wrap("RunReservePluginsReserve")
    source.add(
        of,
        f"""	status := {of.upstream}
	if code, reasons := recorderStatus(status); !status.IsSuccess() {{
		framework.Recorder.Reserve(code, reasons)
	}}
	return status""",
    )
    status_type = of.results[-1]
    source.text += f"""
func recorderStatus(status {status_type}) (string, []string) {{
	if status.IsSuccess() {{
		return status.Code().String(), nil
	}}
	return status.Code().String(), status.Reasons()
}}
"""
    return source


def _preemption(tree: Path) -> Iterator[Source]:
    """Preemption: candidates are told, what is drawn at random is fixed, what runs beside is waited for."""
    folder = f"{FRAMEWORK}/preemption"
    source = Source(tree, f"{folder}/preemption.go")
    of = source.wrap("DryRunPreemption")
    if "NodeToStatusMap" in of.signature:
        begin, end = "for node, status := range statuses {", "}"
    else:
        status = "*fwk.Status" if "fwk." in of.signature else "*framework.Status"
        begin, end = f"statuses.ForEachExplicitNode(func(node string, status {status}) {{", "})"
    source.add(
        of,
        f"""	framework.Recorder.DryRun(true)
	defer framework.Recorder.DryRun(false)
	candidates, statuses, err := {of.upstream}
	for _, candidate := range candidates {{
		victims := []string{{}}
		for _, victim := range candidate.Victims().Pods {{
			victims = append(victims, victim.Namespace+"/"+victim.Name)
		}}
		framework.Recorder.Candidate(candidate.Name(), victims, candidate.Victims().NumPDBViolations)
	}}
	{begin}
		framework.Recorder.NoCandidate(node, status.Code().String(), status.Reasons())
	{end}
	return candidates, statuses, err""",
    )
    of = source.wrap("SelectCandidate")
    source.add(
        of,
        f"""	chosen := {of.upstream}
	if chosen == nil {{
		return nil
	}}
	ties := []string{{chosen.Name()}}
	for _, other := range {of[1]} {{
		for try := 0; try < 60 && other.Name() != chosen.Name(); try++ {{
			if ev.upstream_SelectCandidate({of[0]}, []Candidate{{chosen, other}}).Name() == other.Name() {{
				ties = append(ties, other.Name())
				break
			}}
		}}
	}}
	taken := framework.Recorder.SelectCandidate(ties)
	for _, candidate := range {of[1]} {{
		if candidate.Name() == taken {{
			return candidate
		}}
	}}
	return chosen""",
    )
    executor = Source(tree, f"{folder}/executor.go") if (tree / folder / "executor.go").is_file() else source
    if "go func() {" in executor:
        executor.replace("go func() {", "func() {")
    yield source
    if executor is not source:
        yield executor
    default = Source(tree, f"{FRAMEWORK}/plugins/defaultpreemption/default_preemption.go")
    default.replace("rand.Int31n", "recorderFirst")
    default.replace('"math/rand"', '_ "math/rand"')
    default.text += "\nfunc recorderFirst(int32) int32 { return 0 }\n"
    yield default


def _cycle(tree: Path) -> Source:
    """The cycle: which node is taken is fixed, and what follows it is the recorder's."""
    source = Source(tree, f"{SCHEDULER}/schedule_one.go")
    if "func (sched *Scheduler) scheduleOne(" in source:  # up to v1.30
        source.text += (
            "\nfunc (sched *Scheduler) ScheduleOne(ctx context.Context) { sched.scheduleOne(ctx) }\n"
        )
    beside = (
        "sched.runBindingCycle(" if "go sched.runBindingCycle(" in source else "func() {\n\t\tbindingCycleCtx"
    )
    source.replace(f"\tgo {beside}", f"\t{beside}")
    scoring = source.wrap("prioritizeNodes")
    nodes, of_nodes = scoring.parameters[-1]
    name = "node.Name" if of_nodes == "[]*v1.Node" else "node.Node().Name"
    source.add(
        scoring,
        f"""	names := []string{{}}
	for _, node := range {nodes} {{
		names = append(names, {name})
	}}
	framework.Recorder.Feasible(names)
	if !{scoring[2]}.HasScorePlugins() {{ // the scheduler leaves PreScore out too
		{scoring[2]}.RunPreScorePlugins({scoring[0]}, {scoring[3]}, {scoring[4]}, {nodes})
	}}
	return {scoring.upstream}""",
    )
    of = source.wrap("schedulePod")
    pod = of[-1] if of.parameters[-1][1] == "*v1.Pod" else f"{of[-1]}.Pod"
    extenders, framework, state = "sched.Extenders", of[1], of[2]
    only = "node.Node()" if of_nodes == "[]*v1.Node" else "node"
    source.add(
        of,
        f"""	found, err := {of.upstream}
	if err != nil {{
		return found, err
	}}
	if found.FeasibleNodes == 1 {{
		node, err := sched.nodeInfoSnapshot.Get(found.SuggestedHost)
		if err != nil {{
			return found, err
		}}
		_, err = prioritizeNodes({of[0]}, {extenders}, {framework}, {state}, {pod}, recorderOnly({only}))
		recorderNow.trace.unscored = err != nil // the scheduler does not score a node that is alone
	}}
	found.SuggestedHost = recorderNow.trace.Select(found.SuggestedHost)
	return found, nil""",
    )
    of = source.wrap("findNodesThatPassFilters")
    source.add(of, f"\trecorderNow.trace.searched = true\n\treturn {of.upstream}")
    of = source.wrap("evaluateNominatedNode")
    source.add(
        of,
        f"""	nodes, err := {of.upstream}
	if err == nil && {of[1]}.Status.NominatedNodeName != "" {{
		recorderNow.trace.NominatedNode({of[1]}.Status.NominatedNodeName, len(nodes) > 0)
	}}
	return nodes, err""",
    )
    of = source.wrap("bindingCycle")
    result = next(name for name, kind in of.parameters if kind == "ScheduleResult")
    source.add(of, f"\trecorderNow.bind({result}.SuggestedHost)\n\treturn nil")
    of = source.wrap("handleSchedulingFailure")
    status = next(name for name, kind in of.parameters if kind.endswith(".Status"))
    nominating = next(name for name, kind in of.parameters if kind.endswith(".NominatingInfo"))
    source.add(
        of,
        f"""	nominates, node := false, ""
	if {nominating} != nil {{
		nominates, node = int({nominating}.NominatingMode) == 1, {nominating}.NominatedNodeName
	}}
	recorderNow.failed({status}.IsRejected(), {status}.AsError(), nominates, node)
	sched.SchedulingQueue.Done({of[2]}.Pod.UID)""",
    )
    return source
