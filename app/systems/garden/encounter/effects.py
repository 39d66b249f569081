"""Effects in a scene and their consequences for the target."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from app.core.encounters.scenes import Owner, declaring_record
from app.core.procedures.outcomes import Effect, add
from app.systems.garden.encounter.bodies import bounded, modifier
from app.systems.garden.encounter.chases import with_gap
from app.systems.garden.encounter.spells import any_holds
from app.systems.garden.encounter.state import Fight, Fighter, awake, down, rounds_out, unpassed
from app.systems.garden.sheet.effects import INJURING


def _is_read(effect: Effect) -> bool:
    """Tell whether the scene reads this effect off the roll itself."""
    return effect.who == "spell"


def owner(fight: Fight, who: str, effect: Effect) -> Owner:
    """Tell which record an effect changes: a gap and a spell belong to the scene."""
    of_scene = effect.field == "gap" or _is_read(effect)
    return "encounter" if of_scene else declaring_record(fight, who, effect)


def tracks(fight: Fight, who: str, effect: Effect) -> bool:
    """Tell whether a spell holds here, if the effect changes spells."""
    return any_holds(fight) or not _is_read(effect)


def befallen(before: Fight, after: Fight, who: str, effect: Effect) -> Fight:
    """Apply the consequences that an effect on a sheet has in the round.

    before, after: the scene without the effect, and with it.
    """
    was, now = before.combatants[who], after.combatants[who]
    if now.turn.modifier is not None:
        # G86: a stated modifier already includes the wounds of that moment.
        worse = now.sheet["modifier"] - was.sheet["modifier"]
        after = after.turn(who, modifier=bounded(now.turn.modifier + worse))
    hidden = was.turn.together is not None and _in_turn_of_another(before, who)
    if _puts_out(effect):
        # G107: this round is one of them only if its turn is still to come, and lost by it.
        spared = was.turn.acted or before.now.current == who or hidden
        after = after.turn(who, spared=spared)
    return after if hidden else _felt(before, after, who)


def _felt(before: Fight, after: Fight, who: str) -> Fight:
    """Apply at once an effect from outside the shared turns of a place (G54)."""
    was, now = before.combatants[who], after.combatants[who]
    together = was.turn.together
    if together is None:
        return after
    if _is_out(was, now):
        return after.turn(who, together=None)
    return after.turn(who, together=together + modifier(now) - modifier(was))


def _is_out(was: Fighter, now: Fighter) -> bool:
    """Tell whether a combatant can no longer act because of this change."""
    fallen = (down(now) and not down(was)) or (awake(was) and not awake(now))
    return fallen or rounds_out(now) > rounds_out(was)


def _puts_out(effect: Effect) -> bool:
    """Tell whether the effect takes a combatant out of action for rounds."""
    if (effect.field, effect.op) != ("conditions", "append"):
        return False
    record = effect.value
    return (record.get("name"), record.get("unit")) == ("incapacitated", "rounds")


def _in_turn_of_another(fight: Fight, who: str) -> bool:
    """Tell whether another combatant of the same place has the turn, uninterrupted (G54)."""
    acts = fight.combatants.get(fight.now.current or "")
    place = fight.combatants[who].turn.place
    return bool(acts and acts.id != who and acts.turn.place == place and not fight.now.interrupted)


def _passed_over(fight: Fight, who: str) -> Fight:
    """Pass the scene's whole minutes over the injuries of a combatant, before others join (G90).

    Time of a scene else passes over them at its end, or where a test is due: so no wound is older
    than it is by a minute, and no treatment counts before the minute of its effect (G136).
    """
    minutes = floor(unpassed(fight, fight.combatants[who]))
    if minutes and fight.combatants[who].sheet["injuries"]:
        fight = fight.apply_to_owner(who, add("injury_hours", Fraction(minutes, 60)))
    return fight.turn(who, since=fight.combatants[who].turn.since + minutes)


def apply_effect(fight: Fight, who: str, effect: Effect) -> Fight:
    """Return the scene after an effect."""
    if _is_read(effect):
        return fight
    if effect.field == "gap":
        return with_gap(fight, effect.value)
    if who not in fight.combatants:
        return fight.apply_to_owner(who, effect)
    if effect.field in INJURING:
        fight = _passed_over(fight, who)
    elif effect.field == "clock":  # other time passes, and with it that of the scene (G143)
        fight = fight.turn(who, since=fight.now.scene_clock)
    return befallen(fight, fight.apply_to_owner(who, effect), who, effect)
