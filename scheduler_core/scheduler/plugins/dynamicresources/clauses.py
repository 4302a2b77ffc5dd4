"""The clauses that a device has to meet for a request, each with its operands.

They say what the search asks, in its order, and leave the search as it is: `ClauseReader` is a search that can be asked
about any device at any moment, before its first step as well as between two of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal

from scheduler_core.kubernetes.objects.devices import ALL, Attribute
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.quantity import parse

from .allocator import RequestData, RequestKey, Search, prevents
from .capacity import written_like
from .constraints import Constraint, attribute_of, concerns, constraint_of
from .contract import (
    CapacityClause,
    ClauseKind,
    ConstraintClause,
    CounterClause,
    DeviceClause,
    DeviceHolder,
    ExpressionClause,
)
from .pools import Candidate, can_use, holder_of, sharers

LATE: frozenset[ClauseKind] = frozenset({"in_use", "counter", "taint", "constraint"})
"""What a request for all devices does not ask before it knows which they are."""


class ClauseReader(Search):
    """A search whose clauses can be read. It has its requests without the checks of a run."""

    brief = False
    """Without the conditions of expressions."""

    @property
    def node(self) -> Node:
        return self._node

    def lay_out(self) -> None:
        """Set up the requests and the constraints."""
        for c, claim in enumerate(self._claims):
            self._constraints.append(
                [constraint_of(constraint, self._env.version) for constraint in claim.spec.constraints]
            )
            for r, request in enumerate(claim.spec.requests):
                choices = request.first_available or ((request.exactly,) if request.exactly else ())
                for i, requested in enumerate(choices):
                    device_class = self._env.classes[requested.device_class]
                    self.requests[c, r, i] = RequestData(
                        requested, request.name, bool(request.first_available), device_class, requested.count
                    )

    @property
    def candidates(self) -> list[Candidate]:
        """The devices that the node can be given, in the order of the search."""
        return [candidate for pool in self._pools for candidate in pool.candidates]

    def claim_key(self, key: RequestKey) -> str:
        return self._claims[key[0]].key

    def clauses(self, key: RequestKey, candidate: Candidate) -> Iterator[DeviceClause]:
        """Yield the clauses in the order in which the search asks them."""
        data = self.requests[key]
        early: list[DeviceClause] = []
        late: list[DeviceClause] = []
        for clause in self._all_clauses(key, data, candidate):
            (late if data.requested.mode == ALL and clause["kind"] in LATE else early).append(clause)
        yield from (*early, *late)

    def first_failing(self, key: RequestKey, candidate: Candidate) -> DeviceClause | None:
        return next((clause for clause in self.clauses(key, candidate) if not clause["ok"]), None)

    def _all_clauses(
        self, key: RequestKey, data: RequestData, candidate: Candidate
    ) -> Iterator[DeviceClause]:
        device = candidate.device
        if data.requested.capacity is not None and not self._shares:
            yield {"kind": "feature", "ok": False, "feature": "DRAConsumableCapacity"}
        yield {
            "kind": "in_use",
            "ok": not super()._is_taken(key, data, candidate),
            "holders": self.holders(candidate),
            "admin": bool(data.requested.admin_access),
        }
        if device.binding_conditions and not self._conditions:
            yield {"kind": "feature", "ok": False, "feature": "DRADeviceBindingConditions"}
        yield from self._selectors(data, candidate)
        if candidate.slice.per_device_nodes:
            reaches = can_use(self._node, device.nodes)
            yield {"kind": "node", "ok": reaches, "nodes": device.nodes.node_name}
        if self._shares:
            yield from self._capacities(data, candidate)
        yield from self._counter_clauses(candidate)
        if self._taints:
            for taint in device.taints:
                text = (
                    f"{taint.key}={taint.value}:{taint.effect}"
                    if taint.value
                    else f"{taint.key}:{taint.effect}"
                )
                yield {"kind": "taint", "ok": not prevents(taint, data.requested.tolerations), "taint": text}
        for constraint in self._constraints[key[0]]:
            if concerns(constraint.rule.requests, data.request_name, data.alternative):
                yield self._constraint(key[0], constraint, candidate)

    def holders(self, candidate: Candidate) -> list[DeviceHolder]:
        """Return who has the device: claims, and requests of this search."""
        device, claims = candidate.id, self._env.claims
        keys = list(claims.holders(device))
        if self._is_still_shared(candidate):
            keys += sharers(claims).get(device, ())
        listed = [holder_of(claims, key) for key in keys]
        for i, chosen in enumerate(self.chosen):
            listed += [
                {"claim": self._claims[i].key, "pods": [], "request": pick.data.full_name}
                for pick in chosen
                if pick.candidate.id == device
            ]
        return listed

    def _selectors(self, data: RequestData, candidate: Candidate) -> Iterator[ExpressionClause]:
        owners: tuple[tuple[Literal["class", "selector"], str, tuple[str, ...]], ...] = (
            ("class", data.device_class.name, data.device_class.selectors),
            ("selector", data.full_name, data.requested.selectors),
        )
        for kind, owner, expressions in owners:
            for i, expression in enumerate(expressions):
                yield self._selector(kind, owner, i, expression, candidate)

    def _selector(
        self,
        kind: Literal["class", "selector"],
        owner: str,
        index: int,
        expression: str,
        candidate: Candidate,
    ) -> ExpressionClause:
        selecting, driver, device = self._env.selecting, candidate.pool.driver, candidate.device
        verdict = selecting.verdict(driver, device, expression)
        return {
            "kind": kind,
            "ok": verdict.selected and not verdict.error,
            "owner": owner,
            "index": index,
            "expression": expression,
            "error": verdict.error,
            "conditions": [
                {
                    "text": condition.text,
                    "holds": condition.holds,
                    "error": condition.error,
                    "operands": [{"text": o.text, "value": o.value} for o in condition.operands],
                }
                for condition in (() if self.brief else selecting.conditions(driver, device, expression))
            ],
        }

    def _capacities(self, data: RequestData, candidate: Candidate) -> Iterator[CapacityClause]:
        rules, driver, device = self._rules, candidate.pool.driver, candidate.device
        offered, asked = rules.offered(driver, device), rules.asked(data.requested, driver, device)
        for name in asked:
            if name not in offered:
                yield _capacity(name, asked[name], asked[name], "0", "0", "unknown")
        consumed = self._env.claims.consumed.get(candidate.id, {})
        searching = self._capacity.get(candidate.id, {})
        for name, (amount, text) in rules.consumption(data.requested, driver, device).items():
            total = offered[name]
            free = parse(total.value) - rules.taken(name, driver, consumed) - searching.get(name, 0)
            trouble: Any = (
                "policy" if rules.violates(amount, total.policy) else "short" if amount > free else ""
            )
            yield _capacity(name, asked.get(name), text, quantity(free, total.value), total.value, trouble)

    def _counter_clauses(self, candidate: Candidate) -> Iterator[DeviceClause]:
        device = candidate.device
        if not device.counters:
            return
        if not self._partitions:
            yield {"kind": "feature", "ok": False, "feature": "DRAPartitionableDevices"}
            return
        shared = self._shares and device.allows_multiple
        if shared and self._shares_count(candidate):
            return
        consumed, needs = self._counters.of(candidate.pool), dict(device.counters)
        for set_name, counters in self._counters.available(candidate.pool).items():
            for name, available in counters.items():
                needed = parse(needs.get(set_name, {}).get(name, "0"))
                free = available - consumed.get(set_name, {}).get(name, Fraction(0))
                if needed or free < 0:
                    yield self._counter(candidate, set_name, name, needed, free)

    def _counter(
        self, candidate: Candidate, set_name: str, name: str, needed: Fraction, free: Fraction
    ) -> CounterClause:
        total = (candidate.pool.counter_sets or {}).get(set_name, {}).get(name, "0")
        return {
            "kind": "counter",
            "ok": free >= needed,
            "counter_set": set_name,
            "counter": name,
            "needed": quantity(needed, total),
            "free": quantity(free, total),
            "total": total,
        }

    def _constraint(self, claim: int, constraint: Constraint, candidate: Candidate) -> ConstraintClause:
        rule = constraint.rule
        name = rule.match_attribute or rule.distinct_attribute
        attribute = attribute_of(candidate.pool.driver, candidate.device, name)
        clause: ConstraintClause = {
            "kind": "constraint",
            "ok": constraint.accepts(attribute),
            "rule": "matchAttribute" if rule.match_attribute else "distinctAttribute",
            "attribute": name,
            "value": attribute_text(attribute),
            "clash_device": "",
            "clash_value": None,
        }
        if clause["ok"] or attribute is None:
            return clause
        for pick in self.chosen[claim]:
            other = attribute_of(pick.candidate.pool.driver, pick.candidate.device, name)
            concerned = concerns(rule.requests, pick.data.request_name, pick.data.alternative)
            if concerned and (other != attribute if rule.match_attribute else other == attribute):
                clause["clash_device"], clause["clash_value"] = pick.candidate.name, attribute_text(other)
                break
        return clause


def _capacity(
    name: str, asked: str | None, amount: str, free: str, total: str, trouble: Any
) -> CapacityClause:
    return {
        "kind": "capacity",
        "ok": not trouble,
        "name": name,
        "asked": asked,
        "amount": amount,
        "free": free,
        "total": total,
        "trouble": trouble,
    }


def quantity(amount: Fraction, example: str) -> str:
    """Return an amount as text, in the unit of an example where that leaves a whole number."""
    if amount.denominator != 1:
        thousandth = amount * 1000
        return f"{int(thousandth)}m" if thousandth.denominator == 1 else str(float(amount))
    return written_like(amount, example)


def attribute_text(attribute: Attribute | None) -> str | None:
    """Return the value of an attribute as an expression would have it."""
    if attribute is None:
        return None
    kind, value = attribute
    if kind == "bool":
        return "true" if value else "false"
    return f'"{value}"' if kind == "string" else str(value)
