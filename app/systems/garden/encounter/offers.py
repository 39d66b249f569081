"""Actions as buttons: declaring, attacks, the usual actions; and their targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import SupportsFloat

from app.core.encounters.actions import Action, Allowance
from app.core.encounters.roster import foes_first
from app.core.sheets import Rollable
from app.systems.garden.encounter.declaring import declared_combatants
from app.systems.garden.encounter.keeping import usual
from app.systems.garden.encounter.starting import is_untouched
from app.systems.garden.encounter.state import (
    INTENT_WORDS,
    Fight,
    Fighter,
    able,
    down,
    takes_turn,
)
from app.systems.garden.rules.injuries import suffers
from app.systems.garden.rules.skills import level
from app.systems.garden.sheet import helpless
from app.systems.garden.sheet.rollables import known_spells, rating
from app.systems.garden.tables.combat import ATTACKS
from app.systems.garden.tables.movement import GAITS

# --- targets ---


def targets(fight: Fight, who: str) -> tuple[str, ...]:
    """Return the targets: foes first, downed ones last, without the dead and the banished."""
    return foes_first(
        fight, who, gone=lambda each: {"dead", "banished"} & set(each.sheet["suffers"]), down=down
    )


# --- the turn ---


def allowances(fight: Fight, who: str) -> tuple[Allowance, ...]:
    """Return the declared major actions, the movement and the full defence (G19, G27, G61)."""
    turn = fight.combatant(who).turn
    if not turn.declared:
        return ()
    several = turn.declared_major > 1
    majors = tuple(
        Allowance(
            f"Major action {number}" if several else "Major action", turn.used_major >= number
        )
        for number in range(1, turn.declared_major + 1)
    )
    moves = () if turn.movement == "none" else (Allowance(GAITS[turn.movement].words),)
    return (*majors, *moves, *((Allowance("Full defence"),) if turn.full_defense else ()))


def actions(fight: Fight, who: str) -> tuple[Action, ...]:
    """Return the current actions: declarations before the turns, actions in a turn."""
    fighter = fight.combatant(who)
    return (
        *_acting(fight, fighter),
        *(_declaring(fight, fighter) if is_untouched(fight) and able(fighter) else ()),
    )


def attacks(fight: Fight, who: str) -> list[Action]:
    """Return the attacks that a combatant can make now (G57)."""
    fighter = fight.combatant(who)
    if fight.now.phase != "action" or _barred(fight, fighter):
        return []
    return list(_attacks(fighter))


def _declaring(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    """Yield the declarations that are open before the first action of the round (G53, G62)."""
    again = fight.now.phase == "action" or fighter.turn.declared
    step = "declare_anew" if again else "declare"
    rules = ("G53", "G62")
    if not again:
        if fighter.turn.readied:
            stays = {"stay_ready": True}
            yield Action("stay ready", "Stay ready", step=step, inputs=stays, rules=("G25",))
        label = "Declare as before" if fighter.turn.before else "Declare as usual"
        declaration = usual(fighter)
        yield Action("as before", label, step=step, inputs=asdict(declaration), rules=rules)
    for intent in ("close", "ranged"):
        if again and intent == fighter.turn.intent and not fighter.turn.full_defense:
            continue
        label = f"Declare {INTENT_WORDS[intent]}"
        yield Action(f"declare {intent}", label, step=step, inputs={"intent": intent}, rules=rules)
    if not fighter.turn.full_defense:
        guarded = {"major_actions": 0, "full_defense": True}
        label = "Declare full defence"
        yield Action("declare defence", label, "+3", step=step, inputs=guarded, rules=("G61",))
    yield from _moving(fighter, step)
    inputs = asdict(usual(fighter))
    label = "Change declaration"
    yield Action("declare more", label, step=step, inputs=inputs, asks=True, rules=rules)
    groups = [combatant.turn.intent for combatant in declared_combatants(fight)]
    if again and len(groups) > len(set(groups)):
        yield Action("contest", "Roll for order", step="contest", rules=("G54",))


def _moving(fighter: Fighter, step: str) -> Iterator[Action]:
    """Yield a declaration for each gait (G27, G28); a sprint leaves no major action (G30)."""
    turn, rules = fighter.turn, ("G27", "G28", "G53")
    for row in GAITS:
        if row.gait == "none" or (turn.intent, turn.movement) == ("move", row.gait):
            continue
        inputs: dict[str, object] = {"intent": "move", "movement": row.gait}
        if row.gait == "sprint":
            inputs["major_actions"] = 0
        id, label, gain = f"declare {row.gait}", f"Declare {row.words.lower()}", f"+{row.bonus}"
        yield Action(id, label, gain, step=step, inputs=inputs, rules=rules)


def _acting(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    """Yield attacks and spells, then the other uses of a major action."""
    if fight.now.phase != "action":
        return
    barred = _barred(fight, fighter)
    for attack in _attacks(fighter):
        yield replace(attack, why_not=barred)
    # G140: a spell may be the test of an action that a step has begun.
    begun = _barred(fight, fighter, fighter.turn.begun)
    for spell in _spells(fighter):
        yield replace(spell, why_not=begun)
    if fight.now.current == fighter.id:
        # These steps belong to the combatant in turn; they state themselves why they are barred.
        yield from _usual(fighter, barred)
    if fighter.turn.readied:
        happens = f"Trigger: {fighter.turn.readied}"
        yield Action("event", happens, step="event", rules=("G24",))


def _barred(fight: Fight, fighter: Fighter, begun: int = 0) -> str:
    """Return why a combatant has no major action now, in the words of the rules.

    begun: number of used actions whose test may still be rolled.
    """
    name, turn = fighter.name, fighter.turn
    if fight.now.current != fighter.id:
        if why := helpless.words(fighter.sheet):
            return f"{name} {why}"
        return f"Not {name}’s turn"
    if not takes_turn(fighter):
        return "Can’t act; end the turn"
    if turn.full_defense:
        return "Full defence all round"
    if turn.movement == "sprint":
        return "Sprinting all round"
    if turn.nerve:
        return "Panicking: resolve that roll first"
    if turn.used_major - begun >= turn.declared_major:
        return "Major actions used" if turn.declared_major > 1 else "Major action used"
    return ""


# --- attacks ---


def _panics(fighter: Fighter) -> bool:
    """Tell whether a test of Psyche comes before the next action (G139)."""
    return suffers(fighter.sheet, "panicking") and fighter.turn.counts_as != "saving"


def _attacks(fighter: Fighter) -> Iterator[Action]:
    """Yield every weapon with the dice of its skill."""
    for roll in _weapons(fighter):
        kind = roll.inputs["attack_kind"]
        action = Action(
            roll.place,
            roll.label,
            _detail(fighter, roll),
            roll=roll,
            aimed=True,
            main=True,
            rules=("G57",),
        )
        if _panics(fighter):
            # G139: Psyche first, so the step is taken that waits for it.
            step = {"attack_kind": kind}
            action = replace(action, roll=None, step="attack", inputs=step, at="target")
        yield action


def _weapons(fighter: Fighter) -> tuple[Rollable, ...]:
    """Return the weapons of a sheet.

    Without a weapon list: one of each kind that was learnt, with bare hands at least.
    """
    sheet = fighter.sheet
    every = [roll for roll in sheet.rolls if roll.procedure == "garden.attack"]
    if "weapons" in sheet.data:
        return tuple(every)
    kinds = {each.inputs["attack_kind"]: each for each in reversed(every)}
    learnt = [kind for kind in kinds if level(sheet, ATTACKS[kind].skill)] or ["unarmed"]
    dv = fighter.turn.dv
    return tuple(
        replace(
            kinds[row.kind],
            label=row.words if dv is not None else kinds[row.kind].label,
            inputs={**kinds[row.kind].inputs, **({} if dv is None else {"dv": dv})},
        )
        for row in ATTACKS
        if row.kind in learnt
    )


def _detail(fighter: Fighter, roll: Rollable) -> str:
    """Return `melee · 2d +1 · DV 3`, with the short range of ranged and thrown weapons."""
    kind = roll.inputs["attack_kind"]
    parts = [ATTACKS[kind].words.lower(), rating(roll), f"DV {_number(roll.inputs['dv'])}"]
    place = roll.place.partition("/")[2]
    if kind in ("ranged", "thrown") and place.isdigit():
        short = fighter.sheet["weapons"][int(place)]["short_range"]
        parts += [f"short to {_number(short)} m"] if short else []
    if kind == "ranged" and fighter.turn.aim_rounds:
        parts.append(f"lined up {fighter.turn.aim_rounds}")
    return " · ".join(parts)


def _number(value: SupportsFloat) -> str:
    return f"{float(value):g}"


def _spells(fighter: Fighter) -> Iterator[Action]:
    """Yield every known spell (G121)."""
    known = {row.words: row for row in known_spells(fighter.sheet)}
    for roll in fighter.sheet.rolls:
        if roll.label not in known or not roll.procedure.startswith("garden.cast"):
            continue
        against = roll.procedure == "garden.cast_opposed"
        action = Action(
            f"spell {known[roll.label].spell}",
            roll.label,
            rating(roll),
            roll=roll,
            aimed=against,
            rules=("G121",),
        )
        if _panics(fighter) and not fighter.turn.begun:
            # G139: Psyche first; the action that it lets them begin is then cast.
            step = {"what": roll.label}
            action = replace(action, roll=None, aimed=False, step="other_action", inputs=step)
        yield action


# --- other uses of a turn ---


def _usual(fighter: Fighter, barred: str) -> Iterator[Action]:
    if level(fighter.sheet, "firearms"):
        yield Action("line up", "Line up a shot", "+1 die", step="line_up", rules=("G67", "G68"))
    for id, label, step, rules in (
        ("ready", "Ready", "ready", ("G24",)),
        ("treat", "Treat a wound", "treat", ("G91", "G136")),
        ("other", "Another major action", "other_action", ("G19", "G21")),
    ):
        yield Action(id, label, step=step, asks=True, why_not=barred, rules=rules)
    yield Action("cover", "Cover", step="take_cover", asks=True, rules=("G71",))
    ticked = fighter.turn.counts_as
    label = "Use as usual" if ticked else "Use as minor action"
    tick = {"tick": "" if ticked else "minor"}
    yield Action("tick", label, step="counts_as", inputs=tick, rules=("G20", "G140"))
