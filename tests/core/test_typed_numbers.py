"""A number in any usual notation is read as that number or refused, never as another one."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.__main__ import main
from app.core.errors import BadInput
from app.core.procedures.kinds import Kind, ListOf, Number, OneOf, Whole
from app.core.support.typed_numbers import (
    both_readings,
    normalize,
    read_decimal,
    read_whole,
    write_decimal,
)
from app.widgets.roll.form.forms import field_text

SEPARATORS = (",", ".", " ", "\u00a0", "\u202f", "\u2009", "'", "\u2019", "_", "\uff0c", "\u3000")
MINUS = ("-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212", "\uff0d", "- ", "\u2212 ")
PLUS = ("", "+", "\uff0b", "+ ")
FULL_WIDTH = str.maketrans({str(digit): chr(0xFF10 + digit) for digit in range(10)})
AROUND = (("", ""), (" ", ""), ("", "\u00a0"), ("\n", "\t"), ("\u202d", "\u202c"))


def writing(number: Fraction, data: st.DataObject) -> str:
    """Draw one of the ways to write a number with finite decimals."""
    draw = data.draw
    whole, point, places = str(Decimal(abs(number.numerator)) / number.denominator).partition(".")
    by = draw(st.sampled_from(("", *SEPARATORS)))
    mark = draw(st.sampled_from([each for each in ".," if each != normalize(by)])) if point else ""
    sign = draw(st.sampled_from(MINUS if number < 0 else PLUS))
    before, after = draw(st.sampled_from(AROUND))
    grouped = f"{int(whole):,}".replace(",", by)
    text = f"{before}{sign}{grouped}{mark}{places}{after}"
    return text.translate(FULL_WIDTH) if draw(st.booleans()) else text


def read(kind: Kind, text: str) -> object:
    """Return the number that a field reads from a text, or None if it refuses the text by name."""
    try:
        return kind.check("field", kind.parse(text))
    except BadInput as fault:
        refusal = fault
    assert refusal.field == "field"
    assert refusal.message.startswith("field ")
    return None


@given(st.integers(-99_999_999, 99_999_999), st.data())
def test_a_whole_number_is_itself_in_each_writing(number: int, data: st.DataObject) -> None:
    text = writing(Fraction(number), data)
    assert read(Whole(-(10**8), 10**8), text) == number
    assert read(Number(-(10**8), 10**8), text) in (number, None)


@given(st.decimals(-9_999_999, 9_999_999, places=3, allow_nan=False), st.data())
def test_a_decimal_is_itself_or_refused_in_each_writing(
    number: Decimal, data: st.DataObject
) -> None:
    text = writing(Fraction(number), data)
    found = read(Number(-(10**8), 10**8), text)
    assert found == (Fraction(number) if both_readings(text) is None else None)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,000", 1000),
        ("1.000", 1000),
        ("\uff11\uff0c\uff10\uff10\uff10", 1000),
        ("1,000,000", 1_000_000),
        ("12,34,567", 1_234_567),
        ("1.0", 1),
        ("1,0", 1),
        ("3,", 3),
        ("1e3", 1000),
        ("\u0663", 3),
        ("0,125", None),
        ("1.5", None),
        ("01,000", None),
        ("1,00", 1),
        ("1,0000", None),
        ("1234,000", None),
        ("1.000,000", None),
        ("1.000,00", 1000),
        ("1 0", None),
        ("5 5", None),
        ("1\t000", None),
        ("1\n000", None),
        ("1_0", None),
        ("1,000,5", None),
        ("1.000.00", None),
        ("1,000e3", None),
        ("--5", None),
        ("+-5", None),
        ("5-", None),
        ("\u00b2", None),
        ("\u00bd", None),
        ("nan", None),
        ("-", None),
        ("+", None),
        ("", None),
    ],
)
def test_a_field_for_whole_numbers(text: str, number: int | None) -> None:
    assert read(Whole(-(10**8), 10**8), text) == number


@pytest.mark.parametrize("text", ["1,000", "1.000", "1.234", "\u22121,250", "12.125"])
def test_a_decimal_that_may_be_thousands_is_asked_about(text: str) -> None:
    kind = Number(-10_000, 100_000)
    with pytest.raises(BadInput) as fault:
        kind.check("distance", kind.parse(text))
    both = both_readings(text)
    assert both is not None
    assert fault.value.message.endswith(f"; give {both[0]}, or {both[1]} with decimals")
    assert [read(kind, each) for each in both] == [read_whole(both[0]), Fraction(both[1])]


@given(st.fractions(-1000, 1000, max_denominator=64))
def test_a_value_is_read_back_from_its_field(value: Fraction) -> None:
    text = field_text(value)
    assert read_decimal(text) is not None
    assert Fraction(read_decimal(text) or 0) == Fraction(text)
    assert read_decimal(write_decimal(text)) == read_decimal(text)


def test_a_list_reads_only_the_numbers_written() -> None:
    kind = ListOf(Whole(-200, 200), 9)
    assert read(kind, "1, 2;3\n4 5\t6") == (1, 2, 3, 4, 5, 6)
    assert read(kind, "\uff11\uff0c\u22122") == (1, -2)
    assert read(kind, "1,000") is None
    assert read(kind, "1 000") is None
    assert read(kind, "- 5") is None


def test_a_choice_of_numbers_is_read_as_a_number() -> None:
    kind = OneOf(4, 6, 20)
    assert [read(kind, text) for text in ("6", "\uff16", " 20 ", "+4", "5")] == [6, 6, 20, 4, None]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        (["skill_level=0..2"], "0,"),
        (["skill_level=\uff11..2"], "1,"),
        (["attribute=\u22122..\u22121"], "-2,"),
    ],
)
def test_a_scan_of_the_command_line_reads_numbers_alike(
    typed: list[str], first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scan", "garden.skill_test", *typed]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith(first)


@pytest.mark.parametrize("text", ["1.000", "1,000", "x", "true", "1,5"])
def test_a_scan_names_the_input_with_an_invalid_number(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scan", "garden.skill_test", f"skill_level={text}", "attribute=0..1"]) == 2
    assert "skill_level is" in capsys.readouterr().err
