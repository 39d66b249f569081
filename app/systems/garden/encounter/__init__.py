"""The encounter of Autonomous Garden: rounds of 6 seconds, ordered by declared intent.

state     what is remembered, and what effects the scene keeps
bodies    injuries, also of those without a sheet
fighters  what is known of whoever joins
joining   who is there: unaware, behind cover, in what light
declaring the start of a round: intents, penalties, order
turns     turns, readied actions, the end of rounds and scenes
costs     what a test costs in the round
actions   attacks, lining up, other actions, requests
panic     what comes before them while one panics
treating  treatments, 50 rounds each
feeding   what the scene gives to a roll
spells    those that hold, and who dispels them
chases    rounds of a chase, obstacles
outcomes  what is read off a roll that was due
board     how it is seen
"""

from app.core.flat import Encounter
from app.systems.garden.encounter import (
    actions,
    bodies,
    chases,
    costs,
    declaring,
    feeding,
    joining,
    outcomes,
    spells,
    treating,
    turns,
)
from app.systems.garden.encounter.board import board
from app.systems.garden.encounter.state import fresh, land, lasted
from app.systems.garden.sheet import SHEET

ENCOUNTER = Encounter(
    fresh,
    (
        declaring.declare,
        declaring.set_order,
        actions.attack,
        actions.line_up,
        actions.other_action,
        treating.treat,
        costs.counts_as,
        turns.ready,
        turns.event,
        turns.end_turn,
        turns.end_round,
        turns.pass_rounds,
        chases.chase,
        chases.obstacle,
        joining.surprise,
        joining.notice,
        joining.condition_ends,
        joining.mark_spirit,
        joining.take_cover,
        joining.set_light,
        actions.tried,
        spells.spell_holds,
        spells.dispel,
        declaring.places,
        joining.add,
        joining.remove,
        joining.move,
        joining.show,
        turns.end_scene,
    ),
    board,
    feeding.feed,
    land,
    onward=("set_order", "end_turn"),
    lasted=lasted,
    met=feeding.met,
    said=feeding.said,
    on_end=turns.scene_over,
    on_roll=outcomes.rolled,
    on_settled=outcomes.settled,
    body=bodies.body_of,
    form=SHEET,
)
