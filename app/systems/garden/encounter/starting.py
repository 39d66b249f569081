"""The start of a round, which lasts until its first action (G53, G62)."""

from __future__ import annotations

from app.core.encounters.scenes import StepResult
from app.systems.garden.encounter.state import NEW_ROUND, Fight, Result, Turn

#: Fields of a declaration; unlike them, a crash of the round before stays (G44).
DECLARED = {name: each for name, each in NEW_ROUND.items() if name != "crashed"}


def is_untouched(fight: Fight) -> bool:
    """Tell whether the round is still without any action."""
    if fight.now.phase != "action":
        return fight.now.phase == "declare"
    chased = any(gap.leapt or gap.rolled for gap in fight.now.gaps)
    did = any(_did(combatant.turn) for combatant in fight.combatants.values())
    return not (fight.now.interrupted or chased or did)


def _did(turn: Turn) -> bool:
    return bool(turn.acted or turn.stirred or turn.fought or turn.undeclared or turn.tested)


def restart_round(fight: Fight) -> Result:
    """Return to the start of the round: declarations stay, and no turn has begun."""
    late = []
    for id, each in fight.combatants.items():
        turn = each.turn
        if turn.nerve:
            late.append((id, "garden.panic"))
        if turn.declared:
            # G61: the turn that ends the full defence of the last round is still to come.
            defending = turn.guarded or turn.full_defense
            anew = {"place": 0, "began": False, "together": None, "nerve": None}
            fight = fight.turn(id, **anew, defending=defending)
    return StepResult(fight.set(phase="declare", current=None), cancelled=tuple(late))


def nothing_declared(fight: Fight) -> Result:
    """Return to the start of the round and withdraw its declarations."""
    result = restart_round(fight)
    fight = result.scene
    for id, each in fight.combatants.items():
        if each.turn.declared:
            fight = fight.turn(id, **DECLARED, defending=each.turn.guarded)
    return result.and_then(StepResult(fight))
