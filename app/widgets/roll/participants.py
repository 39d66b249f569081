"""The company as forms and screens show it: fields as text, pictures, switches."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from app.campaign.participants import participants
from app.campaign.participants.participants import Cast
from app.core.procedures.kinds import Whole
from app.core.procedures.procedure import Procedure
from app.widgets.fight.avatars import Avatar, Side, avatar
from app.widgets.roll.forms import input_text, request
from app.widgets.sheet.sheets import ListView, switches


@dataclass(frozen=True, eq=False)
class Participants(participants.Participants):
    """The characters of a campaign and the combatants of its encounter."""

    def picture(self, id: str) -> Avatar | None:
        """Somebody as a round picture, in a ring of how they fare; None of nobody who is there."""
        if id not in self.by_id:
            return None
        known, form = self.by_id[id], self.game.sheet
        is_open = id not in self.closed
        meters = form.meters(self._sheet(id)) if form is not None and is_open else ()
        side: Side = "ours" if known.kind == "pc" else "theirs"
        return avatar(known.name, side, meters, self.state.places.get(id, 0))

    def switches(self, procedure: Procedure, cast: Cast) -> tuple[ListView, ...]:
        """What is switched, on the sheet of who rolls, for this procedure: its boosts."""
        form, who = self.game.sheet, cast.get("self", "")
        if form is None or not self.state.has_character(who):
            return ()
        return switches(form, self.by_id[who].sheet(self.game), procedure)

    def filled(
        self,
        procedure: Procedure,
        cast: Cast,
        place: str,
        typed: Mapping[str, str],
        fixed: Collection[str] = (),
    ) -> dict[str, str]:
        """Work out what goes into a form's fields by itself, as text by name.

        place: where on the sheet the roll stands, empty if nowhere. typed: what the form says.
        fixed: the fields that stay as they are.
        """
        given = self.given(procedure, cast, place, request(procedure, typed), fixed)
        return {name: input_text(procedure, name, value) for name, value in given.items()}

    def kept(self, procedure: Procedure, cast: Cast) -> dict[str, str]:
        """What the running encounter keeps as it is in the form of whoever rolls, as text."""
        kept = self.keeps(procedure, cast)
        return {name: input_text(procedure, name, value) for name, value in kept.items()}

    def limits(
        self, procedure: Procedure, cast: Cast, typed: Mapping[str, str] | None = None
    ) -> dict[str, int]:
        """The highest number that is offered, for inputs that the sheet of who rolls limits.

        typed: what the form says; a yes in it may take one of what there is.
        """
        sheet = self.sheets(cast).get("self")
        found = {}
        for name, declared in procedure.inputs.items():
            kind = declared.kind
            if isinstance(kind, Whole) and kind.at_most_field:
                taken = (typed or {}).get(kind.less) == "true"
                left = max(kind.low, sheet[kind.at_most_field] - taken) if sheet else kind.high
                found[name] = min(kind.high, left)
        return found
