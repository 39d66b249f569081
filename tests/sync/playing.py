"""The stored fights, played where the game master hides everybody but the players' characters."""

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


def hidden(made: Happening, state: Any) -> Happening:
    """Whoever joins without a character joins hidden."""
    if not isinstance(made, EncounterStep) or made.id not in ("add", "join"):
        return made
    told = made.inputs.get("who") if made.id == "join" else [made.inputs]
    assert isinstance(told, list)
    unseen = [
        each if state.has_character(each.get("id", "")) else {**each, "hidden": True}
        for each in told
    ]
    return EncounterStep(made.id, {"who": unseen} if made.id == "join" else unseen[0])


@dataclass
class Hiding(Table):
    """A table where whoever joins without a character is hidden."""

    hides: bool = True

    def _do(self, command: Command) -> None:
        if self.hides and isinstance(command, StoreEntries):
            makes = command.makes
            command = replace(
                command, makes=lambda state: [hidden(each, state) for each in makes(state)]
            )
        super()._do(command)


def played(fight: Fight, hides: bool) -> list[Entry]:
    """The log of a fight."""
    table = Headless(fight, Hiding(hides=hides))
    for act in fight.acts:
        table.do(act)
    return [table.log[n] for n in sorted(table.log)]


@dataclass
class Watch:
    """The ids and names of those who were hidden, as long as they were never shown."""

    hidden: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)

    def look(self, journal: Journal) -> set[str]:
        """Who is hidden by now, and was at all times."""
        scene = scene_of(journal.document, GAMES[journal.state.game])
        for each in scene.combatants.values() if scene else ():
            found = self.hidden if each.turn.hidden else self.shown
            found |= {each.id, each.name}
        return self.hidden - self.shown
