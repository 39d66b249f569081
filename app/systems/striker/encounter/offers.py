"""The actions on offer: weapons, techniques, lines, skills."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from app.core.encounters.actions import Action
from app.core.errors import BadInput
from app.core.sheets import Rollable, Sheet
from app.systems.striker.encounter.rolls import TAKEN
from app.systems.striker.encounter.slots import ROUNDS, SLOTS, TIMELESS, hindrance
from app.systems.striker.encounter.state import NORMAL_RSR, Fight, Fighter, Sustained
from app.systems.striker.notation.dialects import read_line
from app.systems.striker.notation.meaning import costs
from app.systems.striker.notation.spoken import points, with_sign
from app.systems.striker.notation.tokens import key
from app.systems.striker.notation.tree import NotationLine
from app.systems.striker.sheet.lookups import modifier_of, numbers_of, numbers_on

LINE = "striker.line_action"
#: An attack without a line of its own (S9, S21); C is the target's challenge.
PLAIN = "{action}(main-action) chk(C)= +M({skill}) to hit, eff= {effect}"
_WORDS = re.compile("[A-Za-z0-9]+")
#: Attacks without a weapon: the two combat skills (S10), with one die, by the rulebook's ruling.
UNARMED, UNARMED_DICE = ("Cbt-Melee", "Cbt-Ranged"), "1d6"


def actions(fight: Fight, who: str) -> tuple[Action, ...]:
    """Return weapons and techniques as main actions, then lines, skills, and longer work."""
    fighter = fight.combatant(who)
    lines = [_lined(fight, fighter, roll) for roll in (*_weapons(fighter), *_lines(fighter))]
    return (*lines, *_skills(fighter), *_work(fight, fighter))


# --- lines ---


def _lined(fight: Fight, fighter: Fighter, roll: Rollable) -> Action:
    """Return a line as an action: rolled at once if its slot is free, else as longer work."""
    line = _read(roll.inputs["text"])
    lasts = _slot(fight, fighter, line)
    if line is not None and lasts != line.duration:
        roll = replace(roll, inputs={**roll.inputs, "slot": lasts})
    attack = line is not None and line.is_attack
    action = Action(
        f"line {roll.place or roll.label}",
        roll.label,
        _detail(fighter.sheet, roll, line, lasts),
        roll=roll,
        aimed=line is not None and line.has_target,
        main=attack or roll.place.startswith("techniques/"),
        why_not=_why_not(fight, fighter, lasts) or _unpaid(fighter, line),
        rules=("S21", "S25"),
    )
    if lasts in SLOTS or lasts in TIMELESS:
        return action
    taken = {**TAKEN, "slot": "duration"}
    inputs = {to: roll.inputs[name] for name, to in taken.items() if name in roll.inputs}
    return replace(action, roll=None, step="act", inputs=inputs, at="target")


def _read(text: str) -> NotationLine | None:
    try:
        return read_line(text)
    except BadInput:
        return None


def _slot(fight: Fight, fighter: Fighter, line: NotationLine | None) -> str | None:
    """Return how long a line takes: of several durations, the first that is possible now (S33)."""
    if line is None or line.action is None:
        return None
    possible = (choice for choice in line.action.choices if not _why_not(fight, fighter, choice))
    return next(possible, line.duration)


def _why_not(fight: Fight, fighter: Fighter, lasts: str | None) -> str:
    """Return the reason against an action of that length (S21); none for free-actions and saves."""
    if hinders := hindrance(fighter, lasts):
        return hinders.sentence
    if lasts in TIMELESS or lasts == "re-action" or fight.now.current == fighter.id:
        return ""
    return f"Not {fighter.name}’s turn: re-actions only"


def _unpaid(fighter: Fighter, line: NotationLine | None) -> str:
    """Return the reason against a line that costs more than there is (S34)."""
    if line is None:
        return ""
    numbers = numbers_on(fighter.sheet)
    for cost in costs(line, None):
        if numbers.get(cost.pool, cost.amount) < cost.amount:
            return f"Costs {points(cost.amount, cost.pool)}; {numbers[cost.pool]} left"
    return ""


def _detail(sheet: Sheet, roll: Rollable, line: NotationLine | None, lasts: str | None) -> str:
    """Return `Wpn-Pistols +3 · 2d6 +3 · main-action`."""
    subject = str(roll.inputs.get("subject", ""))
    meaning = numbers_of(sheet, roll.inputs["text"], subject)
    if line is None or meaning is None:
        return "line has a mistake"
    parts = []
    if meaning.roll_modifier is not None:
        named = subject if key(subject) != key(roll.label) else ""
        parts.append(f"{named} {with_sign(meaning.roll_modifier)}".strip())
    if line.losses:
        parts.append(_effect(roll, line, meaning.effect_modifier or 0))
    if lasts:
        parts.append(lasts)
    parts += [f"{cost.amount}{cost.pool}" for cost in costs(line, None)]
    return " · ".join(parts)


def _effect(roll: Rollable, line: NotationLine, added: int) -> str:
    """Return `2d6 +3`: the weapon's dice, those of the line, and the modifier (S9)."""
    own = [(term.count, term.sides) for term in line.losses[0].dice]
    count = 0 if line.armed else roll.inputs.get("weapon_dice", 0)
    weapon = (count, roll.inputs.get("weapon_die", 6))
    dice = [f"{count}d{sides}" for count, sides in (weapon, *own) if count]
    return " ".join((" + ".join(dice), with_sign(added) if added or not dice else "")).strip()


