"""Changes of DynamicResources."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import Change, Effect, turned_off, turned_on

_GATES = frozenset(
    {
        "ConsumableCapacity",
        "DeviceBindingConditions",
        "DeviceTaints",
        "ExtendedResource",
        "PartitionableDevices",
    }
)

CHANGES = (
    Change(
        "device-features-by-default",
        "1.36",
        "Device taints, partitions, consumable capacity, extended resources and binding conditions are "
        "enabled",
        (Effect("device_gates", frozenset(), _GATES),),
        kep=4381,
        note="Fields that the API server dropped before now affect which devices are allocated.",
    ),
    Change(
        "device-pools-in-order",
        "1.36",
        "Pools with binding conditions are searched last; incomplete and invalid pools are skipped",
        (
            turned_on("pools_with_conditions_are_last"),
            turned_on("pools_complete_across_nodes"),
            turned_on("skips_invalid_pools"),
        ),
        kep=4381,
        note="Drivers must publish all slices of a pool before its devices are allocated.",
    ),
    Change(
        "device-alternatives-for-all",
        "1.36",
        "An alternative of a prioritized list may ask for all devices",
        (turned_on("alternatives_keep_number"),),
        kep=4816,
    ),
    Change(
        "distinct-device-attributes",
        "1.36",
        "distinctAttribute compares the values of the attribute",
        (turned_on("distinct_attributes_differ"),),
        kep=5075,
    ),
    Change(
        "device-class-config-once",
        "1.36",
        "An allocation contains each class configuration once, with the requests that it is for",
        (turned_on("class_config_names_requests"),),
        kep=4381,
        moves_pods=False,
    ),
    Change(
        "device-search-timeout",
        "1.36",
        "A search for devices that takes too long ends the cycle with an error",
        (turned_on("device_timeout_is_error"),),
        kep=4381,
    ),
    Change(
        "foreign-claim-wording",
        "1.36",
        "The reason for a claim that belongs to another pod writes Pod with a capital letter",
        (
            Effect(
                "foreign_claim_reason",
                "ResourceClaim {claim} was not created for pod {pod} (pod is not owner)",
                "ResourceClaim {claim} was not created for Pod {pod} (Pod is not owner)",
            ),
        ),
        moves_pods=False,
    ),
    Change(
        "mixed-claims-score",
        "1.37",
        "A pod whose claims are only partly allocated is scored; before, its cycle ended with an error",
        (turned_off("mixed_claims_fail_to_score"),),
        kep=4816,
        pull_request=139017,
        note="Pods with a shared claim and a claim of their own stayed pending if several nodes fit.",
        picked=("1.35.6", "1.36.2"),
    ),
    Change(
        "distinct-from-every-device",
        "1.37",
        "distinctAttribute compares a device with every other device of its request, not only with the "
        "last one",
        (turned_on("distinct_attributes_are_all_kept"),),
        kep=5075,
        pull_request=140600,
        note="Requests for three or more devices could get two with the same value.",
    ),
    Change(
        "fractional-capacity-steps",
        "1.37",
        "Capacity steps may be fractions; before, they were rounded up to whole units",
        (turned_on("capacity_steps_may_be_fractions"),),
        kep=5075,
        pull_request=140161,
    ),
    Change(
        "shared-counters-once",
        "1.37",
        "Counters of a shared device are consumed once, even by a share without capacity",
        (turned_on("shares_without_capacity_count"),),
        kep=5075,
        pull_request=140437,
        note="Before, a shareable device with counters was rejected for the second claim.",
    ),
    Change(
        "device-taint-rules",
        "1.37",
        "A DeviceTaintRule taints the devices that it selects",
        (turned_on("device_taint_rules_count"),),
        kep=5055,
        note="Before, its feature gate and its API were off by default.",
    ),
    Change(
        "rules-without-selector-taint-none",
        "1.38",
        "A DeviceTaintRule without deviceSelector taints no device; before, it tainted every device of the cluster",
        (turned_off("rules_without_selector_taint_all"),),
        kep=5055,
        pull_request=141648,
        note="An empty deviceSelector still selects all devices.",
    ),
    Change(
        "shares-bar-exclusive-use",
        "1.38",
        "A device that claims still share is not allocated as a whole once its slice forbids sharing",
        (turned_on("shares_bar_exclusive_use"),),
        kep=5075,
        pull_request=140798,
    ),
    Change(
        "qualified-capacity-names",
        "1.38",
        "A capacity may be requested with or without the driver prefix",
        (turned_on("capacity_names_are_qualified"),),
        kep=5075,
        pull_request=142202,
        note="Before, the name had to be written as the driver publishes it.",
    ),
    Change(
        "implicit-names-of-all-classes",
        "1.38",
        "A device class keeps its implicit extended resource name even if another class serves its "
        "explicit one",
        (turned_on("every_class_has_implicit_name"),),
        kep=5004,
        pull_request=141110,
    ),
    Change(
        "incomplete-pool-spares-other-nodes",
        "1.38",
        "A request for all devices of an incomplete pool rejects the node instead of ending the cycle",
        (turned_off("incomplete_pools_end_cycle"),),
        kep=4381,
        pull_request=141898,
    ),
)
