"""What evaluations cost, and where they end: numbers of cel-go's own tests, less what it computes beforehand."""

from __future__ import annotations

import pytest

from scheduler_core.kubernetes.cel import CelError, DeviceValues, compile_selector
from scheduler_core.kubernetes.cel.cost import COST_LIMIT, Meter
from scheduler_core.kubernetes.cel.evaluation import evaluator
from scheduler_core.kubernetes.cel.scope import Scope
from scheduler_core.kubernetes.cel.selector import checked_expression

ATTRIBUTES = {"number": 3, "long": "x" * 500}
DEVICE = DeviceValues("d.example.com", ATTRIBUTES, {"memory": "80Gi"}).variables()
OWN = "device.attributes['d.example.com']"
LIMIT = "operation cancelled: actual cost limit exceeded"


def cost(expression: str) -> int:
    tree = checked_expression(expression)
    assert tree is not None
    scope = Scope(DEVICE, Meter())
    evaluator(tree)(scope)
    return scope.meter.cost


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("true", 0),
        ("device.driver == 'x'", 3),
        (f"{OWN}.number == 3", 5),
        (f"has({OWN}.number)", 3),
        ("device.attributes[device.driver].number == 3", 6),
        ("(true ? device.driver : 'x') == 'y'", 2),
        (f"{OWN}.?number.orValue(1) == 1", 5),
        (f"{OWN}.?missing.orValue(1) == 1", 4),
        ("device.capacity['d.example.com'].memory.compareTo(quantity('40Gi')) >= 0", 7),
        ("'123'.matches('[0-9]')", 2),
        (f"{OWN}.long.matches('[0-9]')", 4 + 51 * 2),
        (f"{OWN}.long.contains({OWN}.long)", 4 + 4 + 50 * 50),
        ("'12345678901234567890' == '123456789012345678901234567890'", 2),
        ("(1 > 2 || 2 > 1) == true", 3),
        ("true ? false : 1 > 3", 0),
        ("false ? false : 1 > 3", 1),
        ("(1 > 2 ? 5 : 3) > 1", 2),
        ("2 in [1, 2, 3]", 0),
        ("2 in [1, 2, 3].map(x, x)", 40 + 3),
        ("[1, 2, 3].all(x, true)", 10),
        ("[{'k1': 1}, {'k2': 2}].all(x, true)", 7),
        ("[1, 2, 3, 4, 5].filter(x, x % 2 == 0) == []", 42),
        ("[1, 2, 3, 4, 5].map(x, x) == []", 66),
        ("[1, 2, 3, 4, 5].map(x, x).exists(x, x == 5) == true", 98),
        ("[1, 2, 3, 4, 5].map(x, [x, x]).all(y, y.all(y, y == 1))", 151),
        ("[1, 2, 3].all(i, i in [1, 2, 3].map(j, j + j))", 56),
        ("sets.contains([1, 2], [1, 2]) && sets.equivalent([1, 2], [1, 2])", (1 + 4) + (1 + 8)),
        ("'a,b'.split(',').join('-') == 'a-b'", 1 + 1 + 1),
        ("[3, 1].min() == 1", 3),
        ("['a', 'b'].min() == 'a'", 1),
        ("cidr('10.0.0.0/8').containsIP('10.0.0.1')", 1 + 1 + 1),
        ("ip('::1') == ip('::2')", 1 + 1 + 1),
        ("cel.bind(unused, device.driver, true)", 0),
        ("cel.bind(x, device.driver, x == x)", 2 + 2 + 2),
        (f"{OWN}.missing == device.driver || true", 4 + 2 + 1),
    ],
)
def test_the_cost_is_that_of_cel_go(expression: str, expected: int) -> None:
    assert cost(expression) == expected


def numbers(count: int) -> str:
    return "[" + ",".join(["0"] * count) + "]"


def exceeds(outer: int) -> str:
    """Return an expression with loops of 100, 100 and as many elements as asked, all to the end."""
    inner = f"{numbers(100)}.all(b, {numbers(outer)}.all(c, true))"
    return f"{numbers(100)}.all(a, {inner})"


