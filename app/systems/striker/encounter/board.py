"""The board of Striker's encounter."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.encounters.combatants import Badge, Board
from app.systems.striker.encounter.state import NORMAL_RSR, Fight, Fighter, challenge


def board(fight: Fight) -> Board:
    """Return the board: the current combatant, the next, and the badges of all."""
    now = fight.now
    away = (fighter for id, fighter in fight.combatants.items() if id not in now.order)
    places = tuple(each.place(_badges(each), each.turn.group) for each in (*fight.ordered, *away))
    pools = {"RSR": now.rsr} if now.rsr != NORMAL_RSR else {}
    return Board(f"Round {now.round}", places, now.current, _upcoming(fight), pools)


def _upcoming(fight: Fight) -> str | None:
    """Return the next in the order with a turn, that is, not busy with longer work until then."""
    order, current = fight.now.order, fight.now.current
    start = order.index(current) + 1 if current in order else 0
    for index in range(start, start + len(order)):
        id = order[index % len(order)]
        turn_in = fight.now.round + (index >= len(order))
        until = fight.combatants[id].turn.busy_until
        if id != current and (until is None or until <= turn_in):
            return id
    return None


def _badges(fighter: Fighter) -> Iterator[Badge]:
    sheet, turn = fighter.sheet, fighter.turn
    yield Badge(f"HP {sheet['hp']} of {sheet['hp_max']}", "plain" if sheet["hp"] else "worst")
    yield Badge(f"TC {challenge(fighter)}")
    for slot in turn.slots_used:
        yield Badge(f"{slot} used", "poor")
    if turn.work and turn.away:
        yield Badge(f"Away: {turn.work.label} ({turn.work.duration})", "bad")
    elif turn.work:
        yield Badge(f"Busy until round {turn.busy_until}: {turn.work.label}", "mixed")
    for sustained in turn.sustained:
        yield Badge(f"Keeps up {sustained.label}")
    if turn.warned:
        yield Badge(turn.warned, "bad")
    for request in turn.owes:
        yield Badge(f"To write: {request}", "mixed")
    if turn.rsr != NORMAL_RSR:
        yield Badge(f"RSR {turn.rsr}")
    if turn.stances_barred:
        yield Badge("Stances barred")
    if turn.notes:
        yield Badge(turn.notes)
