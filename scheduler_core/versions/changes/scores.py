"""Changes of the scores."""

from __future__ import annotations

from scheduler_core.versions.change import Change, Effect, turned_off, turned_on

CHANGES = (
    Change(
        "overhead-scores-in-thousandths",
        "1.27",
        "The cpu overhead of an incoming pod counts in full for its score, no longer a thousandth of it",
        (turned_off("scores_overhead_in_cores"),),
    ),
    Change(
        "image-nodes-are-current",
        "1.28",
        "ImageLocality counts all nodes that have an image now, not those present when the node was last updated",
        (turned_on("image_nodes_are_current"),),
    ),
    Change(
        "init-container-images",
        "1.28",
        "ImageLocality counts the images of init containers",
        (turned_on("init_images_count"),),
    ),
    Change(
        "running-sidecars-left-out-of-scores",
        "1.28",
        "NodeResourcesFit scores without the sidecars of running pods",
        (turned_off("sidecars_score"),),
        kep=753,
    ),
    Change(
        "running-sidecars-in-scores",
        "1.32",
        "NodeResourcesFit scores with the sidecars of running pods",
        (turned_on("sidecars_score"),),
        kep=753,
    ),
    Change(
        "resizes-count",
        "1.33",
        "A pod that is being resized counts with the largest of its requested, allocated and actual resources",
        (turned_on("resizes_count"),),
        kep=1287,
    ),
    Change(
        "best-effort-pods-skip-balance",
        "1.33",
        "NodeResourcesBalancedAllocation does not score pods without requests",
        (Effect("pre_score_always_runs", frozenset({"NodeResourcesBalancedAllocation"}), frozenset[str]()),),
    ),
    Change(
        "balance-change-scores",
        "1.36",
        "NodeResourcesBalancedAllocation scores the change that the pod makes to a node's balance, not the balance",
        (turned_on("balance_change_scores"),),
    ),
)
