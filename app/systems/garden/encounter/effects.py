"""What effects change in a scene, and what they bring with them for whoever they befall."""

from __future__ import annotations

from app.core.procedures.outcomes import Effect
from app.systems.garden.encounter.bodies import bounded, modifier
from app.systems.garden.encounter.chases import with_gap
from app.systems.garden.encounter.state import Fight, Fighter, awake, down, rounds_out


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
    hidden = was.turn.together is not None and _in_turn_of_another(before, who)
    if _puts_out(effect):
        # G107: this round is one of them only if its turn is still to come, and lost by it.
        spared = was.turn.acted or before.now.current == who or hidden
        after = after.turn(who, spared=spared)
    return after if hidden else _felt(before, after, who)


def _felt(before: Fight, after: Fight, who: str) -> Fight:
    """What befalls somebody outside the turns of the others of their place is felt at once: it is
    nothing that these do (G54).
    """
    was, now = before.combatants[who], after.combatants[who]
    together = was.turn.together
    if together is None:
        return after
    if _laid_low(was, now):
        return after.turn(who, together=None)
    return after.turn(who, together=together + modifier(now) - modifier(was))


def _laid_low(was: Fighter, now: Fighter) -> bool:
    """Can somebody act no more by what has just happened?"""
    fallen = (down(now) and not down(was)) or (awake(was) and not awake(now))
    return fallen or rounds_out(now) > rounds_out(was)


def _puts_out(effect: Effect) -> bool:
    """Is somebody out of action for rounds by it?"""
    if (effect.field, effect.op) != ("conditions", "append"):
        return False
    record = effect.value
    return (record.get("name"), record.get("unit")) == ("incapacitated", "rounds")


def _in_turn_of_another(fight: Fight, who: str) -> bool:
    """Is it the turn of somebody else of the same place, and nobody has broken into it (G54)?"""
    acts = fight.combatants.get(fight.now.current or "")
    place = fight.combatants[who].turn.place
    return bool(acts and acts.id != who and acts.turn.place == place and not fight.now.interrupted)


def apply_effect(fight: Fight, who: str, effect: Effect) -> Fight:
    """The scene after an effect."""
    if is_read(effect):
        return fight
    if effect.field == "gap":
        return with_gap(fight, effect.value)
    after = fight.apply_to_owner(who, effect)
    return befallen(fight, after, who, effect) if who in fight.combatants else after
