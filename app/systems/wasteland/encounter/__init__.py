"""The fight of Wasteland: opening turn, rounds, actions and what they cost, two pools of AP.

state       what is remembered
turns       turns, rounds, acting sooner, scenes and sessions
actions     what a turn is spent on
interrupts  what cuts into it, damage that goes on, waking
feeding     what the fight gives to rolls
joining     who is there, and in which order
landing     how effects of rolls land here
board       how it is seen
"""

from app.core.encounters import Encounter
from app.systems.wasteland.encounter import actions, interrupts, joining, turns
from app.systems.wasteland.encounter.board import board
from app.systems.wasteland.encounter.feeding import feed, met
from app.systems.wasteland.encounter.landing import land, rolled
from app.systems.wasteland.encounter.state import fresh

ENCOUNTER = Encounter(
    fresh,
    (
        turns.start,
        turns.begin_turn,
        actions.act,
        turns.end_turn,
        turns.act_faster,
        interrupts.fire,
        interrupts.help_now,
        interrupts.give_up_turn,
        interrupts.persist,
        interrupts.stop_persistent,
        interrupts.wake,
        joining.add,
        joining.remove,
        joining.move,
        joining.settle_tie,
        joining.mark,
        joining.edit,
        turns.start_session,
        turns.set_pools,
        turns.end_scene,
    ),
    board,
    feed=feed,
    met=met,
    land=land,
    rolled=rolled,
    onward=("start", "begin_turn", "end_turn"),
)
