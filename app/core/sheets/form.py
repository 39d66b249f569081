"""A game's sheet form: its fields and the rules that read and change a sheet.

A game's sheet is a class that overrides the defaults below.

    class EmbersSheet(SheetForm):
        fields = (Field("name", Text(80), ""), Field("might", Whole(-1, 3)))

        def rolls(self, sheet: Sheet) -> tuple[Rollable, ...]:
            return (Rollable("Strike", "embers.strike", {}, "might"),)

    SHEET = EmbersSheet()
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from app.core.errors import BadInput
from app.core.procedures.kinds import Exact
from app.core.procedures.outcomes import Effect, add
from app.core.sheets.fields import Derived, Field, ListField, Meter, Track
from app.core.sheets.rolling import Rollable, Timer
from app.core.sheets.sheet import Sheet, apply_plain_effect

if TYPE_CHECKING:
    from app.core.procedures.procedure import Procedure

#: The size of the cache of `takes`.
REMEMBERED = 1_000


class SheetForm:
    """The fields, lists, tracks and derived numbers of a sheet, and their rules."""

    fields: tuple[Field, ...] = ()
    lists: tuple[ListField, ...] = ()
    derived: tuple[Derived, ...] = ()
    tracks: tuple[Track, ...] = ()
    #: The data of the sample characters.
    samples: tuple[Mapping[str, Any], ...] = ()
    #: The lists of attacks; they come first on a sheet.
    attacks: tuple[str, ...] = ("weapons",)
    #: The lists of conditions, which are shown beside the name.
    upon: tuple[str, ...] = ("conditions",)
    #: The lists, and the headings of fields, of learned abilities: trained first.
    skills: tuple[str, ...] = ("skills", "Skills")
    #: The headings and lists that are open when a character is made, in this order; all others are
    #: folded. Empty: the first heading alone.
    making: tuple[str, ...] = ()
    #: The field that counts a sheet's hours; `add` to it lets time pass on the sheet.
    clock: str = ""
    #: The procedure that lets the hours of its input `hours` pass where the clock alone is not
    #: enough (wounds that heal or open). Time stops for its dice.
    passing: str = ""
    #: The fields, inputs of `passing` of that name, that are read as they were while the hours
    #: passed, not as they are afterwards.
    meanwhile: tuple[str, ...] = ()

    # --- what a game overrides ---

    def rolls(self, sheet: Sheet) -> tuple[Rollable, ...]:
        """Return the rolls that the sheet offers, each at its position."""
        return ()

    def rating(self, roll: Rollable) -> str:
        """Return the character's rating for a roll, in the game's words, shown beside its label."""
        return ""

    def unable(self, sheet: Sheet, procedure: str) -> str:
        """Return the reason why the bearer makes no such roll now (`is down (P21)`), or "".

        procedure: its id.
        """
        return ""

    def meters(self, sheet: Sheet) -> tuple[Meter, ...]:
        """Return the character's meters, most important first; by default its tracks."""
        return tuple(
            Meter(
                track.id,
                track.label,
                int(sheet[track.id]),
                track.most(sheet) if track.bounded else None,
                track.full,
                not isinstance(self.by_id[track.id], Derived),
            )
            for track in self.tracks
        )

    def timers(self, sheet: Sheet) -> tuple[Timer, ...]:
        """Return the timers on the sheet's own clock."""
        return ()

    def is_moot(self, due: Mapping[str, Any], sheets: Mapping[str, Sheet]) -> bool:
        """Tell whether a due roll or decision has lost its reason.

        due: its record. sheets: of its participants, by role.
        """
        return False

    def elapse(self, sheet: Sheet, now: Exact, hours: Exact) -> tuple[Effect, ...]:
        """Return the effects of hours on the sheet, besides its own clock and without dice.

        now: hours on the campaign's clock when they begin.
        """
        return ()

    def clocked(self, sheet: Sheet, now: Exact) -> tuple[Timer, ...]:
        """Return the timers on the campaign's clock; the sheet's own clock has `timers`.

        now: hours on that clock.
        """
        return ()

    def feed(
        self, procedure: Procedure, sheets: Mapping[str, Sheet], inputs: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the inputs that the participants' sheets give to a roll, by the inputs so far.

        For pairs that depend on another input, which a plain `Kind.sheet` cannot declare. The
        default is the procedure's own feeds; a game adds those that its signature implies.
        """
        return procedure.prefill(sheets, inputs)

    def apply_effect(self, sheet: Sheet, effect: Effect) -> Sheet | None:
        """Apply an effect and return the sheet; None if the field is the scene's."""
        return apply_plain_effect(sheet, effect)

    def counted(self, sheet: Sheet, meter: str, by: int) -> Effect:
        """Return the effect of counting a meter by hand: by default the same amount."""
        return add(meter, by)

    def aim(self, sheet: Sheet, effect: Effect, place: str) -> Effect:
        """Narrow an effect to the entry that fed the roll, such as the count of this lock.

        place: of the Rollable that was rolled; empty on the target's sheet.
        """
        return effect

    def enter(self, effect: Effect) -> Effect:
        """Return the effect that begins a new entry on the actor's sheet, if none is tracked yet.

        Such as a long task that was rolled from the menu. Other effects are returned unchanged.
        """
        return effect

    def complete_effect(self, effect: Effect, values: Mapping[str, Any]) -> Effect:
        """Complete an effect that needs more of the roll, such as the location of an injury.

        values: inputs and values of the roll.
        """
        return effect

    def within(self, sheet: Sheet) -> Mapping[str, Any]:
        """Return the fields that change along: values beyond a maximum become that maximum."""
        return {}

    def brings(self, before: Sheet, after: Sheet) -> Sheet:
        """Return the sheet with the consequences of a change by hand.

        Effects have them by `apply_plain_effect`: a spell that is removed takes its benefits along.
        """
        return after

    # --- derived from the declaration ---

    @cached_property
    def by_id(self) -> dict[str, Field | ListField | Derived]:
        declared: list[Field | ListField | Derived] = [*self.fields, *self.lists, *self.derived]
        return {part.id: part for part in declared}

    def takes(self, effect: Effect) -> bool:
        """Tell whether an effect changes sheets; if not, it is the scene's."""
        if not isinstance(effect.value, (bool, int, str)):
            return self._takes(effect)
        key = effect.field, effect.op, type(effect.value), effect.value
        if key not in self._taken:
            if len(self._taken) >= REMEMBERED:
                self._taken.clear()
            self._taken[key] = self._takes(effect)
        return self._taken[key]

    @cached_property
    def _taken(self) -> dict[Any, bool]:
        """Return the cache of `takes`: a fight asks about the same effects again and again."""
        return {}

    def _takes(self, effect: Effect) -> bool:
        try:
            return Sheet(self, {}).apply_effect(effect) is not None
        except BadInput:
            return True  # a field of sheets, though not of an empty one

    def filled(self, data: Mapping[str, Any] | None = None) -> Sheet:
        """Return a sheet with this data, checked; BadInput names the field at fault."""
        return Sheet(self, {}).with_fields(data or {})
