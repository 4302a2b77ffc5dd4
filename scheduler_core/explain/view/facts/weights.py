"""The origin of a plugin's weight."""

from __future__ import annotations

from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.defaults import default_plugins

from .contract import NamedFact


class WeightFact(NamedFact):
    """The weight of a plugin in the profile, and the default of the version."""

    plugin: str
    weight: int
    default: int
    profile: str


def weight_fact(record: CycleRecord, plugin: str) -> WeightFact:
    """Return the weight in this profile and the default of the version."""
    weights = {plugin.name: weight for plugin, weight in record.framework.profile.score}
    return {
        "plugin": plugin,
        "weight": weights[plugin],
        "default": default_plugins(record.framework.handle.version).get(plugin) or 1,
        "profile": record.framework.profile.scheduler_name,
    }
