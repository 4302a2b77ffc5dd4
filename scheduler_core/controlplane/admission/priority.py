"""Priority: the priority and preemption policy of a pod's PriorityClass.

Mirrors plugin/pkg/admission/priority/admission.go @ v1.34.1. The reader of pods applies the classes; here they become
visible. A priority that is written stays where the input has no classes, so that a scenario needs none; with classes
it is refused unless it is that of the pod's class.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import BUILT_IN_PRIORITIES

from .inventory import Inventory
from .policy import PRIORITY
from .report import Cause
from .request import AdmissionRequest

_USUAL_POLICY = "PreemptLowerPriority"


@dataclass(frozen=True, slots=True)
class _Class:
    value: int
    preemption_policy: str
    name: str


class PriorityAdmission:
    """The priority classes by name, and the global default."""

    def __init__(self, inventory: Inventory) -> None:
        self._classes = {name: _Class(p.value, "", name) for name, p in BUILT_IN_PRIORITIES.items()}
        self._default: _Class | None = None
        self._has_own = False
        for at in inventory.of_kind("PriorityClass"):
            self._has_own = True
            name = at.child("metadata").name("name")
            self._classes[name] = _Class(at.integer("value", 0), at.text("preemptionPolicy"), name)
            if at.flag("globalDefault"):
                self._default = self._classes[name]

    def lacks(self, spec: Manifest) -> bool:
        """Return whether the spec of a pod names a class that does not exist and has no priority of its own."""
        name = spec.get("priorityClassName")
        return (
            bool(name) and (spec.get("priority") is None or self._has_own) and str(name) not in self._classes
        )

    def admit(self, pod: AdmissionRequest) -> None:
        """Report spec.priority and spec.preemptionPolicy where they are absent; raise Refused without the class."""
        spec = pod.part("spec")
        name = spec.get("priorityClassName")
        if self.lacks(spec):
            raise pod.forbidden(f"no PriorityClass with name {name} was found", Cause(PRIORITY))
        priority_class = self._classes.get(str(name)) if name else self._default
        if self._has_own or name:
            self._refuse_other(pod, spec, priority_class)
        if priority_class is None:
            return
        cause = Cause(PRIORITY, f"PriorityClass {priority_class.name}")
        if spec.get("priority") is None:
            pod.state(priority_class.value, ("spec", "priority"), cause)
        if priority_class.preemption_policy and not spec.get("preemptionPolicy"):
            pod.state(priority_class.preemption_policy, ("spec", "preemptionPolicy"), cause)

    def _refuse_other(self, pod: AdmissionRequest, spec: Manifest, priority_class: _Class | None) -> None:
        """Raise Refused for a priority or policy that is not that of the class."""
        value = priority_class.value if priority_class else 0
        policy = (priority_class and priority_class.preemption_policy) or _USUAL_POLICY
        written, written_policy = spec.get("priority"), spec.get("preemptionPolicy")
        if written is not None and written != value:
            what, computed = f"integer value of priority ({written})", str(value)
        elif written_policy and written_policy != policy:
            what, computed = f"string value of PreemptionPolicy ({written_policy})", policy
        else:
            return
        raise pod.forbidden(
            f"the {what} must not be provided in pod spec; priority admission controller computed {computed} "
            "from the given PriorityClass name",
            Cause(PRIORITY, f"PriorityClass {priority_class.name}" if priority_class else ""),
        )
