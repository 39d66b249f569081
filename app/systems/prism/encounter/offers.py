"""What whoever acts can do, as buttons: attacks, maneuvers, saved actions; and at whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from app.core.encounters.actions import Action, Allowance
from app.core.encounters.roster import foes_first
from app.core.sheets import Rollable
from app.systems.prism.encounter.state import Fight, Fighter, acting, down
from app.systems.prism.rollables import rating

#: What stands among the usual actions: skills, runs, a look around, what is tried again.
MANEUVERS = ("prism.static_maneuver", "prism.run", "prism.perception")


def targets(fight: Fight, who: str) -> tuple[str, ...]:
    """The other side first: another group; where nobody says one, characters and all others."""
    return foes_first(fight, who, side=_side, gone=lambda each: False, down=down)


def _side(fighter: Fighter) -> str:
    return fighter.turn.group.strip().casefold() or ("others" if fighter.own else "characters")


def allowances(fight: Fight, who: str) -> tuple[Allowance, ...]:
    """The action of the turn, or the saved one that broke into another's (P48)."""
    if acting(fight) != who:
        return ()
    return (Allowance("Saved action" if fight.now.saved else "Action"),)


def actions(fight: Fight, who: str) -> tuple[Action, ...]:
    """Every weapon, what an attack table says of the hit, maneuvers, and a saved action."""
    fighter = fight.combatant(who)
    barred = _barred(fight, fighter)
    bound = (*_attacks(fighter), _hits(), *_maneuvers(fighter))
    return (
        *(replace(each, why_not=barred) for each in bound),
        *_at_once(fight, fighter),
        *_around(fighter),
    )


def _barred(fight: Fight, fighter: Fighter) -> str:
    """Why somebody cannot act now (P21, P46)."""
    if down(fighter):
        return f"{fighter.name} is down: no turn until HP is above 0 (P21)"
    return "" if acting(fight) == fighter.id else f"It is not the turn of {fighter.name} (P46)"


def _attacks(fighter: Fighter) -> Iterator[Action]:
    """An attack with each weapon of the sheet; else with the OB that was said (P43, P44)."""
    for roll in _weapons(fighter):
        yield Action(
            f"attack {roll.place}".strip(),
            roll.label,
            _detail(fighter, roll.inputs, roll.place),
            roll=roll,
            aimed=True,
            main=True,
            rules=("P43", "P44"),
        )


def _weapons(fighter: Fighter) -> tuple[Rollable, ...]:
    sheet, ob = fighter.sheet, fighter.turn.ob
    found = tuple(
        replace(each, label=each.label.removeprefix("Attack: ").strip())
        for each in sheet.rolls
        if each.procedure == "prism.attack"
    )
    # Whoever has no list of weapons attacks all the same.
    bare = Rollable("Attack", "prism.attack", {"ob": ob or 0}, roles={})
    return found or (bare,)


def _detail(fighter: Fighter, inputs: Mapping[str, Any], place: str) -> str:
    """`OB 71 · fumble up to 3 · speed −9`."""
    said = [f"OB {inputs['ob']}"]
    if fumble := inputs.get("fumble_max"):
        said.append(f"fumble up to {fumble}")
    if place and (speed := fighter.sheet["weapons"][int(place.partition("/")[2])]["speed"]):
        said.append(f"speed {speed:+}")
    return " · ".join(said).replace("-", "−")


def _hits() -> Action:
    """What the attack table says of the total, which is none of the app's (P43)."""
    return Action(
        "hits",
        "Hits by the table",
        "HP of the target",
        step="wound",
        at="who",
        asks=True,
        aimed=True,
        rules=("P21", "P43"),
    )


def _maneuvers(fighter: Fighter) -> Iterator[Action]:
    """Every skill but those of weapons, perception and a run (P2, P26, P33)."""
    sheet = fighter.sheet
    armed = {each["name"].strip().casefold() for each in sheet["weapons"]}
    for roll in sheet.rolls:
        skill = roll.place.startswith(("skills/", "attempts/"))
        noticed = roll.procedure != "prism.static_maneuver"
        known = roll.procedure in MANEUVERS and (skill or noticed)
        if known and roll.label.strip().casefold() not in armed:
            id = f"{roll.procedure} {roll.place}"
            yield Action(id, roll.label, rating(roll), roll=roll, rules=("P2",))


def _at_once(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    """A saved action is used at any phase (P48); plot points between any two events (P56)."""
    sheet = fighter.sheet
    if sheet["saved_actions"]:
        left = f"{sheet['saved_actions']} saved"
        yield Action("saved", "Acts at once", left, step="use_saved", rules=("P48",))
    if sheet["plot_points"]:
        spend = Rollable("Spend plot points", "prism.plot_spend", {}, "plot_points")
        points = f"{sheet['plot_points']} left"
        yield Action("plot", "Plot points", points, roll=spend, rules=("P56",))


def _around(fighter: Fighter) -> Iterator[Action]:
    """Switches that stay until they are switched off (P18)."""
    turn, stunned = fighter.turn, fighter.sheet["stunned"]
    for id, label, off, on in (
        ("melee", "Near melee", "Away from melee", turn.melee),
        ("running", "Running", "No longer running", turn.running),
        ("stunned", "Stunned", "No longer stunned", stunned),
    ):
        inputs = {id: not on}
        yield Action(id, off if on else label, step="change", inputs=inputs, rules=("P18",))
