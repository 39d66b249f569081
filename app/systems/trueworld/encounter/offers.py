"""The actions on offer: attacks with every skill, other actions, harm; and their targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.core.encounters.actions import Action, Allowance
from app.core.encounters.roster import foes_first
from app.core.procedures.inputs import Values
from app.core.sheets import Rollable
from app.systems.trueworld.encounter.board import in_words
from app.systems.trueworld.encounter.state import Fight, Fighter, is_out_of_scene, rating
from app.systems.trueworld.encounter.turns import unplaced_harm
from app.systems.trueworld.procedures.actions import action_roll, unskilled_roll
from app.systems.trueworld.rules.readings import sides
from app.systems.trueworld.tables.ability import ABILITY_RATINGS
from app.systems.trueworld.tables.difficulty import DIFFICULTY_RATINGS


def targets(fight: Fight, who: str) -> tuple[str, ...]:
    """Return the possible targets, the other side first (T10.6)."""
    return foes_first(fight, who, gone=is_out_of_scene)


def allowances(fight: Fight, who: str) -> tuple[Allowance, ...]:
    """Return the action of the round (T1.2); adversaries have none to count."""
    fighter = fight.combatant(who)
    if fighter.turn.side == "adversary":
        return ()
    return (Allowance("Action", not fighter.sheet["action_available"]),)


def actions(fight: Fight, who: str) -> tuple[Action, ...]:
    """Return the actions of the action phase, and those on harm that waits to be placed."""
    fighter = fight.combatant(who)
    offered: tuple[Action, ...] = ()
    if fight.now.phase == "action":
        mine = _struck if fighter.turn.side == "adversary" else _character
        offered = (*mine(fight, fighter), *_turn(fight, fighter))
    return (*offered, *_harm(fighter))


# --- adversaries ---


def _struck(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    """Yield an adversary's attacks; the target rolls to defend (T10.6)."""
    waits = "" if fight.now.current == fighter.id else f"Not {fighter.name}’s turn"
    words = DIFFICULTY_RATINGS[rating(fighter)].words
    positions = (
        ("neutral", "Attack", f"{words} · target defends"),
        # T3.2: the position is the roller's.
        ("disadvantage", "Attack from a better position", "target at a disadvantage"),
        ("advantage", "Attack from a worse position", "target with advantage"),
    )
    for position, label, detail in positions:
        yield Action(
            f"attack {position}",
            label,
            detail,
            step="attack",
            inputs={"position": position},
            at="target",
            aimed=True,
            main=position == "neutral",
            why_not=waits,
            rules=("T10.6",) if position == "neutral" else ("T10.6", "T3.2"),
        )


# --- characters ---


