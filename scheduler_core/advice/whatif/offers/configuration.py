"""The scheduler's configuration: a plugin off, softer default constraints."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.phrases import say
from scheduler_core.advice.whatif.change import Change, Edit, Path
from scheduler_core.advice.whatif.places import CONFIG
from scheduler_core.advice.whatif.situation import Situation
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.kubernetes.source import value_at
from scheduler_core.scheduler.policy import is_policy

COMMANDS = ("# change the configuration of kube-scheduler and restart it",)
# Without these no kubelet starts the pod, or attaches its volumes, whatever the scheduler thinks.
_OF_KUBELETS = (
    "NodeResourcesFit",
    "NodeAffinity",
    "NodeDeclaredFeatures",
    "NodeName",
    "NodePorts",
    "NodeUnschedulable",
    "NodeVolumeLimits",
    "TaintToleration",
    "VolumeBinding",
    "VolumeRestrictions",
    "VolumeZone",
)


def plugin_off(situation: Situation, reason: Reason) -> Iterator[Change]:
    """Yield the plugin switched off at Filter, unless the kubelet would refuse the pod then."""
    name, profile = reason.plugin, situation.pod.template.scheduler_name
    if not name or name in _OF_KUBELETS or name not in situation.record.framework.profile.names("filter"):
        return
    config = situation.cluster.manifests.get(CONFIG)
    if is_policy(config):
        return
    disabled = {"name": name}
    phrase, dial = say("plugin off", plugin=name, profile=profile), ("plugin", name)
    if config is None:
        version = situation.record.framework.handle.version.config_versions[0]
        new = {
            "apiVersion": f"kubescheduler.config.k8s.io/{version}",
            "kind": CONFIG,
            "profiles": [{"schedulerName": profile, "plugins": {"filter": {"disabled": [disabled]}}}],
        }
        yield Change(phrase, "configuration", dial, (Edit("create", value=new),), commands=COMMANDS)
        return
    path: Path = ("profiles", profile_index(config.get("profiles") or [], profile), "plugins", "filter")
    enabled = value_at(config, (*path, "enabled")) or []
    edits = [
        Edit("drop", (*path, "enabled"), entry, object=CONFIG) for entry in enabled if entry["name"] == name
    ]
    edits.append(Edit("add", (*path, "disabled"), disabled, object=CONFIG))
    yield Change(phrase, "configuration", dial, tuple(edits), commands=COMMANDS)


def profile_index(profiles: list[dict[str, object]], name: str) -> int:
    names = [profile.get("schedulerName") or "default-scheduler" for profile in profiles]
    return names.index(name) if name in names else 0


def softer_defaults(situation: Situation, reason: Reason) -> Iterator[Change]:
    """Yield the default constraints over a topology key as wishes."""
    config = situation.cluster.manifests.get(CONFIG)
    for i, profile in enumerate((config or {}).get("profiles") or ()):
        for j, entry in enumerate(profile.get("pluginConfig") or ()):
            path: Path = ("profiles", i, "pluginConfig", j, "args", "defaultConstraints")
            for k, default in enumerate(value_at(config, path) or ()):
                written = default.get("topologyKey"), default.get("whenUnsatisfiable")
                if entry.get("name") == "PodTopologySpread" and written == (reason.operand, "DoNotSchedule"):
                    edit = Edit("set", (*path, k, "whenUnsatisfiable"), "ScheduleAnyway", object=CONFIG)
                    phrase = say("default constraint", key=reason.operand)
                    dial = ("default constraint", i, k)
                    yield Change(phrase, "configuration", dial, (edit,), commands=COMMANDS)
