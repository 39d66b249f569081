"""The fight of Wasteland: opening turn, rounds, actions and what they cost, two pools of AP.

state       what is remembered
turns       turns, rounds, acting sooner
scenes      sessions, scenes, the pools by hand
actions     what a turn is spent on
costs       what an action costs, whichever way it comes
doing       what an action comes to: rolls that are due, commands
helping     help promised and given, a turn given up for it
interrupts  what cuts in: readied actions, damage that goes on, waking
feeding     what the fight gives to rolls
dice        what rolls use up and cost
joining     who is there, and in which order
landing     how effects of rolls land here
board       how it is seen
"""

from app.core.flat import Encounter
from app.systems.wasteland.encounter import (
    actions,
    dice,
    feeding,
    helping,
    interrupts,
    joining,
    scenes,
    turns,
)
from app.systems.wasteland.encounter.board import board
from app.systems.wasteland.encounter.landing import land
from app.systems.wasteland.encounter.state import fresh
from app.systems.wasteland.sheet import SHEET

ENCOUNTER = Encounter(
    fresh,
    (
        turns.start,
        turns.begin_turn,
        actions.act,
        turns.end_turn,
        turns.act_faster,
        interrupts.fire,
        helping.help_now,
        helping.give_up_turn,
        interrupts.persist,
        interrupts.stop_persistent,
        interrupts.wake,
        joining.add,
        joining.remove,
        joining.move,
        joining.settle_tie,
        joining.mark,
        joining.edit,
        scenes.start_session,
        scenes.set_pools,
        scenes.end_scene,
    ),
    board,
    feed=feeding.feed,
    met=feeding.met,
    said=feeding.said,
    land=land,
    on_roll=dice.rolled,
    on_settled=dice.settled,
    on_end=scenes.over,
    onward=("start", "begin_turn", "end_turn"),
    form=SHEET,
)
