"""The GPUs of the nodes one by one, to say where their sum says too much."""

from __future__ import annotations

from .trace import WHOLE_GPU, Demand, Shape


class Devices:
    """Gives the pods of a node its GPUs, the fullest that have room first.

    The scheduler looks at the sum of a node. `missed` counts the placements for which no GPUs had room one by one;
    those pods get none.
    """

    def __init__(self, shapes: dict[str, Shape]) -> None:
        self._free = {name: [WHOLE_GPU] * shape.gpus for name, shape in shapes.items()}
        self._given: dict[int, tuple[str, list[int], int]] = {}
        self.asked = 0
        self.missed = 0

    def take(self, pod: int, node: str, demand: Demand) -> None:
        """Give a pod that came to a node its GPUs."""
        if not demand.gpus:
            return
        self.asked += 1
        free = self._free[node]
        roomy = sorted((i for i, room in enumerate(free) if room >= demand.gpu_share), key=lambda i: free[i])
        if len(roomy) < demand.gpus:
            self.missed += 1
            return
        chosen = roomy[: demand.gpus]
        for device in chosen:
            free[device] -= demand.gpu_share
        self._given[pod] = (node, chosen, demand.gpu_share)

    def give_back(self, pod: int) -> None:
        """Take back the GPUs of a pod that left."""
        node, devices, share = self._given.pop(pod, ("", [], 0))
        for device in devices:
            self._free[node][device] += share
