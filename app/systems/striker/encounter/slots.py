"""What an action takes of somebody's time: its slot, or longer work (S19, S21, S22)."""

from __future__ import annotations

from app.core.encounters.transitions import StepResult
from app.core.errors import BadInput
from app.systems.striker.encounter.state import Came, Fight, Fighter, Work
from app.systems.striker.encounter.turns import leave

#: Used once between two own turns; free-actions any number of times.
SLOTS = ("bonus-action", "re-action", "main-action")
#: What ticks no slot, and is open to whoever is busy: free-actions, and lines that say no
#: duration, such as a save, which is imposed and no action (S5).
TIMELESS = (None, "free-action")
#: Longer work: the rounds until it is done (a round is 6 seconds).
ROUNDS = {"round": 1, "minute": 10, "scene": 100}


def hindrance(fighter: Fighter, lasts: str | None) -> BadInput | None:
    """Why somebody cannot act for so long now; None if nothing hinders."""
    turn = fighter.turn
    if turn.work and lasts not in TIMELESS:
        return BadInput("who", f"{fighter.name} is busy with {turn.work.label}; stop first")
    if lasts in turn.slots_used:
        return BadInput("duration", f"{fighter.name} has used the {lasts} of this round")
    return None


def is_short(lasts: str | None) -> bool:
    """Is it done within the turn, so that its roll falls at once?"""
    return lasts in TIMELESS or lasts in SLOTS


def ticked(fight: Fight, who: str, lasts: str | None) -> Fight:
    """The fight with the slot of a short action used."""
    if lasts not in SLOTS:
        return fight
    return fight.turn(who, slots_used=(*fight.combatant(who).turn.slots_used, lasts))


def begun(fight: Fight, who: str, work: Work) -> Came:
    """Longer work begins; with an hour or a day of it somebody is out of the encounter."""
    name, lasts = fight.combatant(who).name, work.duration
    if lasts in ROUNDS:
        rounds = _to_own_turn(fight, who) if lasts == "round" else ROUNDS[lasts]
        until = fight.now.round + rounds
        note = f"{name} is busy with {work.label} until round {until}."
        return StepResult(fight.turn(who, work=work, busy_until=until), notes=(note,))
    note = f"{name} is away with {work.label} for {_article(lasts)}."
    away = fight.turn(who, work=work, away=True)
    return StepResult(away, notes=(note,)).and_then(leave(away, who))


def rolled_already(fight: Fight, who: str, label: str, lasts: str | None) -> Fight:
    """A roll that nobody asked for takes its time as using its line does.

    The dice lie on the table: what hinders the action is said, and refuses nothing.
    """
    if hinders := hindrance(fight.combatant(who), lasts):
        return fight.turn(who, warned=f"{label} is rolled, but {hinders.message}")
    if lasts is None or is_short(lasts):
        return ticked(fight, who, lasts)
    work = Work(label, lasts)
    if lasts not in ROUNDS and fight.now.current == who:
        # A roll ends no turn: whoever has it leaves with its end.
        return fight.turn(who, work=work, away=True)
    return begun(fight, who, work).scene


def _to_own_turn(fight: Fight, who: str) -> int:
    """Rounds until the next own turn: none for whoever is still to come in this round."""
    order, current = fight.now.order, fight.now.current
    reached = order.index(current) if current in order else -1
    return ROUNDS["round"] if order.index(who) <= reached else 0


def _article(duration: str) -> str:
    return f"an {duration}" if duration == "hour" else f"a {duration}"
