"""The time that an action takes: its slot, or longer work (S19, S21, S22)."""

from __future__ import annotations

from app.core.encounters.actions import Allowance, Condition
from app.core.encounters.scenes import StepResult
from app.core.errors import BadInput
from app.systems.striker.encounter.state import Fight, Fighter, Result, Work
from app.systems.striker.encounter.turns import leave
from app.systems.striker.rules.lines import MOVE

#: Used once between two own turns; free-actions any number of times.
SLOTS = (MOVE, "bonus-action", "re-action", "main-action")
#: Durations that tick no slot and are open to busy combatants: free-actions, and lines without a
#: duration, such as a save, which is imposed and no action (S5), or part of another action (S32).
TIMELESS = (None, "free-action", "w/act")
#: Longer work: the rounds until it is done (a round is 6 seconds).
ROUNDS = {"round": 1, "minute": 10, "scene": 100}


def allowances(fight: Fight, who: str) -> tuple[Allowance, ...]:
    """Return the slots, one of each between two own turns (S21)."""
    turn = fight.combatant(who).turn
    busy = bool(turn.work)
    return tuple(
        Allowance(slot.capitalize(), busy or slot in turn.slots_used) for slot in reversed(SLOTS)
    )


def conditions(fight: Fight, who: str) -> tuple[Condition, ...]:
    """Return the switch that rules stances out (S18)."""
    barred = fight.combatant(who).turn.stances_barred
    return (Condition("Stances barred", barred, "bar_stances", {"barred": not barred}),)


def hindrance(fighter: Fighter, lasts: str | None) -> BadInput | None:
    """Return the reason against an action of that length now; None if nothing hinders it."""
    turn = fighter.turn
    if turn.work and lasts not in TIMELESS:
        return BadInput("who", f"busy with {turn.work.label}; stop that first")
    if lasts not in TIMELESS and not fighter.sheet["ep"] and fighter.sheet["ep_max"]:
        return BadInput("who", "out of energy points; free-actions only (S43)")
    if lasts in turn.slots_used:
        return BadInput("duration", f"{lasts} used")
    return None


def is_short(lasts: str | None) -> bool:
    """Tell whether it is done within the turn, so that its roll is made at once."""
    return lasts in TIMELESS or lasts in SLOTS


def use_slot(fight: Fight, who: str, lasts: str | None) -> Fight:
    """Return the fight with the slot of a short action used."""
    if lasts not in SLOTS:
        return fight
    return fight.turn(who, slots_used=(*fight.combatant(who).turn.slots_used, lasts))


def begin_work(fight: Fight, who: str, work: Work) -> Result:
    """Begin longer work; for an hour or a day the combatant leaves the encounter."""
    name, lasts = fight.combatant(who).name, work.duration
    if lasts in ROUNDS:
        rounds = _to_own_turn(fight, who) if lasts == "round" else ROUNDS[lasts]
        until = fight.now.round + rounds
        note = f"{name} is busy with {work.label} until round {until}."
        return StepResult(fight.turn(who, work=work, busy_until=until), notes=(note,))
    note = f"{name} is away with {work.label} for {_article(lasts)}."
    away = fight.turn(who, work=work, away=True)
    return StepResult(away, notes=(note,)).and_then(leave(away, who))


def charge_roll(fight: Fight, who: str, label: str, lasts: str | None) -> Fight:
    """Charge the time of a roll that was not due, as using its line does.

    The dice are on the table: a hindrance is shown as a warning and refuses nothing.
    """
    if hinders := hindrance(fight.combatant(who), lasts):
        return fight.turn(who, warned=f"{label} was rolled: {hinders.message}")
    if lasts is None or is_short(lasts):
        return use_slot(fight, who, lasts)
    work = Work(label, lasts)
    if lasts not in ROUNDS and fight.now.current == who:
        # A roll ends no turn: the current combatant leaves when its turn ends.
        return fight.turn(who, work=work, away=True)
    return begin_work(fight, who, work).scene


def _to_own_turn(fight: Fight, who: str) -> int:
    """Count the rounds until the next own turn: 0 if it is still to come in this round."""
    order, current = fight.now.order, fight.now.current
    reached = order.index(current) if current in order else -1
    return ROUNDS["round"] if order.index(who) <= reached else 0


def _article(duration: str) -> str:
    return f"an {duration}" if duration == "hour" else f"a {duration}"
