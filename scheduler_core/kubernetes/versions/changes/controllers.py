"""Changes of the controllers whose work a play of steps shows."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import Change, turned_off, turned_on

_KEP = 961
_FIELD = "stateful_sets_have_max_unavailable"

CHANGES = (
    Change(
        "stateful-set-waits-until-available",
        "1.34",
        "The update of a parallel StatefulSet waits minReadySeconds for each pod, not only until it is ready",
        (turned_on("stateful_sets_wait_until_available"),),
        pull_request=130909,
        note="Ordered StatefulSets already waited.",
        moves_pods=False,
    ),
    Change(
        "stateful-set-max-unavailable",
        "1.35",
        "A StatefulSet replaces up to maxUnavailable pods at a time",
        (turned_on(_FIELD),),
        kep=_KEP,
        note="The field was dropped before, because its feature gate was off.",
        moves_pods=False,
    ),
    Change(
        "stateful-set-max-unavailable-off",
        "1.36",
        "A StatefulSet again replaces one pod at a time, regardless of maxUnavailable",
        (turned_off(_FIELD),),
        kep=_KEP,
        pull_request=137904,
        note="Pods of an old revision that never become ready could block a rollout, so the feature gate "
        "is off.",
        moves_pods=False,
        picked=("1.35.4",),
    ),
    Change(
        "stateful-set-max-unavailable-again",
        "1.37",
        "A StatefulSet again replaces up to maxUnavailable pods at a time",
        (turned_on(_FIELD),),
        kep=_KEP,
        pull_request=139466,
        moves_pods=False,
    ),
)
