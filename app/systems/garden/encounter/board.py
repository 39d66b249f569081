"""The encounter of Autonomous Garden as the table sees it."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from app.core.encounters.combatants import Badge, Board
from app.core.procedures.inputs import Values
from app.core.support.characters import with_minus
from app.systems.garden.encounter import bodies
from app.systems.garden.encounter.spells import describe_spells
from app.systems.garden.encounter.state import (
    INTENT_WORDS,
    SIDES,
    TICKS,
    Fight,
    Fighter,
    rounds_out,
    undeclared_combatants,
    waiting,
)
from app.systems.garden.sheet.helpless import fells, hours_ill
from app.systems.garden.tables.combat import COMBAT_MODIFIERS

HEADINGS = {"declare": "declaring", "order": "setting the order", "action": "turns"}
WORDS = {row.situation: row.words for row in COMBAT_MODIFIERS}


def board(fight: Fight) -> Board:
    """Return the board: the current turn, the next one, and the state of each combatant."""
    now = fight.now
    coming = waiting(fight) if now.phase == "action" else undeclared_combatants(fight)
    next_up = [id for id in coming if id != now.current]
    light = {"Light": WORDS[now.light]} if now.light != "normal" else {}
    return Board(
        f"Round {now.round}: {HEADINGS[now.phase]}",
        tuple(
            combatant.place(
                _badges(combatant, _bonus(fight, combatant.id)), SIDES[combatant.turn.side]
            )
            for combatant in fight.ordered
        ),
        now.current,
        now.interrupted or (next_up[0] if next_up else None),
        {**light, **_gaps(fight), **describe_spells(fight)},
    )


def _gaps(fight: Fight) -> Values:
    """Return the gap of each pair of a chase (G138)."""
    pairs = [gap for gap in fight.now.gaps if gap.metres is not None]
    if len(pairs) == 1:
        return {"Gap (m)": pairs[0].metres}
    called = {id: each.name for id, each in fight.combatants.items()}
    return {
        f"Gap of {called.get(pair.pursuer, '')} to {called.get(pair.runner, '')} (m)": pair.metres
        for pair in pairs
    }


def _bonus(fight: Fight, id: str) -> int:
    """Return the metres won at an obstacle of this round, the most of any pair (G42)."""
    fled = [gap.runner_bonus for gap in fight.now.gaps if gap.runner == id]
    followed = [gap.pursuer_bonus for gap in fight.now.gaps if gap.pursuer == id]
    return max((*fled, *followed), default=0)


def _badges(fighter: Fighter, bonus: int) -> Iterator[Badge]:
    yield from _declared(fighter)
    yield from _around(fighter, bonus)
    if fighter.turn.crashed or fighter.turn.recovering_rounds:
        yield Badge("Recovering from a crash", "bad")
    if time := _time_out(fighter):
        yield Badge(f"Incapacitated for {time}", "worst")
    yield from bodies.badges(fighter)
    for name in fighter.sheet["suffers"]:
        yield Badge(name.replace("-", " ").capitalize(), "worst" if fells(name) else "poor")


def _time_out(fighter: Fighter) -> str:
    """Return the time that fire or an illness still incapacitates a fighter (G105, G107)."""
    hours, rounds = hours_ill(fighter.sheet), rounds_out(fighter)
    if hours > 24:
        count, unit = ceil(hours / 24), "day"
    elif hours:
        count, unit = ceil(hours), "hour"
    else:
        count, unit = rounds, "round"
    return f"{count} {unit}{'s' if count > 1 else ''}" if count else ""


def _declared(fighter: Fighter) -> Iterator[Badge]:
    """Yield badges for the declaration and the readied action."""
    turn = fighter.turn
    if turn.declared and turn.intent:
        yield Badge(f"Declared {INTENT_WORDS[turn.intent]}")
    if turn.penalty:
        yield Badge(f"Penalty {with_minus(turn.penalty)}", "poor")
    if turn.movement != "none":
        yield Badge(f"Moves: {turn.movement}")
    if turn.defending:
        yield Badge("Full defence +3", "good")
    if turn.readied:
        yield Badge(f"Ready: {turn.readied}", "good")
    if turn.aim_rounds:
        yield Badge(f"Lined up {turn.aim_rounds}", "good")


def _around(fighter: Fighter, bonus: int) -> Iterator[Badge]:
    """Yield badges for the surroundings and the events of the round."""
    turn = fighter.turn
    if turn.cover != "none":
        yield Badge(WORDS[turn.cover])
    if turn.unaware:
        yield Badge("Unaware", "bad")
    if len(turn.attackers_this_round) > 1:
        yield Badge(f"Attackers {len(turn.attackers_this_round)}", "poor")
    if bonus:
        yield Badge(f"+{bonus} m", "good")
    if turn.treating:
        yield Badge(f"Treating, {turn.treating.rounds} rounds left")
    if tick := turn.counts_as:
        yield Badge(f"Next: {TICKS[tick].partition(':')[0].partition(',')[0].lower()}")
    if turn.undeclared:
        yield Badge(f"Not declared: {turn.undeclared}", "poor")
