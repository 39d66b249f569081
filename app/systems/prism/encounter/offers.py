"""The actions on offer: attacks, maneuvers, saved actions; and their targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.core.encounters.actions import Action, Allowance, Condition, OrderNumber
from app.core.encounters.roster import foes_first
from app.core.encounters.scenes import place_number
from app.core.procedures.inputs import Values
from app.core.sheets import Rollable
from app.core.support.characters import with_minus
from app.systems.prism.encounter.state import Fight, Fighter, acting, down
from app.systems.prism.sheet.rollables import rating

#: The procedures of the usual actions: skills, runs, perception, further attempts.
MANEUVERS = ("prism.static_maneuver", "prism.run", "prism.perception")


def targets(fight: Fight, who: str) -> tuple[str, ...]:
    """Return the targets, the other side first: another group, or else characters and others."""
    return foes_first(fight, who, down=down)


def side(fighter: Fighter) -> str:
    """Return the group of a combatant; without one, characters are apart from others."""
    return fighter.turn.group.strip().casefold() or ("others" if fighter.own else "characters")


def allowances(fight: Fight, who: str) -> tuple[Allowance, ...]:
    """Return the action of the turn, or the saved one that interrupted another's (P48)."""
    if acting(fight) != who:
        return ()
    return (Allowance("Saved action" if fight.now.saved else "Action"),)


def conditions(fight: Fight, who: str) -> tuple[Condition, ...]:
    """Return the switches of a combatant."""
    combatant = fight.combatant(who)
    held = {
        "stunned": ("Stunned", combatant.sheet["stunned"]),
        "running": ("Running", combatant.turn.running),
        "melee": ("Near melee", combatant.turn.melee),
    }
    return tuple(
        Condition(label, holds, "change", {name: not holds})
        for name, (label, holds) in held.items()
    )


def order_number(fight: Fight, who: str) -> OrderNumber | None:
    """Return the next phase of a combatant, or its place in the list."""
    if fight.now.initiative != "iris":
        return place_number(fight, who)
    return OrderNumber("Phase", fight.combatant(who).turn.next_phase, "change", "next_phase")


def actions(fight: Fight, who: str) -> tuple[Action, ...]:
    """Return weapon attacks, hits by the attack table, maneuvers, and a saved action."""
    fighter = fight.combatant(who)
    barred = _barred(fight, fighter)
    bound = (*_attacks(fighter), _hits(), *_maneuvers(fighter))
    return (
        *(replace(action, why_not=barred) for action in bound),
        *_at_once(fighter),
        *_around(fighter),
    )


def _barred(fight: Fight, fighter: Fighter) -> str:
    """Return the reason for not acting now; empty without one (P21, P46)."""
    if down(fighter):
        return "Down"
    return "" if acting(fight) == fighter.id else f"Not {fighter.name}’s turn"


def _attacks(fighter: Fighter) -> Iterator[Action]:
    """Yield an attack with each weapon of the sheet; else with the given OB (P43, P44)."""
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
    attacks = tuple(
        replace(roll, label=roll.label.removeprefix("Attack: ").strip())
        for roll in sheet.rolls
        if roll.procedure == "prism.attack"
    )
    # A combatant without a list of weapons can attack, too.
    bare = Rollable("Attack", "prism.attack", {"ob": ob or 0}, roles={})
    return attacks or (bare,)


def _detail(fighter: Fighter, inputs: Values, place: str) -> str:
    """Return `OB 71 · fumble up to 3 · speed −9`."""
    parts = [f"OB {inputs['ob']}"]
    if fumble := inputs.get("fumble_max"):
        parts.append(f"fumble up to {fumble}")
    if place and (speed := fighter.sheet["weapons"][int(place.partition("/")[2])]["speed"]):
        parts.append(f"speed {speed:+}")
    return with_minus(" · ".join(parts))


def _hits() -> Action:
    """Return the action that enters the hits of the attack table (P43)."""
    return Action(
        "hits",
        "Table damage",
        "target’s HP",
        step="wound",
        at="who",
        asks=True,
        aimed=True,
        rules=("P21", "P43"),
    )


def _maneuvers(fighter: Fighter) -> Iterator[Action]:
    """Yield every skill except those of weapons, perception and a run (P2, P26, P33)."""
    sheet = fighter.sheet
    armed = {weapon["name"].strip().casefold() for weapon in sheet["weapons"]}
    for roll in sheet.rolls:
        skill = roll.place.startswith(("skills/", "attempts/"))
        noticed = roll.procedure != "prism.static_maneuver"
        known = roll.procedure in MANEUVERS and (skill or noticed)
        if known and roll.label.strip().casefold() not in armed:
            id = f"{roll.procedure} {roll.place}"
            yield Action(id, roll.label, rating(roll), roll=roll, rules=("P2",))


def _at_once(fighter: Fighter) -> Iterator[Action]:
    """Yield a saved action, at any phase (P48), and plot points, between any two events (P56)."""
    sheet = fighter.sheet
    if sheet["saved_actions"]:
        detail = f"{sheet['saved_actions']} saved"
        yield Action("saved", "Use saved action", detail, step="use_saved", rules=("P48",))
    if sheet["plot_points"]:
        spend = Rollable("Spend plot points", "prism.plot_spend", {}, "plot_points")
        points = f"{sheet['plot_points']} left"
        yield Action("plot", "Plot points", points, roll=spend, rules=("P56",))


def _around(fighter: Fighter) -> Iterator[Action]:
    """Yield switches, which stay until they are switched off (P18)."""
    turn, stunned = fighter.turn, fighter.sheet["stunned"]
    for id, label, off, on in (
        ("melee", "Near melee", "Away from melee", turn.melee),
        ("running", "Running", "No longer running", turn.running),
        ("stunned", "Stunned", "No longer stunned", stunned),
    ):
        inputs = {id: not on}
        yield Action(id, off if on else label, step="change", inputs=inputs, rules=("P18",))
