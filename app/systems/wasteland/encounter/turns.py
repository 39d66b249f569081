"""Turns and rounds: the opening turn, beginning and ending, acting sooner (W2, W8, W9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.encounters.rolls import Due
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import Somebody, Whole
from app.core.procedures.outcomes import add
from app.core.support.characters import with_minus
from app.systems.wasteland.encounter.state import (
    DYING_TEST,
    UNCOUNTED,
    UNTURNED,
    Fight,
    Result,
    Who,
    everybody_with,
    initiative,
    is_object,
    luck_left,
    turns,
    unable,
    waiting,
)
from app.systems.wasteland.rules.feeding import BLINDED, count_injuries, injured_parts
from app.systems.wasteland.rules.hits import Body, Hit
from app.systems.wasteland.rules.order import rank_combatants
from app.systems.wasteland.sheet.effects import complete_effect

Initiator = Annotated[
    str,
    Somebody(
        front=True,
        label="Initiator",
        help="Takes the opening turn. Nobody: round 1 starts at once.",
        rules=("W2.1",),
    ),
]


#: The note on a first fight before any session has filled the pools.
UNSTARTED = "Start session, in More, gives the GM 1 AP for each player (W1.6)."


@transition("start", title="Start fight", rules="W2.1 W2.2 W8.1 W8.2")
def start(scene: Fight, initiator: Initiator = "") -> Result:
    """Rank all combatants; the initiator takes a turn before round 1."""
    if scene.now.started:
        raise BadInput("initiator", "the fight has started already")
    if not scene.now.order:
        raise BadInput("initiator", "no combatants yet; add them first")
    initiatives = {combatant.id: initiative(combatant) for combatant in scene.ordered}
    settled = [id for id in scene.now.order if id in scene.now.settled]
    order = rank_combatants(initiatives, settled)
    notes = tuple(
        with_minus(f"Initiative tie at {initiatives[group[0]]}. GM decides.")
        for group in order.unsettled
    )
    if scene.now.scene == 1 and not scene.now.group_ap and not scene.now.gm_ap:
        notes += (UNSTARTED,)
    begun = everybody_with(scene, **UNCOUNTED, **UNTURNED).set(started=True, order=order.ids)
    for id, number in initiatives.items():
        begun = begun.turn(id, ranked=number)
    if not initiator:
        return StepResult(begun.set(round=1), notes=notes)
    if is_object(scene.combatant(initiator, "initiator")):
        raise BadInput("initiator", "an object takes no turns (W2.3)")
    ranks: Result = StepResult(begun.set(round=0), notes=notes)
    return ranks.and_then(begins(ranks.scene, initiator))


def on(fight: Fight) -> None:
    """Raise BadInput if no fight is on."""
    if not fight.now.started:
        raise BadInput("who", "start the fight first")


@transition("begin_turn", title="Next turn", rules="W2.3 W8.3 W5.4 W5.8 W7.5")
def begin_turn(scene: Fight) -> Result:
    """Begin the turn of the next combatant in order."""
    on(scene)
    if scene.now.current is not None:
        name = scene.combatants[scene.now.current].name
        raise BadInput("who", f"end {name}’s turn first")
    # W2.5: a combatant still to come may have died or given up the turn since.
    scene = start_round_if_over(scene)
    next_up = waiting(scene)
    if not next_up:
        raise BadInput("who", "nobody can take a turn")
    return begins(scene, next_up[0])


def end_lapsed(fight: Fight, who: str) -> Result:
    """End all that lasts until a turn starts: a Defend, readied actions, unused help (W5)."""
    fighter = fight.combatant(who)
    notes = []
    held = fighter.turn.readied
    if held:
        lost = "actions are" if len(held) > 1 else "action is"
        notes.append(f"{fighter.name}’s readied {lost} lost: no trigger (W5.8).")
    if fighter.turn.assisting:
        notes.append(f"{fighter.name}’s unused help ends (W5.1).")
    after = fight.turn(who, readied=(), assisting=())
    if fighter.sheet["defense_bonus"]:
        after = after.write(who, defense_bonus=0)
    return StepResult(after, notes=tuple(notes))


def begins(fight: Fight, who: str) -> Result:
    """Begin a turn: end its expired states and make its rolls due (W7.3-W7.5)."""
    fighter = fight.combatant(who)
    name, sheet = fighter.name, fighter.sheet
    expired = {id: False for id in ("stunned", "dazed") if sheet[id]}
    before = end_lapsed(fight, who)
    notes = []
    if expired:
        notes.append(f"{name} has no free actions this turn; AP can buy one of each (W7.3, W7.7).")
    if harder := BLINDED * count_injuries(sheet, "head-injury"):
        notes.append(
            f"{name}’s head injury: difficulty +{harder} on attacks, and on every other test that "
            "needs sight (W7.3)."
        )
    if arms := injured_parts(sheet, "arm-injury"):
        words = " and ".join(part.replace("-", " ") for part in sorted(set(arms)))
        notes.append(
            f"{name}’s arm injury ({words}): no action with an injured arm, alone or with the "
            "other (W7.3)."
        )
    if unable(fighter):
        notes.append(f"{unable(fighter)}.")
    due: tuple[Due, ...] = ()
    if sheet["dying"] and not sheet["dead"]:
        due = (Due(who, "Dying test", DYING_TEST, rules=("W7.5",)),)
    unturned = {**UNTURNED, "no_free_actions": bool(expired)}
    after = before.scene.turn(who, **unturned).write(who, **expired).set(current=who)
    return before.and_then(StepResult(after, due, tuple(notes)))


@transition("end_turn", title="End turn", rules="W2.5 W7.3 W7.7 W8.4 W4.1 W1.6")
def end_turn(scene: Fight) -> Result:
    """End this turn with its bleeding and persistent damage; after the last one the round ends."""
    on(scene)
    who = scene.now.current
    if who is None:
        raise BadInput("who", "no current turn")
    fighter = scene.combatant(who)
    result = finish_turn(scene, who)
    notes = []
    if fighter.turn.aim_ready:
        notes.append(f"{fighter.name}’s unused aim is lost (W4.1).")
    if lost := scene.now.surplus_ap:
        notes.append(f"Lost: {lost} AP above six (W1.6).")
    return result.and_then(
        StepResult(start_round_if_over(nobodys(result.scene)), notes=tuple(notes))
    )


def nobodys(fight: Fight) -> Fight:
    """End the present turn without another: the surplus AP are lost with it (W1.6)."""
    return everybody_with(fight, moved=False).set(current=None, surplus_ap=0)


def finish_turn(fight: Fight, who: str) -> Result:
    """Apply the end of a turn that was taken (W7.3, W7.7)."""
    bleeding = StepResult(fight, _bleeding(fight, who))
    play = bleeding.and_then(_persistent(fight, who))
    return play.and_then(StepResult(play.scene.turn(who, **UNTURNED, turn_taken=True)))


def _bleeding(fight: Fight, who: str) -> tuple[Due, ...]:
    """Return the due rolls of torso injuries: 2 CD, no DR, for each untreated one (W7.3)."""
    fighter = fight.combatant(who)
    if fighter.sheet["dead"]:
        return ()
    dice = {
        "weapon_class": "unarmed",  # no weapon: any without shots
        "damage_rating": 2,
        "bonus_dice": 0,
        "location": "torso",
        "dr": 0,
        "cover_dice": 0,  # cover stops hits (W7.9), and this is none
        "side": fighter.turn.side,
        "ap_pool": 0,
        "surplus_ap": 0,
    }
    wound = Due(who, "Bleeding", "wasteland.damage", dice, ("W7.3",), role="target")
    return (wound,) * count_injuries(fighter.sheet, "torso-injury")


def _persistent(fight: Fight, who: str) -> Result:
    """Apply persistent damage: already reduced, same location, no new dice (W7.7)."""
    before = fight.combatant(who)
    if before.sheet["dead"]:
        return StepResult(fight)
    notes = []
    remaining = []
    for wound in before.turn.persistent:
        if wound.waits:  # suffered in this very turn: it is the next that counts
            remaining.append(replace(wound, waits=False))
            continue
        sheet = fight.combatant(who).sheet
        body = Body(wound.location, sheet["hp"], sheet["max_hp"], sheet["untreated"])
        hit = Hit(body, wound.damage, wound.damage_type)
        where = {"location": wound.location}
        fight = fight.apply_effect(who, *(complete_effect(effect, where) for effect in hit.effects))
        more = wound.turns - 1
        felled = (" and goes down" if sheet["hp"] else ": one more injury") if hit.defeated else ""
        rest = f"; {turns(more)} more" if more else ""
        notes.append(
            f"{before.name} suffers {wound.damage} persistent damage{felled}{rest} (W7.7)."
        )
        if more:
            remaining.append(replace(wound, turns=more))
    return StepResult(fight.turn(who, persistent=tuple(remaining)), notes=tuple(notes))


def start_round_if_over(fight: Fight) -> Fight:
    """Start a round where one is over: round 1 after the opening turn, else the next."""
    if fight.now.round == 0 or not waiting(fight):
        # W2.1: the opening turn is no part of round 1. W3.5: actions are counted by the round.
        return everybody_with(fight, **UNCOUNTED).set(round=fight.now.round + 1)
    return fight


def may_act_sooner(fight: Fight, who: str) -> bool:
    """Tell whether luck can bring a combatant's turn forward once the present turn ends (W9.2).

    After the last turn of a round that is a turn of the next round.
    """
    current = fight.now.current
    ended = start_round_if_over(fight.turn(current, turn_taken=True)) if current else fight
    # The next in order gains nothing.
    return who != current and who in waiting(ended)[1:]


LuckPoints = Annotated[int, Whole(0, 12, sheet="luck_points", help="Those left.", rules=("W9.6",))]


@transition("act_faster", title="Act sooner (1 luck)", rules="W9.1-W9.5")
def act_faster(scene: Fight, who: Who, luck_points: LuckPoints = 1) -> Result:
    """Take this round’s turn before its place, between turns."""
    on(scene)
    fighter = scene.combatant(who)
    if scene.now.current is not None:
        raise BadInput("who", "only between turns (W9.2)")
    if min(luck_points, luck_left(fighter)) < 1:
        raise BadInput("luck_points", f"{fighter.name} has no luck point left (W9.1)")
    in_turn = waiting(scene)
    if who not in in_turn:
        raise BadInput("who", f"{fighter.name} already had a turn this round (W9.3)")
    if in_turn[0] == who:
        raise BadInput("who", f"{fighter.name} is next anyway (W9.2)")
    return begins(scene.apply_effect(who, add("luck_points", -1)), who)


@transition("sooner", title="Act next (1 luck)", rules="W9.1-W9.5 W8.4")
def sooner(scene: Fight, who: Who, luck_points: LuckPoints = 1) -> Result:
    """End the present turn and take this round’s turn before its place (W9.2)."""
    on(scene)
    if scene.now.current is None:
        return act_faster.apply(scene, {"who": who, "luck_points": luck_points})
    if scene.now.current == who:
        raise BadInput("who", f"it is already {scene.combatant(who).name}’s turn")
    ended = end_turn.apply(scene)
    result = act_faster.apply(ended.scene, {"who": who, "luck_points": luck_points})
    return ended.and_then(result)
