"""Forms: each input has one control, and its text is the value that the rules get."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.core.games import find
from app.core.procedures.inputs import REQUIRED, Input
from app.core.procedures.kinds import ListOf, Number, OneOf, Row, Text, Whole
from app.core.procedures.procedure import Procedure
from app.core.sheets import Field
from app.core.support.typed_numbers import both_readings, turn_sign
from app.systems import games
from app.widgets.roll.desk import default_text
from app.widgets.roll.form.forms import (
    SHORT,
    Control,
    fault_words,
    field_text,
    form,
    input_text,
    request,
)
from app.widgets.roll.form.forms import (
    control as control_of,
)
from tests.core.test_typed_numbers import writing
from tests.widgets.markup import Markup
from tests.widgets.shelf import NONSENSE, PROCEDURES, SHARED, example, filled, typeable
from tests.widgets.templates import PAGES


def controls(procedure: Procedure) -> list[Control]:
    """Return all controls of a procedure's form."""
    view = form(procedure)
    return [*view.front, *(control for part in view.parts for control in part.controls)]


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_every_input_has_one_control(procedure: Procedure) -> None:
    names = [control.name for control in controls(procedure)]
    assert sorted(names) == sorted(procedure.inputs)


BONUS = Input("bonus", Whole(-100, 100, label="SV"), REQUIRED)
OB = Input("item_bonus", Whole(0, 200, label="DB from items"), 0)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (BadInput("bonus", "bonus is missing"), "SV is missing"),
        (BadInput("bonus", "bonus is 900; give -100 to 100"), "SV is 900; give −100 to 100"),
        (BadInput("bonus", "needs 3 shots"), "SV: needs 3 shots"),
        (BadInput("bonus", "not with item_bonus 3"), "SV: not with DB from items 3"),
        (BadInput("dice", "too many faces"), "too many faces"),
    ],
)
def test_a_fault_on_the_page_begins_with_the_label(fault: BadInput, words: str) -> None:
    assert fault_words({"bonus": BONUS, "item_bonus": OB}, fault) == words


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_important_inputs_come_first_and_house_rules_last(procedure: Procedure) -> None:
    view = form(procedure)
    others = [each for each in procedure.inputs.values() if not each.kind.house]
    assert view.front or not others
    if len(others) <= SHORT:
        assert len(view.front) == len(others)
    for part in view.parts:
        assert part.controls
        assert part.heading
    house = {each.name for each in procedure.inputs.values() if each.kind.house}
    behind = {control.name for part in view.parts[-1:] for control in part.controls if house}
    assert house == behind
    assert len({part.id for part in view.parts}) == len(view.parts)


def test_a_list_of_texts_offers_those_worth_offering() -> None:
    injuries = next(each for each in form(find(games(), "garden.pass_time")).front if each.choices)
    assert ("flesh-wound/open", "open flesh wound") in injuries.choices


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_control_offers_only_valid_values(procedure: Procedure) -> None:
    for control in controls(procedure):
        declared = procedure.inputs[control.name]
        assert control.label
        assert control.required == declared.required
        if control.widget == "choice":
            assert isinstance(declared.kind, OneOf)
            for value, words in control.choices:
                assert words.strip()
                declared.check(declared.kind.parse(value))
            assert control.required or control.open or control.text in dict(control.choices)
        if control.widget == "number":
            for end in (control.low, control.high):
                declared.check(declared.kind.parse(end))


def test_a_list_that_is_written_by_lines_stands_in_lines() -> None:
    blast = games()["wasteland"].procedures["wasteland.blast"]
    text = input_text(blast, "target_dr", (1, 1, 1, 1, 1, 1, 0, 2, 0, 0, 0, 0))
    assert text == "1, 1, 1, 1, 1, 1\n0, 2, 0, 0, 0, 0"
    assert blast.inputs["target_dr"].kind.parse(text) == [1, 1, 1, 1, 1, 1, 0, 2, 0, 0, 0, 0]
    assert input_text(blast, "target_hp", (7, 5)) == "7, 5"
    assert {control.name: control.widget for control in controls(blast)}["target_dr"] == "rows"


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_an_untouched_form_is_a_request_without_words(procedure: Procedure) -> None:
    inputs = request(procedure, default_text(procedure))
    needed = {name for name, declared in procedure.inputs.items() if declared.required}
    assert needed.isdisjoint(inputs)
    for name, declared in procedure.inputs.items():
        if not declared.required and name in inputs:
            assert declared.check(inputs[name]) == declared.default
        elif not declared.required:
            assert declared.default in (None, ()) or declared.default == ""


@pytest.mark.parametrize("procedure", PROCEDURES)
@SHARED
@given(data=st.data())
def test_a_field_says_back_the_value_that_was_put_into_it(
    procedure: Procedure, data: st.DataObject
) -> None:
    for name, declared in procedure.inputs.items():
        value = data.draw(typeable(declared.kind), label=name)
        try:
            expected = declared.check(value)
        except BadInput:
            continue  # a special kind may refuse more than its range
        inputs = request(procedure, {name: field_text(value)})
        if name in inputs:
            assert declared.check(inputs[name]) == expected
        else:
            assert not field_text(value).strip()


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_worked_example_survives_the_form(procedure: Procedure) -> None:
    given = example(procedure).get("inputs", {})
    inputs = request(procedure, filled(procedure, given))
    assert procedure.bind(inputs).values == procedure.bind(given).values


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_empty_fields_are_left_out(procedure: Procedure) -> None:
    for blank in ("", "  ", "\t"):
        inputs = request(procedure, dict.fromkeys(procedure.inputs, blank))
        kinds = {type(procedure.inputs[name].kind) for name in inputs}
        assert all(issubclass(kind, Text) for kind in kinds)
        assert not [name for name in inputs if procedure.inputs[name].required]


