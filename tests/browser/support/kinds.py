"""Selects few procedures that together show every element of all procedures on the page.

The results of the others are checked without a page, on the same desk
(`tests/widgets/roll/test_desk.py`) and with the same templates (`test_forms.py`,
`test_results.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.core.play.play import Chosen, Thrown, by_hand
from app.core.procedures.procedure import Procedure
from app.widgets.roll.desk import Desk
from app.widgets.roll.form.forms import form
from tests.widgets.shelf import example, filled


def of_form(procedure: Procedure) -> set[str]:
    """Return the kinds of controls in a procedure's form."""
    view = form(procedure)
    controls = [*view.front, *(control for part in view.parts for control in part.controls)]
    return {control.widget for control in controls} | ({"parts"} if view.parts else set())


def of_play(procedure: Procedure) -> set[str]:
    """Return the kinds in its form, and in the dice, decisions and result of its example."""
    case = example(procedure)
    inputs = case.get("inputs", {})
    play = by_hand(procedure.bind(inputs), case.get("dice", []), case.get("choices"))
    desk = Desk(procedure, filled(procedure, inputs)).entering().settle()
    ends = {
        "no dice": not form(procedure).rolls,
        "effects": play.outcome.effects,
        "notes": play.outcome.notes,
        "decided anew": desk.decisions(),
    }
    return {
        *of_form(procedure),
        *(f"d{each.sides}" for each in play.log if isinstance(each, Thrown)),
        *(
            f"a choice of {type(answer.value)}"
            for answer in play.answers
            if isinstance(answer, Chosen)
        ),
        *(word for word, true in ends.items() if true),
    }


def select_few(all: Iterable[Procedure], kinds: Callable[[Procedure], set[str]]) -> list[Procedure]:
    """Return few of these procedures that together show every kind that any of them has."""
    shows = [(each, kinds(each)) for each in all]
    remaining = set().union(*(of_each for _, of_each in shows))
    chosen: list[Procedure] = []
    while remaining:
        best, of_best = max(shows, key=lambda each: len(each[1] & remaining))
        chosen.append(best)
        remaining -= of_best
    return chosen
