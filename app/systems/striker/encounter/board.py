"""The encounter of Striker as it is seen across the table."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.encounters.encounter import Badge, Board, Place
from app.systems.striker.encounter.state import NORMAL_RSR, Fight, Fighter, challenge


def board(fight: Fight) -> Board:
    """Who acts, who comes next, and what is upon everybody; whoever is away comes last."""
    now = fight.now
    away = (each for id, each in fight.combatants.items() if id not in now.order)
    places = tuple(_place(each) for each in (*fight.ordered, *away))
    pools = {"RSR": now.rsr} if now.rsr != NORMAL_RSR else {}
    return Board(f"Round {now.round}", places, now.current, _upcoming(fight), pools)


def _upcoming(fight: Fight) -> str | None:
    """The next in the order who has a turn: nobody at longer work that goes on until then."""
    order, current = fight.now.order, fight.now.current
    start = order.index(current) + 1 if current in order else 0
    for place in range(start, start + len(order)):
        id = order[place % len(order)]
        turn_in = fight.now.round + (place >= len(order))
        until = fight.combatants[id].turn.busy_until
        if id != current and (until is None or until <= turn_in):
            return id
    return None


def _place(fighter: Fighter) -> Place:
    turn = fighter.turn
    return Place(fighter.id, fighter.name, tuple(_badges(fighter)), turn.group, turn.hidden)


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
    if turn.warned:
        yield Badge(turn.warned, "bad")
    for each in turn.owes:
        yield Badge(f"To be told: {each}", "mixed")
    if turn.rsr != NORMAL_RSR:
        yield Badge(f"RSR {turn.rsr}")
    if turn.stances_barred:
        yield Badge("Stances barred")
    if turn.notes:
        yield Badge(turn.notes)
