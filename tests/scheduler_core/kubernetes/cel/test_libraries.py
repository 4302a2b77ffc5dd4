"""Kubernetes' functions in selectors of devices: lists, sets, regular expressions, addresses, URLs."""

from __future__ import annotations

import pytest

from scheduler_core.kubernetes.cel import CelError, DeviceValues, compile_selector

DEVICE = DeviceValues("nic.example.com", {"ip": "10.0.0.7", "name": "eth0"}, {})
NIC = "device.attributes['nic.example.com']"


def result(expression: str) -> bool:
    compiled = compile_selector(expression)
    assert not compiled.error
    return compiled.matches(DEVICE.variables())


@pytest.mark.parametrize(
    "expression",
    [
        "[1, 2].sum() == 3",
        "[1.5, 2.5].sum() == 4.0",
        "['a', 'b'].isSorted() && ![2, 1].isSorted() && [].isSorted()",
        "[3, 1].min() == 1 && [3, 1].max() == 3",
        "['a', 'b', 'a'].indexOf('a') == 0 && ['a', 'b', 'a'].lastIndexOf('a') == 2 && [1].indexOf(2) == -1",
        "'tacocat'.indexOf('c') == 2 && 'tacocat'.lastIndexOf('c') == 4",
        "sets.contains([1, 2, 3], [3, 1]) && !sets.contains([1], [1, 2])",
        "sets.equivalent([1, 1], [1]) && !sets.equivalent([1, 2], [1])",
        "sets.intersects([1, 2], [2, 3]) && !sets.intersects([1], [2])",
        "'a1b22'.findAll('[0-9]+') == ['1', '22'] && 'a1b22'.findAll('[0-9]+', 1) == ['1']",
        "'abc'.reverse() == 'cba' && strings.quote('a\"b') == '\"a\\\\\"b\"'",
    ],
)
def test_lists_sets_and_texts(expression: str) -> None:
    assert result(expression)


@pytest.mark.parametrize(
    "expression",
    [
        f"ip({NIC}.ip).family() == 4 && ip('::1').family() == 6",
        "isIP('10.0.0.1') && !isIP('10.0.0.256') && !isIP('::ffff:1.2.3.4')",
        "ip.isCanonical('2001:db8::1') && !ip.isCanonical('2001:DB8::1')",
        "ip('127.0.0.1').isLoopback() && ip('0.0.0.0').isUnspecified() && ip('169.254.1.1').isLinkLocalUnicast()",
        "ip('224.0.0.5').isLinkLocalMulticast() && !ip('224.0.1.5').isLinkLocalMulticast()",
        "ip('10.0.0.7').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast()",
        f"cidr('10.0.0.0/8').containsIP({NIC}.ip) && !cidr('10.0.0.0/8').containsIP(ip('11.0.0.1'))",
        "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR(cidr('10.0.0.0/8'))",
        "cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8') && cidr('10.1.2.3/8').ip() == ip('10.1.2.3')",
        "cidr('10.1.2.3/8').prefixLength() == 8 && !isCIDR('10.1.2.3') && isCIDR('::/0')",
        "url('https://a.example.com:80/p%20q?x=1').getHost() == 'a.example.com:80'",
        "url('https://[::1]:80/').getHostname() == '::1' && url('https://a/').getPort() == ''",
        "url('/path').getEscapedPath() == '/path' && url('https://a/?x=1&x=2').getQuery()['x'] == ['1', '2']",
        "url('https://a/').getScheme() == 'https' && !isURL('a/b') && isURL('/a')",
    ],
)
def test_addresses_and_urls(expression: str) -> None:
    assert result(expression)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("[].min() == 1", "min called on empty list"),
        ("[].max() == 1", "max called on empty list"),
        (f"{NIC}.name.sum() == 1", "no such overload: sum(string)"),
        (f"ip({NIC}.name).family() == 4", 'IP Address "eth0" parse error during conversion from string'),
        ("ip('::ffff:1.2.3.4').family() == 4", 'IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'),
        ("cidr('10.0.0.0').prefixLength() == 8", "network address parse error during conversion from string"),
        ("url('a b').getHost() == ''", "URL parse error during conversion from string"),
        ("[dyn(1)].join() == 'a'", "no such overload"),
        ("double('a' + 'b') == 1.0", 'strconv.ParseFloat: parsing "ab": invalid syntax'),
        (
            "semver('1.2.' + '3' + '0'.replace('0', '00000000000000000000')).patch() == 1",
            "value out of range",
        ),
    ],
)
def test_what_they_cannot_take_is_an_error(expression: str, message: str) -> None:
    with pytest.raises(CelError) as failure:
        result(expression)
    assert message in str(failure.value)


@pytest.mark.parametrize("expression", ["ip(1).family() == 4", "[1].nothing() == 1", "sets.contains(1, [1])"])
def test_wrong_types_do_not_compile(expression: str) -> None:
    assert compile_selector(expression).error.startswith("compilation failed: ERROR: <input>:1:")
