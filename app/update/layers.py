"""Layers over the fight, from the lowest: a menu, a panel, a pad, a step's form, a roll.

    layers(model)       their names
    lay(model, names)   the model with exactly these layers

The browser's history stores the names (static/js/layers.js): Back and Escape remove the top layer,
Forward restores it with its typed texts.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from app.campaign.state.values import plain
from app.update.model import Model

#: The panel of new combatants before the first turn, which lies on the page.
SETUP = "setup"


def layers(model: Model) -> tuple[str, ...]:
    """Return the names of the layers over the fight, empty on another page."""
    if not model.at_fight:
        return ()
    tracker, names = model.tracker, list[str]()
    scene = model.fight
    if scene is not None:
        if tracker.menu in scene.combatants:
            names.append(f"menu {tracker.menu}")
        if tracker.panel and (scene.combatants or tracker.panel != SETUP):
            names.append(f"panel {tracker.panel}")
        if tracker.pad[0] in scene.combatants:
            names.append(f"pad {tracker.pad[0]} {tracker.pad[1]}")
        if tracker.step and (not tracker.who or tracker.who in scene.combatants):
            given = json.dumps(plain(tracker.given)) if tracker.given else ""
            names.append(f"step {tracker.step} {tracker.who} {given}".rstrip())
    if model.overlay:
        names.append(f"over {model.overlay}")
    return tuple(names)


def lay(model: Model, names: Sequence[str]) -> Model:
    """Set the layers over the fight; a roll keeps the texts of its form."""
    if not model.at_fight:
        return model
    scene = model.fight
    steps = scene.encounter.by_id if scene is not None else {}  # an update may have removed some
    parts = defaultdict[str, list[str]](lambda: ["", "", ""])
    for name in names:
        kind, *arguments = name.split(" ", 3)
        if kind != "step" or arguments[0] in steps:
            parts[kind] = [*arguments, "", "", ""]
    tracker = replace(
        model.tracker,
        menu=parts["menu"][0],
        panel=parts["panel"][0],
        pad=(parts["pad"][0], parts["pad"][1]),
        step=parts["step"][0],
        who=parts["step"][1],
        given=json.loads(parts["step"][2] or "{}"),
    )
    if parts["over"][0] != model.overlay:
        form = model.forms.get(parts["over"][0])
        over, texts = (form.procedure.id, form.desk.typed) if form is not None else ("", {})
        tracker = replace(tracker, overlay=over, button_texts=texts)
    return replace(model, tracker=tracker)
