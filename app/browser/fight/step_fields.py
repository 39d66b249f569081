"""Fields of a step's form that have no effect beside the others are hidden."""

from __future__ import annotations

from app.browser.platform.dom import data, each
from app.browser.platform.elements import Element
from app.core.games import Game
from app.widgets.fight.board.steps import moot_inputs


def hide_moot(parent: Element, game: Game) -> None:
    """Hide fields without an effect in the forms of a fixed action."""
    for form in each("form[data-step]", parent):
        step = game.encounter.by_id.get(data(form, "step")) if game.encounter else None
        selects = list(each("select", form))
        if step is None or all(len(list(each("option", select))) > 1 for select in selects):
            continue
        chosen = {str(select.name): str(select.value) for select in selects}
        moot = moot_inputs(step, chosen)
        for control in each("[data-control]", form):
            control.hidden = data(control, "control") in moot