def test_a_selector_ends_at_the_very_limit() -> None:
    under, spare = _up_to_the_limit(0), _up_to_the_limit(1)
    assert (cost(under), cost(spare)) == (COST_LIMIT, COST_LIMIT - 1)
    assert compile_selector(under).matches(DEVICE) is True
    with pytest.raises(CelError) as failure:
        compile_selector(f"1 < 2 && {under}").matches(DEVICE)
    assert str(failure.value) == LIMIT
    assert compile_selector(f"1 < 2 && {spare}").matches(DEVICE) is True


def _up_to_the_limit(missing: int) -> str:
    """Return an expression that costs the limit, but for what is missing."""
    large = f"{numbers(57)}.all(a, {numbers(57)}.all(b, {numbers(100)}.all(c, true)))"
    rest = COST_LIMIT - missing - cost(large)
    loop = f"{numbers(100)}.all(a, {numbers(10)}.all(b, true))"
    loops, rest = divmod(rest, cost(loop))
    singles = ["1 < 2"] * (rest % 100)
    hundreds = [f"{numbers(33)}.all(a, true)"] * (rest // 100)
    return " && ".join([large, *[loop] * loops, *hundreds, *singles])


@pytest.mark.parametrize(
    "absorbing",
    ["{} || true", "true || {}", "[1].exists(z, {} || z == 1)", "({}) ? true : true", "false && {}"],
)
def test_no_operator_goes_on_after_the_limit(absorbing: str) -> None:
    selector = compile_selector(absorbing.format(f"({exceeds(100)})"))
    if absorbing in ("true || {}", "false && {}"):
        assert selector.matches(DEVICE) is (absorbing == "true || {}")
        return
    with pytest.raises(CelError, match=LIMIT):
        selector.matches(DEVICE)


def doubled(times: int) -> str:
    inner, name = "last == []", "last"
    for i in reversed(range(times)):
        before = f"l{i}"
        inner, name = f"cel.bind({name}, {before} + {before}, {inner})", before
    return f"cel.bind(l0, ['a', 'b'], {inner})"


@pytest.mark.parametrize(
    "expression",
    [
        doubled(20),
        f"{numbers(60)}.exists(x, '{'ab' * 2000}'.replace('', '{'ab' * 2000}') == 'a')",
        f"cel.bind(l, '{'ab' * 2000}'.split(''), l.exists(x, 'zz' in dyn(l)))",
        f"cel.bind(l, '{'ab' * 2000}'.split(''), l.exists(x, l.min() == 'zz'))",
        f"{numbers(60)}.exists(x, {numbers(60)}.exists(y, '{'ab' * 2000}'.findAll('.').size() == 3))",
        "'abcdefghijklmnopqrstuvwxyz'.split('').exists(x, '7'.matches(x + '$'))",
    ],
)
def test_what_costs_little_and_makes_much_is_ended_too(expression: str) -> None:
    with pytest.raises(CelError, match=r"visits or makes more than 250,000 elements and characters"):
        compile_selector(expression).matches(DEVICE)


def test_copying_macros_are_limited_since_each_doubles_the_expression() -> None:
    chain = f"{OWN}.?number" + ".optMap(x, x)" * 8 + ".orValue(0) == 3"
    assert compile_selector(chain).matches(DEVICE)
    longer = compile_selector(chain.replace(".orValue", ".optMap(x, x).orValue"))
    assert (
        longer.error == "compilation failed: more than 8 uses of optMap() and optFlatMap() are not simulated"
    )


@pytest.mark.parametrize(
    "expression",
    ["(" * 5000 + "true" + ")" * 5000, "[" * 9000, "!(" * 4000, "1" + "+1" * 5000 + " == 1", "{1:" * 3000],
)
def test_deep_expressions_are_refused(expression: str) -> None:
    assert "recursion" in compile_selector(expression).error


def test_wide_expressions_are_not() -> None:
    assert compile_selector(" && ".join(["true"] * 1200)).matches(DEVICE)
    assert compile_selector("'x' in ['" + "','".join(["y"] * 2500) + "', 'x']").matches(DEVICE)
