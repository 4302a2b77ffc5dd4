"""Mirrors pkg/scheduler/framework/plugins/imagelocality/image_locality.go @ v1.34.1."""

from __future__ import annotations

from typing import Literal

import numpy as np

from scheduler_core.kubernetes.golang import truncate
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE, Locality

_MB = 1024 * 1024
MIN_THRESHOLD = 23 * _MB
MAX_CONTAINER_THRESHOLD = 1000 * _MB


class ImageStep(TypedDict):
    """An image of the pod: its size in bytes, the number of nodes that have it, and the points of this node."""

    kind: Literal["image"]
    image: str
    size: int
    nodes_with: int
    nodes: int
    points: int
    """The part of the size that counts, in bytes; 0 if the node lacks the image."""


class ImageResultStep(TypedDict):
    """The sum of the images' points and its two thresholds, in bytes, and the resulting raw score."""

    kind: Literal["image_result"]
    sum: int
    min_threshold: int
    max_threshold: int
    score: int


class ImageLocality:
    """Favours nodes that already have the pod's images; larger and more widespread images count more."""

    name = "ImageLocality"
    score_locality = Locality.NODE
    signed_fields = ("images", "init_images", "image_volumes")

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def score(self, state: CycleState, pod: Pod, feasible: IntArray) -> IntArray:
        sums = self.handle.snapshot.zeros()
        for image in self._images(pod):
            name = normalized_image_name(image)
            nodes = self.handle.snapshot.image_nodes.get(name)
            if nodes is not None:
                sums[nodes] += self._points(name, nodes)
        # calculatePriority: 100·(sum − 23 MB)/(1000 MB·containers − 23 MB), the sum clamped to that range.
        largest = MAX_CONTAINER_THRESHOLD * self._count(pod)
        clamped = np.clip(sums[feasible], MIN_THRESHOLD, largest)
        result: IntArray = MAX_NODE_SCORE * (clamped - MIN_THRESHOLD) // (largest - MIN_THRESHOLD)
        return result

    def _images(self, pod: Pod) -> tuple[str, ...]:
        template, version = pod.template, self.handle.version
        init_images = template.init_images if version.init_images_count else ()
        volumes = template.image_volumes if version.image_volumes_score else ()
        return (*init_images, *template.images, *volumes)

    def _count(self, pod: Pod) -> int:
        """Return the number of images that raises the upper threshold."""
        volumes = 0 if self.handle.version.image_volumes_raise_threshold else len(pod.template.image_volumes)
        return len(self._images(pod)) - (volumes if self.handle.version.image_volumes_score else 0)

    def _points(self, name: str, nodes: IntArray) -> IntArray:
        """Return size · nodes with the image / nodes, for the nodes that have the image (scaledImageScore)."""
        snapshot = self.handle.snapshot
        return truncate(snapshot.image_sizes[name] * (self._nodes_with(nodes) / snapshot.node_count))

    def _nodes_with(self, nodes: IntArray) -> IntArray:
        """Return for each of `nodes` the number of nodes with the image, in old versions as of when it was added."""
        if self.handle.version.image_nodes_are_current:
            return np.full(len(nodes), len(nodes), dtype=np.int64)
        input_order = {node.name: i for i, node in enumerate(self.handle.objects.nodes)}
        additions = np.array([input_order[self.handle.snapshot.nodes[i].name] for i in nodes])
        return additions.argsort().argsort() + 1

    def explain_score(self, state: CycleState, pod: Pod, node: int) -> list[ImageStep | ImageResultStep]:
        snapshot = self.handle.snapshot
        steps: list[ImageStep] = []
        for image in self._images(pod):
            name = normalized_image_name(image)
            nodes = snapshot.image_nodes.get(name, np.zeros(0, dtype=np.int64))
            position = np.flatnonzero(nodes == node)
            nodes_with = int(self._nodes_with(nodes)[position[0]]) if len(position) else len(nodes)
            steps.append(
                {
                    "kind": "image",
                    "image": name,
                    "size": snapshot.image_sizes.get(name, 0),
                    "nodes_with": nodes_with,
                    "nodes": snapshot.node_count,
                    "points": int(self._points(name, nodes)[position[0]]) if len(position) else 0,
                }
            )
        result: ImageResultStep = {
            "kind": "image_result",
            "sum": sum(s["points"] for s in steps),
            "min_threshold": MIN_THRESHOLD,
            "max_threshold": MAX_CONTAINER_THRESHOLD * self._count(pod),
            "score": int(self.score(state, pod, np.array([node]))[0]),
        }
        return [*steps, result]


def normalized_image_name(name: str) -> str:
    """Return the image name with the tag `:latest` if it has none."""
    return name if name.rfind(":") > name.rfind("/") else f"{name}:latest"
