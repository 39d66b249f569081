"""The stored fights, played with everybody hidden except the players' characters."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from app.campaign.journal.actions import Happening
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.scenes import scene_of
from app.update.commands import Command, StoreEntries
from tests.campaign.happenings import GAMES
from tests.fights import Fight
from tests.fights.headless import Headless
from tests.fights.table import Table


def hide_newcomers(action: Happening, state: Any) -> Happening:
    """Hide the combatants that a step adds, unless they are characters."""
    if not isinstance(action, EncounterStep) or action.id not in ("add", "join"):
        return action
    added = action.inputs.get("who") if action.id == "join" else [action.inputs]
    assert isinstance(added, list)
    unseen = [
        each if state.has_character(each.get("id", "")) else {**each, "hidden": True}
        for each in added
    ]
    return EncounterStep(action.id, {"who": unseen} if action.id == "join" else unseen[0])


@dataclass
class Hiding(Table):
    """A table that hides every new combatant without a character."""

    hides: bool = True

    def _do(self, command: Command) -> None:
        if self.hides and isinstance(command, StoreEntries):
            makes = command.makes
            command = replace(
                command, makes=lambda state: [hide_newcomers(each, state) for each in makes(state)]
            )
        super()._do(command)


def play_fight(fight: Fight, hides: bool) -> list[Entry]:
    """Play a fight and return its log."""
    table = Headless(fight, Hiding(hides=hides))
    for act in fight.acts:
        table.do(act)
    return [table.log[n] for n in sorted(table.log)]


@dataclass
class Watch:
    """The ids and names of hidden combatants that were never shown."""

    hidden: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)

    def look(self, journal: Journal) -> set[str]:
        """Return the ids and names that are hidden and have never been shown."""
        scene = scene_of(journal.document, GAMES[journal.state.game])
        for each in scene.combatants.values() if scene else ():
            names = self.hidden if each.turn.hidden else self.shown
            names |= {each.id, each.name}
        return self.hidden - self.shown
