"""A game's sheet as declared: what stands on it, and what the game says of it.

A game's sheet is a class; what it does not override is as it is here.

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

#: So many answers of `takes` are remembered.
REMEMBERED = 1_000


class SheetForm:
    """Which fields, lists, tracks and derived numbers a sheet has, and what the game says of it.

    samples: the data of the sample characters.
    attacks: the lists of what one attacks with; they stand first on a sheet.
    upon: the lists of what is upon somebody, which stand beside the name.
    skills: the lists, and the headings of fields, of what one has learnt: trained first.
    making: the headings and lists that stand open where a character is made, in this order; all
        else is folded. Left out, it is the first heading alone.
    clock: the field that counts a sheet's hours; `add` to it lets time pass on the sheet.
    passing: the procedure that lets the hours of its input `hours` pass over what the clock alone
        does not move (wounds that heal or open). Where it asks for dice, time stops for them.
    meanwhile: the fields, inputs of `passing` of that name, that hold as they stood while the
        hours passed, and not as they stand when they have.
    """

    fields: tuple[Field, ...] = ()
    lists: tuple[ListField, ...] = ()
    derived: tuple[Derived, ...] = ()
    tracks: tuple[Track, ...] = ()
    samples: tuple[Mapping[str, Any], ...] = ()
    attacks: tuple[str, ...] = ("weapons",)
    upon: tuple[str, ...] = ("conditions",)
    skills: tuple[str, ...] = ("skills", "Skills")
    making: tuple[str, ...] = ()
    clock: str = ""
    passing: str = ""
    meanwhile: tuple[str, ...] = ()

    # --- what a game says of its sheet ---

    def rolls(self, sheet: Sheet) -> tuple[Rollable, ...]:
        """What can be rolled from where it stands on the sheet."""
        return ()

    def rating(self, roll: Rollable) -> str:
        """How good the character is at a roll, in the game's words: it stands beside its label."""
        return ""

    def unable(self, sheet: Sheet, procedure: str) -> str:
        """Return the reason why the bearer makes no such roll now (`is down (P21)`), or "".

        procedure: its id.
        """
        return ""

    def meters(self, sheet: Sheet) -> tuple[Meter, ...]:
        """How the character fares, what matters most first; unless a game says more, its tracks."""
        return tuple(
            Meter(
                each.id,
                each.label,
                int(sheet[each.id]),
                each.most(sheet) if each.bounded else None,
                each.full,
                not isinstance(self.by_id[each.id], Derived),
            )
            for each in self.tracks
        )

    def timers(self, sheet: Sheet) -> tuple[Timer, ...]:
        """What has a due time on the sheet's clock."""
        return ()

    def is_moot(self, due: Mapping[str, Any], sheets: Mapping[str, Sheet]) -> bool:
        """Tell whether a due roll or decision has lost its reason.

        due: its record. sheets: of those whom it is about, by role.
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
        """What the sheets of those who play a part put into a roll, by the inputs chosen so far.

        For what a plain `Kind.sheet` cannot say: pairs that hang on another input. It is what is
        said beside the procedure; a game adds here what the procedure's signature implies.
        """
        return procedure.fed(sheets, inputs)

    def apply_effect(self, sheet: Sheet, effect: Effect) -> Sheet | None:
        """The sheet after an effect; None if the field is not the sheet's but the scene's."""
        return apply_plain_effect(sheet, effect)

    def counted(self, sheet: Sheet, meter: str, by: int) -> Effect:
        """What changes where a hand counts a meter up or down: as much, like by any effect."""
        return add(meter, by)

    def aim(self, sheet: Sheet, effect: Effect, place: str) -> Effect:
        """The effect that means just the entry which fed the roll that proposed it.

        (The count of this lock, not of another.) place: of the Rollable that was rolled; empty on
        the sheet of whoever the roll was aimed at.
        """
        return effect

    def enter(self, effect: Effect) -> Effect:
        """Return the effect that begins a new entry on the roller's sheet, where none is tracked
        yet; unchanged where it begins none.

        (A long task that was rolled from the menu.)
        """
        return effect

    def say(self, effect: Effect, told: Mapping[str, Any]) -> Effect:
        """An effect in full, where its record alone does not tell enough to land.

        (An injury of the location that was hit.) told: inputs and values of the roll.
        """
        return effect

    def within(self, sheet: Sheet) -> Mapping[str, Any]:
        """The fields that follow another as soon as something is set: what stands beyond an end
        that it sets, at that end."""
        return {}

    def brings(self, before: Sheet, after: Sheet) -> Sheet:
        """The sheet with what a change by hand brings with it, as effects do by
        `apply_plain_effect`: a spell that is taken away takes along what it gave."""
        return after

    # --- what follows from that ---

    @cached_property
    def by_id(self) -> dict[str, Field | ListField | Derived]:
        every: list[Field | ListField | Derived] = [*self.fields, *self.lists, *self.derived]
        return {each.id: each for each in every}

    def takes(self, effect: Effect) -> bool:
        """Does this effect change a sheet, whoever's it is? (Else it is the scene's business.)"""
        if not isinstance(effect.value, (bool, int, str)):
            return self._takes(effect)
        asked = effect.field, effect.op, type(effect.value), effect.value
        if asked not in self._taken:
            if len(self._taken) >= REMEMBERED:
                self._taken.clear()
            self._taken[asked] = self._takes(effect)
        return self._taken[asked]

    @cached_property
    def _taken(self) -> dict[Any, bool]:
        """What was asked of effects before: a fight asks the same again and again."""
        return {}

    def _takes(self, effect: Effect) -> bool:
        try:
            return Sheet(self, {}).apply_effect(effect) is not None
        except BadInput:
            return True  # of a sheet, though not of an empty one

    def filled(self, data: Mapping[str, Any] | None = None) -> Sheet:
        """A sheet with this data, checked; BadInput names the field at fault."""
        return Sheet(self, {}).with_fields(data or {})
