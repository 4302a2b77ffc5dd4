"""Answers about thousands of nodes, as columns: what is said by node, and what repeats, is written once.

Long lists and maps become objects with a "$" that names the form; `static/js/net/packing.js` has the way back, and its
first lines describe the forms. Short ones stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

LONG = 16
_DISTINCT = 4  # a table pays when values occur at least so often


def pack(answer: Mapping[str, Any], nodes: Sequence[str]) -> dict[str, Any]:
    """The answer with its node names as indices into `nodes`."""
    packer = _Packer(nodes)
    packed = packer.value(answer)
    return {"nodes": packer.nodes, "lists": list(packer.lists), "answer": packed}


class _Packer:
    def __init__(self, nodes: Sequence[str]) -> None:
        self.nodes = list(nodes)
        self.index = {name: i for i, name in enumerate(self.nodes)}
        self.lists: dict[tuple[int, ...], int] = {}

    def value(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return self._map(value)
        if isinstance(value, list | tuple):
            return self._list(value) if len(value) >= LONG else [self.value(v) for v in value]
        return value

    def _map(self, value: Mapping[str, Any]) -> Any:
        if len(value) >= LONG and (keys := self._node_list(value)) is not None:
            return {"$": "by", "keys": keys, "values": self._column(list(value.values()))}
        return {key: self.value(v) for key, v in value.items()}

    def _list(self, values: Sequence[Any]) -> Any:
        nodes = self._node_list(values)
        return self._column(values) if nodes is None else {"$": "nodes", "list": nodes}

    def _column(self, values: Sequence[Any]) -> Any:
        if all(type(v) is int for v in values):
            same = all(v == values[0] for v in values)
            return {"$": "same", "value": values[0], "n": len(values)} if same else values
        if (coded := _coded(values)) is not None:
            return {"$": "coded", "table": [self.value(v) for v in coded[0]], "codes": coded[1]}
        if all(isinstance(v, Mapping) and v.keys() == values[0].keys() for v in values):
            columns = {key: self._list([v[key] for v in values]) for key in values[0]}
            return {"$": "table", "columns": columns, "n": len(values)}
        if (sets := self._node_sets(values)) is not None:
            return {"$": "sets", "sets": sets}
        return [self.value(v) for v in values]

    def _node_list(self, names: Sequence[Any] | Mapping[str, Any]) -> int | None:
        """The number of this list of nodes; None when it has something else in it."""
        places = self._places(names)
        return None if places is None else self.lists.setdefault(tuple(places), len(self.lists))

    def _node_sets(self, values: Sequence[Any]) -> list[list[int]] | None:
        sets = []
        for value in values:
            places = self._places(value) if isinstance(value, list) else None
            if places is None:
                return None
            sets.append(places)
        return sets

    def _places(self, names: Sequence[Any] | Mapping[str, Any]) -> list[int] | None:
        try:
            return [self.index[name] for name in names]
        except (KeyError, TypeError):
            return None


def _coded(values: Sequence[Any]) -> tuple[list[Any], list[int]] | None:
    """Distinct values and which of them stands where; None when too many differ."""
    most = len(values) // _DISTINCT
    places: dict[bytes, int] = {}
    table: list[Any] = []
    codes: list[int] = []
    for value in values:
        key = orjson.dumps(value)
        if (code := places.get(key)) is None:
            if len(table) == most:
                return None
            code = places[key] = len(table)
            table.append(value)
        codes.append(code)
    return table, codes
