"""What may be asked; each error names its path, what is expected, and what to do."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import InvalidInput, read_sweep

X = {"setting": "weight/NodeResourcesFit", "values": [0, 1]}


@pytest.mark.parametrize(
    ("document", "errors"),
    [
        ([], {"sweep": "must be a mapping"}),
        ({}, {"sweep.kind": "must be one of seeds, weights"}),
        ({"kind": "tides"}, {"sweep.kind": "must be one of seeds, weights"}),
        ({"kind": "seeds", "seeds": 0}, {"sweep.seeds": "must be from 1 to 1,000,000, got 0"}),
        ({"kind": "seeds", "seeds": "2"}, {"sweep.seeds": "must be an integer"}),
        ({"kind": "seeds", "pairs": True}, {"sweep.pairs": "is not a field"}),
        ({"kind": "weights"}, {"sweep.x": "must be set"}),
        ({"kind": "weights", "x": {**X, "setting": "Fit"}}, {"sweep.x.setting": "must be weight/PLUGIN"}),
        ({"kind": "weights", "x": {**X, "values": [1, -1]}}, {"sweep.x.values[1]": "must be a weight"}),
        ({"kind": "weights", "x": {**X, "values": [1, 1]}}, {"sweep.x.values[1]": "contains"}),
        ({"kind": "weights", "x": {**X, "values": []}}, {"sweep.x.values": "at least one"}),
        ({"kind": "weights", "x": X, "y": X}, {"sweep.y.setting": "must differ"}),
        ({"kind": "percentages", "percentages": [101]}, {"sweep.percentages[0]": "from 0 to 100"}),
        ({"kind": "versions", "versions": ["0.9"]}, {"sweep.versions[0]": "must be a version"}),
        ({"kind": "losses", "topology_keys": []}, {"sweep.topology_keys": "at least one label"}),
        (
            {"kind": "losses", "topology_keys": ["zone"], "pairs": "yes"},
            {"sweep.pairs": "must be true or false"},
        ),
        (
            {"kind": "capacity", "shapes": [{"name": "l"}], "counts": [1]},
            {"sweep.shapes[0]": "must have either node"},
        ),
        (
            {"kind": "capacity", "shapes": [{"name": "l", "allocatable": {"cpu": "x"}}], "counts": [1]},
            {"sweep.shapes[0].allocatable.cpu": "must be a quantity"},
        ),
        ({"kind": "fleet"}, {"sweep": "must have a change, a version, or both"}),
        (
            {"kind": "fleet", "change": {"operations": [{"op": "burn"}]}},
            {"sweep.change.operations[0].op": "must be one of"},
        ),
        (
            {"kind": "percentages", "percentages": [*range(50)], "seeds": 1_000_000},
            {"sweep.seeds": "must have at most 10,000,000 runs"},
        ),
        (
            {
                "kind": "weights",
                "x": {**X, "values": [*range(200)]},
                "y": {"setting": "weight/NodeAffinity", "values": [*range(200)]},
            },
            {"sweep": "must have at most 20,000 cells"},
        ),
    ],
)
def test_errors_have_a_path_and_a_fix(document: Any, errors: dict[str, str]) -> None:
    with pytest.raises(InvalidInput) as raised:
        read_sweep(document)
    assert {error.path for error in raised.value.errors} == set(errors)
    for error in raised.value.errors:
        assert errors[error.path] in error.message


def test_defaults_are_filled_in() -> None:
    assert read_sweep({"kind": "weights", "x": X, "pod": "web"}) == {
        "kind": "weights",
        "x": X,
        "pod": "default/web",
        "seeds": 1,
    }
    assert read_sweep({"kind": "losses", "topology_keys": ["zone"]}) == {
        "kind": "losses",
        "topology_keys": ["zone"],
        "pairs": False,
        "seeds": 1,
    }
