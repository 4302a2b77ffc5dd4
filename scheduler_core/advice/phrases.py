"""What changes, facts and causes say: a kind with operands. The page has the same sentences in all languages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.sentences import Template, filled

Operand = str | tuple["Phrase", ...]

TEMPLATES: dict[str, Template] = {
    # changes of the pod
    "request": "request {resource} {before} → {after}",
    "priority": "priority {before} → {after} (priorityClassName {name}): other pods are evicted",
    "preempting class": "priorityClassName {before} → {after}, which may preempt: other pods are evicted",
    "preemption policy": "preemptionPolicy Never → PreemptLowerPriority: other pods are evicted",
    "spread field": "{field} {before} → {after} over {key}",
    "spread match label keys": "matchLabelKeys [{keys}] over {key}",
    "topology key": "topologyKey {before} → {after}",
    "own constraint": "its own constraint: ScheduleAnyway over {key}, instead of the defaults",
    "affinity namespaces": "pod affinity {term}: also in namespace {namespaces}",
    "affinity value": "pod affinity {term}: {key}={before} → {after}",
    "affinity topology key": "pod affinity {term}: topologyKey {before} → {after}",
    "affinity preferred": "pod affinity {term}: required → preferred",
    "anti-affinity match label keys": "pod anti-affinity {term}: matchLabelKeys [{keys}]",
    "anti-affinity topology key": "pod anti-affinity {term}: topologyKey {before} → {after}",
    "anti-affinity preferred": "pod anti-affinity {term}: required → preferred",
    "anti-affinity of others match label keys": "anti-affinity of running {pods}: matchLabelKeys [{keys}]",
    "anti-affinity of others topology key": "anti-affinity of running {pods}: topologyKey {before} → {after}",
    "anti-affinity of others preferred": "anti-affinity of running {pods}: required → preferred",
    "node selector": "nodeSelector {key}={value}",
    "node selector value": "nodeSelector {key}={before} → {after}",
    "node selector removed": "nodeSelector {key}={value} removed",
    "node affinity also": "node affinity {clause}: also {value}",
    "node affinity without": "node affinity {clause}: without {value}",
    "node affinity removed": "node affinity {clause} removed",
    "preferred node affinity": "preferred node affinity {key}={value} with weight {weight}",
    "toleration": "toleration for {taint}",
    "host port removed": "hostPort {port} removed",
    "device constraint removed": "claim {claim}: {field} {attribute} removed",
    "device toleration": "claim {claim}: request {request} tolerates the device taint {taint}",
    "device count": "claim {claim}: count {before} → {after} of request {request}",
    "gates removed": "schedulingGates removed: {gates}",
    "scheduler name": "schedulerName {before} → {after}",
    # changes of the cluster
    "label": "label {key}={value} on {node}",
    "label value": "label {key}={value} on {node} (was {before})",
    "pod label": "label {key}={value} on running {pod} (was {before})",
    "taint removed": "remove taint {taint} from {node}",
    "uncordon": "uncordon {node}",
    "feature unused": "no use of {feature}",
    "kubelet feature": "a kubelet with {feature} on {node}",
    "larger node": "a larger node instead of {node}: {amounts}",
    "more nodes": (
        "one more node like {node} ({size})",
        "{n} more nodes like {node} ({size})",
    ),
    "more nodes in": (
        "one more node like {node} ({size}) in {domain}",
        "{n} more nodes like {node} ({size}) in {domain}",
    ),
    "more nodes in new": (
        "one more node like {node} ({size}) in a new {key}",
        "{n} more nodes like {node} ({size}) in a new {key}",
    ),
    "more nodes in both": (
        "one more node like {node} ({size}) in {domain} in a new {key}",
        "{n} more nodes like {node} ({size}) in {domain} in a new {key}",
    ),
    "more nodes of pool": (
        "one more node in pool {pool} ({size})",
        "{n} more nodes in pool {pool} ({size})",
    ),
    "more nodes of pool in": (
        "one more node in pool {pool} ({size}), in {domain}",
        "{n} more nodes in pool {pool} ({size}), in {domain}",
    ),
    "more machines of pool": (
        "one more {type} in pool {pool} ({size})",
        "{n} more {type} in pool {pool} ({size})",
    ),
    "more machines of pool in": (
        "one more {type} in pool {pool} ({size}), in {domain}",
        "{n} more {type} in pool {pool} ({size}), in {domain}",
    ),
    "more labelled nodes": (
        "a node with {labels}, as large as {node} ({size})",
        "{n} nodes with {labels}, as large as {node} ({size})",
    ),
    "volume elsewhere": "volume in another place: {volumes}",
    "claim again": "storage class {classes} with WaitForFirstConsumer, claim {claims} provisioned again",
    "pods moved": "{moves} (from {node})",
    "move": "move {pod} to {node}",
    "move several": "move {count} pods of {workload} to {node}",
    "delete terminating": "delete {pod}, which is terminating",
    # changes of the configuration
    "plugin off": "plugin {plugin} disabled at Filter in profile {profile}",
    "default constraint": "default constraint over {key}: ScheduleAnyway",
    "weight": "weight of {plugin} {before} → {after}",
    "percentage": "percentageOfNodesToScore {after}",
    # changes of what autoscalers go by
    "autoscaled": "{change}: {program} makes {node}",
    "pool limits": "NodePool {pool}: {changes}",
    "limit change": "limits.{resource} {before} → {after}",
    "pool requirements": "NodePool {pool}: {changes}",
    "requirement change": "{key} also {value}",
    "min values change": "minValues of {key} {before} → {after}",
    "pool weight": "NodePool {pool}: weight {before} → {after}",
    "group maximum": "group {group}: maximum {before} → {after}",
    "several": "{changes}",
    # what to know before a change is made
    "unknown type": "This helps if NodePool {pool} has such an instance type: the input does not show one.",
    "unit slip": "The largest node has {resource} {most}; {after} may have been intended.",
    "unit slip beside others": (
        "The largest node has {resource} {most}, and half of the other pods request {usual} or less; "
        "{after} was probably intended."
    ),
    "image for": "The image must be built for {value}.",
    "rule of running pods": "Running pods keep their rule: a rollout can hang.",
    "rollout": (
        "The pod of {workload} is replaced by a rollout.",
        "A rollout replaces all {n} pods of {workload}, {running} of them running.",
    ),
    "replaces none": "{workload} replaces no pod by itself: delete {pod} after the change.",
    "waits for pod": "{workload} waits for {pod} and does not replace it: delete it after the change.",
    "why cordoned": "Somebody cordoned this node, perhaps to drain or repair it: ask first.",
    "taint of spot": "Spot nodes can be reclaimed at short notice, together with the pod.",
    "taint of platform": "The image must run there: these nodes differ in architecture, operating system "
    "or runtime.",
    "taint of others": "These nodes are reserved for another team or workload.",
    "taint of devices": "These nodes are reserved for pods that use their devices, which are the most "
    "expensive part.",
    "taint of virtual": "These are virtual nodes: volumes, DaemonSets and networking work differently there.",
    "taint of system": "These nodes are reserved for the cluster's add-ons, which the pod could crowd out.",
    "taint of control plane": "The pod would run on control-plane machines, and could starve the control "
    "plane.",
    "taint of device": "Its driver tainted the device, often because it is faulty.",
    "devices apart": "The devices may then be far apart, and slower if they communicate with each other.",
    "pool size": "The size of pool {pool} is {count}, and may be {most} at most.",
    # why a repair has its risk
    "no risk": "No other pod is affected, and nothing is bought.",
    "risk of machines": "There are more machines to pay for.",
    "risk of data": "The data stays where it is: back it up and restore it, or it is lost.",
    "risk of less": "The pod is guaranteed less: it may be throttled, or evicted first when its node runs short.",
    "risk of fewer devices": "The pod gets fewer devices.",
    "risk of closeness": "More pods may share a domain, and fail together with it.",
    "risk of labels": "Services and controllers select pods by label: this pod may leave its own.",
    "risk of ports": "Clients that use the port of the node no longer reach the pod.",
    "risk of gates": "A controller set the gates, and waits for something that the pod would start without.",
    "risk of eviction": "The taint evicts pods, often because the node fails: this pod stays there.",
    "risk of restarts": "Running pods stop, and start again elsewhere.",
    "risk of stranding": ("A pod that has a node loses it.", "{n} pods that have a node lose it."),
    "risk for all pods": "The configuration is that of all pods, and kube-scheduler restarts.",
    # facts
    "requests": "requests {resource} {amount}",
    "pod affinity": "pod affinity {term}",
    "pod anti-affinity": "pod anti-affinity {term}",
    "host port": "hostPort {port}",
    "anti-affinity of others": "anti-affinity of running pods over {key}",
    "pod limit": "the nodes' limit of pods",
    "one node": "may run on one node only",
    "message": "{message}",
    "max skew": "maxSkew {skew} over {key}",
    "min domains": "maxSkew {skew} over {key} with {count} of minDomains {least}: the minimum counts as 0",
    "spread": "spread over {key}",
    "selector clause": "node selector {clause}",
    "required node affinity": "required node affinity",
    "cordoned": "cordoned nodes",
    "untolerated taint": "untolerated taint {taint}",
    # why a repair does not last
    "evicted later": "placed on {node} first, but evicted later for {pod}",
    "no attempt": "the run does not reach it",
    "place taken": "in the run, {node} goes to {pods}",
    # causes beside the scheduler
    "no device": "no node offers {resource}: is its device plugin running, and do its nodes exist?",
    "idle devices": "Nodes have {resource} but do not offer it ({count} of them): is the driver ready?",
    "no claim": "There is no PersistentVolumeClaim {claim} in namespace {namespace}: create it there, or correct "
    "the claimName of volume {volume}. No scheduler creates claims.",
    "no storage class": "claim {claim}: storage class {name} does not exist",
    "no such scheduler": "this configuration has no scheduler named {name}: is another one running?",
    # why a NodePool or node group makes no node
    "pool limit exceeded": "limit: {used} + {more} = {sum} > limits.{resource} {most}",
    "pool limit reached": "limit: it may have no more nodes",
    "pool taint": "taint {taints}, which the pod does not tolerate",
    "pool port": "host port {port}: a DaemonSet has it on every node",
    "pool without label": "label {key}: its nodes do not have it",
    "pool label": "label {key}: the pool has {pool}, the pod wants {pod}",
    "pool zone": "zone: the pool allows {pool}, the pod wants {pod}",
    "pool volume": "volume: it is in {pod} ({key}), the pool allows {pool}",
    "pool spread": "spread over {key}: no place is left with maxSkew {skew} (pods: {counts})",
    "pool affinity": "pod affinity over {key}: no pod to join where it makes nodes (pods: {counts})",
    "pool anti-affinity": "pod anti-affinity over {key}: no place is free (pods: {counts})",
    "pool min values": "minValues of {keys}: too few of its instance types are left",
    "pool reserved": "reserved capacity that suits is used up, and the pod waits for it",
    "pool not ready": "NodePool is not Ready: {conditions}",
    "pool going": "NodePool is being deleted",
    "pool static": "NodePool has a fixed number of nodes (replicas)",
    "pool without types": "none of the instance types that are known meets its requirements",
    "pool order": "not asked: {pool} comes first",
    "pool unknown": "it may: the input does not show an instance type of it with {resources}",
    "pool maximum": "at maximum: {count} of {most}",
    "pool backoff": "backoff after a scale-up that failed: {error}",
    "pool without template": "no node of it is in the input: its shape is not known",
    "pool filters": "{reasons}",
    "pool and": "{why}; besides, {also}",
    "pool makes": "makes {size}",
    "no type labelled": "no instance type with {labels}",
    "no type large enough": "no type large enough: {resources}",
    "no type together": "no type has enough of all at once: {resources}",
    "no type offered": "no type that fits is available in {places}",
    "of at most": "{resource} {amount} of at most {most}",
    "of at most less": "{resource} {amount} of at most {most}, less {taken} for DaemonSets",
    "group too small": "too small: {resources}",
    "pool row": "{pool}: {why}",
    # why no new node came
    "karpenter makes": "Karpenter makes {node}, and the scheduler places the pod there.",
    "karpenter in vain": "Karpenter makes {node}, but the scheduler refuses it: {message}",
    "karpenter expects": "Karpenter expects the pod on {node} and makes no node, but {node} refuses it: {reasons}",
    "karpenter none": "Karpenter makes no node. NodePool {rows}",
    "karpenter without pools": "Karpenter makes no node: it has no usable NodePool. {rows}",
    "karpenter may": "Karpenter may make a node of NodePool {pools}. The input does not show all its instance types.",
    "karpenter ignores": "Karpenter ignores the pod: {why}",
    "karpenter not asked": "Karpenter does not look at the pod: it is of a DaemonSet, nominated, or was not tried.",
    "groups make": "Cluster Autoscaler makes {node}, and the scheduler places the pod there.",
    "groups in vain": "Cluster Autoscaler makes {node}, but the scheduler refuses it: {message}",
    "groups none": "Cluster Autoscaler makes no node. Group {rows}",
    "expendable": "The priority is {priority}: by default Cluster Autoscaler adds no nodes for pods below -10.",
    "groups ignore": "Cluster Autoscaler does not look at the pod: it is of a DaemonSet, gated, or going.",
    "new node": "a node of {pool} ({size})",
    "new machine": "{type} of {pool} in {zone}",
    "new machine at": "{type} of {pool} in {zone} at {price} an hour",
    # why nodes stay or go
    "node blocked": "{why}",
    "node empty": "it is empty",
    "node goes": "its pods fit on other nodes",
    "node replaceable": "its pods fit on a cheaper node",
    "node replaced": "its pods fit on a cheaper node: {node}",
    "node drifted": "it has drifted ({why}): a node of the present NodePool takes its place",
    "node recent": "a pod came or went less than consolidateAfter ago",
    "node budget": "the budgets of NodePool {pool} let no more nodes go now",
    "node no place": (
        "there is no place for {pod}: {why}",
        "there is no place for {n} of its pods, first {pod}: {why}",
    ),
    "node several": "its pods need more than one new node ({count}), and only one may take its place",
    "node not cheaper": "its pods need a new node, and no instance type is left; it costs {price} an hour",
    "node dearer": "its pods need a new node, and none is surely cheaper: {type} may cost {worst} an hour, it costs "
    "{price}",
    "node unpriced": "its pods need a new node; without prices it is not known whether a cheaper one would do",
    "node min values": "its pods need a new node, and too few of the cheaper types are left for minValues of {labels}",
    "node spot off": "its pods need a new spot node, and SpotToSpotConsolidation is off",
    "node spot few": "its pods need a new spot node; of the types known, {count} cost less, and {least} must",
    "node never": "NodePool {pool} never consolidates (consolidateAfter: Never)",
    "node when empty": "NodePool {pool} consolidates empty nodes alone, and it is not empty",
    "node unknown type": "its instance type {type} is not among those that are known",
    "node without label": "it lacks the label {label}, on which its price depends",
    "node without pools": "no NodePool is usable, so nothing can take its place",
    "node unneeded": "at most half of it is requested, and its pods fit elsewhere: it goes after ten minutes",
    "node annotated": "the annotation {annotation} keeps it",
    "node used": "{percent} % of its {resource} is requested, more than {threshold} %",
    "node pod bare": "{pod} has no controller that makes it again",
    "node pod local-storage": "{pod} has local storage",
    "node pod annotation": "an annotation of {pod} asks that it is not moved",
    "node pod system": "{pod} is of kube-system, without a disruption budget",
    "node pod budget": "a disruption budget does not let {pod} go now",
    "node pod no place": "there is no place for {pod} on other nodes",
    "node minimum": "group {group} is at its minimum: {count} of {least}",
    "equal domains": "{key}: it may take any of {domains}",
    "equal groups": "by chance: {groups} are equal to it",
    "nodes ready": (
        "{n} node is not ready or unreachable: check its kubelet and network.",
        "{n} nodes are not ready or unreachable: check their kubelets and network.",
    ),
    "nodes pressure": (
        "{n} node is short of memory, disk or process ids ({key}): free some.",
        "{n} nodes are short of memory, disk or process ids ({key}): free some.",
    ),
    "nodes network": (
        "{n} node has no network yet: check its network plugin.",
        "{n} nodes have no network yet: check their network plugin.",
    ),
    "nodes agent": (
        "{n} node waits for an agent ({key}): check its DaemonSet pod there.",
        "{n} nodes wait for an agent ({key}): check its DaemonSet pods there.",
    ),
    "nodes new": (
        "{n} node is still being set up ({key}): wait, or check the cloud controller manager.",
        "{n} nodes are still being set up ({key}): wait, or check the cloud controller manager.",
    ),
    "nodes leaving": (
        "{n} node is being removed ({key}): it gets no new pods.",
        "{n} nodes are being removed ({key}): they get no new pods.",
    ),
    "nodes marked": (
        "{n} node is marked as out of use ({key}): ask whoever set the taint.",
        "{n} nodes are marked as out of use ({key}): ask whoever set the taint.",
    ),
}


class PhraseForm(TypedDict):
    """A sentence as its kind and operands: texts, or the phrases of which it is made."""

    kind: str
    operands: dict[str, str | list[PhraseForm]]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence of a kind with its operands: names and amounts, or phrases of which it is made."""

    kind: str
    operands: tuple[tuple[str, Operand], ...] = ()

    def __str__(self) -> str:
        return filled(TEMPLATES[self.kind], {name: _text(operand) for name, operand in self.operands})

    def as_json(self) -> PhraseForm:
        operands = {
            name: operand if isinstance(operand, str) else [phrase.as_json() for phrase in operand]
            for name, operand in self.operands
        }
        return {"kind": self.kind, "operands": operands}


def say(kind: str, **operands: object) -> Phrase:
    """Return the phrase of a kind; an operand that is no tuple of phrases becomes text."""
    return Phrase(
        kind,
        tuple((name, value if isinstance(value, tuple) else str(value)) for name, value in operands.items()),
    )


def listed(names: Iterable[object]) -> str:
    return ", ".join(map(str, names))


def _text(operand: Operand) -> str:
    return operand if isinstance(operand, str) else listed(operand)
