"""Changes of preemption."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import Change, turned_off, turned_on

_DELETED_ONCE = (
    turned_off("deletes_terminating_victims"),
    turned_on("nominations_outlast_terminating_victims"),
)
_DELETED_AGAIN = (
    turned_on("deletes_terminating_victims"),
    turned_off("nominations_outlast_terminating_victims"),
)

CHANGES = (
    Change(
        "preemption-gives-reasons",
        "1.24",
        "Preemption reports why it failed, and then clears the pod's nomination",
        (turned_off("preemption_is_silent"),),
    ),
    Change(
        "only-preempted-pods-bar",
        "1.27",
        "A terminating pod on the nominated node prevents preemption only if the scheduler preempted it",
        (turned_off("any_termination_bars"),),
    ),
    Change(
        "victims-sorted-by-importance",
        "1.32",
        "All victims of a node are ordered by importance, not those first that violate a disruption budget",
        (turned_on("victims_are_sorted"),),
        pull_request=128307,
        note="Preemption compares nodes by their most important victim even if budgets are violated, so it can "
        "choose another node.",
        picked=("1.29.11", "1.30.7", "1.31.3"),
    ),
    Change(
        "terminating-victims-deleted-once",
        "1.34",
        "Victims that are already terminating are not deleted again; if all of them are, other pods keep their"
        " nomination to the node",
        _DELETED_ONCE,
        pull_request=133167,
    ),
    Change(
        "terminating-victims-deleted-again",
        "1.34.2",
        "Victims that are already terminating are deleted once more, and other pods lose their nomination to the"
        " node",
        _DELETED_AGAIN,
        pull_request=134247,
        note="Every patch release of 1.34 from 1.34.2 on does so: the earlier change was reverted there.",
    ),
    Change(
        "terminating-victims-deleted-once-for-good",
        "1.35",
        "Victims that are already terminating are again not deleted a second time; if all of them are, "
        "other pods keep their nomination to the node",
        _DELETED_ONCE,
        pull_request=134294,
    ),
    Change(
        "preemption-says-placement",
        "1.37",
        "The message of a pod for which others are preempted names the node and counts the victims",
        (turned_on("preemption_says_placement"),),
        pull_request=140180,
        moves_pods=False,
    ),
    Change(
        "empty-budgets-protect",
        "1.38",
        "A disruption budget with an empty selector protects every pod of its namespace from preemption",
        (turned_on("empty_budgets_protect"),),
        pull_request=141785,
        note="Before, preemption ignored such a budget, while evictions respected it.",
    ),
)
