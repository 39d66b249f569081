"""Presets of foes: combatants ready to join, and suggested groups of them.

A preset is a sheet with a few words about it. Its combatants join by the encounter's `add`, each
with a copy of that sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from app.core.encounters.combatants import Combatant, T
from app.core.procedures.inputs import Values
from app.core.sheets import Sheet

#: The levels of threat.
THREATS = range(1, 6)


@dataclass(frozen=True)
class Preset:
    """A foe that is ready to join."""

    #: Its id among the presets of its game.
    id: str
    name: str
    #: Its ways in a few words: `quick, weak, comes in packs`.
    line: str
    #: Its danger for a starting party, from 1 to 5.
    threat: int
    #: The values of its sheet, without the name.
    sheet: Values
    #: Further inputs of `add`, such as the difficulty of an adversary.
    inputs: Values = field(default_factory=dict)
    #: The name of several; empty: the name with an s.
    plural: str = ""

    @property
    def group(self) -> str:
        """Return the name of several."""
        return self.plural or f"{self.name}s"


@dataclass(frozen=True)
class PresetGroup:
    """A suggested group of foes for two starting characters."""

    #: `Easy`, `Fair` or `Hard`.
    label: str
    #: The number of each preset, by id.
    members: Mapping[str, int]


@dataclass(frozen=True)
class Presets:
    """The presets of a game."""

    foes: tuple[Preset, ...] = ()
    groups: tuple[PresetGroup, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Preset]:
        return {preset.id: preset for preset in self.foes}


def fresh_values(sheet: Sheet) -> Values:
    """Return the values of a sheet without its name and its passing state, such as wounds."""
    passing = {"name", *sheet.form.passing_state}
    return {id: value for id, value in sheet.data.items() if id not in passing}


def lasting_inputs(combatant: Combatant[T], names: tuple[str, ...]) -> Values:
    """Return the inputs of `add` that a combatant's turn holds. names: of those that may last."""
    values = {name: getattr(combatant.turn, name, None) for name in names}
    return {name: value for name, value in values.items() if value not in (None, "")}
