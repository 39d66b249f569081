"""What whoever acts can do, as buttons: weapons, techniques, lines, skills; and at whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.core.encounters.actions import Action, Allowance
from app.core.encounters.roster import foes_first
from app.core.errors import BadInput
from app.core.sheets import Rollable, Sheet
from app.systems.striker.encounter.rolls import TAKEN
from app.systems.striker.encounter.slots import ROUNDS, SLOTS, TIMELESS, hindrance
from app.systems.striker.encounter.state import NORMAL_RSR, Fight, Fighter
from app.systems.striker.lookups import modifier_of, numbers_of
from app.systems.striker.notation.grammar import parse
from app.systems.striker.notation.tokens import key
from app.systems.striker.notation.tree import Line
from app.systems.striker.notation.words import signed

LINE = "striker.line_action"
#: An attack without a line of its own (S9, S21); C is the challenge of whoever is aimed at.
PLAIN = "attack(main-action) chk(C)= +M({skill}) to hit, eff= {effect}"
#: Whoever has no weapon: the two combat skills (S10), with one die, which is ours.
UNARMED, UNARMED_DICE = ("Cbt-Melee", "Cbt-Ranged"), "1d6"


# --- at whom, and how much of a turn ---


def targets(fight: Fight, who: str) -> tuple[str, ...]:
    """The other side first: another one; where nobody says one, characters and all others."""
    return foes_first(
        fight, who, side=_side, gone=lambda each: False, down=lambda each: not each.sheet["hp"]
    )


def _side(fighter: Fighter) -> str:
    return fighter.turn.group.strip().casefold() or ("others" if fighter.own else "characters")


def allowances(fight: Fight, who: str) -> tuple[Allowance, ...]:
    """One of each between two own turns (S21)."""
    turn = fight.combatant(who).turn
    gone = bool(turn.work)
    return tuple(
        Allowance(slot.capitalize(), gone or slot in turn.slots_used) for slot in reversed(SLOTS)
    )


def actions(fight: Fight, who: str) -> tuple[Action, ...]:
    """Weapons and techniques large, then lines, skills, and work that takes longer."""
    fighter = fight.combatant(who)
    lines = [_lined(fight, fighter, roll) for roll in (*_weapons(fighter), *_lines(fighter))]
    return (*lines, *_skills(fighter), *_work(fight, fighter))


# --- lines ---


def _lined(fight: Fight, fighter: Fighter, roll: Rollable) -> Action:
    """A line as a button: at once where its slot is free, as longer work by its step."""
    line = _read(roll.inputs["text"])
    lasts = line.duration if line is not None else None
    attack = line is not None and line.is_attack
    made = Action(
        f"line {roll.place or roll.label}",
        roll.label,
        _detail(fighter.sheet, roll, line),
        roll=roll,
        aimed=attack,
        main=attack or roll.place.startswith("techniques/"),
        why_not=_why_not(fight, fighter, lasts),
        rules=("S21", "S25"),
    )
    if lasts in SLOTS or lasts in TIMELESS:
        return made
    inputs = {to: roll.inputs[name] for name, to in TAKEN.items() if name in roll.inputs}
    return replace(made, roll=None, step="act", inputs=inputs, at="target")


def _read(text: str) -> Line | None:
    try:
        return parse(text)
    except BadInput:
        return None


def _why_not(fight: Fight, fighter: Fighter, lasts: str | None) -> str:
    """What hinders an action that takes so long (S21); free-actions and saves nothing does."""
    if hinders := hindrance(fighter, lasts):
        return f"{hinders.message} (S21)"
    if lasts in TIMELESS or lasts == "re-action" or fight.now.current == fighter.id:
        return ""
    return f"It is not the turn of {fighter.name}; only a re-action would do (S21)"


def _detail(sheet: Sheet, roll: Rollable, line: Line | None) -> str:
    """`Wpn-Pistols +3 · 2d6 +3 · main-action`."""
    subject = str(roll.inputs.get("subject", ""))
    found = numbers_of(sheet, roll.inputs["text"], subject)
    if line is None or found is None:
        return "its line has a fault"
    said = []
    if found.roll_modifier is not None:
        named = subject if key(subject) != key(roll.label) else ""
        said.append(f"{named} {signed(found.roll_modifier)}".strip())
    if line.effect is not None:
        said.append(_effect(roll, line, found.effect_modifier or 0))
    if line.duration:
        said.append(line.duration)
    return " · ".join(said)


def _effect(roll: Rollable, line: Line, added: int) -> str:
    """`2d6 +3`: the weapon's dice, those of the line, and what is added (S9)."""
    own = [(each.count, each.sides) for each in line.effect.dice] if line.effect else []
    weapon = (roll.inputs.get("weapon_dice", 0), roll.inputs.get("weapon_die", 6))
    dice = [f"{count}d{sides}" for count, sides in (weapon, *own) if count]
    return " ".join((" + ".join(dice), signed(added) if added or not dice else "")).strip()


