"""Which changes are tried for which reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from scheduler_core.advice.whatif.change import Change
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.explain.messages.reasons import VOLUME_COUNT
from scheduler_core.explain.view.causes.contract import ReasonKind
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.scheduler.cluster.columns import BoolArray

from .affinity import affinity, anti_affinity, terms_of_others
from .configuration import plugin_off, softer_defaults
from .devices import apart, fewer_devices, tolerate_devices
from .eviction import higher_priority, move_pods, preempting
from .features import features
from .nodes import one_more, one_of_pool
from .pod import no_host_port
from .resources import larger_node, lower_request
from .selectors import select, unpin
from .spread import give_label, relax
from .taints import tolerate, uncordon
from .volumes import volumes

Offer = Callable[[Situation, Reason, NodeClass], Iterator[Change]]

OFFERS: dict[ReasonKind, tuple[Offer, ...]] = {
    "resource": (lower_request,),
    "taint": (tolerate,),
    "unschedulable": (uncordon,),
    "selector": (select,),
    "unmatched_selector": (select,),
    "spread": (relax,),
    "spread_label": (give_label,),
    "affinity": (affinity,),
    "anti_affinity": (anti_affinity,),
    "existing_anti_affinity": (terms_of_others,),
    "port": (no_host_port,),
    "device_constraint": (apart,),
    "device_short": (fewer_devices,),
    "device_taint": (tolerate_devices,),
    "message": (features, fewer_devices),  # each of its own plugin; more devices than there are
}

# An empty node of the same labels has these no more.
_GONE_WHEN_NEW = ("resource", "spread", "anti_affinity", "existing_anti_affinity", "port", "unschedulable")
_OF_SELECTORS: frozenset[ReasonKind] = frozenset(("selector", "unmatched_selector"))


def node_classes(situation: Situation, in_play: BoolArray) -> list[NodeClass]:
    """Return the nodes in play by the reasons for which they refuse the pod, fewest reasons first."""
    refusals = situation.refusals
    classes = [
        NodeClass(refusals.sets[i], refusals.rows[(refusals.set_of == i) & in_play[refusals.rows]])
        for i in np.unique(refusals.set_of).tolist()
        if refusals.sets[i]
    ]
    return sorted((c for c in classes if len(c.nodes)), key=lambda c: (len(c.reasons), -len(c.nodes)))


def offers(situation: Situation, in_play: BoolArray) -> Iterator[Change]:
    """Yield the changes that could let in a node in play, each once."""
    unique: dict[Change, None] = {}
    for nodes in node_classes(situation, in_play):
        for change in _class_offers(situation, nodes):
            unique.setdefault(change)
    yield from unique


def new_nodes(situation: Situation) -> Iterator[Change]:
    """Yield the new nodes that could take the pod, each once."""
    everywhere = np.ones(len(situation.snapshot), dtype=bool)
    unique: dict[Change, None] = {}
    for nodes in node_classes(situation, everywhere):
        unique |= dict.fromkeys(_new_nodes(situation, nodes))
    yield from unique


def _is_gone_when_new(reason: Reason) -> bool:
    return reason.kind in _GONE_WHEN_NEW or reason.message == VOLUME_COUNT


def _new_nodes(situation: Situation, nodes: NodeClass) -> Iterator[Change]:
    lasting = {reason.kind for reason in nodes.reasons if not _is_gone_when_new(reason)}
    if not lasting:
        yield from one_more(situation, nodes)
    elif lasting <= _OF_SELECTORS:
        yield from one_of_pool(situation, nodes)


def _class_offers(situation: Situation, nodes: NodeClass) -> Iterator[Change]:
    for reason in sorted(nodes.reasons, key=lambda r: (r.plugin, r.kind, r.operand)):
        for offer in OFFERS.get(reason.kind, ()):
            yield from offer(situation, reason, nodes)
        yield from plugin_off(situation, reason)
        if reason.kind == "spread":
            yield from softer_defaults(situation, reason)
    for whole in (unpin, larger_node, volumes, move_pods, higher_priority, preempting):
        yield from whole(situation, nodes)
    yield from _new_nodes(situation, nodes)
