"""Room: a request lowered to the largest that fits, a larger node."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median_low

import numpy as np

from scheduler_core.advice.amounts import amount_of, pair, quantity, quantity_above, size_of
from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.advice.whatif.change import Change, Edit, Path
from scheduler_core.advice.whatif.pools import KARPENTER
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.resources import CPU, EPHEMERAL, MEMORY, PODS, is_extended
from scheduler_core.kubernetes.source import value_at

_MEASURED = (CPU, MEMORY, EPHEMERAL)  # in units that are easily mistaken
_LEAST_SHARE = 0.1  # of a request: a pod that gets less than this is another pod
_DOUBTED = 9  # rank of a change that takes what people wrote for a slip
_LARGEST_FACTOR = 16  # a node that must be larger than this many times is no advice


def lower_request(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield the largest request that fits on a node of the class."""
    resource = reason.operand
    if resource == PODS:
        return
    request, largest = situation.request(resource), _largest(situation, resource, nodes)
    if largest < max(request * _LEAST_SHARE, 1):
        yield from _mistaken_unit(situation, resource, request, largest)
    elif largest < request and (edits := lowered(situation.manifest, resource, largest)):
        phrase = lower(resource, request, largest)
        cut = request - largest
        yield Change(phrase, "manifest", ("request", resource), edits, cut, rank=0.2 + cut / request)


def _mistaken_unit(situation: Situation, resource: str, request: int, largest: int) -> Iterator[Change]:
    """Yield the request as it was perhaps meant, `64m` for `64`, if no node could ever take what is written."""
    most, meant = int(situation.snapshot.allocatable[resource].max()), _meant(resource, request, largest)
    if request > most and meant and (edits := lowered(situation.manifest, resource, meant)):
        before, after = quantity(resource, request), quantity(resource, meant)
        phrase = say("request", resource=resource, before=before, after=after)
        note = _why_doubted(situation, resource, request, most, after)
        dial = "request", resource
        yield Change(
            phrase,
            "manifest",
            dial,
            edits,
            request - meant,
            rank=_DOUBTED,
            notes=(note,),
            risk=say("no risk"),
        )


def _why_doubted(situation: Situation, resource: str, request: int, most: int, after: str) -> Phrase:
    """Return what a request is doubted for: what nodes have and, if it is far less, what other pods ask for."""
    known = {"resource": resource, "most": size_of(resource, most), "after": after}
    usual = _usual(situation, resource)
    if not 0 < usual < request * _LEAST_SHARE:
        return say("unit slip", **known)
    return say("unit slip beside others", **known, usual=size_of(resource, usual))


def _usual(situation: Situation, resource: str) -> int:
    """Return what half of the running pods that request a resource request at most; 0 if none does."""
    asked = [
        amount
        for template, nodes in situation.snapshot.nodes_by_class.items()
        for _ in range(sum(nodes.values()))
        if (amount := template.requests.get(resource, 0))
    ]
    return median_low(asked) if asked else 0


def _meant(resource: str, request: int, largest: int) -> int:
    """Return the amount with the next smaller unit, Mi for Gi or m for none, if that fits; 0 if it does not."""
    smaller = 1024 if request % (1 << 20) == 0 else 1000
    meant, rest = divmod(request, smaller)
    return meant if resource in _MEASURED and not rest and 1 <= meant <= largest else 0


def lower(resource: str, request: int, amount: int) -> Phrase:
    before, after = pair(resource, request, amount_of(resource, quantity(resource, amount)))
    return say("request", resource=resource, before=before, after=after)


