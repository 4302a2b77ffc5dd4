"""Karpenter's next pass over the pods that a run leaves pending, and what the scheduler does with its nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import cast

from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.autoscaling.dumps.dump import Dump
from scheduler_core.autoscaling.objects.pod import Pod
from scheduler_core.autoscaling.provisioning.nodeclaim import NewNodeClaim
from scheduler_core.autoscaling.provisioning.provisioner import schedule
from scheduler_core.autoscaling.provisioning.scheduler import Progress
from scheduler_core.autoscaling.provisioning.validation import validate
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.node import Node, read_node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems

from .contract import (
    Basis,
    Loop,
    MadeNode,
    NewNode,
    NewNodeVerdict,
    PoolRow,
    ScaleUp,
    Shape,
    ThenScheduled,
)
from .growth import GrowingCluster
from .made import node_manifest, shape_of, words_of
from .moment import dump_of, unschedulable
from .rows import PoolRows

MOST_NODES = 1_000  # whose pods the scheduler is asked about
MOST_AGAIN = (
    200  # pending pods that are placed again with a change; of more, only the one that is asked about
)


class Karpenter:
    """Karpenter after a run: its pass over all pods that are pending, and what it says of one of them."""

    def __init__(
        self, recording: Recording, progress: Progress | None = None, dump: Dump | None = None
    ) -> None:
        self._recording = recording
        self.dump = dump or dump_of(recording)
        self.results = schedule(self.dump.cluster, Recorder(), progress)
        self.claims: list[NewNodeClaim] = self.results.new_nodeclaims if self.results else []
        self.rows = PoolRows(self.dump, self.results)
        self.pods = {pod.key: pod for pod in self.dump.cluster.objects.pods}
        self._number = {pod.key: number for number, claim in enumerate(self.claims) for pod in claim.pods}
        nodes = self.results.existing_nodes if self.results else []
        self._expected = {pod.key: node.state for node in nodes for pod in node.pods}

    @property
    def basis(self) -> Basis:
        basis = self.dump.basis
        return {"seen": list(basis.seen), "given": basis.given, "priced": basis.priced}

    def claim_for(self, pod: str) -> tuple[str, NewNodeClaim] | None:
        """Return the NodeClaim of a pod with the name of its node, None if it gets none."""
        number = self._number.get(pod)
        return None if number is None else (self._name(number), self.claims[number])

    def _name(self, number: int) -> str:
        return f"{self.claims[number].nodepool}-new-{number + 1}"

    @cached_property
    def nodes(self) -> Mapping[str, Manifest]:
        """The nodes that come, by the name that they have in an answer."""
        made = {
            self._name(number): node_manifest(claim, self._name(number))
            for number, claim in enumerate(self.claims[:MOST_NODES])
        }
        return {name: manifest for name, manifest in made.items() if manifest is not None}

    @cached_property
    def _grown(self) -> tuple[GrowingCluster, dict[str, str], dict[str, str]]:
        """The cluster with the nodes that come, the pods that the scheduler places, and its messages for others."""
        simulation = self._recording.before(len(self._recording.finished))
        cluster = GrowingCluster(simulation)
        if self.nodes:
            cluster.add([_read(manifest) for manifest in self.nodes.values()])
        waiting = sorted(simulation.waiting.values(), key=lambda pod: -pod.template.priority)
        known = [pod for pod in waiting if pod.template.scheduler_name in simulation.frameworks]
        return cluster, *cluster.schedule(known)

    def helps(self, pod: str) -> bool:
        """Return whether a node comes for a pod, or is expected, which the scheduler takes; or nothing can come."""
        if self._ignored(self.pods[pod]) or pod in self._expected:
            return True
        return pod in self._number and pod in self._grown[1]

    def again(
        self, pod: str, nodepools: Sequence[Manifest], manifest: Manifest
    ) -> tuple[Manifest, Shape] | None:
        """Return the node that comes for a pod if it and some NodePools are changed, None if none comes.

        Where not all instance types are known, that is a node as small as may be.
        """
        dump = self.dump.changed(nodepools, unschedulable(manifest), most=MOST_AGAIN)
        clusters = [dump.cluster]
        if not dump.basis.complete:
            clusters.append(dump.with_any_type(next(p for p in dump.cluster.objects.pods if p.key == pod)))
        for cluster in clusters:
            results = schedule(cluster, Recorder())
            for number, claim in enumerate(results.new_nodeclaims if results else ()):
                shape = shape_of(claim, priced=dump.basis.priced)
                node = node_manifest(claim, f"{claim.nodepool}-new-{number + 1}")
                if shape is not None and node is not None and any(p.key == pod for p in claim.pods):
                    return node, shape
        return None

    def min_values_reached(self, pod: str, nodepool: str) -> Mapping[str, int]:
        """Return how many values there are of each label with minValues for a node of a NodePool for the pod."""
        cluster = self.dump.alone(self.pods[pod], nodepool)
        relaxed = replace(cluster.settings, relaxes_min_values=True)
        results = schedule(replace(cluster, settings=relaxed), Recorder())
        claims = results.new_nodeclaims if results else []
        return claims[0].requirements.min_values if claims else {}

    def answer(self, key: str) -> NewNode:
        """Return why no new node came for a pending pod (`namespace/name`), or which one would."""
        pod = self.pods[key]
        if why := self._ignored(pod):
            return self._answer(pod, "ignored", why)
        if made := self.claim_for(key):
            return self._made(pod, *made)
        if key in self._expected:
            return self._awaited(pod)
        rows = self.rows.of_refused(pod)
        if may := [row["pool"] for row in rows if row["verdict"] == "may"]:
            return self._answer(pod, "may", say("karpenter may", pools=listed(may)), rows)
        kind = "karpenter none" if self.results else "karpenter without pools"
        stated = tuple(say("pool row", pool=row["pool"], why=row["text"]) for row in rows)
        return self._answer(pod, "none", say(kind, rows=stated), rows)

    def _ignored(self, pod: Pod) -> Phrase | None:
        if not pod.provisionable:
            return say("karpenter not asked")
        cluster = self.dump.cluster
        invalid = validate(pod, cluster.objects.storage, cluster.settings.well_known)
        return None if invalid is None else say("karpenter ignores", why=invalid)

    def _made(self, pod: Pod, name: str, claim: NewNodeClaim) -> NewNode:
        """Return the answer for a pod for which a node comes, which the scheduler may refuse for ever."""
        shape = shape_of(claim, priced=self.dump.basis.priced)
        words = words_of(shape) if shape else say("new node", pool=claim.nodepool, size="")
        cluster, placed, messages = self._grown
        then: ThenScheduled = {"node": placed.get(pod.key), "message": messages.get(pod.key, "")}
        phrase = say("karpenter makes", node=(words,))
        loop: Loop | None = None
        if then["node"] is None and name in self.nodes:
            phrase = say("karpenter in vain", node=(words,), message=then["message"])
            loop = self._loop(pod, name, f"nodeclaim/{name}", cluster)
        answer = self._answer(pod, "makes", phrase, self.rows.of_claim(pod, claim, shape))
        answer["shape"], answer["node"], answer["loop"], answer["scheduled"] = shape, name, loop, then
        answer["beside"] = [other.key for other in claim.pods if other.key != pod.key]
        return answer

    def _awaited(self, pod: Pod) -> NewNode:
        """Return the answer for a pod that Karpenter expects on a node which is there, and which refuses it."""
        state = self._expected[pod.key]
        name = state.node.name if state.node is not None else state.name
        loop = self._loop(pod, name, state.described, self._grown[0])
        reasons = listed(loop["scheduler"]) or "it is not ready yet"
        answer = self._answer(pod, "expects", say("karpenter expects", node=name, reasons=reasons))
        answer["node"], answer["loop"] = name, loop if loop["scheduler"] else None
        return answer

    def _loop(self, pod: Pod, node: str, described: str, cluster: GrowingCluster) -> Loop:
        row = cluster.snapshot.index.get(node)
        pods = self._recording.scenario.objects.pods
        waiting = next(other for other in pods if other.key == pod.key)
        return {
            "node": node,
            "autoscaler": f"Pod should schedule on: {described}",
            "scheduler": [] if row is None else cluster.reasons(waiting, row),
        }

    def _answer(
        self, pod: Pod, verdict: NewNodeVerdict, phrase: Phrase, rows: Sequence[PoolRow] = ()
    ) -> NewNode:
        ties = self.results.ties if self.results else []
        equal = [say("equal domains", key=t.key, domains=listed(t.domains)) for t in ties if t.pod == pod.key]
        return {
            "autoscaler": "karpenter",
            "pod": pod.key,
            "verdict": verdict,
            "text": str(phrase),
            "phrase": phrase.as_json(),
            "rows": list(rows),
            "shape": None,
            "node": "",
            "beside": [],
            "scheduled": None,
            "loop": None,
            "ties": list(map(str, equal)),
            "basis": self.basis,
            "notes": list(map(str, self.dump.notes)),
        }

    def scale_up(self, asked: Sequence[str]) -> ScaleUp:
        """Return what becomes of the pending pods that are asked about: the nodes that come, and who stays pending."""
        made: list[MadeNode] = []
        for number, claim in enumerate(self.claims):
            if shape := shape_of(claim, priced=self.dump.basis.priced):
                named = {"name": self._name(number), "pods": [pod.key for pod in claim.pods]}
                made.append(cast(MadeNode, {**shape, **named}))
        placed = self._grown[1]
        prices = [node["price"] for node in made]
        return {
            "autoscaler": "karpenter",
            "pending": len(asked),
            "nodes": made,
            "price": None if None in prices else sum(price for price in prices if price is not None),
            "placed": {key: placed[key] for key in asked if key in placed},
            "left": [self.answer(key) for key in first_of_classes(self._recording, asked, placed)],
            "complete": len(self.claims) <= MOST_NODES,
            "basis": self.basis,
            "notes": list(map(str, self.dump.notes)),
        }


def first_of_classes(recording: Recording, asked: Sequence[str], placed: Mapping[str, str]) -> Iterator[str]:
    """Yield the first pod of each class of those that stay pending."""
    wanted, seen = set(asked) - placed.keys(), set()
    for pod in recording.scenario.objects.pods:
        if pod.key in wanted and pod.template not in seen:
            seen.add(pod.template)
            yield pod.key


def _read(manifest: Manifest) -> Node:
    return read_node(ManifestField(manifest, "", Problems()))
