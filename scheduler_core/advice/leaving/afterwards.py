"""The cluster when a command of Karpenter's is carried out."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.advice.scaling.made import node_manifest
from scheduler_core.autoscaling.disruption.command import Command
from scheduler_core.autoscaling.dumps.dump import Dump
from scheduler_core.autoscaling.dumps.filled import filled
from scheduler_core.autoscaling.objects.objects import Objects, read_objects
from scheduler_core.kubernetes.objects.reading import Problems


def carried_out(dump: Dump, command: Command, number: int) -> Dump:
    """Return the dump when nodes are gone, others are in their place, and their pods run where Karpenter put them."""
    objects = dump.cluster.objects
    gone = {candidate.name for candidate in command.candidates}
    claims = {candidate.claim.name for candidate in command.candidates}
    existing = command.results.existing_nodes if command.results else ()
    moved = {pod.uid: node.state.name for node in existing for pod in node.pods}
    made = _made(command, number, moved)
    pods = [
        replace(pod, node_name=moved[pod.uid]) if pod.uid in moved else pod
        for pod in objects.pods
        if pod.node_name not in gone or pod.uid in moved
    ]
    nodes = [*(node for node in objects.nodes if node.name not in gone), *made.nodes]
    left = [claim for claim in objects.nodeclaims if claim.name not in claims]
    changed = replace(
        objects,
        pods=pods,
        nodes=sorted(nodes, key=lambda node: node.name),
        nodeclaims=sorted([*left, *made.nodeclaims], key=lambda claim: claim.name),
    )
    return replace(dump, cluster=replace(dump.cluster, objects=changed))


def _made(command: Command, number: int, moved: dict[str, str]) -> Objects:
    """Return the nodes that come, with their NodeClaims, and note which pods run there."""
    manifests = []
    for index, claim in enumerate(command.replacements, start=1):
        name = f"{claim.nodepool}-in-place-{number}-{index}"
        manifest = node_manifest(claim, name, with_daemons=True)
        if manifest is not None:
            manifests.append(manifest)
            moved.update((pod.uid, name) for pod in claim.pods)
    return read_objects(filled(manifests)[0], Problems())
