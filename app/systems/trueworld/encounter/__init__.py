"""The encounter of TrueWorld: rounds whose order the director sets, and actions step by step.

state     what is remembered
turns     turns, rounds, scenes, downtime
joining   who is there, and in which order
actions   intention, difficulty, help, attack
risk      what is at risk, for the players to see
dice      what a roll costs, due or not
harm      harm to place, conditions
board     how it is seen
"""

from app.core.flat import Encounter
from app.systems.trueworld.encounter import actions, dice, harm, joining, risk, turns
from app.systems.trueworld.encounter.board import board
from app.systems.trueworld.encounter.state import fresh
from app.systems.trueworld.sheet import SHEET

ENCOUNTER = Encounter(
    fresh,
    (
        turns.begin_turns,
        actions.intend,
        actions.set_difficulty,
        risk.tell_risk,
        actions.offer_help,
        actions.attack,
        actions.acted,
        harm.place_harm,
        turns.end_turn,
        turns.new_round,
        turns.take_turn,
        harm.take_condition,
        harm.treat,
        joining.add,
        joining.remove,
        joining.move,
        joining.arrange,
        joining.show,
        turns.new_scene,
        risk.risk_scene,
        turns.downtime,
    ),
    board,
    actions.feed,
    on_roll=dice.rolled,
    onward=("begin_turns", "end_turn", "new_round"),
    form=SHEET,
)
