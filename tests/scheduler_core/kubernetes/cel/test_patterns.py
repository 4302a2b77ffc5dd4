"""Regular expressions of selectors are RE2's: linear in the text, with the errors of Go."""

from __future__ import annotations

import pytest

from scheduler_core.kubernetes.cel import CelError, CompiledSelector, DeviceValues, compile_selector

ATTRIBUTES = {"letters": "a" * 44, "bang": "a" * 44 + "!", "open": "(abc", "name": "gpu-7"}
DEVICE = DeviceValues("d.example.com", ATTRIBUTES, {}).variables()
OWN = "device.attributes['d.example.com']"


def compiled(expression: str) -> CompiledSelector:
    selector = compile_selector(expression)
    assert not selector.error
    return selector


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (f"{OWN}.letters.matches('^(a+)+$')", True),
        (f"{OWN}.bang.matches('^(a+)+$')", False),
        (f"{OWN}.bang.matches('^(a|aa)+$')", False),
        (f"{OWN}.bang.find('(x+x+)+y') == ''", True),
        (f"{OWN}.bang.findAll('(a*)*b').size() == 0", True),
        (f"{OWN}.name.matches('^gpu-[0-9]$')", True),
        (f"{OWN}.name.find('[0-9]') == '7'", True),
        ("'٣'.matches('\\\\d')", False),  # digits are those of ASCII, unlike in Python
        ("'a\\n'.matches('^a$')", False),  # and $ is the end of the text
        ("'baac'.findAll('a*') == ['', 'aa', '']", True),
        ("'a1b22'.findAll('[0-9]+', 1) == ['1']", True),
    ],
)
def test_patterns_that_go_back_and_forth_are_answered(expression: str, expected: bool) -> None:
    assert compiled(expression).matches(DEVICE) is expected


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(abc", "missing closing ): `(abc`"),
        ("abc)", "unexpected ): `abc)`"),
        ("[abc", "missing closing ]: `[abc`"),
        ("[z-a]", "invalid character class range: `z-a`"),
        ("a**", "invalid nested repetition operator: `**`"),
        ("*a", "missing argument to repetition operator: `*`"),
        ("a{1001}", "invalid repeat count: `{1001}`"),
        ("((a{100}){100}){100}", "invalid repeat count: `{100}`"),
        ("(?=a)", "invalid or unsupported Perl syntax: `(?=`"),
        ("(?P<n", "invalid named capture: `(?P<n`"),
        ("\\\\8", "invalid escape sequence: `\\8`"),
        ("\\\\C", "invalid escape sequence: `\\C`"),
        ("\\\\", "trailing backslash at end of expression: ``"),
    ],
)
def test_what_is_no_pattern_has_the_error_of_go(pattern: str, message: str) -> None:
    with pytest.raises(CelError) as failure:
        compiled(f"{OWN}.name.matches('' + '{pattern}')").matches(DEVICE)
    assert str(failure.value) == f"error parsing regexp: {message}"


def test_a_pattern_that_would_take_much_memory_is_too_large() -> None:
    with pytest.raises(CelError, match="error parsing regexp: expression too large: "):
        compiled(f"'a'.matches('' + '{'[^a-c]{900}' * 90}')").matches(DEVICE)


def test_a_pattern_of_an_attribute_fails_when_it_is_evaluated() -> None:
    with pytest.raises(CelError, match=r"^error parsing regexp: missing closing \): `\(abc`$"):
        compiled(f"'a'.matches({OWN}.open)").matches(DEVICE)
    with pytest.raises(CelError, match=r"^Illegal regex: error parsing regexp: missing closing \): `\(abc`$"):
        compiled(f"'a'.find({OWN}.open) == ''").matches(DEVICE)


def test_a_constant_that_is_no_pattern_does_not_compile() -> None:
    error = compile_selector("true &&\n 'é'.matches('(abc')").error
    assert error == (
        "compilation failed: ERROR: <input>:2:14: invalid matches argument\n"
        " |  'é'.matches('(abc')\n"
        " | ..．..........^"
    )
    error = compile_selector("'a'.findAll('(') == []").error
    assert error == "program instantiation failed: error parsing regexp: missing closing ): `(`"
