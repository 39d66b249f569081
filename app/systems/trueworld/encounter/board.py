"""The board of TrueWorld's encounter."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.encounters.combatants import Badge, Board
from app.systems.trueworld.encounter.state import (
    SIDES,
    Fight,
    Fighter,
    PendingRoll,
    is_out_of_scene,
    most_stress,
    rating,
    waiting,
)
from app.systems.trueworld.tables.difficulty import DIFFICULTY_RATINGS

#: Descriptions of the phases of a round.
GOING_ON = {"order": "setting the order", "action": "action phase", "end": "round over"}


def board(scene: Fight) -> Board:
    """Return the board: the current combatant, the next, and the badges of all."""
    now = scene.now
    return Board(
        f"Round {now.round}: {GOING_ON[now.phase]}",
        tuple(
            combatant.place(_badges(combatant), SIDES[combatant.turn.side])
            for combatant in scene.ordered
        ),
        now.current,
        _upcoming(scene),
        {"scene": now.scene} if now.scene else {},
        announcements=_at_risk(now.at_risk),
    )


def _upcoming(scene: Fight) -> str | None:
    """Return the id of the next combatant with a turn in this round."""
    return next((fighter.id for fighter in waiting(scene) if fighter.id != scene.now.current), None)


def _at_risk(risk: str) -> tuple[str, ...]:
    """Return the line for a risk, in a roll or in the scene (T3.5); none if it is empty."""
    return (f"At risk: {risk.strip()}",) if risk.strip() else ()


def _badges(fighter: Fighter) -> Iterator[Badge]:
    return _adversary(fighter) if fighter.turn.side == "adversary" else _character(fighter)


def _adversary(fighter: Fighter) -> Iterator[Badge]:
    yield Badge(DIFFICULTY_RATINGS[rating(fighter)].words)
    if fighter.turn.damage:
        yield Badge(f"Damage {fighter.turn.damage}", "good")


def in_words(roll: PendingRoll) -> str:
    """Describe the director's settings for a roll (T3.5): `Defends against Hard (d8), neutral`."""
    does = "Defends against" if roll.purpose == "defend" else "Rolls against"
    circumstances = "quick" if roll.quick else roll.position
    return f"{does} {DIFFICULTY_RATINGS[roll.difficulty].words}, {circumstances}"


def _character(fighter: Fighter) -> Iterator[Badge]:
    sheet, turn = fighter.sheet, fighter.turn
    if is_out_of_scene(fighter):
        yield Badge("Taken out", "worst")
    else:
        yield Badge("Action left", "good") if sheet["action_available"] else Badge("Action spent")
    if turn.stated_intention:
        yield Badge(turn.stated_intention)
    # The players see the director's settings of a roll, and its risk (T3.5).
    for roll in (turn.roll, turn.defence):
        if roll is not None:
            yield Badge(in_words(roll), is_public=True)
            for risk in _at_risk(roll.at_risk):
                yield Badge(risk, "poor", is_public=True)
    if sheet["teamwork_dice"]:
        yield Badge(f"Teamwork dice {sheet['teamwork_dice']}", "good")
    if sheet["harm"]:
        yield Badge(f"Harm {sheet['harm']} to place", "worst")
    stress, most = sheet["stress"], most_stress(fighter)
    yield Badge(f"Stress {stress} of {most}", "bad" if stress >= most else "plain")
    if sheet["grit"]:
        yield Badge(f"Grit {sheet['grit']}")
    # A treated condition is no longer in the way (T11.3).
    for condition in sheet["conditions"]:
        if not condition["treated"]:
            yield Badge(condition["name"], "poor")
