"""The encounter of Prism: the phases of IRIS, or a list walked by hand.

state    what is remembered
turns    who acts next, bleeding, saved actions, the reset at 1000
joining  who is there, and in which order
deeds    wounds and switches, slumps and zones, attempts
duties   what an extraordinary failure still asks, until it is ticked off
landing  how effects of rolls land
board    how it is seen, and what it gives to a roll
"""

from app.core.encounters import Encounter
from app.systems.prism.encounter import deeds, duties, joining, turns
from app.systems.prism.encounter.board import board, feed, met
from app.systems.prism.encounter.landing import land
from app.systems.prism.encounter.state import fresh, lasted

ENCOUNTER = Encounter(
    fresh,
    (
        turns.next_turn,
        turns.use_saved,
        deeds.wound,
        deeds.change,
        deeds.streak,
        deeds.attempt,
        duties.owe,
        duties.tick_off,
        joining.add,
        joining.remove,
        joining.move,
        joining.show,
        turns.initiative,
        turns.reset_phases,
    ),
    board,
    feed,
    land,
    onward=("next",),
    lasted=lasted,
    met=met,
    on_settled=duties.settled,
    uses=deeds.uses,
)
