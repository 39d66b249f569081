"""Procedures that look alike on the page: as few of a game as show all that it has.

What each of the others comes to is worked out without a page, on the same desk
(`tests/widgets/test_desk.py`) and with the same templates (`test_forms.py`, `test_results.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from app.core.games import Game
from app.core.play import Chosen, Thrown, by_hand
from app.core.procedures import Procedure
from app.widgets.desk import Desk
from app.widgets.forms import form
from tests.widgets.shelf import example, filled


def of_form(procedure: Procedure) -> set[str]:
    """What is in a form, of what a form can have."""
    made = form(procedure)
    controls = [*made.front, *(each for part in made.parts for each in part.controls)]
    return {each.widget for each in controls} | ({"parts"} if made.parts else set())


def of_play(procedure: Procedure) -> set[str]:
    """And in its worked example: what dice and decisions it asks for, and in what it ends."""
    case = example(procedure)
    inputs = case.get("inputs", {})
    play = by_hand(procedure.bind(inputs), case.get("dice", []), case.get("choices"))
    desk = Desk(procedure, filled(procedure, inputs)).entering().settled()
    ends = {
        "no dice": not form(procedure).rolls,
        "effects": play.outcome.effects,
        "notes": play.outcome.notes,
        "decided anew": desk.decisions(),
    }
    return {
        *of_form(procedure),
        *(f"d{each.sides}" for each in play.log if isinstance(each, Thrown)),
        *(f"a choice of {type(each.value)}" for each in play.answers if isinstance(each, Chosen)),
        *(word for word, true in ends.items() if true),
    }


def as_few(game: Game, kinds: Callable[[Procedure], set[str]]) -> list[Procedure]:
    """As few procedures as show every kind that the game has."""
    left = set().union(*map(kinds, game))
    taken: list[Procedure] = []
    while left:
        best = max(game, key=lambda each: len(kinds(each) & left))
        taken.append(best)
        left -= kinds(best)
    return taken
