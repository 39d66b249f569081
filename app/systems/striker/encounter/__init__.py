"""The encounter of Striker: rounds of six seconds, slots for actions, and longer work.

state    what is remembered
people   who is there, and in which order
turns    whose turn it is; slots that clear, work that is done
slots    what an action takes: a slot, or longer work
rolls    what of a sheet is used, what a roll takes and leaves to be told
acting   using a line
deeds    stopping work, stances barred, circumstances, damage, consequences
board    how it is seen
"""

from app.core.flat import Encounter
from app.systems.striker.encounter import acting, deeds, people, turns
from app.systems.striker.encounter.board import board
from app.systems.striker.encounter.rolls import rolled, settled, uses
from app.systems.striker.encounter.state import feed, fresh, keeps, land, lasted
from app.systems.striker.sheet import SHEET

ENCOUNTER = Encounter(
    fresh,
    (
        turns.next_turn,
        acting.act,
        deeds.bar_stances,
        deeds.damage,
        deeds.result,
        deeds.note,
        deeds.stop,
        deeds.back,
        deeds.circumstance,
        people.add,
        people.remove,
        people.move,
        people.edit,
    ),
    board,
    feed,
    land,
    onward=("next",),
    lasted=lasted,
    on_roll=rolled,
    on_settled=settled,
    uses=uses,
    keeps=keeps,
    form=SHEET,
)
