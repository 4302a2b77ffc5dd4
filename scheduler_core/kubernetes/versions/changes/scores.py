"""Changes of the scores."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import Change, Effect, turned_off, turned_on

CHANGES = (
    Change(
        "spread-score-by-skew",
        "1.19",
        "PodTopologySpread's score takes maxSkew and the number of domains into account",
        (turned_off("spread_scores_by_counts"),),
        kep=895,
    ),
    Change(
        "balance-by-deviation",
        "1.22",
        "NodeResourcesBalancedAllocation scores by the standard deviation of the shares, not by their difference",
        (turned_off("balances_by_difference"),),
    ),
    Change(
        "affinity-range-of-scores",
        "1.21",
        "InterPodAffinity normalizes by the lowest and the highest score, without 0",
        (turned_off("affinity_range_has_zero"),),
    ),
    Change(
        "spread-score-is-rounded",
        "1.23",
        "PodTopologySpread rounds its score instead of truncating it",
        (turned_off("spread_score_is_cut"),),
    ),
    Change(
        "overhead-scores-in-thousandths",
        "1.27",
        "A pod's cpu overhead counts in full for its score, instead of a thousandth of it",
        (turned_off("scores_overhead_in_cores"),),
    ),
    Change(
        "image-nodes-are-current",
        "1.29",
        "ImageLocality counts all nodes that have an image now, not those at the node's last update",
        (turned_on("image_nodes_are_current"),),
        pull_request=116938,
        note="Images that many nodes have weigh more. Pods with large images can prefer other nodes than before.",
    ),
    Change(
        "init-container-images",
        "1.30",
        "ImageLocality counts the images of init containers",
        (turned_on("init_images_count"),),
        pull_request=123366,
        note="Nodes that already have the images of init containers and sidecars are preferred.",
    ),
    Change(
        "running-sidecars-left-out-of-scores",
        "1.28",
        "NodeResourcesFit scores without the sidecars of running pods",
        (turned_off("sidecars_score"),),
        kep=753,
        note="Nodes with many sidecars look emptier to the score than they are; filters still count them.",
    ),
    Change(
        "running-sidecars-in-scores",
        "1.32",
        "NodeResourcesFit scores with the sidecars of running pods",
        (turned_on("sidecars_score"),),
        kep=753,
        pull_request=127878,
        note="Sidecars of running pods make a node look as full as it is, so pods can go elsewhere.",
    ),
    Change(
        "resizes-count",
        "1.33",
        "A pod that is being resized counts with the largest of its requested, allocated and actual resources",
        (turned_on("resizes_count"),),
        kep=1287,
        note="During an in-place resize a node can look fuller than the pods' specs add up to.",
    ),
    Change(
        "best-effort-pods-skip-balance",
        "1.33",
        "NodeResourcesBalancedAllocation does not score pods without requests",
        (Effect("pre_score_always_runs", frozenset({"NodeResourcesBalancedAllocation"}), frozenset[str]()),),
        pull_request=130260,
        note="Pods without requests spread more evenly: the balance of a node no longer attracts them.",
    ),
    Change(
        "balance-change-scores",
        "1.36",
        "NodeResourcesBalancedAllocation scores how the pod changes a node's balance, not the balance itself",
        (turned_on("balance_change_scores"),),
        pull_request=135573,
        note="Many pods can land elsewhere. A node that the pod brings closer to balance is preferred to one that is "
        "balanced already.",
    ),
    Change(
        "image-volumes-score",
        "1.36",
        "ImageLocality counts image volumes",
        (turned_on("image_volumes_score"),),
        kep=4639,
    ),
    Change(
        "image-volumes-count-as-images",
        "1.37",
        "ImageLocality divides by the number of all images, including image volumes",
        (turned_on("image_volumes_raise_threshold"),),
        kep=4639,
        pull_request=138951,
    ),
)
