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
        "Device taints, partitions, consumable capacity, extended resources and binding conditions are in force",
        (Effect("device_gates", frozenset(), _GATES),),
        kep=4381,
        note="Fields that the API server dropped before now decide which devices are handed out.",
    ),
    Change(
        "device-pools-in-order",
        "1.36",
        "Pools with binding conditions are searched last, incomplete ones not at all, invalid ones are passed over",
        (
            turned_on("pools_with_conditions_are_last"),
            turned_on("pools_complete_across_nodes"),
            turned_on("skips_invalid_pools"),
        ),
        kep=4381,
        note="Drivers have to publish all slices of a pool before its devices are handed out.",
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
        "An allocation has the configuration of a class once, with the requests that it is for",
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
        "The reason of a pod whose claim belongs to another writes Pod with a capital letter",
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
        "A pod of whose claims only some have devices is scored; before, its cycle ended with an error",
        (turned_off("mixed_claims_fail_to_score"),),
        kep=4816,
        pull_request=139017,
        note="Pods that share a claim and have another of their own stayed pending wherever several nodes fit.",
        picked=("1.35.6", "1.36.2"),
    ),
    Change(
        "distinct-from-every-device",
        "1.37",
        "distinctAttribute compares a device with every other one of its request, not with the last alone",
        (turned_on("distinct_attributes_are_all_kept"),),
        kep=5075,
        pull_request=140600,
        note="Requests for three devices or more were given two with the same value.",
    ),
    Change(
        "fractional-capacity-steps",
        "1.37",
        "The steps of a capacity may be fractions; before, they were rounded up to whole units",
        (turned_on("capacity_steps_may_be_fractions"),),
        kep=5075,
        pull_request=140161,
    ),
    Change(
        "shared-counters-once",
        "1.37",
        "A share that consumes no capacity has consumed the counters of its device; the next one does not again",
        (turned_on("shares_without_capacity_count"),),
        kep=5075,
        pull_request=140437,
        note="Devices with counters that several claims may share were refused to the second claim.",
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
        "A device that claims still share is not handed out as a whole once its slice forbids sharing",
        (turned_on("shares_bar_exclusive_use"),),
        kep=5075,
        pull_request=140798,
    ),
    Change(
        "qualified-capacity-names",
        "1.38",
        "A capacity may be requested with or without its driver in front of its name",
        (turned_on("capacity_names_are_qualified"),),
        kep=5075,
        pull_request=142202,
        note="Before, the name had to be written as the driver publishes it.",
    ),
    Change(
        "implicit-names-of-all-classes",
        "1.38",
        "A device class whose extended resource another one serves still serves its implicit name",
        (turned_on("every_class_has_implicit_name"),),
        kep=5004,
        pull_request=141110,
    ),
    Change(
        "incomplete-pool-spares-other-nodes",
        "1.38",
        "A request for all devices of an incomplete pool leaves out the node, it no longer ends the cycle",
        (turned_off("incomplete_pools_end_cycle"),),
        kep=4381,
        pull_request=141898,
    ),
)
