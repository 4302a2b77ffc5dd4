"""Changes of DynamicResources."""

from __future__ import annotations

from scheduler_core.kubernetes.versions.change import Change, Effect, turned_on

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
)
