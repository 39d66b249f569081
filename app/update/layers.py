"""What lies over the fight, from the lowest: a menu, a panel, a pad, a step's form, a roll.

    layers(model)       their names
    lay(model, names)   the model with these lying there, and no others

The browser's history knows them by their names (static/layers.js): Back and Escape take the last
one off, Forward lays it there again, with all that was typed into it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from app.update.model import Model


def layers(model: Model) -> tuple[str, ...]:
    """Name what lies over the fight; nothing on another page."""
    if model.address.path != f"{model.game}/encounter":
        return ()
    now, found = model.tracker, list[str]()
    scene = model.company.fight if model.company is not None else None
    if scene is not None:
        if now.menu in scene.combatants:
            found.append(f"menu {now.menu}")
        if now.panel:
            found.append(f"panel {now.panel}")
        if now.pad[0] in scene.combatants:
            found.append(f"pad {now.pad[0]} {now.pad[1]}")
        if now.step and (not now.who or now.who in scene.combatants):
            found.append(f"step {now.step} {now.who}")
    if model.over:
        found.append(f"over {model.over}")
    return tuple(found)


def lay(model: Model, names: Sequence[str]) -> Model:
    """Let these lie over the fight; a roll comes back as its form was left."""
    if model.address.path != f"{model.game}/encounter":
        return model
    parts: dict[str, list[str]] = {}
    for name in names:
        kind, *said = name.split(" ")
        parts[kind] = [*said, "", ""]
    nothing = ["", ""]
    open: dict[str, Any] = {
        "menu": parts.get("menu", nothing)[0],
        "panel": parts.get("panel", nothing)[0],
        "pad": tuple(parts.get("pad", nothing)[:2]),
        "step": parts.get("step", nothing)[0],
        "who": parts.get("step", nothing)[1],
    }
    over = parts.get("over", nothing)[0]
    if over != model.over:
        form = model.forms.get(over)
        open |= {"over": over, "said": form.desk.typed} if form else {"over": "", "said": {}}
    return replace(model, tracker=replace(model.tracker, **open))