def _weapons(fighter: Fighter) -> Iterator[Rollable]:
    """Yield every weapon by its technique's line, else by its skill; each takes a main-action."""
    sheet = fighter.sheet
    rolls = {rollable.place: rollable for rollable in sheet.rolls if rollable.place}
    for index, weapon in enumerate(sheet["weapons"]):
        place = f"weapons/{index}"
        roll = rolls.get(place)
        if roll is None:
            continue  # S27: its skill is not on the sheet
        if roll.procedure != LINE:
            # S24: a line has at least one effect die; a weapon, such as a net, may have none.
            effect = f"{weapon['dice']}d{weapon['die']}" if weapon["dice"] else "0"
            roll = _plain(roll.label, weapon["skill"], effect)
        yield roll
    if sheet["weapons"]:
        return
    for skill in UNARMED:
        if modifier_of(sheet, skill) is not None:
            yield _plain(skill, skill, UNARMED_DICE)


def _plain(label: str, skill: str, effect: str) -> Rollable:
    """Return an attack without a line of its own; the action has the weapon's name if it can."""
    named = "-".join(_WORDS.findall(label)) if label.isascii() else ""
    texts = [PLAIN.format(action=each, skill=skill, effect=effect) for each in (named, "attack")]
    read = next((each for each in texts if (line := _read(each)) and line.is_attack), texts[-1])
    return Rollable(label, LINE, {"text": read})


def _lines(fighter: Fighter) -> Iterator[Rollable]:
    """Yield techniques that no weapon uses, and the lines of the sheet."""
    sheet = fighter.sheet
    armed = {key(weapon["skill"]) for weapon in sheet["weapons"]}
    for roll in sheet.rolls:
        kind = roll.place.partition("/")[0]
        used = kind == "techniques" and key(roll.label) in armed
        if roll.procedure == LINE and kind in ("techniques", "actions") and not used:
            line = _read(roll.inputs["text"])
            # S42, S43: remarks and numbers of the sheet are no actions.
            if line is None or line.kind not in ("remark", "trait"):
                yield roll


def _keeping(fight: Fight, fighter: Fighter, number: int, sustained: Sustained) -> Action:
    """Return the keeping up of an action: its second duration, its cost, no roll (S33)."""
    lasts = sustained.duration
    inputs = {**sustained.inputs, "keep_up": True}
    line = _read(str(sustained.inputs.get("text", "")))
    action = Action(
        f"keep {number}",
        f"Keep up {sustained.label}",
        lasts,
        roll=Rollable(f"Keep up {sustained.label}", LINE, inputs),
        why_not=_why_not(fight, fighter, lasts) or _unpaid(fighter, line),
        rules=("S33", "S34"),
    )
    if lasts in SLOTS or lasts in TIMELESS:
        return action
    taken = {TAKEN.get(name, name): value for name, value in inputs.items()}
    return replace(action, roll=None, step="act", inputs=taken)


# --- skills, work ---


def _skills(fighter: Fighter) -> Iterator[Action]:
    """Yield a check with each skill (S4); the table decides how long it takes."""
    sheet = fighter.sheet
    for roll in sheet.rolls:
        if roll.procedure == "striker.check":
            rating = sheet.form.rating(roll)
            yield Action(f"check {roll.place}", roll.label, rating, roll=roll, rules=("S4",))


def _work(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    turn = fighter.turn
    if turn.work is None:
        barred = "" if fight.now.current == fighter.id else f"Not {fighter.name}’s turn"
        yield Action(
            "act", "Another line", step="act", asks=True, why_not=barred, rules=("S21", "S25")
        )
    else:
        rules, label = ("S21",), turn.work.label
        if turn.away and turn.work.duration not in ROUNDS:
            yield Action("back", f"Back from {label}", step="back", rules=rules)
        yield Action("stop", f"Stop {label}", step="stop", rules=rules)
    for number, sustained in enumerate(turn.sustained, 1):
        yield _keeping(fight, fighter, number, sustained)
        yield Action(
            f"drop {number}",
            f"Drop {sustained.label}",
            step="drop",
            inputs={"number": number},
            rules=("S33",),
        )
    if turn.owes:
        yield Action(
            "note", "Write consequence", turn.owes[0], step="note", asks=True, rules=("S12",)
        )
    inputs = {"rsr": NORMAL_RSR if turn.rsr == 2 else 2}
    label = "Back to RSR 1" if turn.rsr == 2 else "RSR 2"
    yield Action("rsr", label, "circumstance", step="circumstance", inputs=inputs, rules=("S16",))
