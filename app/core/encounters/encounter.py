"""Encounters: scenes, pure transitions, turns and due rolls.

A game's encounter is a record: it names its records (`now`, `turn`) and its steps, and gives the
hooks of `EncounterRules` in which the game differs. A transition is a function of a scene and of
checked inputs that returns a `StepResult`. Nothing here is random: where the rules call for a roll,
the transition returns a `Due`, and the outcome comes back as inputs of another transition or as
effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from app.core.encounters import records
from app.core.encounters.combatants import Combatant, Known, N, T, nobody, sheet_name
from app.core.encounters.scenes import EncounterRules, Scene, State
from app.core.encounters.tactics import Tactics
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.sheets import Sheet
from app.core.support.memo import IdentityCache


@dataclass(frozen=True, eq=False)
class Encounter(EncounterRules[N, T]):
    """A game's encounter."""

    #: The policy by which combatants act in a forecast.
    tactics: Tactics = field(default_factory=Tactics)

    # --- stored scenes ---

    def begin(self, known: Known = nobody, house: Values | None = None) -> Scene[N, T]:
        """Return an empty scene."""
        return Scene(self, self.now(), {}, known, house or {})

    def scene(
        self, state: State, known: Known = nobody, house: Values | None = None
    ) -> Scene[N, T]:
        """Read a stored scene; BadInput if it is none.

        known: the characters of the campaign.
        """
        stored = state.get("combatants") if isinstance(state, Mapping) else None
        if not isinstance(stored, Mapping):
            raise BadInput("combatants", "it holds no combatants")
        now = records.read(self.now, state)
        if any(id not in stored for id in now.order):
            raise BadInput("order", "order names somebody who is not there")
        combatants = {
            id: self._combatant(id, entry, known(id), house) for id, entry in stored.items()
        }
        return self.on_read(Scene(self, now, combatants, known, house or {}))

    @cached_property
    def _cache(self) -> IdentityCache[Combatant[T]]:
        """Return the cache of combatants read last, large enough for two large fights."""
        return IdentityCache(200)

    def _combatant(
        self,
        id: str,
        stored: object,
        character: tuple[str, Sheet] | None,
        house: Values | None,
    ) -> Combatant[T]:
        return self._cache.of(
            (id, stored, *(character or ()), house),
            lambda: self._read_combatant(id, stored, character, house or {}),
        )

    def _read_combatant(
        self, id: str, stored: object, character: tuple[str, Sheet] | None, house: Values
    ) -> Combatant[T]:
        if not isinstance(stored, Mapping):
            raise BadInput("combatants", f"{id[:40]!r} is no record")
        turn = records.read(self.turn, stored.get("turn"))
        if character is not None:
            return Combatant(id, character[0], character[1], turn, own=False)
        data = stored.get("sheet", {})
        if not isinstance(data, Mapping):
            raise BadInput("combatants", f"the sheet of {id[:40]!r} is no record")
        sheet = self.sheet(data, house)
        return Combatant(id, sheet_name(sheet) or id, sheet, turn, own=True)