def _largest(situation: Situation, resource: str, nodes: NodeClass) -> int:
    """Return the largest request that fits on a node of the class, if the siblings there request as much."""
    free, request = situation.free(resource, nodes.nodes), situation.request(resource)
    alike = np.array([situation.siblings.get(node, 0) for node in nodes.nodes.tolist()])
    return int(((free + alike * request) // (alike + 1)).max())


def lowered(manifest: Manifest, resource: str, largest: int) -> tuple[Edit, ...]:
    """Return the edits after which the pod requests at most `largest`: the largest containers give first."""
    spec = manifest["spec"]
    if (spec.get("resources") or {}).get("requests", {}).get(resource) is not None:
        return (Edit("set", ("spec", "resources", "requests", resource), quantity(resource, largest)),)
    overhead = amount_of(resource, (spec.get("overhead") or {}).get(resource, 0))
    room = largest - overhead
    running = [(path, a) for path, a, step in _requests(spec, resource) if not step]
    steps = [(path, a) for path, a, step in _requests(spec, resource) if step]
    smaller: dict[Path, int] = {}
    excess = sum(amount for _, amount in running) - room
    for path, amount in sorted(running, key=lambda container: -container[1]):
        cut = min(excess, amount - 1)
        if cut > 0:
            smaller[path], excess = amount - cut, excess - cut
    sidecars = sum(smaller.get(path, a) for path, a in running if path[1] == "initContainers")
    for path, amount in steps:
        if amount > room - sidecars:
            smaller[path] = room - sidecars
    if excess > 0 or room <= 0 or any(amount <= 0 for amount in smaller.values()):
        return ()
    return tuple(
        Edit("set", (*path, "resources", part, resource), quantity(resource, amount))
        for path, amount in smaller.items()
        for part in ("requests", "limits")
        if part == "requests" or _has_fixed_limit(spec, path, resource)
    )


def _has_fixed_limit(spec: Manifest, path: Path, resource: str) -> bool:
    """Return whether a container has a limit that the API server wants to equal its request."""
    limit = value_at({"spec": spec}, (*path, "resources", "limits", resource))
    return limit is not None and (is_extended(resource) or resource.startswith("hugepages-"))


def _requests(spec: Manifest, resource: str) -> Iterator[tuple[Path, int, bool]]:
    """Yield the containers with what they request, and whether they are a step of initialization."""
    for key in ("containers", "initContainers"):
        for i, container in enumerate(spec.get(key) or ()):
            resources = container.get("resources") or {}
            for part in ("requests", "limits"):
                if (amount := (resources.get(part) or {}).get(resource)) is not None:
                    is_step = key == "initContainers" and container.get("restartPolicy") != "Always"
                    yield ("spec", key, i), amount_of(resource, amount), is_step
                    break


def larger_node(situation: Situation, nodes: NodeClass) -> Iterator[Change]:
    """Yield the node of the class that has to grow least, in all resources that it is short of."""
    if KARPENTER in situation.node(int(nodes.nodes[0])).labels:
        return  # Karpenter says itself which nodes it makes
    missing = np.zeros(len(nodes.nodes))
    for resource in nodes.resources():
        lacking = situation.request(resource) - situation.free(resource, nodes.nodes)
        missing += lacking.clip(min=0) / np.maximum(situation.snapshot.allocatable[resource][nodes.nodes], 1)
    if not nodes.resources() or missing.min() > _LARGEST_FACTOR:
        return
    row = int(nodes.nodes[int(missing.argmin())])
    node, edits, parts, size = situation.node(row), list[Edit](), list[str](), list[str]()
    status = situation.cluster.manifests[f"Node {node.name}"] or {}
    for resource, short in nodes.short(situation, row).items():
        has = int(situation.snapshot.allocatable[resource][row])
        larger = quantity_above(resource, has + short)
        for key in ("allocatable", "capacity"):
            if (status.get("status") or {}).get(key):
                edits.append(Edit("set", ("status", key, resource), larger, object=f"Node {node.name}"))
        before, after = pair(resource, has, amount_of(resource, larger))
        parts.append(f"{resource} {before} → {after}")
        size.append(f"{resource} {after}")
    if edits:
        yield Change(
            say("larger node", node=node.name, amounts=listed(parts)),
            "node",
            ("larger node",),
            tuple(edits),
            float(missing.min()),
            (f"# replace node {node.name} by a machine with {listed(size)}",),
            rank=0.5 + min(float(missing.min()), 1) / 2,
        )
