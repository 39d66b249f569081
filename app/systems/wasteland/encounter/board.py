"""The fight of Wasteland as the table sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.core.encounters.combatants import Badge, Board
from app.core.support.characters import with_minus
from app.systems.wasteland.encounter.state import (
    SIDES,
    Fight,
    Fighter,
    Round,
    defense_now,
    initiative,
    turns,
    waiting,
)
from app.systems.wasteland.rules.order import rank_combatants
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS
from app.systems.wasteland.tables.harm import injury_at

NO_FREE_ACTIONS = "no_free_actions"

#: Conditions with the words and the tone of their badges.
STATES = {
    "dead": ("Dead", "worst"),
    "dying": ("Dying", "worst"),
    "stable": ("Stabilised, unconscious", "bad"),
    "stunned": ("Stunned", "bad"),
    "dazed": ("Dazed", "bad"),
    NO_FREE_ACTIONS: ("No free actions", "bad"),
    "prone": ("Prone", "poor"),
}


def board(fight: Fight) -> Board:
    """Return the board: the current turn, the next one, and the state of each combatant."""
    now = fight.now
    next_up = [id for id in waiting(fight) if id != now.current]
    numbers = {combatant.id: initiative(combatant) for combatant in fight.ordered}
    tied = {id for group in rank_combatants(numbers, now.settled).unsettled for id in group}
    return Board(
        _heading(now),
        tuple(
            combatant.place(
                _badges(fight, combatant, combatant.id in tied), SIDES[combatant.turn.side]
            )
            for combatant in fight.ordered
        ),
        now.current,
        next_up[0] if now.started and next_up else None,
        _pools(now),
        secret=("GM AP",),
    )


def _pools(now: Round) -> dict[str, int]:
    """Return the AP of both sides, with the surplus of the group's if any (W1.6)."""
    return {
        "Group AP": now.group_ap,
        **({"Surplus AP": now.surplus_ap} if now.surplus_ap else {}),
        "GM AP": now.gm_ap,
        "Scene": now.scene,
    }


def _heading(now: Round) -> str:
    if not now.started:
        return "Before the fight"
    return f"Round {now.round}" if now.round else "Opening turn"


def _badges(fight: Fight, fighter: Fighter, tied: bool) -> tuple[Badge, ...]:
    return (*_numbers(fighter, tied), *_harmed(fighter), *_prepared(fight, fighter))


def _numbers(fighter: Fighter, tied: bool) -> Iterator[Badge]:
    """Return initiative, HP, and the conditions that matter."""
    sheet = fighter.sheet
    yield Badge(with_minus(f"Initiative {initiative(fighter)}"))
    if tied:
        yield Badge("Tie: GM decides", "mixed")
    yield Badge(f"HP {sheet['hp']} of {sheet['max_hp']}", "plain" if sheet["hp"] else "bad")
    # Of the dead only that, and that they lie there.
    for id in ("dead", "prone") if sheet["dead"] else STATES:
        if fighter.turn.no_free_actions if id == NO_FREE_ACTIONS else sheet[id]:
            yield Badge(*STATES[id])


def _harmed(fighter: Fighter) -> Iterator[Badge]:
    """Yield badges for untreated injuries and persistent damage (W7.3, W7.7)."""
    untreated = fighter.sheet["untreated"]
    if untreated:
        yield Badge(f"Injuries {untreated}", "bad")
    kinds = Counter(
        injury_at(injury["location"]).words
        for injury in fighter.sheet["injuries"]
        if not injury["treated"] and injury["location"] != "none"
    )
    for words, count in kinds.items():
        yield Badge(words if count == 1 else f"{words} ×{count}", "poor")
    for wound in fighter.turn.persistent:
        yield Badge(f"Persistent {wound.damage}, {turns(wound.turns)}", "bad")


def _prepared(fight: Fight, fighter: Fighter) -> Iterator[Badge]:
    """Yield badges for preparations: cover, Defense, an aim, a readied action, help."""
    turn = fighter.turn
    if turn.cover_dice:
        yield Badge(f"Cover {turn.cover_dice} CD", "good")
    tone = "good" if fighter.sheet["defense_bonus"] else "plain"
    yield Badge(f"Defense {defense_now(fighter)}", tone)
    if turn.aim_ready:
        yield Badge("Aimed", "good")
    for held in turn.readied:
        action = MAJOR_ACTIONS[held.action].action
        yield Badge(f"Ready: {action}" + (f", if {held.trigger}" if held.trigger else ""), "good")
    for whom, count in Counter(turn.assisting).items():
        name = fight.combatants[whom].name
        yield Badge(f"Helps {name}" + (f" ×{count}" if count > 1 else ""), "good")
    if turn.helpers:
        count = len(turn.helpers)
        yield Badge("Helped" if count == 1 else f"Helped by {count}", "good")
    if turn.turn_taken:
        yield Badge("Has acted")