def _character(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    barred = _barred(fight, fighter)
    for action in (*_skills(fighter), *_usual(fighter)):
        yield replace(action, why_not=barred)
    if fighter.turn.defence is not None:
        yield from _defences(fighter)


def _barred(fight: Fight, fighter: Fighter) -> str:
    """Return the reason for having no action now; empty without one (T1.2, T4.2, T11.2)."""
    if is_out_of_scene(fighter):
        return "Taken out until stress is recovered"
    if fight.now.current != fighter.id:
        return f"Not {fighter.name}’s turn"
    if fighter.turn.helping:
        return "Action spent on helping"
    if not fighter.sheet["action_available"]:
        return "Action used"
    return ""


def _skills(fighter: Fighter) -> Iterator[Action]:
    """Yield an attack with each skill, the best first; the director's settings stay (T1.3)."""
    announced = fighter.turn.roll
    if announced is not None and announced.quick:
        rolls = _rolled(fighter, "trueworld.quick_action", {})
    else:
        # T2.1: without the director's settings it is an attack, as hard as its target.
        rolls = _rolled(fighter, action_roll.id, {} if announced else {"purpose": "attack"})
    for index, roll in enumerate(rolls):
        yield Action(
            f"skill {roll.place or 'none'}",
            roll.label,
            _detail(fighter, roll),
            roll=roll,
            aimed=announced is None or announced.purpose == "attack",
            main=bool(roll.place) or not index,
            rules=("T6.2", "T10.6") if roll.place else ("T7.1",),
        )


def _defences(fighter: Fighter) -> Iterator[Action]:
    """Yield the defence under way with each skill; it costs no action (T4.4, T10.6)."""
    for roll in _rolled(fighter, action_roll.id, {"purpose": "defend", "teamwork_dice": 0}):
        yield Action(
            f"defend {roll.place or 'none'}",
            f"Defend: {roll.label}",
            _detail(fighter, roll, defends=True),
            roll=roll,
            main=bool(roll.place),
            rules=("T10.6",),
        )


def _rolled(fighter: Fighter, procedure: str, inputs: Values) -> list[Rollable]:
    """Return a roll with each skill, the best die first; last without any (T7)."""
    sheet = fighter.sheet
    rolls = sheet.rolls
    skilled = [roll for roll in rolls if roll.procedure == procedure]
    skilled.sort(key=lambda each: -sides(each.inputs["ability_die"]))
    known = [replace(each, inputs={**each.inputs, **inputs}) for each in skilled]
    rest = [roll for roll in rolls if roll.procedure == unskilled_roll.id]
    if procedure != action_roll.id:
        return known
    usual = {name: each for name, each in inputs.items() if name in unskilled_roll.inputs}
    return [*known, *(replace(each, inputs={**each.inputs, **usual}) for each in rest)]


def _detail(fighter: Fighter, roll: Rollable, defends: bool = False) -> str:
    """Return `d8 Skilled` and the director's settings for the roll."""
    die = roll.inputs.get("ability_die", "d4")
    words = [f"{die} {ABILITY_RATINGS[die].rating}"] if roll.place else ["d4, at a disadvantage"]
    announced = fighter.turn.defence if defends else fighter.turn.roll
    return " · ".join([*words, *([in_words(announced)] if announced is not None else [])])


def _usual(fighter: Fighter) -> Iterator[Action]:
    intention = fighter.turn.stated_intention
    label = "Another intention" if intention else "Something else"
    yield Action("intend", label, step="intend", asks=True, rules=("T1.1",))
    if intention:
        yield _difficulty(fighter)
        easy = {"has_risk": False}
        yield Action(
            "easy", "Succeeds", "no risk", step="set_difficulty", inputs=easy, rules=("T2.2",)
        )


def _difficulty(fighter: Fighter) -> Action:
    """Return the form of a difficulty, filled in from the pending roll."""
    roll, names = fighter.turn.roll, ("difficulty", "position", "purpose", "quick", "at_risk")
    return Action(
        "difficulty",
        "Change difficulty" if roll else "Set difficulty",
        fighter.turn.stated_intention,
        step="set_difficulty",
        inputs={name: getattr(roll, name) for name in names} if roll else {},
        at="target",
        asks=True,
        aimed=roll is not None and roll.purpose == "attack",
        rules=("T1.3",),
    )


def _turn(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    """Yield help, which goes first (T4.1), and the turn, which the director may give (T1.2)."""
    under_way = [
        other.id
        for other in fight.ordered
        if other.id != fighter.id and other.turn.roll is not None and not other.turn.roll.quick
    ]
    if is_out_of_scene(fighter):
        return
    if fighter.turn.side == "character" and under_way:
        helped = {"receiver": under_way[0]} if len(under_way) == 1 else {}
        name = fight.combatants[under_way[0]].name if helped else ""
        yield Action(
            "help",
            f"Help {name}".strip(),
            step="offer_help",
            inputs=helped,
            asks=not helped,
            rules=("T4.1", "T4.2"),
        )
    if fight.now.current != fighter.id and not fighter.turn.acted:
        yield Action("take turn", "Act now", step="take_turn", rules=("T1.2",))


def _harm(fighter: Fighter) -> Iterator[Action]:
    """Yield placing harm as stress, as far as there is room, or as a condition (T11.2)."""
    waits = unplaced_harm(fighter) if fighter.turn.side == "character" else 0
    if waits:
        detail = f"{waits} level" if waits == 1 else f"{waits} levels"
        yield Action("stress", "Harm as stress", detail, step="place_harm", rules=("T11.2",))
        condition = {"take": "condition"}
        yield Action(
            "condition",
            "Harm as condition",
            detail,
            step="place_harm",
            inputs=condition,
            asks=True,
            rules=("T11.2",),
        )
    if any(not condition["treated"] for condition in fighter.sheet["conditions"]):
        several = sum(not condition["treated"] for condition in fighter.sheet["conditions"]) > 1
        label = "Treat condition"
        yield Action("treat", label, step="treat", asks=several, rules=("T11.3",))