def _weapons(fighter: Fighter) -> Iterator[Rollable]:
    """Every weapon by the line of its technique, else by its skill; each takes a main-action."""
    sheet = fighter.sheet
    rolls = {each.place: each for each in sheet.rolls if each.place}
    for index, weapon in enumerate(sheet["weapons"]):
        place = f"weapons/{index}"
        roll = rolls.get(place)
        if roll is None:
            continue  # S27: its skill is not on the sheet
        if roll.procedure != LINE:
            # S24: a line has at least one effect die; a weapon, such as a net, may have none.
            effect = f"{weapon['dice']}d{weapon['die']}" if weapon["dice"] else "0"
            text = PLAIN.format(skill=weapon["skill"], effect=effect)
            roll = Rollable(roll.label, LINE, {"text": text})
        yield roll
    if sheet["weapons"]:
        return
    for skill in UNARMED:
        if modifier_of(sheet, skill) is not None:
            yield Rollable(skill, LINE, {"text": PLAIN.format(skill=skill, effect=UNARMED_DICE)})


def _lines(fighter: Fighter) -> Iterator[Rollable]:
    """Techniques that no weapon uses, and the lines of the sheet."""
    sheet = fighter.sheet
    armed = {key(each["skill"]) for each in sheet["weapons"]}
    for each in sheet.rolls:
        kind = each.place.partition("/")[0]
        used = kind == "techniques" and key(each.label) in armed
        if each.procedure == LINE and kind in ("techniques", "actions") and not used:
            yield each


# --- skills, work ---


def _skills(fighter: Fighter) -> Iterator[Action]:
    """A check with each skill (S4); how long it takes the table says."""
    sheet = fighter.sheet
    for each in sheet.rolls:
        if each.procedure == "striker.check":
            rating = sheet.form.rating(each)
            yield Action(f"check {each.place}", each.label, rating, roll=each, rules=("S4",))


def _work(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    turn = fighter.turn
    if turn.work is None:
        barred = "" if fight.now.current == fighter.id else f"It is not the turn of {fighter.name}"
        yield Action(
            "act", "Another line", step="act", asks=True, why_not=barred, rules=("S21", "S25")
        )
    else:
        rules, label = ("S21",), turn.work.label
        if turn.away and turn.work.duration not in ROUNDS:
            yield Action("back", f"Back from {label}", step="back", rules=rules)
        yield Action("stop", f"Stop {label}", step="stop", rules=rules)
    if turn.owes:
        yield Action("note", "Write it down", turn.owes[0], step="note", asks=True, rules=("S12",))
    inputs = {"rsr": NORMAL_RSR if turn.rsr == 2 else 2}
    label = "RSR 1 again" if turn.rsr == 2 else "RSR 2"
    yield Action("rsr", label, "circumstance", step="circumstance", inputs=inputs, rules=("S16",))