def fault_of(procedure: Procedure, name: str, text: str) -> BadInput | None:
    """Return the fault of a field with this text, if there is one."""
    for value in request(procedure, {name: text}).values():
        try:
            procedure.inputs[name].check(value)
        except BadInput as fault:
            return fault
    return None


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_nonsense_is_a_fault_of_its_field_with_a_message_one_can_read(
    procedure: Procedure,
) -> None:
    for name, declared in procedure.inputs.items():
        faults = [fault_of(procedure, name, text) for text in NONSENSE]
        assert all(fault.field == name for fault in faults if fault)
        assert all(10 < len(fault.message) < 500 for fault in faults if fault)
        later = isinstance(declared.kind, ListOf) and isinstance(declared.kind.of, Row)
        assert any(faults) or later or isinstance(declared.kind, Text), name


def test_a_field_that_the_form_does_not_have_is_passed_on_to_be_named() -> None:
    procedure = find(games(), "garden.skill_test")
    with pytest.raises(BadInput) as fault:
        procedure.bind(request(procedure, {"skil_level": "3"}))
    assert fault.value.field == "skil_level"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (False, "false"),
        (-3, "-3"),
        (Fraction(1, 4), "0.25"),
        (Fraction(-7, 2), "-3.5"),
        (Decimal("1.50"), "1.50"),
        ((), ""),
        ((1, 2), "1, 2"),
        ((("Insight", 2, 4), ("Strength", 1, 0)), "Insight, 2, 4\nStrength, 1, 0"),
        ("as it is", "as it is"),
    ],
)
def test_values_as_they_stand_in_a_field(value: Any, text: str) -> None:
    assert field_text(value) == text


@pytest.mark.parametrize("text", ["3", " 3 ", "3.0", "3,0", "+3"])
def test_numbers_as_people_write_them(text: str) -> None:
    declared = find(games(), "garden.skill_test").inputs["skill_level"]
    assert declared.check(declared.kind.parse(text)) == 3


@pytest.mark.parametrize("text", ["-2", "\u22122", "-2.0", "-2,0"])
def test_minus_signs_as_people_write_them(text: str) -> None:
    declared = find(games(), "garden.skill_test").inputs["attribute"]
    assert declared.check(declared.kind.parse(text)) == -2


@pytest.mark.parametrize("text", ["1, 2, 3", "1 2 3", "1;2;3", "1\n2\n3", " 1,,2 ; 3 ,"])
def test_lists_as_people_write_them(text: str) -> None:
    declared = find(games(), "garden.assist").inputs["helper_ranks"]
    assert isinstance(declared.kind, ListOf)
    assert declared.check(declared.kind.parse(text)) == (1, 2, 3)


def declared() -> Iterator[Input]:
    """Yield every field of every form, sheet, record and step."""
    for game in games().values():
        for procedure in game.procedures.values():
            yield from procedure.inputs.values()
        if game.sheet is not None:
            records = [each.of for each in game.sheet.lists]
            for each in (*game.sheet.fields, *(one for of in records for one in of)):
                if isinstance(each, Field):
                    yield Input(each.id, each.kind, each.default)
        if game.encounter is not None:
            for step in game.encounter.by_id.values():
                yield from step.inputs.values()


NUMBERS = [each for each in declared() if isinstance(each.kind, Whole | Number)]


@pytest.mark.parametrize("template", ["form.html", "making.html"])
def test_a_number_that_may_be_negative_has_a_key_for_its_sign(template: str) -> None:
    macro = {"form.html": 'control("garden", "f", c)', "making.html": 'field("f", c)'}[template]
    page = PAGES.from_string(f'{{% import "{template}" as forms %}}{{{{ forms.{macro} }}}}')
    signed = 0
    for each in declared():
        if not isinstance(each.kind, Whole | Number):
            continue
        markup = Markup(page.render(c=control_of(each)))
        keys = [attrs for attrs in markup.with_attribute("data-do") if attrs["data-do"] == "sign"]
        assert len(keys) == (each.kind.low < 0), each.name
        assert all(str(attrs["aria-label"]).startswith(each.label) for attrs in keys)
        signed += len(keys)
        (field,) = markup.with_attribute("inputmode")
        assert field["inputmode"] == ("numeric" if isinstance(each.kind, Whole) else "decimal")
        assert ("data-decimals" in field) == isinstance(each.kind, Number)
    assert signed > 137


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("", "-"),
        ("5", "-5"),
        ("-", ""),
        ("-5", "5"),
        ("\u22125", "5"),
        ("+5", "-5"),
        (" 1 000 ", "-1 000"),
        ("\u2013 1,5", "1,5"),
    ],
)
def test_the_key_for_a_sign_turns_it(text: str, after: str) -> None:
    assert turn_sign(text) == after


@given(st.data())
def test_every_numeric_field_takes_a_number_in_each_writing_or_names_itself(
    data: st.DataObject,
) -> None:
    each = data.draw(st.sampled_from(NUMBERS))
    low, high = (Fraction(end) for end in (each.kind.low, each.kind.high))  # type: ignore[attr-defined]
    expected = Fraction(data.draw(st.integers(-(-low.numerator // low.denominator), int(high))))
    text = writing(expected, data)
    if isinstance(each.kind, Whole) or both_readings(text) is None:
        assert each.check(each.kind.parse(text)) == expected
        return
    with pytest.raises(BadInput) as fault:
        each.check(each.kind.parse(text))
    assert fault_words({each.name: each}, fault.value).startswith(each.label)
