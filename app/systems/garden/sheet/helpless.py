"""States that take away the turn, the defence and the tests of one's own (G58, G84, G105, G107)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from app.core.procedures.inputs import Values
from app.systems.garden.rules.injuries import condition_names
from app.systems.garden.sheet.timing import incapacity_hours

#: Conditions without any action or notice.
HELPLESS = ("unconscious", "comatose", "paralysed", "dead", "banished")

#: Awake, and out of action all the same: by fire for rounds, by an illness for days.
INCAPACITATED = "incapacitated"

#: Tests of one's own accord, and the input that takes the penalty of the round.
TESTS = {
    "garden.skill_test": "modifier",
    "garden.attribute_test": "modifier",
    "garden.opposed_test": "actor_modifier",
    "garden.accumulate": "modifier",
    "garden.swim_current": "modifier",
    "garden.water_action": "modifier",
    "garden.jump": "modifier",
    "garden.persuade": "modifier",
    "garden.npc_appeal": "modifier",
    "garden.attack": "attacker_modifier",
    "garden.cast_spell": "modifier",
    "garden.cast_opposed": "modifier",
}
#: All procedures that the helpless are kept from.
DEEDS = (*TESTS, "garden.stabilize", "garden.take_average")


def fells(name: str) -> bool:
    """Tell whether a state of that name, or one entered by hand as `Dead`, puts out of action."""
    return _id(name) in (*HELPLESS, INCAPACITATED)


def is_down(sheet: Values) -> bool:
    """Tell whether a character can neither act nor notice anything."""
    return any(state in HELPLESS for state in _states(sheet))


def rounds_out(sheet: Values) -> int:
    """Count the rounds that a character is still out of action (G107)."""
    lengths = [
        ceil(each["lasts"])
        for each in _incapacitating(sheet)
        if each["unit"] == "rounds" and each["lasts"]
    ]
    return max(lengths, default=0)


def hours_ill(sheet: Values) -> Fraction:
    """Return the hours that illness still keeps a character in bed (G105, G106)."""
    return max(map(incapacity_hours, sheet["illnesses"]), default=Fraction(0))


def is_out_of_action(sheet: Values) -> bool:
    """Tell whether a character is out of action for longer than a fight counts."""
    lasting = any(each["unit"] != "rounds" for each in _incapacitating(sheet))
    return lasting or hours_ill(sheet) > 0


def is_helpless(sheet: Values) -> bool:
    """Tell whether a character has neither a turn nor a defence test nor a test of their own."""
    return is_down(sheet) or rounds_out(sheet) > 0 or is_out_of_action(sheet)


def words(sheet: Values) -> str:
    """Return the reason why a character is helpless, as a clause; empty without one."""
    for name in _states(sheet):
        if name in HELPLESS:
            return f"is {name}"
    if hours_ill(sheet):
        return "is incapacitated by illness (G105)"
    return "is incapacitated (G107)" if is_helpless(sheet) else ""


def _states(sheet: Values) -> list[str]:
    """List a character's states by the ids of the rules; a state entered by hand may be `Dead`."""
    return [_id(condition_name) for condition_name in condition_names(sheet)]


def _id(name: str) -> str:
    return "-".join(name.lower().split())


def _incapacitating(sheet: Values) -> Iterator[Values]:
    return (
        condition for condition in sheet["conditions"] if _id(condition["name"]) == INCAPACITATED
    )
