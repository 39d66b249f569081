"""The bodies of combatants in a fight: modifiers, gaits, wounds that open (G141)."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.encounters.actions import Condition
from app.core.encounters.combatants import Badge
from app.core.encounters.roster import drop_missing
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import append
from app.core.sheets import Sheet
from app.systems.garden.encounter.state import Fight, Fighter
from app.systems.garden.rules.feeding import modifier as modifier_of
from app.systems.garden.rules.injuries import full, life_state, marks, stable
from app.systems.garden.sheet.timing import OF_A_SCENE, WITHOUT_END
from app.systems.garden.tables.movement import slowest


def bounded(number: int) -> int:
    """Limit a number to the modifiers that a test takes."""
    return max(-20, min(20, number))


def adjust_sheet(fighter: Fighter, sheet: Sheet) -> Sheet:
    """Return the sheet with the modifier and load stated beside it (G38, G86)."""
    other = drop_missing(modifier=fighter.turn.modifier, encumbrance=fighter.turn.encumbrance)
    return sheet.with_derived(other) if other else sheet


def modifier(fighter: Fighter) -> int:
    """Return the modifier of the sheet, or the one stated beside it (G86)."""
    return bounded(adjust_sheet(fighter, fighter.sheet)["modifier"])


def body_modifier(fighter: Fighter, attribute: str) -> int:
    """Return the modifier that body and load add to a test on this attribute (G38, G86, G96)."""
    return modifier_of(adjust_sheet(fighter, fighter.sheet), attribute)


def fastest(fighter: Fighter) -> str:
    """Return the fastest gait that load and wounds allow (G31)."""
    return slowest(fighter.turn.gait or fighter.sheet["gait"], fighter.sheet["wound_limit"])


def opens(fighter: Fighter, activity: str) -> bool:
    """Tell whether this body has stable wounds that such an activity opens (G92)."""
    sheet = fighter.sheet
    return bool(stable(sheet, "deep") or (activity == "heavy" and stable(sheet, "flesh")))


def condition(name: str) -> Values:
    """Build a condition record from its name alone; it lasts as its rules say."""
    ends = name.startswith(tuple(OF_A_SCENE))
    return {"name": name, "lasts": None, "unit": "scene" if ends else "none"}


def conditions(fight: Fight, who: str) -> tuple[Condition, ...]:
    """Return a combatant's conditions, and those that the GM may give (G55, G99, G111, G123)."""
    fighter = fight.combatant(who)
    suffers = [name for name in fighter.sheet["suffers"] if name != "dead"]
    turn = fighter.turn
    return (
        *(Condition(_words(name), True, "condition_ends", {"name": name}) for name in suffers),
        *(
            Condition(_words(name), False, effects=(append("conditions", condition(name)),))
            for name in WITHOUT_END
            if name not in suffers
        ),
        Condition("Unaware", turn.unaware, "notice", {"unaware": not turn.unaware}),
        Condition("Spirit", turn.spirit, "mark_spirit", {"spirit": not turn.spirit}),
    )


def _words(name: str) -> str:
    return name.replace("-", " ").capitalize()


def badges(fighter: Fighter) -> Iterator[Badge]:
    """Yield badges for the marked rows and the meaning of a full one (G83-G85)."""
    sheet = fighter.sheet
    for row, words in (("wound", "Wounds"), ("bruise", "Bruises")):
        if marked := marks(sheet, row):
            tone = "bad" if full(sheet, row) else "poor"
            yield Badge(f"{words} {marked} of {sheet[f'{row}_boxes']}", tone)
    if life_state(sheet) == "bleeding-out":
        yield Badge("Bleeding out", "worst")
