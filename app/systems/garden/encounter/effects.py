"""What effects change in a scene, and what they bring with them for whoever they befall."""

from __future__ import annotations

from app.core.outcomes import Effect
from app.systems.garden.encounter.bodies import bounded
from app.systems.garden.encounter.chases import with_gap
from app.systems.garden.encounter.state import Fight, down


def is_read(effect: Effect) -> bool:
    """Has the scene read this off the roll itself?"""
    return effect.who == "spell"


def befallen(before: Fight, after: Fight, who: str, effect: Effect) -> Fight:
    """What an effect on somebody's sheet brings with it in the round.

    before, after: the scene without the effect, and with it.
    """
    was, now = before.combatants[who], after.combatants[who]
    if now.turn.modifier is not None:
        # G86: what somebody said of the modifier was said beside the wounds of that moment.
        worse = now.sheet["modifier"] - was.sheet["modifier"]
        after = after.turn(who, modifier=bounded(now.turn.modifier + worse))
    if _puts_out(effect):
        # G107: this round is one of them only if its turn is still to come.
        after = after.turn(who, spared=was.turn.acted or before.now.current == who)
    if down(now) and not _together_with(before, who):
        after = after.turn(who, together=None)
    return after


def _puts_out(effect: Effect) -> bool:
    """Is somebody out of action for rounds by it?"""
    if (effect.field, effect.op) != ("conditions", "append"):
        return False
    record = effect.value
    return (record.get("name"), record.get("unit")) == ("incapacitated", "rounds")


def _together_with(fight: Fight, who: str) -> bool:
    """Is it the turn of somebody of the same place, and of nobody who broke into it (G54)?"""
    acting = fight.combatants.get(fight.now.current or "")
    place = fight.combatants[who].turn.place
    return bool(acting and acting.turn.place == place and not fight.now.interrupted)


def landed(fight: Fight, who: str, effect: Effect) -> Fight:
    """The scene after an effect."""
    if is_read(effect):
        return fight
    if effect.field == "gap":
        return with_gap(fight, effect.value)
    after = fight.landed(who, effect)
    return befallen(fight, after, who, effect) if who in fight.combatants else after
